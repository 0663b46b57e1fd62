/* The wall time of a native program (design section 7).
 *
 * With whose return it ends is seen in the traced runs; how long it took, in the plain ones. Needs
 * the rows of streams (struct native_merged) and nothing else of the timeline.
 */
#ifndef GPU_INJECT_NATIVE_WALL_H
#define GPU_INJECT_NATIVE_WALL_H

#include "gpu/inject/native_runs.h"

/* Medians of the traced runs into *traced, of the plain ones into *plain, ns; TIMELINE_UNKNOWN
 * where no call waited for the device. ERR_RUN if a plain run made other calls than the traced
 * ones. */
int native_walls(const struct native_runs *runs, struct native_median *plain,
                 struct native_median *traced, struct err *err);

#endif
