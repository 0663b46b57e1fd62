#include "sim/engine/passage.h"

#include "sim/base/duration.h"
#include "sim/base/hot.h"
#include "sim/engine/hearing.h"

HOT void engine_begin(struct engine *engine, uint32_t slot, int64_t time, enum machine_kind machine,
                      uint8_t machine_index)
{
    const struct live_op *op = live_get(&engine->live, slot);
    struct attribution *attribution = &engine->attribution;
    if (engine->failed)
        attribution_cut(attribution, engine_row(engine, op->id)->call, time);
    attribution_add(attribution, time, TIMELINE_NO_OP, RULE_ID_LATENCY);
    /* A row counts to 65535: what came before goes to the first of the last so many. */
    size_t count = attribution->count < UINT16_MAX ? attribution->count : UINT16_MAX;
    uint32_t first = timeline_add_waits(engine->timeline,
                                        attribution->waits + (attribution->count - count), count);
    struct timeline_op *line = engine_row(engine, op->id);
    line->first_wait = first;
    line->wait_count = (uint16_t)count;
    line->ready = attribution->ready;
    line->start = time;
    if (engine->failed && op->kind != OP_HOST)
        line->flags |= OP_FAILED;
    line->machine = (uint8_t)machine;
    line->machine_index = machine_index;
    line->connection = engine_queues(op) ? connections_number(&engine->connections, op) : 0;
    if (op->first_edge)
        live_prefetch(&engine->live, engine->live.edges[op->first_edge].to);
    if (engine->notify_all)
        engine_notify(engine, NOTICE_STARTED, op->id, TIMELINE_NO_OP);
}

HOT void engine_explain(struct engine *engine, uint32_t slot)
{
    struct live_op *op = live_get(&engine->live, slot);
    if (op->before != TIMELINE_NO_OP && op->head_at > op->issued)
        live_add_cause(op, op->head_at, op->before, RULE_ID_CONNECTION);
    attribution_begin(&engine->attribution, op, engine_row(engine, op->id)->call);
}

/* The operation has left room in a queue; host threads may have waited for that. */
static inline void tell_room(struct engine *engine, uint32_t id)
{
    uint32_t stream;
    while (engine->connections.wanted_count && connections_room(&engine->connections, &stream))
        engine_notify(engine, NOTICE_ROOM, stream, id);
}

/* The first of a queue goes. Returns the next, which goes a little later: kernels that wait behind
 * each other do not come to the SMs together. */
HOT static uint32_t leave_queue(struct engine *engine, uint32_t slot)
{
    const struct live_op *op = live_get(&engine->live, slot);
    uint32_t id = op->id;
    bool on_sms = op->on_sms;
    uint32_t next = connections_leave(&engine->connections, &engine->live, slot, engine->now);
    if (on_sms && next && live_get(&engine->live, next)->on_sms)
        engine_not_before(live_get(&engine->live, next),
                          engine->now + engine->latency.command_next);
    tell_room(engine, id);
    return next;
}

/* A record with timing behind a copy is a command for that copy's engine. While it serves the
 * record's queue it writes it at once; once it has turned to another queue the record waits for its
 * turn as a copy does (traces/experiments/copies-2d-turns.txt: with a record before each copy in,
 * in slots used again, a tile takes 9 us more, as the copy in waits behind the copies out of the
 * others). Returns whether it does. */
static bool send_to_engine(struct engine *engine, uint32_t slot)
{
    static const enum engine_path paths[LIVE_DIRECTIONS] = {PATH_H2D, PATH_D2H, PATH_P2P};
    struct live_op *op = live_get(&engine->live, slot);
    if (!op->by_copies || op->written || engine->failed)
        return false;
    op->connection = op->queue;
    op->copy = (struct engine_copy){.path = paths[op->writer], .duration = engine_writes(engine)};
    if (!copy_engines_elsewhere(&engine->copies, op))
        return false;
    copy_engines_submit(&engine->copies, &engine->live, slot, engine->now);
    return true;
}

