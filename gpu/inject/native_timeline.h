/* From what was seen of a process to a measured timeline.
 *
 * A pure function of plain records: medians over the traced runs, each counted from its own zero
 * (design section 7), and the wall time from the runs that had only the clock. Must not know CUDA,
 * nor anything that was predicted.
 */
#ifndef GPU_INJECT_NATIVE_TIMELINE_H
#define GPU_INJECT_NATIVE_TIMELINE_H

#include "gpu/inject/records.h"
#include "sim/base/err.h"
#include "sim/model/timeline.h"

/* Fills *timeline (initialized by this call; to be released by the caller, also after an error).
 * The records are sorted by it. ERR_RUN if no run is there to count, if work that a call
 * enqueued was not seen, or if the runs did not make the same calls. */
int native_timeline(struct native_records *records, struct timeline *timeline, struct err *err);

#endif
