/* Any stretch of a layout, drawn in time that grows with the screen and not with the run.
 *
 * An index over the bars of each lane: one track for each sub-lane, whose bars follow each other
 * without overlap, and one for each kind of thin bar (marks, calls, waits). A column that holds
 * thousands of bars costs one search. The text chart and the terminal's views draw through this.
 * Knows nothing of cursors and keys.
 */
#ifndef SIM_DRAW_WINDOW_H
#define SIM_DRAW_WINDOW_H

#include "sim/draw/grid.h"
#include "sim/draw/layout.h"
#include "sim/draw/scale.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define WINDOW_NO_BAR SIZE_MAX

/* Bars of one kind in one lane, in order of start. */
struct window_track {
    size_t first, count; /* of window.rows */
    uint32_t roles;      /* a bit for each enum bar_role that occurs */
};

struct window {
    const struct layout *layout;
    struct window_track *tracks; /* of each lane: its sub-lanes, then four of thin bars */
    size_t *first_track;         /* by lane, and one more */
    uint32_t *rows;              /* rows of layout.bars */
    int64_t *reach;  /* beside rows of thin bars: the latest end of this one and those before, ns */
    uint32_t *stops; /* rows of layout.bars that are operations or calls, by lane and start */
    size_t *first_stop; /* by lane, and one more */
    int64_t *fences;    /* when fences let work pass, ascending, ns */
};

/* The layout must outlive it. Takes time in proportion to the bars. */
void window_init(struct window *window, const struct layout *layout);
void window_release(struct window *window);

/* Where a stretch of time stands in a grid. */
struct window_frame {
    struct grid *grid;
    int32_t left;       /* column of the grid where the scale begins */
    struct scale scale; /* the stretch of time, and how many columns it has */
    int64_t *edges;     /* when each column begins, ns; scale.length of them */
};

void window_frame_init(struct window_frame *frame, struct grid *grid, int32_t left,
                       const struct scale *scale);
void window_frame_release(struct window_frame *frame);

/* The column of the grid of a time; before and after the stretch its first and last. */
int32_t window_column(const struct window_frame *frame, int64_t time);

/* The columns of a bar of the stretch, clipped to it. What is thin has no column that it does not
 * cover whole, but for the one it begins in, and a mark only that. */
void window_columns(const struct window_frame *frame, const struct layout_bar *bar, int32_t *from,
                    int32_t *to);

/* Draws a sub-lane into a row: bars with their names, the later one where several share a column;
 * in the first sub-lane then marks, calls and waits where nothing stands, so that a wait never
 * hides work. A call is a sign where it begins, and its name and ROLE_BUSY for as long as it goes
 * on (ROLE_BUSY is no bar's role). Waits for the hardware go before those for an order: while the
 * first of a stream waits for a machine, those behind it wait for the stream. Adds the roles that
 * occur to `roles`, a bit for each. */
void window_draw(const struct window *window, const struct window_frame *frame, size_t lane,
                 uint16_t sub, int32_t row, uint32_t *roles);

/* A fence stands in the empty cells of a row at the moment it let work pass. */
void window_draw_fences(const struct window *window, const struct window_frame *frame, int32_t row,
                        uint32_t *roles);

/* Ticks at round times with their text, from the timeline's zero. */
void window_draw_ruler(const struct window *window, const struct window_frame *frame, int32_t row);

/* The bar that a sub-lane shows between two times, for what a cell stands for: the last one that
 * starts there, else the one that covers it. WINDOW_NO_BAR: nothing. */
size_t window_bar_in(const struct window *window, size_t lane, uint16_t sub, int64_t from,
                     int64_t to);

/* The same for each column of a frame; `bars` has room for frame->scale.length. */
void window_bars_in(const struct window *window, const struct window_frame *frame, size_t lane,
                    uint16_t sub, size_t *bars);

/* The operation or call of a sub-lane that is nearest to a time. WINDOW_NO_BAR: it has none. */
size_t window_nearest(const struct window *window, size_t lane, uint16_t sub, int64_t time);

/* The one before (`step` < 0) or after a bar of the lane, in order of start. WINDOW_NO_BAR: none.
 */
size_t window_neighbor(const struct window *window, size_t lane, size_t bar, int step);

/* Where the bar of an operation or, for TIMELINE_NO_OP, of a call stands in a lane, by the time it
 * starts at there. WINDOW_NO_BAR: nowhere. */
size_t window_find(const struct window *window, size_t lane, uint32_t op, uint32_t call,
                   int64_t start);

/* Whether a bar is an event's mark, a call that waits for nothing, or a wait: what is drawn behind
 * bars and takes no sub-lane of its own. */
bool window_is_thin(enum bar_role role);

#endif
