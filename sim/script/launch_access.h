/* What memory a kernel touches, as far as its body says it: computed at a launch, from the
 * arguments, the geometry and the subscripts.
 *
 * The body is walked once with values that are affine in threadIdx, blockIdx and the variables of
 * counted loops; `if (i < n)`, early returns and grid-stride loops narrow them. An access is
 * `certain` when every byte of its range is touched; otherwise the range is what may be touched.
 * A pointer whose use is not understood, or that the body does not use, may be accessed up to the
 * end of its allocation: read if it points to const, else read and written (design section 4). A
 * pointer in a structure that the body takes apart is not touched if the body leaves it alone.
 *
 * Pointers that stand in the device's memory (a table of buffers, a list) are not followed: a body
 * that uses them, or that may, as what they stand in is passed on, may touch any of it: `anywhere`.
 *
 * Must not know what an access is good for.
 */
#ifndef SIM_SCRIPT_LAUNCH_ACCESS_H
#define SIM_SCRIPT_LAUNCH_ACCESS_H

#include "sim/script/launch_value.h"

#define LAUNCH_ACCESS_REST UINT64_MAX /* bytes: up to the end of the allocation */

struct launch_access {
    uint64_t address;
    uint64_t bytes;
    uint8_t mode; /* enum access_mode of program.h */
    bool certain;
};

/* A pointer that leads nowhere, and that every thread that comes there follows. */
struct launch_wild {
    const struct var *parameter; /* it, or what it is a member of; NULL: there is none */
    uint8_t mode;
    bool unset; /* it was never given a value; else it is null */
};

/* What the body does with a pointer that the kernel was given, for who asks what clauses would say.
 */
struct launch_use {
    int parameter;
    int64_t offset; /* of the member; -1: it is the parameter itself */
    uint8_t mode;   /* 0: nothing, as far as that is understood */
    uint64_t most;  /* bytes behind it that it touches at most, by masks; 0: not known */
};

enum { LAUNCH_USES = 16 };

struct launch_access_list {
    struct launch_access *rows;
    size_t count, capacity;
    uint8_t anywhere; /* how any memory of the device may be touched as well; 0: it is not */
    bool in_loops;    /* a thread touches several elements of an array, in turns */
    bool sparse; /* subscripts leave gaps in what they reach, as those of a tile of an image do */
    struct launch_wild wild;             /* the first of those that are certain */
    struct launch_use uses[LAUNCH_USES]; /* of launch_access_find() */
    int use_count;
};

/* Appends; equal and touching ranges of one mode are merged. */
void launch_access_add(struct launch_access_list *list, uint64_t address, uint64_t bytes,
                       uint8_t mode, bool certain);

/* Empties it; the memory is kept. */
void launch_access_begin(struct launch_access_list *list);

/* Notes it, unless another was noted before. */
void launch_access_wild(struct launch_access_list *list, const struct launch_wild *wild);

/* Appends what the kernel of `scope` touches through its pointer arguments, and of the device's
 * variables that its body names. */
void launch_access_find(const struct launch_scope *scope, struct launch_access_list *list);

/* Appends what clauses leave out, which the list has: of memory of which it has no part, what is
 * certain through pointer arguments, and what the kernel touches of the device's variables. */
void launch_access_find_unnamed(const struct launch_scope *scope, struct launch_access_list *list);

/* Of what the list has as written: that it is updated atomically, where the body touches it only so
 * (launch_atomic.c). A clause says which bytes, not how. */
void launch_access_mark_atomics(const struct launch_scope *scope, struct launch_access_list *list);

void launch_access_release(struct launch_access_list *list);

#endif
