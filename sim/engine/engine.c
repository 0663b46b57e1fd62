#include "sim/engine/engine.h"

#include "sim/base/duration.h"
#include "sim/base/hot.h"
#include "sim/base/mem.h"
#include "sim/base/minmax.h"
#include "sim/engine/engine_state.h"
#include "sim/engine/fetching.h"
#include "sim/engine/hearing.h"

#include <stdlib.h>

enum event_kind {
    EVENT_HEAD, /* the first command of a queue may leave; id: its slot */
    EVENT_MARK, /* a record or wait in no queue is passed; id: its slot */
    EVENT_END,  /* id: slot */
    EVENT_CALL, /* a host function comes to the worker; id: its slot */
    EVENT_HOST, /* the host worker is awake; id: the slot of its function */
};

static void notify(struct engine *engine, enum engine_notice_kind kind, uint32_t op)
{
    engine->notices = ring_reserve(&engine->noticed, engine->notices, sizeof *engine->notices);
    engine->notices[engine->noticed.last++ & (engine->noticed.capacity - 1)] =
        (struct engine_notice){kind, op, engine->now, TIMELINE_NO_OP};
}

static void notify_room(struct engine *engine, uint32_t stream, uint32_t blocker)
{
    notify(engine, NOTICE_ROOM, stream);
    engine->notices[(engine->noticed.last - 1) & (engine->noticed.capacity - 1)].blocker = blocker;
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

/* --- starts and ends ---------------------------------------------------------------------------
 */

/* Writes the operation's start and all that it waited for. */
HOT static void begin(struct engine *engine, uint32_t slot, int64_t time, enum machine_kind machine,
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
        notify(engine, NOTICE_STARTED, op->id);
}

/* The stretches up to where its machine takes over. */
HOT static void explain(struct engine *engine, uint32_t slot)
{
    struct live_op *op = live_get(&engine->live, slot);
    if (op->before != TIMELINE_NO_OP && op->head_at > op->issued)
        live_add_cause(op, op->head_at, op->before, RULE_ID_CONNECTION);
    attribution_begin(&engine->attribution, op, engine_row(engine, op->id)->call);
}

static void advance_queue(struct engine *engine, uint32_t slot);

/* The operation has left room in a queue; host threads may have waited for that. */
static inline void tell_room(struct engine *engine, uint32_t id)
{
    uint32_t stream;
    while (engine->connections.wanted_count && connections_room(&engine->connections, &stream))
        notify_room(engine, stream, id);
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

/* A record or wait without a command in a queue: it is passed as soon as it can be. */
static void pass_mark(struct engine *engine, uint32_t slot)
{
    struct live_op *op = live_get(&engine->live, slot);
    if (op->start_at > engine->now && !engine->failed) {
        heap_push(&engine->heap, op->start_at, EVENT_MARK, slot);
        return;
    }
    op->left = true;
    if (op->by_copies) {
        connections_give_room(&engine->connections, op);
        tell_room(engine, op->id);
    }
    explain(engine, slot);
    begin(engine, slot, engine->now, MACHINE_NONE, 0);
    int64_t time = engine_duration_beside(engine, op);
    heap_push(&engine->heap, duration_add(engine->now, time), EVENT_END, slot);
}

static void dispatch(struct engine *engine, uint32_t slot);

/* All that it waited for has ended. */
static void go_on(struct engine *engine, uint32_t slot)
{
    struct live_op *op = live_get(&engine->live, slot);
    if (op->attached || op->by_copies) {
        pass_mark(engine, slot);
    } else if (op->apart) {
        op->left = true;
        dispatch(engine, slot);
    } else if (connections_first(&engine->connections, &engine->live, slot)) {
        advance_queue(engine, slot);
    }
}

/* Tells those that wait for it, and forgets it. */
HOT static void finish(struct engine *engine, uint32_t slot, int64_t time)
{
    struct live *live = &engine->live;
    uint32_t id = live_get(live, slot)->id;
    engine_row(engine, id)->end = time;
    if (engine->notify_all)
        notify(engine, NOTICE_ENDED, id);
    if (live_get(live, slot)->watched)
        notify(engine, NOTICE_DONE, id);
    if (engine_queues(live_get(live, slot)))
        connections_end(&engine->connections, live, slot, time);
    if (engine->signal.on && live_get(live, slot)->checked)
        signal_ended(&engine->signal, id);
    bool computes = live_get(live, slot)->computes, only = live_get(live, slot)->only;
    struct hearing hearing = hearing_of(engine, slot, time);
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
        if (--op->unmet > 0 || !op->arrived || op->left)
            continue;
        go_on(engine, edge.to);
    }
    live_remove(live, slot);
}

static void begin_host_function(struct engine *engine, uint32_t slot)
{
    struct live_op *op = live_get(&engine->live, slot);
    explain(engine, slot);
    attribution_add(&engine->attribution, op->dispatched, TIMELINE_NO_OP, RULE_ID_LATENCY);
    attribution_add_log(&engine->attribution, &engine->worker.log, op->id, RULE_ID_HOST_WORKER);
    begin(engine, slot, engine->now, MACHINE_HOST_WORKER, 0);
    notify(engine, NOTICE_HOST_DUE, op->id);
}

/* The worker takes the next function, if it can, which begins after `least` at the earliest: behind
 * another one latency.host_next (2.5 to 5.5 us from its return in host-function-3 and -long of
 * tests/validation, whose functions wait for nothing else; the same in one stream, zg056 and zg148
 * of RANDOM-23). */
static void take_host_function(struct engine *engine, int64_t least)
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
        begin_host_function(engine, slot);
}

