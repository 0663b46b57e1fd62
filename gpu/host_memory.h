/* Pageable memory as the host's own code and its caches have it: before a run what the program
 * found there, within it what the program's code reads and writes.
 *
 * A copy depends on what the caches hold of such memory (traces/experiments/pageable-turns.txt): in
 * it is slow where nobody has read since the memory was filled, or since a copy out wrote it; out
 * it is slow where a core's own caches hold it. The program's first copies in find what its host
 * code filled some time before, and its first copies out nothing of their memory in a core; without
 * help those of the second run would find what the first left. What copies in read is therefore
 * copied from the device before each run: no stores bring it into that state, as they stay in the
 * caches.
 */
#ifndef GPU_HOST_MEMORY_H
#define GPU_HOST_MEMORY_H

#include "gpu/objects.h"

struct host_hull {
    uint64_t from, to; /* bytes; to 0: none */
};

struct host_memory {
    const struct objects *objects;
    struct host_hull *refills; /* by alloc: what copies in read */
    void *scratch;             /* device memory that it is copied from; NULL: no need */
    size_t copies;             /* that a preparation makes */
    void *other;               /* memory that drives all that out of a core; NULL: no need */
};

/* Of a plan's memory; `objects` must outlive it. ERR_RUN where memory is short. To be released also
 * after an error. */
int host_memory_init(struct host_memory *memory, const struct objects *objects, struct err *err);

/* Before a run, by the thread and on the core that will make it. An instrument sees its copies. */
int host_memory_prepare(struct host_memory *memory, struct err *err);

/* What a touch by the program's host code (host_read, host_write) does to pageable memory, of large
 * ranges to their end, which is what caches keep. It stops at `until`, ns of the device's now(). */
void host_memory_touch(const struct objects *objects, const struct program_record *record,
                       int64_t until);

void host_memory_release(struct host_memory *memory);

#endif
