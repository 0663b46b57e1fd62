/* What the program's cudaEventElapsedTime calls answered: predicted against measured.
 *
 * Matched like operations: by thread and position when both come from the same program, else by
 * source line and occurrence.
 */
#ifndef SIM_ANALYSIS_ELAPSED_H
#define SIM_ANALYSIS_ELAPSED_H

#include "sim/model/timeline.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct elapsed_pair {
    uint32_t a, b; /* rows of answers */
    int64_t more;  /* ns: a's answer less b's */
    int64_t error; /* that as a share of b's answer, without a sign, in parts of a million;
                      LABEL_UNKNOWN if b's is not positive */
};

struct elapsed {
    struct elapsed_pair *pairs; /* in the order of a's answers */
    size_t count;
    size_t only_a, only_b;
    int64_t error_median, error_worst; /* parts of a million; LABEL_UNKNOWN without any */
    uint32_t worst;                    /* pair of the largest error */
};

/* `same`: both timelines come from the same program. */
void elapsed_find(struct elapsed *elapsed, const struct timeline *a, const struct timeline *b,
                  bool same);
void elapsed_release(struct elapsed *elapsed);

#endif
