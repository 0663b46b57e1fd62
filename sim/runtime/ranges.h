/* Ranges of allocations that have something in common, in the order in which that began, the newest
 * last. No two overlap; of more than RANGES_MOST the oldest are forgotten.
 *
 * Knows nothing of what they have in common.
 */
#ifndef SIM_RUNTIME_RANGES_H
#define SIM_RUNTIME_RANGES_H

#include "sim/model/program.h"

enum { RANGES_MOST = 160 };

struct range_list {
    struct range_row {
        uint32_t alloc;
        uint64_t from, to; /* bytes of the allocation */
    } rows[RANGES_MOST];
    size_t count;
};

/* Bytes of the range that lie in the row. */
uint64_t ranges_common(const struct range_row *row, const struct program_range *range);

/* Bytes of the range that are among the `newest` bytes of the list. */
uint64_t ranges_held(const struct range_list *list, const struct program_range *range,
                     uint64_t newest);

/* It is in the list no longer; what lies before and behind it stays. */
void ranges_remove(struct range_list *list, const struct program_range *range);

/* It is, as the newest. */
void ranges_add(struct range_list *list, const struct program_range *range);

#endif
