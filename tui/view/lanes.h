/* The lanes of the chart with all that stands on them: ghost, fences, cursor, the line to what it
 * waited for, the instant. */
#ifndef TUI_VIEW_LANES_H
#define TUI_VIEW_LANES_H

#include "tui/view/view.h"

void lanes_draw(const struct view *view, const struct areas *areas, struct grid *grid);

#endif
