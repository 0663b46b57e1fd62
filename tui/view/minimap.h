/* The whole run in a row. */
#ifndef TUI_VIEW_MINIMAP_H
#define TUI_VIEW_MINIMAP_H

#include "tui/view/view.h"

/* How many machines work at a time, by height; what the chart shows stands between brackets. */
void minimap_draw(const struct view *view, const struct areas *areas, struct grid *grid);

/* Moves the chart to the time of a column of the minimap. */
void minimap_click(struct view *view, const struct areas *areas, int32_t column);

#endif
