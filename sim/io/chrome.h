/* Chrome's trace format (JSON), for Perfetto and chrome://tracing.
 *
 * Three processes: host threads, streams and machines. Slices of one lane must nest there, so what
 * overlaps (concurrent kernels) gets lanes of its own. Arrows go from the operation that was waited
 * for to the one that waited. Write only; Kineto's dialect is another matter.
 */
#ifndef SIM_IO_CHROME_H
#define SIM_IO_CHROME_H

#include "sim/base/err.h"
#include "sim/io/sink.h"
#include "sim/model/timeline.h"

/* Writes and finishes the sink. Fails only where the sink does. */
int chrome_write(const struct timeline *timeline, struct sink *sink, struct err *err);

#endif
