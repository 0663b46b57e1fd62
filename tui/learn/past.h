/* The version before of the file that is worked on: kept as the ghost behind the version that is
 * shown now. */
#ifndef TUI_LEARN_PAST_H
#define TUI_LEARN_PAST_H

#include "sim/study/predict.h"
#include "tui/view/ghost.h"

#include <stdbool.h>

struct past {
    bool is;                       /* there was one */
    struct prediction *prediction; /* its own */
    struct chart chart;            /* of it */
    struct ghost ghost;            /* of what is shown now */
};

/* What was shown until now, `before` (which it takes; NULL: there is none), and what is shown from
 * now on, with their texts. `now` must outlive it, and it must not move while it is there. `path`:
 * the file, as the places of both name it. */
void past_take(struct past *past, struct prediction *before, const char *text_before,
               const struct timeline *now, const char *text_now, const char *path);

/* The ghost; NULL: there is none. */
const struct ghost *past_ghost(const struct past *past);

void past_release(struct past *past);

#endif
