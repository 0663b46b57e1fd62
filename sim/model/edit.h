/* Edits: a program made into another one, to ask what would happen then.
 *
 * Each keeps what the program computes only if the order that it takes away was not needed; who
 * suggests one says so. The edited program is predicted again by replay.
 */
#ifndef SIM_MODEL_EDIT_H
#define SIM_MODEL_EDIT_H

#include "sim/base/err.h"
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

/* The most that a gate waits, ns. */
#define EDIT_GATE_MOST INT64_C(1000000000)

/* A start gate: a kernel in a stream of its own, for which every stream waits before its first
 * operation, and which ends when the host has put everything into the streams (gate_open). So what
 * the calls cost the host says nothing of when operations start. *launch is its row; its time is
 * EDIT_GATE_MOST until the caller knows better.
 *
 * ERR_INPUT at a place where the host waits before all is queued, where there are 1000 launches or
 * more (the queue would be full, S7.1), several host threads, or answers that branches depend on.
 */
int edit_gate(struct program *program, uint32_t *launch, struct err *err);

/* A copy of everything. `copy` must not be initialised. */
void edit_copy_program(struct program *copy, const struct program *program);

#endif
