/* Moving the cursor of the Gantt view: over bars, lanes, waits, and the way back. */
#ifndef TUI_VIEW_CURSOR_H
#define TUI_VIEW_CURSOR_H

#include "tui/view/view.h"

/* On nothing. */
struct view_spot cursor_nowhere(void);

/* Where an operation or call stands: in its stream or thread, by machine on what executed it, where
 * it has that. */
struct view_spot cursor_find(const struct view *view, uint32_t op, uint32_t call);

/* On the first operation that was asked for, if any is on the chart. */
struct view_spot cursor_first(const struct view *view);

/* Where the chart has something to stand on that is near a time and, if there, in a lane. */
struct view_spot cursor_near(const struct view *view, size_t lane, int64_t time);

/* The row of the chart that the cursor is in. */
size_t cursor_row(const struct view *view);

/* Goes there and moves the screen as little as needed. */
void cursor_go(struct view *view, struct view_spot spot, bool remember);

/* To the neighbour in the lane. */
void cursor_step(struct view *view, int step);

/* To the row `by` above or below, past those with nothing to stand on; at least one row. */
void cursor_climb(struct view *view, int32_t by);

/* The first (-1) or last (1) of the lane. */
void cursor_end(struct view *view, int which);
void cursor_wait(struct view *view, int step);
void cursor_largest_wait(struct view *view);
void cursor_blocker(struct view *view);
void cursor_back(struct view *view);
void cursor_largest_error(struct view *view);
void cursor_partner(struct view *view);

/* The first row of the chart that is to be shown so that the cursor's is, for that many rows. */
int32_t cursor_top(const struct view *view, int32_t shown);

/* The wait that the cursor's operation or call is about; op and blocker TIMELINE_NO_OP: none. */
struct chart_wait cursor_wait_of(const struct view *view);

#endif
