/* A run of a lesson, made ready to be shown. */
#ifndef TUI_LEARN_EXHIBIT_H
#define TUI_LEARN_EXHIBIT_H

#include "sim/analysis/instant.h"
#include "sim/draw/pair.h"
#include "sim/lesson/lesson.h"
#include "tui/learn/figure.h"
#include "tui/learn/source.h"

#include <stdbool.h>

struct exhibit {
    struct lesson_run run; /* of the lesson; of a reader's file it names none */
    char *name;            /* "fence.cu -DN=3" */
    struct err err;        /* why there is no prediction; status ERR_NONE: there is one */
    const struct timeline *predicted;
    const struct timeline *measured; /* NULL: there is none */
    struct layout layout;            /* of the prediction */
    struct figure figure;            /* of it */
    struct compare compare;          /* with the measurement, where there is one */
    struct pair pair;
    struct figure over; /* with the measurement under each lane */
    struct source source;
    struct instants instants; /* once exhibit_stand() was called */
    struct instant instant;
    bool stands;
};

/* Of timelines that outlive it (either may be NULL, also both). `text`: the program's source. */
void exhibit_init(struct exhibit *exhibit, const char *name, const char *text,
                  const struct timeline *predicted, const struct timeline *measured);

/* Another measurement in the place of the one that it had; NULL: none. */
void exhibit_measured(struct exhibit *exhibit, const struct timeline *measured);

/* Finds the state of queues, connections and machines at a moment of the prediction, ns. */
void exhibit_stand(struct exhibit *exhibit, int64_t time);

void exhibit_release(struct exhibit *exhibit);

#endif
