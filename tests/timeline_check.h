/* Whether a predicted timeline holds together: what every one must satisfy, whatever the program.
 *
 * - call <= issue <= ready <= start <= end, and nothing is unknown
 * - the waits of each operation partition [call, start] without gap or overlap; the blocker of an
 *   order or resource rule exists, is another operation and ended at `to`; those that make way
 *   earlier had started by then (sm-full, carveout) or were ready (connection, head-of-line,
 *   signal-delay: what stands first in a queue leaves it before it starts)
 * - the waits of a call partition [enter, return]; its host rules name ended operations
 * - `after` names smaller rows, each ended when the operation started, reduced: none is before
 *   another one of the same operation
 * - operations of a stream don't overlap, copies of one engine neither, but for those in pieces
 */
#ifndef TESTS_TIMELINE_CHECK_H
#define TESTS_TIMELINE_CHECK_H

#include "sim/base/strbuf.h"
#include "sim/model/timeline.h"

/* Says in *complaint what is wrong first, if anything is. */
bool timeline_check(const struct timeline *timeline, struct strbuf *complaint);

/* Whether a copy from or to pageable memory is so large that it moves in pieces, with others'
 * copies between. */
bool timeline_in_pieces(const struct timeline *timeline, const struct timeline_op *op);

/* Whether the timeline's `after` orders `a` before `b` (a walk: for small timelines). */
bool timeline_is_after(const struct timeline *timeline, uint32_t a, uint32_t b);

#endif
