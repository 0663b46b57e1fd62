/* Happens-before: what comes before what in every run that CUDA allows, whatever the times.
 *
 * Of each record of a program there are two events: the host's part (the call, or the host's own
 * work, reads and writes) and, of calls that put something into a stream, the operation. Orders are
 *   - the records of a host thread, its creation and join, locks, atomics; whoever leaves a barrier
 *     is behind all who came to it;
 *   - a call before its operation; the operations of one stream;
 *   - fences of the legacy stream with the blocking streams, both ways (S1.2);
 *   - an event's record before what is behind a wait for it, as bound at the wait's call (S4.2);
 *   - operations before the return of a call that waited for them: synchronizes, queries that ended
 *     in success, elapsed times, copies by the guaranteed column of the call list (S2.1);
 *   - a host function's own reads and writes are its operation's; who gets a lock that it released,
 *     or looks at memory until it has changed that (polled.h), comes after all of it.
 * What hardware was only seen to do orders nothing: cudaFree's wait, copies of pageable memory with
 * Async, CUDA_LAUNCH_BLOCKING. Where two threads call without an order between them, what one waits
 * for does not include what the other one had issued by then; operations that they put into one
 * stream (or before and behind one fence) are taken to be in the order of the records, though that
 * is chance: happens_by_chance().
 *
 * A question costs a few looks, an index some 20 bytes a record and 80 more for each that learns
 * something new of other streams or threads. Knows no times.
 */
#ifndef SIM_ANALYSIS_HAPPENS_H
#define SIM_ANALYSIS_HAPPENS_H

#include "sim/analysis/clock.h"
#include "sim/analysis/polled.h"
#include "sim/model/program.h"

#include <stdbool.h>
#include <stdint.h>

/* An event: happens_host() or happens_op() of a record's row. Numbers rise with the rows. */
typedef uint32_t happens_event;

static inline happens_event happens_host(uint32_t record)
{
    return record * 2 + 2;
}
static inline happens_event happens_op(uint32_t record)
{
    return record * 2 + 3;
}
static inline uint32_t happens_record(happens_event event)
{
    return event / 2 - 1;
}
static inline bool happens_is_op(happens_event event)
{
    return event & 1;
}

#define HAPPENS_NONE UINT32_MAX

struct happens {
    const struct program *program;
    struct clocks clocks;
    uint32_t *host_clock; /* by record: what its thread knows at the call */
    uint32_t *op_clock;   /* by record: what its operation is behind, but for its own stream and
                             the thread that issued it, which go without saying */
    uint32_t *previous;   /* by record: the one of the operation before it in its stream */
    uint32_t *body;       /* by record: of a host function, the first record of what it did; of
                             such a record, the next one; NULL: no host function did anything */
    uint32_t *issued_by;  /* by record: of what a host function did, the record that issued it;
                             NULL like `body` */
    struct polled polled; /* likewise, with all of none */
    uint32_t *bound;      /* by record: of a wait or synchronize for an event, the record that it
                             is bound to; HAPPENS_NONE: never recorded */
    uint32_t *last;       /* by stream: its last operation */
    uint32_t *end_clock;  /* by thread: what it knows at its end */
};

/* The program must outlive the index; at most 2^30 records. */
void happens_build(struct happens *happens, const struct program *program);

/* Likewise, but that one thread takes a lock behind another, or sees what that one wrote to an
 * atomic, is no order: in another run they may come the other way round. */
void happens_build_without_locks(struct happens *happens, const struct program *program);
void happens_release(struct happens *happens);

/* Whether the record puts an operation into a stream: those that returned an error did not. */
bool happens_enqueues(const struct program *program, const struct program_record *record);

/* Whether the operation, being a copy, is one whose source in host memory is read before the call
 * returns (S2.1: from pageable memory, without Async): that access is the host's. */
bool happens_reads_at_call(const struct program *program, const struct program_record *record);

/* The chain of an event: all events of one come one after the other. Threads first, then streams.
 */
uint32_t happens_chain(const struct happens *happens, happens_event event);

/* Whether they are the same, or parts of one host function. */
bool happens_same(const struct happens *happens, happens_event a, happens_event b);

/* Whether `a` is done before `b` begins in every run. */
bool happens_before(const struct happens *happens, happens_event a, happens_event b);

/* Whether the operation `a` is before `b` only because its call happened to come first: two host
 * threads make the calls, and nothing orders those. Not told where one of them has waited for the
 * other's work by the same chance. */
bool happens_by_chance(const struct happens *happens, happens_event a, happens_event b);

/* Whether the event is done before the thread's last record has returned. */
bool happens_before_end(const struct happens *happens, happens_event a, uint32_t thread);

#endif
