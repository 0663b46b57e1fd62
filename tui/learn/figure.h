/* The chart of a run in a rectangle: a prediction, or with its measurement under each lane; up to
 * the moment where the run stands, or with the version before as a ghost.
 */
#ifndef TUI_LEARN_FIGURE_H
#define TUI_LEARN_FIGURE_H

#include "sim/draw/window.h"
#include "tui/learn/place.h"
#include "tui/view/ghost.h"

#include <stdbool.h>
#include <stdint.h>

struct figure {
    const struct layout *layout; /* borrowed */
    struct window window;
};

/* The layout must outlive it. */
void figure_init(struct figure *figure, const struct layout *layout);

#define FIGURE_WHOLE INT64_MAX

struct figure_look {
    int64_t until; /* ns of the timeline's clock up to which it is drawn, with a line there;
                      FIGURE_WHOLE: all of it */
    bool dim;      /* as something that no longer holds */
    int32_t top;   /* lanes' rows left out above */
    const struct ghost *ghost; /* what was there before, behind it; NULL: nothing */
};

/* A mark tells where there is more below. */
void figure_draw(const struct figure *figure, const struct figure_look *look, struct grid *grid,
                 const struct learn_rect *rect);

/* Rows that it takes where `height` are to be had, with its ruler; may be more than that. Of
 * FIGURE_TIGHT: the fewest in which all lanes are seen. */
#define FIGURE_TIGHT 3
int32_t figure_rows(const struct figure *figure, int32_t height);

void figure_release(struct figure *figure);

#endif
