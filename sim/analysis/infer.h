/* What a measured operation waited for, inferred: a measurement records starts, ends and calls, not
 * reasons.
 *
 * An operation's wait is put down to its own call, then to what CUDA orders before it (its stream,
 * the default stream's fence, events), then to copies of its direction and host functions that ran
 * meanwhile, each until its end; what remains is not known and left without a wait. A host call
 * that waits for the device is put down to the operation whose end let it return.
 */
#ifndef SIM_ANALYSIS_INFER_H
#define SIM_ANALYSIS_INFER_H

#include "sim/model/timeline.h"

/* Adds waits to the operations and calls of a timeline that has none; does nothing if it has any.
 */
void infer_waits(struct timeline *timeline);

#endif