void engine_pass_mark(struct engine *engine, uint32_t slot)
{
    struct live_op *op = live_get(&engine->live, slot);
    if (op->start_at > engine->now && !engine->failed) {
        heap_push(&engine->heap, op->start_at, EVENT_MARK, slot);
        return;
    }
    op->left = true;
    if (send_to_engine(engine, slot))
        return;
    if (op->by_copies) {
        connections_give_room(&engine->connections, op);
        tell_room(engine, op->id);
    }
    engine_explain(engine, slot);
    engine_begin(engine, slot, engine->now, MACHINE_NONE, 0);
    int64_t time = engine_duration_beside(engine, op);
    heap_push(&engine->heap, duration_add(engine->now, time), EVENT_END, slot);
}

void engine_go_on(struct engine *engine, uint32_t slot)
{
    struct live_op *op = live_get(&engine->live, slot);
    if (op->attached || op->by_copies) {
        engine_pass_mark(engine, slot);
    } else if (op->apart) {
        op->left = true;
        engine_dispatch(engine, slot);
    } else if (connections_first(&engine->connections, &engine->live, slot)) {
        engine_advance_queue(engine, slot);
    }
}

static void knows_at(struct live_op *op, int64_t at)
{
    op->only_at = at > op->only_at ? at : op->only_at;
}

/* Something that a mark waited for has ended, which its queue has noticed `at` that time. If what
 * is left is on the SMs only, what waits for the mark waits for no more either. */
static void becomes_only(struct live *live, uint32_t slot, int64_t at)
{
    struct live_op *mark = live_get(live, slot);
    if (!mark->attached || mark->only || mark->unmet == 0 || mark->unmet_only < mark->unmet)
        return;
    mark->only = true;
    for (uint32_t edge = mark->first_edge; edge; edge = live->edges[edge].next) {
        struct live_op *op = live_get(live, live->edges[edge].to);
        op->unmet_only++;
        knows_at(op, at);
        becomes_only(live, live->edges[edge].to, at);
    }
}

/* When a queue notices that what its first command waited for has ended (semantics S6.5). */
static int64_t noticed(const struct engine *engine, uint8_t role, int64_t time)
{
    return time +
           (latency_is_copy(role) ? engine->latency.between[WAY_STREAM][role][ROLE_KERNEL] : 0);
}

HOT void engine_finish(struct engine *engine, uint32_t slot, int64_t time)
{
    struct live *live = &engine->live;
    uint32_t id = live_get(live, slot)->id;
    engine_row(engine, id)->end = time;
    if (engine->notify_all)
        engine_notify(engine, NOTICE_ENDED, id, TIMELINE_NO_OP);
    if (live_get(live, slot)->watched)
        engine_notify(engine, NOTICE_DONE, id, TIMELINE_NO_OP);
    if (engine_queues(live_get(live, slot)))
        connections_end(&engine->connections, live, slot, time);
    if (engine->signal.on && live_get(live, slot)->checked)
        signal_ended(&engine->signal, id);
    bool computes = live_get(live, slot)->computes, only = live_get(live, slot)->only;
    struct hearing hearing = hearing_of(engine, slot, time);
    const int64_t known = noticed(engine, hearing.news.role, time);
    struct live_edge edge;
    while (live_take_edge(live, slot, &edge)) {
        struct live_op *op = live_get(live, edge.to);
        op->unmet_work -= computes && op->unmet_work > 0;
        op->unmet_only -= only && op->unmet_only > 0;
        op->unmet_far -= edge.far;
        __builtin_prefetch(engine_row(engine, op->id), 1);
        __builtin_prefetch((const char *)engine_row(engine, op->id) + 64, 1);
        if (time > op->issued)
            live_add_cause(op, time, id, (enum rule)edge.rule);
        hearing_reaches(engine, &hearing, &edge);
        if (!only && hearing.of_copy)
            knows_at(op, known);
        if (--op->unmet > 0)
            becomes_only(live, edge.to, known);
        else if (op->arrived && !op->left)
            engine_go_on(engine, edge.to);
    }
    live_remove(live, slot);
}