/* The command has left its queue: hands it to its machine. */
HOT static void dispatch(struct engine *engine, uint32_t slot)
{
    struct live_op *op = live_get(&engine->live, slot);
    op->dispatched = engine->now;
    if (engine->failed && op->kind != OP_HOST) {
        explain(engine, slot);
        begin(engine, slot, engine->now, MACHINE_NONE, 0);
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
        take_host_function(engine, 0);
    } else {
        explain(engine, slot);
        int64_t end = duration_add(engine->now, engine_duration_beside(engine, op));
        begin(engine, slot, engine->now, MACHINE_NONE, 0);
        heap_push(&engine->heap, end, EVENT_END, slot);
    }
}

/* The command stands first and its dependencies are met: it leaves when it can, and then those
 * behind it. */
HOT static void advance_queue(struct engine *engine, uint32_t slot)
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
        dispatch(engine, slot);
        slot = next;
    }
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
            pass_mark(engine, slot);
        }
        return;
    }
    if (op->by_copies)
        connections_take_room(&engine->connections, op);
    if (!engine_queues(op)) {
        if (op->unmet == 0)
            go_on(engine, slot);
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
        advance_queue(engine, slot);
}

static void leave(struct engine *engine, uint32_t slot)
{
    uint32_t next = leave_queue(engine, slot);
    dispatch(engine, slot);
    advance_queue(engine, next);
}

static void sm_happened(struct engine *engine, const struct sm_event *event)
{
    uint32_t slot = live_find(&engine->live, event->op);
    switch (event->kind) {
    case SM_STARTED:
        explain(engine, slot);
        attribution_add(&engine->attribution, live_get(&engine->live, slot)->dispatched,
                        TIMELINE_NO_OP, RULE_ID_LATENCY);
        for (size_t i = 0; i < event->wait_count; i++)
            attribution_add(&engine->attribution, event->waits[i].to, event->waits[i].blocker,
                            (enum rule)event->waits[i].rule);
        begin(engine, slot, event->time, MACHINE_SM, 0);
        break;
    case SM_DISPATCHED:
        if (!engine->signal.on)
            break;
        signal_dispatched(&engine->signal, &engine->live, event->op, event->time);
        while ((slot = signal_started(&engine->signal, &engine->live, event->time)) != 0)
            advance_queue(engine, slot);
        break;
    case SM_ENDED:
        finish(engine, slot, event->time);
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
        finish(engine, event->slot, event->time);
        if (held_by_other_work(engine, queue))
            copy_engines_turn(&engine->copies, event->engine);
        return;
    }
    explain(engine, event->slot);
    attribution_add_log(&engine->attribution, &engine->copies.engine[event->engine].log,
                        live_get(&engine->live, event->slot)->id, RULE_ID_COPY_ENGINE);
    int64_t cleared = engine->copies.engine[event->engine].clear_until;
    attribution_add(&engine->attribution, cleared, TIMELINE_NO_OP, RULE_ID_CLEARING);
    begin(engine, event->slot, event->time, MACHINE_COPY, event->engine);
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

static void find_next(struct engine *engine)
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
        leave(engine, item.id);
        return;
    }
    if (item.kind == EVENT_MARK) {
        pass_mark(engine, item.id);
        return;
    }
    if (item.kind == EVENT_CALL) {
        dispatch(engine, item.id);
        return;
    }
    if (item.kind == EVENT_HOST) {
        begin_host_function(engine, item.id);
        return;
    }
    bool host = live_get(&engine->live, item.id)->kind == OP_HOST;
    if (host)
        host_worker_done(&engine->worker, &engine->live, item.time);
    finish(engine, item.id, item.time);
    if (host)
        take_host_function(engine, engine->profile->value[PROFILE_latency_host_next]);
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
    find_next(engine);
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

