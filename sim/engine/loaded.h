/* What operations take longer while kernels keep the memory busy.
 *
 * Whatever begins or ends an operation, such as fetching its command and its code or writing that
 * it is done, goes through the memory and waits there behind what kernels have on their way from
 * it. Most of it by how many bytes these are, not by which SMs ask for them or how much of the
 * memory's rate they get: on an H200 a kernel of 5 us and the gap behind it take 6.6 us alone, 7.9
 * beside 2 MiB on their way (3.5 TB/s), 8.5 beside 4 MiB (4.5 TB/s) and 17.2 beside 14 MiB (4.65
 * TB/s); a copy takes no longer up to 2 MiB and 3.6 us from 7 MiB on
 * (traces/experiments/memory-load.txt).
 *
 * Kernels given by time and by flops have nothing on their way. What copies to and from the host
 * have there is not counted.
 */
#ifndef SIM_ENGINE_LOADED_H
#define SIM_ENGINE_LOADED_H

#include "sim/model/profile.h"

#include <stdbool.h>

/* What a thread of a copy on the device or of a memset has on its way. Those of one that fills the
 * SMs make others as slow as 5 to 7 MiB do (memory-load.txt, "memset" and "d2d"). */
enum { LOADED_COPY_BYTES = 24 };

/* ns, by one of the curves of the profile's section [loaded]. */
static inline int64_t loaded_more(const struct profile *profile, enum profile_key curve,
                                  int64_t on_way)
{
    return on_way > 0 ? profile_curve_at(&profile->curve[curve], on_way) : 0;
}

/* ns, of a copy from or to the host. */
static inline int64_t loaded_copy(const struct profile *profile, bool out, int64_t on_way)
{
    return loaded_more(profile, out ? PROFILE_loaded_copy_out : PROFILE_loaded_copy_in, on_way);
}

#endif
