/* Slack: by how much an operation can end later before the wall time grows.
 *
 * Over the dependencies that the timeline records: what waited for the operation (`waits`), what
 * CUDA orders behind it (`after`), the next one of its stream, copy engine or host worker, the host
 * calls that wait for it, and what the host asks for after those. Everything else is taken to stay
 * as it is: that a kernel which runs longer takes room on the SMs from others is not counted, nor
 * that copies could come in another order. Of what ends before the program chooses by polling what
 * to do next (poll_choice.h) it is not known.
 */
#ifndef SIM_ANALYSIS_SLACK_H
#define SIM_ANALYSIS_SLACK_H

#include "sim/model/timeline.h"

#include <stdint.h>

/* slack[id] for every operation, ns, at least 0; TIMELINE_UNKNOWN where its end is not known, or
 * what comes of it. An array of timeline->ops.count, which the caller frees. What nothing waits for
 * may end as late as the run does. Takes time in proportion to n log n. */
int64_t *slack_find(const struct timeline *timeline);

#endif
