/* Memory that is always there: running out ends the process.
 *
 * What bad input may ask for is bounded by limits long before this point, so callers need no path
 * for a failed allocation. Knows nothing of CUDA.
 */
#ifndef SIM_BASE_MEM_H
#define SIM_BASE_MEM_H

#include "sim/base/hot.h"

#include <stddef.h>

/* Zeroed memory; free() releases it. Never NULL. */
void *mem_zalloc(size_t bytes);

/* realloc that never returns NULL (for bytes > 0); the new part is not cleared. */
void *mem_realloc(void *memory, size_t bytes);

/* A copy of a string; free() releases it. */
char *mem_strdup(const char *text);

/* Makes room for at least `need` elements in a growing array: returns the array, perhaps moved,
 * with *capacity raised by doubling. Use as `v = mem_grow(v, &cap, n + 1, sizeof *v)`. */
static inline void *mem_grow(void *array, size_t *capacity, size_t need, size_t element_bytes);

/* Its rare half. */
void *mem_grow_now(void *array, size_t *capacity, size_t need, size_t element_bytes) COLD;

static inline void *mem_grow(void *array, size_t *capacity, size_t need, size_t element_bytes)
{
    return need <= *capacity ? array : mem_grow_now(array, capacity, need, element_bytes);
}

#endif
