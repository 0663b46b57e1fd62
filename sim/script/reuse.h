/* How far back the host touched its memory: how many bytes its code has touched since it touched
 * some last, their reuse distance. It decides which cache still holds them, and so what memset and
 * memcpy take (traces/experiments/host-held.txt): 1 MiB that the core has just touched is set in
 * 23 us, 8 MiB later in 41, and in 100 when no cache has it.
 *
 * Copies out by the device leave page-locked memory as it was; into pageable memory the driver
 * writes past the caches. Knows nothing of CUDA calls.
 */
#ifndef SIM_SCRIPT_REUSE_H
#define SIM_SCRIPT_REUSE_H

#include "sim/model/profile.h"
#include "sim/runtime/ranges.h"

/* `touched` names segments of memory.h as its allocations; zeroed: nothing is known. */
struct reuse {
    struct range_list touched;
};

/* What it takes to read or write that many bytes from an address on, ns; `per_mib` is the profile's
 * host.read_per_mib or host.write_per_mib, ns a MiB by reuse distance. What was never touched is as
 * far as anything can be. */
int64_t reuse_cost(const struct reuse *reuse, const struct profile_curve *per_mib, uint64_t address,
                   uint64_t bytes);

/* They were touched now, or allocated: programs fill what they allocate. */
void reuse_touch(struct reuse *reuse, uint64_t address, uint64_t bytes);

/* No cache holds them. */
void reuse_lose(struct reuse *reuse, uint64_t address, uint64_t bytes);

#endif
