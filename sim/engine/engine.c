#include "sim/engine/engine.h"

#include "sim/base/duration.h"
#include "sim/base/hot.h"
#include "sim/base/mem.h"
#include "sim/base/minmax.h"
#include "sim/engine/fetching.h"
#include "sim/engine/passage.h"

#include <stdlib.h>

void engine_notify(struct engine *engine, enum engine_notice_kind kind, uint32_t op,
                   uint32_t blocker)
{
    engine->notices = ring_reserve(&engine->noticed, engine->notices, sizeof *engine->notices);
    engine->notices[engine->noticed.last++ & (engine->noticed.capacity - 1)] =
        (struct engine_notice){kind, op, engine->now, blocker};
}

/* Bytes a second of the device's memory that a copy takes; two of them are a number still. */
static int64_t memory_rate(int64_t rate, int64_t cost)
{
    int64_t taken = duration_divide(rate, cost, 1000);
    return taken < INT64_MAX / 2 ? taken : INT64_MAX / 2;
}

struct engine *engine_new(const struct profile *profile, const struct engine_options *options,
                          struct timeline *timeline)
{
    struct engine *engine = mem_zalloc(sizeof *engine);
    engine->profile = profile;
    engine->timeline = timeline;
    live_init(&engine->live);
    latency_init(&engine->latency, profile);
    connections_init(&engine->connections, profile, options);
    const struct connections *connections = &engine->connections;
    copy_engines_init(&engine->copies, profile, connections->row_count);
    signal_init(&engine->signal, profile);
    engine->next = engine->sms_next = engine->timer_due = engine->arrival_due = DURATION_NEVER;
    const int64_t *value = profile->value;
    engine->h2d_memory =
        memory_rate(value[PROFILE_copy_h2d_rate], value[PROFILE_copy_h2d_memory_cost]);
    engine->d2h_memory =
        memory_rate(value[PROFILE_copy_d2h_rate], value[PROFILE_copy_d2h_memory_cost]);
    engine->clear_memory =
        memory_rate(value[PROFILE_copy_clear_rate], value[PROFILE_copy_clear_memory_cost]);
    engine->record_sm_steps = options->record_sm_steps;
    engine->sms =
        sm_array_new(profile, options->record_sm_steps ? timeline : NULL, engine->signal.on);
    heap_init(&engine->heap);
    host_worker_init(&engine->worker);
    return engine;
}

void engine_free(struct engine *engine)
{
    if (engine == NULL)
        return;
    live_release(&engine->live);
    connections_release(&engine->connections);
    copy_engines_release(&engine->copies);
    signal_release(&engine->signal);
    sm_array_free(engine->sms);
    heap_release(&engine->heap);
    attribution_release(&engine->attribution);
    free(engine->arrivals);
    free(engine->notices);
    free(engine->launches);
    free(engine);
}

/* --- events ------------------------------------------------------------------------------------
 */

/* When the host began to put it into a queue, after what it had to wait for. */
static int64_t call_began(const struct engine *engine, const struct live_op *op)
{
    const struct timeline_wait *causes = live_causes(op);
    for (uint32_t i = op->host_causes; i-- > 0;)
        if (causes[i].rule != RULE_ID_ISSUE)
            return causes[i].to;
    return engine_row(engine, op->id)->call;
}

/* Small copies to the device are written into the command stream when the host knows at the call
 * that their stream has nothing pending, and it learns that as late as a synchronize does; behind a
 * kernel, a copy or a wait an engine does them (traces/experiments/small-copies.json), but those
 * that are inline always. */
static bool is_inline(const struct engine *engine, const struct live_op *op)
{
    bool in = (op->role == ROLE_H2D && op->direction == 0) || op->role == ROLE_INLINE;
    return in && op->unmet == 0 && !op->copy.in_rows &&
           op->copy.bytes <= engine->profile->value[PROFILE_copy_inline_bytes] &&
           connections_idle(&engine->connections, op->stream,
                            call_began(engine, op) - engine->profile->value[PROFILE_latency_wake]);
}

HOT static void arrive(struct engine *engine)
{
    uint32_t slot =
        engine->arrivals[engine->arriving.first++ & (engine->arriving.capacity - 1)].slot;
    struct live_op *op = live_get(&engine->live, slot);
    op->arrived = true;
    if (op->attached) {
        if (op->unmet == 0) {
            op->start_at = engine->now; /* known to the driver: nothing goes to the device */
            engine_pass_mark(engine, slot);
        }
        return;
    }
    if (op->by_copies)
        connections_take_room(&engine->connections, op);
    if (!engine_queues(op)) {
        if (op->unmet == 0)
            engine_go_on(engine, slot);
        return;
    }
    if (is_inline(engine, op)) {
        engine_goes_by_command(op);
        connections_called(&engine->connections, op->stream, op->direction); /* it is the last */
        if (op->copy.staged)
            engine_wait_for_staging(engine, op); /* it takes less time now, but ends no sooner */
    }
    connections_enter(&engine->connections, &engine->live, slot, call_began(engine, op),
                      op->direction);
    if (connections_first(&engine->connections, &engine->live, slot))
        engine_advance_queue(engine, slot);
}

