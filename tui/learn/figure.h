/* The chart of a run in a rectangle: a prediction, or with its measurement under each lane; up to
 * the moment where the run stands.
 */
#ifndef TUI_LEARN_FIGURE_H
#define TUI_LEARN_FIGURE_H

#include "sim/draw/window.h"
#include "tui/learn/place.h"

#include <stdbool.h>
#include <stdint.h>

struct figure {
    const struct layout *layout; /* borrowed */
    struct window window;
};

/* The layout must outlive it. */
void figure_init(struct figure *figure, const struct layout *layout);

#define FIGURE_WHOLE INT64_MAX

/* `until`: ns of the timeline's clock up to which it is drawn, with a line there; FIGURE_WHOLE: all
 * of it. `dim`: as something that no longer holds. `top`: lanes' rows left out above. */
void figure_draw(const struct figure *figure, int64_t until, bool dim, int32_t top,
                 struct grid *grid, const struct learn_rect *rect);

/* Rows that it takes in a rectangle, with its ruler. */
int32_t figure_rows(const struct figure *figure, const struct learn_rect *rect);

void figure_release(struct figure *figure);

#endif