/* --- failure -----------------------------------------------------------------------------------
 */

/* What runs, or waits at a machine, ends now, and what is held back by time alone moves on; all
 * that follows takes no time (dispatch). Host functions keep their turns. */
static void stop_machines(struct engine *engine)
{
    const struct connections *connections = &engine->connections;
    sm_array_stop(engine->sms, engine->now);
    sm_array_free(engine->sms);
    engine->sms = sm_array_new(engine->profile, engine->record_sm_steps ? engine->timeline : NULL,
                               engine->signal.on);
    engine->sms_next = DURATION_NEVER;
    signal_stop(&engine->signal);
    copy_engines_release(&engine->copies);
    copy_engines_init(&engine->copies, engine->profile, connections->row_count);
    memset(engine->crossing, 0, sizeof engine->crossing);
    struct heap timers = engine->heap;
    heap_init(&engine->heap);
    while (timers.count) {
        struct heap_item item = heap_pop(&timers);
        if ((item.kind == EVENT_END || item.kind == EVENT_CALL || item.kind == EVENT_HOST) &&
            live_get(&engine->live, item.id)->kind == OP_HOST)
            heap_push(&engine->heap, item.time, item.kind, item.id);
    }
    heap_release(&timers);
}

/* Which operations, the first called, were on the machines when the device failed; the kernel that
 * failed has just ended. */
struct stopped {
    uint32_t kernel, copy;
};

static struct stopped find_stopped(const struct engine *engine)
{
    struct stopped stopped = {TIMELINE_NO_OP, TIMELINE_NO_OP};
    for (uint32_t id = 0; id < engine->timeline->ops.count; id++) {
        const struct timeline_op *row = engine_row(engine, id);
        if (row->start == TIMELINE_UNKNOWN ||
            (row->end != TIMELINE_UNKNOWN && row->end < engine->now))
            continue;
        uint32_t *first = row->machine == MACHINE_SM     ? &stopped.kernel
                          : row->machine == MACHINE_COPY ? &stopped.copy
                                                         : NULL;
        if (first && *first == TIMELINE_NO_OP)
            *first = id;
    }
    return stopped;
}

/* An operation that has left its queue. What waits at a machine waited for what was on it. */
static void stop(struct engine *engine, uint32_t slot, const struct stopped *stopped)
{
    struct live_op *op = live_get(&engine->live, slot);
    struct timeline_op *row = engine_row(engine, op->id);
    if (row->start == TIMELINE_UNKNOWN) {
        uint32_t blocker = op->on_sms ? stopped->kernel : stopped->copy;
        if ((op->on_sms || engine_moves(op)) && blocker != TIMELINE_NO_OP)
            live_add_cause(op, engine->now, blocker,
                           op->on_sms ? RULE_ID_SM_FULL : RULE_ID_COPY_ENGINE);
        dispatch(engine, slot);
        return;
    }
    row->flags |= OP_FAILED;
    heap_push(&engine->heap, engine->now, EVENT_END, slot);
}

/* One that has not, and that only time has held back. */
static void move_on(struct engine *engine, uint32_t slot)
{
    const struct live_op *op = live_get(&engine->live, slot);
    if (op->left || !op->arrived || op->unmet > 0)
        return;
    go_on(engine, slot);
}

void engine_fail(struct engine *engine)
{
    engine->failed = true;
    struct stopped stopped = find_stopped(engine);
    stop_machines(engine);
    struct live *live = &engine->live;
    for (uint32_t id = 0; id < live->slot_capacity; id++) {
        uint32_t slot = live_find(live, id);
        if (slot && live_get(live, slot)->left && live_get(live, slot)->kind != OP_HOST)
            stop(engine, slot, &stopped);
    }
    for (uint32_t id = 0; id < live->slot_capacity; id++)
        if (live_find(live, id))
            move_on(engine, live_find(live, id));
    find_next(engine);
}

void engine_recover(struct engine *engine)
{
    engine->failed = false;
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
    find_next(engine);
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
        notify(engine, NOTICE_DONE, op);
}

void engine_notify_all(struct engine *engine, bool on)
{
    engine->notify_all = on;
}