static void sm_happened(struct engine *engine, const struct sm_event *event)
{
    uint32_t slot = live_find(&engine->live, event->op);
    switch (event->kind) {
    case SM_STARTED:
        engine_explain(engine, slot);
        attribution_add(&engine->attribution, live_get(&engine->live, slot)->dispatched,
                        TIMELINE_NO_OP, RULE_ID_LATENCY);
        for (size_t i = 0; i < event->wait_count; i++)
            attribution_add(&engine->attribution, event->waits[i].to, event->waits[i].blocker,
                            (enum rule)event->waits[i].rule);
        engine_begin(engine, slot, event->time, MACHINE_SM, 0);
        break;
    case SM_DISPATCHED:
        if (!engine->signal.on)
            break;
        signal_dispatched(&engine->signal, &engine->live, event->op, event->time);
        while ((slot = signal_started(&engine->signal, &engine->live, event->time)) != 0)
            engine_advance_queue(engine, slot);
        break;
    case SM_ENDED:
        if (engine_row(engine, event->op)->kind == OP_KERNEL && event->block_mean <= UINT32_MAX)
            engine_row(engine, event->op)->block_mean = (uint32_t)event->block_mean;
        engine_finish(engine, slot, event->time);
        break;
    }
}

/* Copies, and the clearing of freed memory, take so many bytes per second of the memory's rate from
 * kernels, memsets and copies on the device, or take them no more. */
static void take_memory(struct engine *engine, int64_t rate, bool more, int64_t time)
{
    if (sm_array_copies(engine->sms, more ? rate : -rate, time))
        engine->sms_next = sm_array_next(engine->sms);
}

/* Kernels feel a copy as long as it runs. */
static void tell_kernels(struct engine *engine, const struct copy_event *event, bool moves)
{
    enum latency_role role = (enum latency_role)live_get(&engine->live, event->slot)->role;
    int64_t rate = role == ROLE_H2D   ? engine->h2d_memory
                   : role == ROLE_D2H ? engine->d2h_memory
                                      : 0;
    take_memory(engine, rate, moves, event->time);
}

/* Whether the copy that stands first in a queue waits for something that is no copy. */
static bool held_by_other_work(const struct engine *engine, uint16_t queue)
{
    uint32_t slot = engine->connections.lane[queue].head;
    if (!slot)
        return false;
    const struct live_op *op = live_get(&engine->live, slot);
    return op->direction >= 0 && op->unmet > 0 && op->behind_work;
}

/* What a small copy has on the link is soon across: most of its time goes by before that
 * (traces/experiments/small-beside-chains.txt). */
static void cross(struct engine *engine, struct live_op *op, bool moves)
{
    enum { LEAST = 65536 };
    if (moves)
        op->crosses = copy_piece_bytes(&op->copy) >= LEAST;
    if (op->crosses)
        engine->crossing[op->direction] += moves ? 1 : UINT32_MAX;
}

/* How long the engine of a copy that has ended writes the records with timing behind it, whoever's
 * copy is next. */
static int64_t written_behind(struct engine *engine, uint32_t slot)
{
    enum { MOST = 8 }; /* a longer row is nobody's program */
    const struct live *live = &engine->live;
    uint32_t stream = live_get(live, slot)->stream;
    int count = 0;
    for (uint32_t edge = live_get(live, slot)->first_edge; edge && count < MOST;) {
        struct live_op *op = live_get(live, live->edges[edge].to);
        bool is_next = op->stream == stream && op->unmet == 1 &&
                       (op->attached || (op->by_copies && op->arrived));
        op->written |= is_next;
        count += is_next && op->by_copies;
        edge = is_next ? op->first_edge : live->edges[edge].next;
    }
    return count * engine_writes(engine);
}

static void copy_happened(struct engine *engine, const struct copy_event *event)
{
    if (event->kind == COPY_CLEARS || event->kind == COPY_CLEARED) {
        take_memory(engine, engine->clear_memory, event->kind == COPY_CLEARS, event->time);
        return;
    }
    int direction = live_get(&engine->live, event->slot)->direction;
    bool moves = event->kind == COPY_STARTED || event->kind == COPY_RESUMED;
    tell_kernels(engine, event, moves);
    if (direction >= 0)
        cross(engine, live_get(&engine->live, event->slot), moves);
    if (event->kind == COPY_PAUSED || event->kind == COPY_RESUMED)
        return;
    if (event->kind == COPY_ENDED) {
        uint16_t queue = live_get(&engine->live, event->slot)->queue;
        int64_t written = written_behind(engine, event->slot);
        engine_finish(engine, event->slot, event->time);
        if (held_by_other_work(engine, queue))
            copy_engines_turn(&engine->copies, event->engine);
        if (written > 0)
            copy_engines_write(&engine->copies, event->engine, written);
        return;
    }
    engine_explain(engine, event->slot);
    attribution_add_log(&engine->attribution, &engine->copies.engine[event->engine].log,
                        live_get(&engine->live, event->slot)->id, RULE_ID_COPY_ENGINE);
    int64_t cleared = engine->copies.engine[event->engine].clear_until;
    attribution_add(&engine->attribution, cleared, TIMELINE_NO_OP, RULE_ID_CLEARING);
    if (live_get(&engine->live, event->slot)->by_copies)
        engine_begin_record(engine, event->slot, event->time);
    else
        engine_begin(engine, event->slot, event->time, MACHINE_COPY, event->engine);
}

