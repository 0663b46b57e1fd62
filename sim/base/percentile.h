/* Percentiles, one definition for all: nearest rank, a value that was seen. Knows nothing of CUDA.
 */
#ifndef SIM_BASE_PERCENTILE_H
#define SIM_BASE_PERCENTILE_H

#include <stddef.h>
#include <stdint.h>

/* Smallest first; `values` may be NULL where there are none. */
void percentile_sort(int64_t *values, size_t count);

/* Where it stands among `count` sorted values (at least one): the smallest that at least so many in
 * a thousand of them are not above. */
static inline size_t percentile_rank(size_t count, size_t permille)
{
    return permille ? (count * permille + 999) / 1000 - 1 : 0;
}

#endif
