/* Searching the chart for an operation or a call by its name, letter by letter. */
#ifndef TUI_VIEW_SEARCH_H
#define TUI_VIEW_SEARCH_H

#include "tui/view/view.h"

void search_begin(struct view *view);

/* A key while the name is written: letters, Backspace, Enter (done) and Escape (back to where the
 * cursor was). */
void search_key(struct view *view, int32_t key);

/* The next or the one before (`step` < 0) of the name, around the ends of the run. */
void search_step(struct view *view, int step);

#endif
