/* Whether the device's times of a run agree with what the host saw: no operation starts before its
 * call, and none ends after a call has returned that waited for it.
 *
 * CUPTI gives both in one clock, but what it takes for the distance of the two may be wrong by a
 * tenth of a millisecond for as long as a run takes (traces/experiments/clocks-apart.txt).
 */
#ifndef GPU_CLOCKS_H
#define GPU_CLOCKS_H

#include "gpu/run.h"

/* Moves the device's times of a run by what they are too late or too early, where that leaves
 * nothing that contradicts the host's. `calls` by record, `ops` by operation, ns from one zero;
 * TIMELINE_UNKNOWN where nothing is known. */
void clocks_mend(const struct plan *plan, const struct run_time *calls, struct run_time *ops);

#endif
