/* Starts and ends of device work, from CUPTI activity records.
 *
 * CUPTI is loaded when asked for, so that the program runs where it is not installed. Kernels are
 * collected with the concurrent kind only: the other serializes them (cupti_activity.h).
 */
#ifndef GPU_CUDA_TRACE_H
#define GPU_CUDA_TRACE_H

#include "gpu/device.h"

/* Loads CUPTI and begins to collect. ERR_UNAVAILABLE if it is not there. */
int trace_begin(bool tagged, struct err *err);

/* The tag of the calls that the calling thread makes from now on; 0: none. */
void trace_tag(uint64_t tag);

/* ns of CUPTI's clock; only between trace_begin() and trace_end(). */
int64_t trace_now(void);

/* All spans since the last call, in the order of their calls; the device must be idle. The array is
 * the trace's own and valid until the next call. */
int trace_take(const struct device_span **spans, size_t *count, struct err *err);

void trace_end(void);

#endif
