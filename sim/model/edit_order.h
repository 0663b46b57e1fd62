/* Which operation is ordered before which, while a program's records are read one by one: vector
 * clocks of streams, host threads, events and locks.
 *
 * For edits, which compare two programs by it, twice: by the orders that CUDA guarantees, and by
 * those that are there in practice (copies of pageable memory and cudaFree hold up the host, S2.3,
 * S2.4, S3.1), so that an order that the original only seems to have is kept as well. And for what
 * a measured program's host knows (gpu/known.h). Hazards are found elsewhere (sim/analysis). Knows
 * no times.
 */
#ifndef SIM_MODEL_EDIT_ORDER_H
#define SIM_MODEL_EDIT_ORDER_H

#include "sim/model/program.h"

#include <stdbool.h>
#include <stdint.h>

/* An operation or a moment of a host thread: the `count`-th of its line. Lines are streams, then
 * host threads. */
struct order_point {
    uint32_t line, count;
};

struct order {
    const struct program *program;
    bool in_practice;               /* otherwise what is guaranteed */
    bool launch_blocking;           /* in practice every launch holds up the host */
    size_t streams, threads, width; /* width: of a clock, streams + threads */
    uint32_t *counts;               /* by line */
    uint32_t *works;                /* by stream: the count of its last work */
    uint32_t *stream_clocks;        /* by stream: what is before its next operation */
    uint32_t *host_clocks;          /* by thread: what is done when it makes its next call */
    uint32_t *event_clocks;         /* by event: what its last record is behind */
    uint32_t **lock_clocks;
    size_t lock_count, lock_capacity;
    bool *fresh;        /* by stream: got work since the legacy stream last looked */
    uint32_t *versions; /* by thread: raised when its clock learns of an operation */
    uint32_t *seen;     /* by stream and thread: the version that the stream has */
    uint32_t legacy_version, *legacy_seen;
};

/* `streams`: those of the larger of the programs that are compared. */
void order_begin(struct order *order, const struct program *program, size_t streams,
                 bool in_practice, bool launch_blocking);

/* The clock that says what is before the record when its turn comes: of its stream, if it enqueues,
 * otherwise of its thread. Call it before order_take(). */
const uint32_t *order_before(struct order *order, const struct program_record *record);

/* Takes the record; *point is where it then stands: its operation, or the moment of the thread. */
void order_take(struct order *order, const struct program_record *record,
                struct order_point *point);

/* What is done when the thread makes its next call. */
const uint32_t *order_host(const struct order *order, uint32_t thread);

/* Whether the record, which enqueues something, is work: not the record of an event or a wait. */
bool order_is_work(const struct program_record *record);

/* Whether the thread then knows that all work so far is done. */
bool order_knows_all(const struct order *order, uint32_t thread);

/* Adds to what is before the next operation of the record's stream, or the next call of its thread
 * (`by_host`, and where it enqueues nothing). */
void order_join(struct order *order, const struct program_record *record, bool by_host,
                const uint32_t *clock);

/* The clock of the stream of a record that was just taken, the record included. */
const uint32_t *order_behind(const struct order *order, const struct program_record *record);

/* Whether the source in host memory has been read when the call returns: from pageable memory,
 * guaranteed only without Async (S2.1, S2.3). */
bool order_is_staged(const struct order *order, const struct program_record *record);

static inline bool order_has(const uint32_t *clock, struct order_point point)
{
    return clock[point.line] >= point.count;
}

void order_end(struct order *order);

#endif
