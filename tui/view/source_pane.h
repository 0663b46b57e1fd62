/* The source with the lines marked that the host threads are in; where there is no source, the list
 * of calls. Draws into a part of a grid.
 */
#ifndef TUI_VIEW_SOURCE_PANE_H
#define TUI_VIEW_SOURCE_PANE_H

#include "sim/analysis/instant.h"
#include "sim/draw/grid.h"
#include "tui/view/listing.h"

#include <stdint.h>

/* Rows and columns of a grid, first and last of each. */
struct pane_area {
    int32_t top, left, bottom, right;
};

/* What the pane shows of. `listing` may be empty. */
struct source_pane {
    const struct listing *listing;
    const struct instants *instants;
    const struct instant *instant;
    uint32_t focus; /* the thread whose line is kept in sight */
    size_t top;     /* row of the source that was at the top before */
};

/* The row of the source that a thread is in, LISTING_NO_ROW if there is none. */
size_t source_pane_row(const struct source_pane *pane, uint32_t thread);

/* The row to show at the top of `height` rows: `top`, moved as little as needed for the focus to be
 * in sight, with two rows around it where there is room. */
size_t source_pane_top(const struct source_pane *pane, int32_t height);

/* A heading, then lines: number, mark, text. In the row of the focus all is reversed. Several
 * threads are marked by their numbers. */
void source_pane_draw(const struct source_pane *pane, struct grid *grid,
                      const struct pane_area *area);

#endif
