/* Interned names: equal strings have equal ids, so that names compare and hash as integers.
 *
 * Id 0 is always the empty string; ids are dense, in order of first use. Knows nothing of CUDA.
 */
#ifndef SIM_BASE_INTERN_H
#define SIM_BASE_INTERN_H

#include "sim/base/arena.h"

#include <stddef.h>
#include <stdint.h>

struct intern {
    struct arena arena;
    const char **names; /* by id */
    uint32_t *lengths;
    size_t count, capacity, length_capacity;
    uint32_t *slots; /* open addressing; id + 1, 0: free */
    size_t slot_count;
};

void intern_init(struct intern *in);
uint32_t intern_add(struct intern *in, const char *text, size_t length);
uint32_t intern_adds(struct intern *in, const char *text);

/* The id of a name, or 0 if it was never added (and for ""). */
uint32_t intern_find(const struct intern *in, const char *text, size_t length);

/* Valid until intern_release(). */
const char *intern_name(const struct intern *in, uint32_t id);
void intern_release(struct intern *in);

#endif
