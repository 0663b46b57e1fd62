/* Whole numbers that are affine in a few variables, each of which runs over a range: what a
 * subscript is in terms of threadIdx, blockIdx and loop counters.
 *
 * Knows nothing of CUDA or of programs.
 */
#ifndef SIM_SCRIPT_AFFINE_H
#define SIM_SCRIPT_AFFINE_H

#include <stdbool.h>
#include <stdint.h>

enum { AFFINE_VARIABLES = 16, AFFINE_BOUNDS = 12 };

struct affine {
    int64_t constant;
    int64_t factor[AFFINE_VARIABLES];
};

/* A narrower range for an affine number than its variables alone give. */
struct affine_bound {
    struct affine number; /* its constant is 0 */
    int64_t least, most;
};

struct affine_space {
    int64_t least[AFFINE_VARIABLES], most[AFFINE_VARIABLES];
    int variable_count;
    struct affine_bound bounds[AFFINE_BOUNDS];
    int bound_count;
    bool empty;   /* contradicting bounds: nothing is left */
    bool blurred; /* a bound could not be kept: ranges may be too wide */
};

struct affine affine_constant(int64_t value);
struct affine affine_variable(int variable);
bool affine_is_constant(const struct affine *a);

/* These return false when a number would not fit into 62 bits. */
bool affine_add(struct affine *a, const struct affine *b, int64_t times);
bool affine_scale(struct affine *a, int64_t by);

/* From now on least <= a <= most (INT64_MIN and INT64_MAX: no limit). */
void affine_limit(struct affine_space *space, const struct affine *a, int64_t least, int64_t most);

/* Smallest and largest value, without regard to bounds. */
void affine_hull(const struct affine_space *space, const struct affine *a, int64_t *least,
                 int64_t *most);

/* Smallest and largest value within the bounds. *run: so much, from the smallest on, is covered by
 * pieces of `width` that begin at all the values: all of it, or what comes before the first gap; 0
 * where that is not known. False when there is no value at all. */
bool affine_range(const struct affine_space *space, const struct affine *a, int64_t width,
                  int64_t *least, int64_t *most, int64_t *run);

#endif
