/* The operations and calls of a timeline by the names that lessons give them: `k1`, `h2d#3`,
 * `line 14`, `cudaDeviceSynchronize`. Works on predictions and recordings alike; only what is in
 * the timed part counts.
 */
#ifndef SIM_LESSON_PICK_H
#define SIM_LESSON_PICK_H

#include "sim/analysis/overlap.h"
#include "sim/model/timeline.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { PICK_NAME_SIZE = 96 };

struct pick {
    char name[PICK_NAME_SIZE]; /* as written, without its number */
    int line;                  /* of `line 14`; 0: by name */
    uint32_t nth;              /* from 1 */
    bool numbered;             /* `#2` was written */
    size_t length;             /* bytes that were read */
};

/* Reads a name at the beginning of a text. False if there is none. */
bool pick_read(struct pick *pick, const char *text);

/* Whether an operation of the timed part is called so, whatever its number. */
bool pick_is(const struct pick *pick, const struct timeline *timeline, uint32_t op);

/* Whether that is the name of a kind of operations: "kernel", "h2d", ... */
bool pick_is_kind(const char *name);

/* The operation; TIMELINE_NO_OP if there is none (any more). */
uint32_t pick_op(const struct pick *pick, const struct timeline *timeline);

/* The row of calls; UINT32_MAX if there is none. */
uint32_t pick_call(const struct pick *pick, const struct timeline *timeline);

/* What operations of the timed part are called, one by one: start with *at = 0; NULL after the
 * last. Kernels and host functions by their name, others by their kind. May repeat. */
const char *pick_names(const struct timeline *timeline, size_t *at);

/* The stretches in which operations of that name (with a number: that one) ran; *intervals is the
 * caller's to free, also if it returns false: one's times are not known. */
bool pick_intervals(const struct pick *pick, const struct timeline *timeline,
                    struct interval **intervals, size_t *count);

/* How long one of the first and one of the second ran at the same time, ns: the time with any of
 * either, taken from that of each alone. Of one and the same name: with two or more of them.
 * TIMELINE_UNKNOWN if a time is not known. */
int64_t pick_overlap(const struct pick *a, const struct pick *b, const struct timeline *timeline);

#endif
