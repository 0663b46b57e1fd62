/* Edits: a program made into another one, to ask what would happen then.
 *
 * Each keeps what the program computes only if the order that it takes away was not needed; who
 * suggests one says so. The edited program is predicted again by replay.
 */
#ifndef SIM_MODEL_EDIT_H
#define SIM_MODEL_EDIT_H

#include "sim/model/program.h"

enum edit {
    EDIT_NONE,
    EDIT_NONBLOCKING_STREAM,  /* what the legacy stream gets goes to one new non-blocking stream */
    EDIT_NONBLOCKING_STREAMS, /* all blocking streams become non-blocking ones */
    EDIT_PINNED,              /* all pageable host memory is pinned */
    EDIT_COUNT
};

/* Returns how many records or rows it changed; 0: it does not apply to this program. */
size_t edit_apply(struct program *program, enum edit edit);

/* A copy of everything. `copy` must not be initialised. */
void edit_copy_program(struct program *copy, const struct program *program);

#endif
