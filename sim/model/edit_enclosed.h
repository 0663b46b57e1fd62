/* What elapsed times enclose: the work that stands behind the record of the start event and before
 * that of the end event. It is part of what a program computes, so edits keep it.
 */
#ifndef SIM_MODEL_EDIT_ENCLOSED_H
#define SIM_MODEL_EDIT_ENCLOSED_H

#include "sim/model/program.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The records that a cudaEventElapsedTime is about, by their rows. */
struct enclosed_span {
    uint32_t start, stop;
};

struct enclosed {
    struct enclosed_span *spans; /* by their stops, each once; only those that can enclose work */
    size_t count;
    uint32_t *stops;     /* by row of records: the first span that ends there, from 1; 0: none */
    uint32_t *last_stop; /* by row of records: the last row that ends what begins there; 0: nothing
                            begins */
};

/* Of a program without elapsed times `count` is 0, and there are no tables. */
void enclosed_find(struct enclosed *enclosed, const struct program *program);
void enclosed_release(struct enclosed *enclosed);

#endif
