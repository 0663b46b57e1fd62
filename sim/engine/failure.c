/* The device fails: what runs is stopped, and what is queued goes its way, in its order, and takes
 * no time. */
#include "sim/engine/engine.h"

#include "sim/base/duration.h"
#include "sim/engine/passage.h"

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
        engine_dispatch(engine, slot);
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
    engine_go_on(engine, slot);
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
    engine_find_next(engine);
}

void engine_recover(struct engine *engine)
{
    engine->failed = false;
}
