/* The ghost in a row of a chart: dim bars of what was there before where nothing is now, a + where
 * an operation is new, an x where one is gone. Both versions count from their own zero, so that a
 * longer set-up moves nothing.
 */
#ifndef TUI_VIEW_GHOST_DRAW_H
#define TUI_VIEW_GHOST_DRAW_H

#include "sim/draw/window.h"
#include "tui/view/ghost.h"

/* From when to when the ghost has something, ns in the clock of what is shown now. */
void ghost_extent(const struct ghost *ghost, const struct layout *now, int64_t *from, int64_t *to);

/* After the row of a lane of `now` was drawn, and before its fences. Of two over each other `pair`
 * says which operation is whose (NULL: one), and the lanes of the second have no ghost. */
void ghost_draw_row(const struct ghost *ghost, const struct window *now, const struct pair *pair,
                    const struct window_frame *frame, size_t lane, uint16_t sub, int32_t row);

/* A row of a lane that only the ghost has, as its chart numbers it. */
void ghost_draw_lane(const struct ghost *ghost, const struct layout *now,
                     const struct window_frame *frame, size_t lane, uint16_t sub, int32_t row);

#endif