void engine_begin_host_function(struct engine *engine, uint32_t slot)
{
    struct live_op *op = live_get(&engine->live, slot);
    engine_explain(engine, slot);
    attribution_add(&engine->attribution, op->dispatched, TIMELINE_NO_OP, RULE_ID_LATENCY);
    attribution_add_log(&engine->attribution, &engine->worker.log, op->id, RULE_ID_HOST_WORKER);
    engine_begin(engine, slot, engine->now, MACHINE_HOST_WORKER, 0);
    engine_notify(engine, NOTICE_HOST_DUE, op->id, TIMELINE_NO_OP);
}

void engine_take_host_function(struct engine *engine, int64_t least)
{
    uint32_t slot = host_worker_take(&engine->worker, &engine->live);
    if (!slot)
        return;
    int64_t wake = host_worker_wake(&engine->worker, engine->profile, engine->now);
    if (wake < least)
        wake = least;
    if (wake > 0)
        heap_push(&engine->heap, duration_add(engine->now, wake), EVENT_HOST, slot);
    else
        engine_begin_host_function(engine, slot);
}

void engine_begin_record(struct engine *engine, uint32_t slot, int64_t time)
{
    connections_give_room(&engine->connections, live_get(&engine->live, slot));
    tell_room(engine, live_get(&engine->live, slot)->id);
    engine_begin(engine, slot, time, MACHINE_NONE, 0);
}

HOT void engine_dispatch(struct engine *engine, uint32_t slot)
{
    struct live_op *op = live_get(&engine->live, slot);
    op->dispatched = engine->now;
    if (engine->failed && op->kind != OP_HOST) {
        engine_explain(engine, slot);
        engine_begin(engine, slot, engine->now, MACHINE_NONE, 0);
        heap_push(&engine->heap, engine->now, EVENT_END, slot);
    } else if (op->on_sms) {
        sm_array_submit(engine->sms, op->id, &op->kernel, engine->now);
        engine->sms_next = sm_array_next(engine->sms);
    } else if (engine_moves(op)) {
        copy_engines_submit(&engine->copies, &engine->live, slot, engine->now);
    } else if (op->kind == OP_HOST && op->start_at > engine->now && !engine->failed) {
        heap_push(&engine->heap, op->start_at, EVENT_CALL,
                  slot); /* it holds nothing back meanwhile */
    } else if (op->kind == OP_HOST) {
        host_worker_submit(&engine->worker, &engine->live, slot);
        engine_take_host_function(engine, 0);
    } else {
        engine_explain(engine, slot);
        int64_t end = duration_add(engine->now, engine_duration_beside(engine, op));
        engine_begin(engine, slot, engine->now, MACHINE_NONE, 0);
        heap_push(&engine->heap, end, EVENT_END, slot);
    }
}

HOT void engine_advance_queue(struct engine *engine, uint32_t slot)
{
    while (slot) {
        struct live_op *op = live_get(&engine->live, slot);
        if (op->unmet)
            return;
        if (engine->signal.on && !engine->failed &&
            !signal_clear(&engine->signal, &engine->live, slot))
            return;
        /* A copy's engine must know it before its latency is over, to stay with its stream. */
        if (op->start_at > engine->now && !engine_moves(op) && op->kind != OP_HOST &&
            !engine->failed) {
            heap_push(&engine->heap, op->start_at, EVENT_HEAD, slot);
            return;
        }
        uint32_t next = leave_queue(engine, slot);
        engine_dispatch(engine, slot);
        slot = next;
    }
}

void engine_leave(struct engine *engine, uint32_t slot)
{
    uint32_t next = leave_queue(engine, slot);
    engine_dispatch(engine, slot);
    engine_advance_queue(engine, next);
}
