/* A run of a lesson, made ready to be shown. */
#ifndef TUI_LEARN_SCENE_H
#define TUI_LEARN_SCENE_H

#include "sim/draw/pair.h"
#include "sim/lesson/lesson.h"
#include "tui/learn/figure.h"
#include "tui/learn/source.h"

#include <stdbool.h>

struct scene {
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
};

/* Of timelines that outlive it (either may be NULL, also both). `text`: the program's source. */
void scene_init(struct scene *scene, const char *name, const char *text,
                const struct timeline *predicted, const struct timeline *measured);

/* Another measurement in the place of the one that it had; NULL: none. */
void scene_measured(struct scene *scene, const struct timeline *measured);

/* The line where the host is at a moment (ns of the prediction's clock): of the last call that the
 * first thread has entered by then; 0: none yet, or not known. */
int scene_line(const struct scene *scene, int64_t time);

void scene_release(struct scene *scene);

#endif
