/* Who called the functions that a program's records stand in: by which calls main, or what a thread
 * began with, came there. Nothing is kept for what stands in main itself.
 */
#ifndef SIM_MODEL_CALLERS_H
#define SIM_MODEL_CALLERS_H

#include "sim/model/program.h"

/* The row of callers that says this: an equal one if there is one. */
uint32_t program_add_caller(struct program *program, const struct program_caller *row);

/* The record was reached by the calls of that row; 0: it stands in main. */
void program_set_caller(struct program *program, uint32_t record, uint32_t caller);

/* The row of callers of a record; 0: none is known. */
uint32_t program_caller_of(const struct program *program, uint32_t record);

/* Whether they are the same call, whoever called the function that it stands in. */
bool program_same_call(const struct program_caller *a, const struct program_caller *b);

/* How often a recursion comes by the call of that row: the outermost of those rows. */
uint32_t program_caller_turns(const struct program *program, uint32_t caller, size_t *times);

#endif
