/* The rows of the chart, from top to bottom: every sub-lane of every lane, so that nothing that ran
 * beside something else is hidden, and how full the SM array was; where the chart has a ghost, also
 * those sub-lanes that only it has. */
#ifndef TUI_VIEW_ROWS_H
#define TUI_VIEW_ROWS_H

#include "tui/view/ghost.h"

enum view_grouping {
    VIEW_BY_STREAM,  /* host threads, streams, machines, and connections, which are many and say
                        least */
    VIEW_BY_MACHINE, /* machines before all others */
};

enum row_kind {
    ROW_BARS,
    ROW_RESIDENT, /* how many threads are on the SMs, as a height over one or several rows */
    ROW_GAP,      /* between two groups */
    ROW_GHOST,    /* a sub-lane that there was before */
};

struct view_row {
    enum row_kind kind;
    size_t lane;  /* ROW_GHOST: of the ghost's chart */
    uint16_t sub; /* sub-lane; ROW_RESIDENT: rows below this one */
};

struct rows {
    struct view_row *list;
    size_t count, capacity;
    size_t *first;     /* by lane: its first row of bars */
    uint16_t resident; /* rows of ROW_RESIDENT */
    int32_t label;     /* columns that the labels take */
};

/* `ghost`: what was before the chart, which gets rows where there is no lane for it; NULL: none.
 * `room`: rows that the screen has; groups are set apart where that leaves nothing out of sight. */
void rows_find(struct rows *rows, const struct chart *chart, const struct ghost *ghost,
               enum view_grouping grouping, int32_t room);
void rows_release(struct rows *rows);

/* The lane of a group and key; SIZE_MAX: there is none. */
size_t rows_lane(const struct chart *chart, enum lane_group group, uint32_t key);

#endif