static int64_t next_arrival(const struct engine *engine)
{
    if (engine->arriving.first == engine->arriving.last)
        return DURATION_NEVER;
    return engine->arrivals[engine->arriving.first & (engine->arriving.capacity - 1)].issued;
}

static int64_t next_timer(const struct engine *engine)
{
    return engine->heap.count ? engine->heap.items[0].time : DURATION_NEVER;
}

void engine_find_next(struct engine *engine)
{
    engine->timer_due = next_timer(engine);
    engine->arrival_due = next_arrival(engine);
    engine->next = smaller(smaller(engine->sms_next, engine->timer_due),
                           smaller(engine->arrival_due, copy_engines_next(&engine->copies)));
}

int64_t engine_next(const struct engine *engine)
{
    if (engine->noticed.first != engine->noticed.last)
        return engine->now;
    return engine->next;
}

static void timer_happened(struct engine *engine)
{
    struct heap_item item = heap_pop(&engine->heap);
    if (item.kind == EVENT_HEAD) {
        engine_leave(engine, item.id);
        return;
    }
    if (item.kind == EVENT_MARK) {
        engine_pass_mark(engine, item.id);
        return;
    }
    if (item.kind == EVENT_CALL) {
        engine_dispatch(engine, item.id);
        return;
    }
    if (item.kind == EVENT_HOST) {
        engine_begin_host_function(engine, item.id);
        return;
    }
    bool host = live_get(&engine->live, item.id)->kind == OP_HOST;
    if (host)
        host_worker_done(&engine->worker, &engine->live, item.time);
    engine_finish(engine, item.id, item.time);
    if (host)
        engine_take_host_function(engine, engine->profile->value[PROFILE_latency_host_next]);
}

/* The next event. Of equal times the SM array's come
 * first, then what ends or leaves, then what arrives, and the copy engines, which choose among all
 * that is there, last. */
HOT static void step(struct engine *engine)
{
    int64_t next = engine->next;
    engine->now = next;
    if (engine->sms_next == next) {
        struct sm_event event;
        bool happened = sm_array_advance(engine->sms, next, &event);
        engine->sms_next = event.next;
        engine->copies.on_way = event.on_way;
        if (happened)
            sm_happened(engine, &event);
    } else if (engine->timer_due == next) {
        timer_happened(engine);
    } else if (engine->arrival_due == next) {
        arrive(engine);
    } else {
        struct copy_event event;
        if (copy_engines_step(&engine->copies, &engine->live, next, &event))
            copy_happened(engine, &event);
    }
    struct copy_slow slow = fetching_slows(engine);
    if (slow.in != engine->copies.slow.in || slow.out != engine->copies.slow.out)
        copy_engines_slow(&engine->copies, slow, next);
    engine_find_next(engine);
}

HOT bool engine_advance(struct engine *engine, int64_t until, struct engine_notice *notice)
{
    for (;;) {
        if (engine->noticed.first != engine->noticed.last) {
            *notice = engine->notices[engine->noticed.first++ & (engine->noticed.capacity - 1)];
            return true;
        }
        if (engine->next > until || engine->next == DURATION_NEVER)
            break;
        step(engine);
    }
    if (until > engine->now && until != DURATION_NEVER)
        engine->now = until;
    return false;
}

/* --- questions ---------------------------------------------------------------------------------
 */

void engine_cool_worker(struct engine *engine)
{
    engine->worker.cold = true;
}

void engine_clear_memory(struct engine *engine, int64_t from, int64_t ns)
{
    copy_engines_clear(&engine->copies, from, ns, engine->now);
    engine_find_next(engine);
}

void engine_host_done(struct engine *engine, uint32_t op, int64_t time)
{
    if (time < engine->now)
        time = engine->now;
    heap_push(&engine->heap, time, EVENT_END, live_find(&engine->live, op));
    engine->timer_due = smaller(engine->timer_due, time);
    engine->next = smaller(engine->next, time);
}

void engine_watch(struct engine *engine, uint32_t op)
{
    uint32_t slot = live_find(&engine->live, op);
    if (slot)
        live_get(&engine->live, slot)->watched = true;
    else
        engine_notify(engine, NOTICE_DONE, op, TIMELINE_NO_OP);
}

void engine_notify_all(struct engine *engine, bool on)
{
    engine->notify_all = on;
}
