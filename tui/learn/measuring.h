/* A measurement on the GPU of this machine while the lesson stays on the screen: `nullstream
 * measure` in a process of its own, which may crash or be ended without harm.
 */
#ifndef TUI_LEARN_MEASURING_H
#define TUI_LEARN_MEASURING_H

#include "sim/lesson/lesson.h"
#include "sim/model/timeline.h"
#include "tui/learn/child.h"

#include <stdbool.h>

struct measuring {
    bool on;
    struct child child;
    struct lesson_run run; /* what is, or was last, measured; its strings are the lesson's */
    char *file;            /* where the timeline will be */
};

/* Starts. `path`: the program; `run`: its options; `gpu`: the profile by which costs become block
 * times. */
int measuring_start(struct measuring *measuring, const char *path, const struct lesson_run *run,
                    const char *gpu, struct err *err);

/* 0: goes on; 1: *measured is there, the caller's; -1: it came to nothing, *err says why. */
int measuring_poll(struct measuring *measuring, struct timeline *measured, struct err *err);

/* Ends it wherever it is. */
void measuring_stop(struct measuring *measuring);

#endif
