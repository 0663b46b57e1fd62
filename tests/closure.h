/* What comes before what in a program, found edge by edge: for tests, slow and plain. It follows
 * docs/semantics.md on its own, so that sim/analysis/happens can be held against it.
 */
#ifndef TESTS_CLOSURE_H
#define TESTS_CLOSURE_H

#include "sim/model/program.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Three points of each record: the call, the operation, the return. */
enum closure_point { CALLED, RUN, RETURNED, POINTS };

struct closure {
    const struct program *p;
    size_t words;
    uint64_t *before; /* by point: a bit for each point that is before it */
};

/* Takes time and memory with the square of the records. */
void closure_build(struct closure *c, const struct program *p);

/* Whether point `at` of record `a` is before point `bt` of record `b`. */
bool closure_reaches(const struct closure *c, uint32_t a, enum closure_point at, uint32_t b,
                     enum closure_point bt);

/* Whether a wait is none, or may be none, as it knows of no record of its event. */
bool closure_is_no_op(const struct closure *c, uint32_t record);

void closure_release(struct closure *c);

#endif
