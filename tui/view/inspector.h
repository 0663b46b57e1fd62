/* What the cursor's operation is and why it waited, in words: under the chart, or as a page. The
 * help is a page as well. */
#ifndef TUI_VIEW_INSPECTOR_H
#define TUI_VIEW_INSPECTOR_H

#include "tui/view/view.h"

/* A heading and as many lines as there is room for. */
void inspector_draw(const struct view *view, const struct areas *areas, struct grid *grid);

/* The page that is open, from the first row to the last but the status line. */
void sheet_draw(const struct view *view, struct grid *grid);

/* How many lines it has. */
int32_t sheet_lines(const struct view *view);

#endif
