#include "sim/analysis/round_trips.h"

#include "sim/analysis/handover.h"
#include "sim/base/mem.h"

#include <stdlib.h>

enum {
    TRIPS_LEAST = 4,   /* fewer are no loop */
    BYTES_MOST = 4096, /* more is data, and may be what the program is for */
    WORK_MOST = 24,    /* operations a turn: of more of them the wait is a small part */
};

/* The copy that the call waited for last, if it brings the host a few bytes of the timed part. */
static const struct timeline_op *result_of(const struct timeline *t,
                                           const struct timeline_call *call)
{
    for (uint32_t i = call->wait_count; i-- > 0;) {
        const struct timeline_wait *wait = &t->waits.rows[call->first_wait + i];
        if (wait->blocker >= t->ops.count)
            continue;
        const struct timeline_op *op = &t->ops.rows[wait->blocker];
        bool copy = op->kind == OP_COPY && op->detail && op->detail < t->copies.count;
        if (!copy || !timeline_has_times(op) || !timeline_is_timed(t, op))
            return NULL;
        const struct program_copy *row = &t->copies.rows[op->detail];
        return row->kind == COPY_D2H && row->rows == 1 && row->dst.bytes <= BYTES_MOST ? op : NULL;
    }
    return NULL;
}

static int64_t length_of(const struct timeline_call *call)
{
    return call->returned == TIMELINE_UNKNOWN ? 0 : call->returned - call->enter;
}

/* Whether the call waits for another thread, until that has something to do or it gives up. */
static bool waits_for_thread(const struct timeline *t, const struct timeline_call *call)
{
    return handover_is_wait(t, call) || call->turns == TIMELINE_TIMED;
}

void round_trips_find(struct round_trips *trips, const struct timeline *timeline, size_t work)
{
    struct round_trips *places = mem_zalloc((timeline->places.count + 1) * sizeof *places);
    /* by thread: the place of its last trip, whose turn the thread is still in */
    uint32_t *turn = mem_zalloc((timeline->threads.count + 1) * sizeof *turn);
    *trips = (struct round_trips){0};
    for (uint32_t i = 0; i < timeline->calls.count; i++) {
        const struct timeline_call *call = &timeline->calls.rows[i];
        const struct timeline_op *op = result_of(timeline, call);
        if (call->thread < timeline->threads.count && waits_for_thread(timeline, call))
            places[turn[call->thread]].behind += length_of(call);
        if (!op || call->place == 0 || call->place >= timeline->places.count)
            continue;
        if (call->thread < timeline->threads.count)
            turn[call->thread] = call->place;
        struct round_trips *place = &places[call->place];
        uint64_t bytes = timeline->copies.rows[op->detail].dst.bytes;
        if (place->count++ == 0)
            place->call = i;
        place->bytes = bytes > place->bytes ? bytes : place->bytes;
        place->time += op->end - op->start;
        place->waited += length_of(call);
        if (place->count > trips->count)
            *trips = *place;
    }
    if (trips->count)
        *trips = places[timeline->calls.rows[trips->call].place];
    if (trips->count < TRIPS_LEAST || trips->count < work / WORK_MOST ||
        trips->behind > trips->waited) /* another thread sets the pace */
        *trips = (struct round_trips){0};
    free(places);
    free(turn);
}
