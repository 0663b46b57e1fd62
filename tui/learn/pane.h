/* What panes have in common: their first row, margins, how far a key scrolls. */
#ifndef TUI_LEARN_PANE_H
#define TUI_LEARN_PANE_H

#include "sim/draw/grid.h"
#include "tui/learn/actions.h"
#include "tui/learn/place.h"

/* The first row of the screen: a title, and at its right end where the reader is. */
void pane_title(struct grid *grid, const char *title, const char *where);

/* A first row that says what the pane shows, where it has room for one; what is left of it. */
struct learn_rect pane_head(struct grid *grid, const struct learn_rect *rect, const char *text);

/* What pane_head() leaves, without drawing. */
struct learn_rect pane_below_head(const struct learn_rect *rect);

/* A line between columns. */
void pane_rule(struct grid *grid, const struct learn_rect *rect);

/* Text has margins in a wide pane, and lines that can be read. */
struct learn_rect pane_text_rect(const struct learn_rect *rect);
int32_t pane_text_width(const struct learn_rect *rect);

/* By how many rows an action scrolls; 0 if it is none that does. */
int32_t pane_step(enum learn_action action, const struct learn_rect *rect);

#endif
