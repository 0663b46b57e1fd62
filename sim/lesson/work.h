/* How much a run does: bytes copied by direction, launches and cost by kernel. Two
 * programs that do the same work have the same, whatever the order of their calls.
 */
#ifndef SIM_LESSON_WORK_H
#define SIM_LESSON_WORK_H

#include "sim/base/strbuf.h"
#include "sim/study/predict.h"

#include <stdbool.h>

/* Whether `mine` does the work of `start`, in the timed parts. `chunking`: it may be divided into
 * other launches; costs may then differ by 1 % for rounding. If not, `why` gets a sentence. */
bool work_same(const struct prediction *start, const struct prediction *mine, bool chunking,
               struct strbuf *why);

/* ns that the host works by itself (host_work_us, sleeps, copies from host to host) in the timed
 * part: before the first call that puts in work, and after the last that waits, nothing is timed.
 */
int64_t work_host_time(const struct timeline *timeline);

#endif
