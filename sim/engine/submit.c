/* Taking work in: an operation gets its slot, its dependencies and the time before which it cannot
 * start. */
#include "sim/base/duration.h"
#include "sim/base/hot.h"
#include "sim/base/mem.h"
#include "sim/engine/engine_state.h"
#include "sim/engine/hearing.h"
#include "sim/model/cost.h"

/* The record of another stream that a wait is for, if that has not ended. */
static uint32_t awaited(const struct engine *engine, const struct engine_work *work)
{
    for (size_t i = 0; !work->empty && i < work->dependency_count; i++)
        if (work->dependencies[i].rule == RULE_ID_EVENT &&
            live_find(&engine->live, work->dependencies[i].op))
            return work->dependencies[i].op;
    return TIMELINE_NO_OP;
}

/* Whether it is behind its stream and, if it is a wait, its event, and nothing else: no fence. */
static bool can_mark(const struct live_op *op, const struct engine_work *work)
{
    if (work->empty || (op->kind == OP_RECORD && work->dependency_count == 1))
        return true;
    bool is_wait = op->kind == OP_WAIT && op->attached;
    for (size_t i = 0; i < work->dependency_count; i++)
        is_wait &= work->dependencies[i].rule == RULE_ID_STREAM ||
                   work->dependencies[i].rule == RULE_ID_EVENT;
    return is_wait;
}

/* Sets what a record or wait marks: the copy of its stream that it follows, directly or behind
 * others. A wait that cannot wait stands for nothing (traces/experiments/copy-waits.json), nor does
 * one for a record that has ended when an engine comes to it (waits-over-160.json); a copy behind
 * waits for two of those is behind the last. */
static void find_mark(const struct engine *engine, struct live_op *op,
                      const struct engine_work *work)
{
    uint32_t record = awaited(engine, work);
    bool is_mark = can_mark(op, work);
    for (size_t i = 0; is_mark && i < work->dependency_count; i++) {
        uint32_t slot = live_find(&engine->live, work->dependencies[i].op);
        const struct live_op *before = live_get(&engine->live, slot);
        if (!slot || before->stream != op->stream)
            continue;
        if (before->kind != OP_COPY && before->awaits != TIMELINE_NO_OP &&
            live_find(&engine->live, before->awaits)) {
            if (record != TIMELINE_NO_OP && record != before->awaits)
                return;
            record = before->awaits;
        }
        op->marks = before->kind == OP_COPY ? before->id : before->marks;
        op->passes = op->marks == TIMELINE_NO_OP ? TIMELINE_NO_OP : before->id;
        op->awaits = record;
        return;
    }
}

/* Records with timing from this one back to the copy that they mark. */
static uint32_t timed_marks(const struct engine *engine, uint32_t record)
{
    uint32_t count = 0, slot;
    for (; record != TIMELINE_NO_OP && (slot = live_find(&engine->live, record)) != 0;
         record = live_get(&engine->live, slot)->passes) {
        const struct live_op *op = live_get(&engine->live, slot);
        if (op->marks == TIMELINE_NO_OP)
            break;
        count += op->kind == OP_RECORD && !op->attached;
    }
    return count;
}

/* A record without timing is the mark that the copy leaves anyway: an engine goes on with the
 * stream's next copy as if it were not there (traces/experiments/copy-marks.json). One with timing
 * is written by the engine too, which takes as long as a record does: it goes on 2.6 to 3.4 us
 * after the copy's end, 1.3 without, whoever waits (under CUPTI; the same, mark 2, and 18 pairs of
 * copies in random programs, such as y010 of tests/validation/RANDOM-15). */
static uint32_t behind_marks(const struct engine *engine, struct live_op *op,
                             const struct engine_dependency *dependency)
{
    uint32_t slot = live_find(&engine->live, dependency->op);
    if (!slot || op->direction < 0 || dependency->rule != RULE_ID_STREAM)
        return dependency->op;
    uint32_t copy = live_get(&engine->live, slot)->marks;
    uint32_t from = copy == TIMELINE_NO_OP ? 0 : live_find(&engine->live, copy);
    if (!from || live_get(&engine->live, from)->direction != op->direction)
        return dependency->op;
    op->passes = dependency->op;
    op->timed_marks = (uint16_t)timed_marks(engine, dependency->op);
    return copy;
}

/* A mark is in no queue: what comes behind one that waits for a fence does so itself. */
static bool is_fenced_mark(const struct live *live, uint32_t slot)
{
    const struct live_op *op = live_get(live, slot);
    return op->attached && op->fenced;
}

/* The operation of slot `to` waits for that of `from`, which has not ended. */
static void depend_on(struct live *live, uint32_t from, uint32_t to, enum rule rule)
{
    const struct live_op *before = live_get(live, from);
    bool far = before->stream != live_get(live, to)->stream || engine_moves(before) ||
               (before->attached && before->unmet_far > 0);
    live_add_edge(live, from, to, rule, far);
    live_get(live, to)->unmet_work += live_get(live, from)->computes;
    live_get(live, to)->unmet_only += live_get(live, from)->only;
}

/* A copy behind such a wait waits for the record itself. */
static void take_awaited(struct engine *engine, uint32_t slot)
{
    struct live_op *op = live_get(&engine->live, slot);
    uint32_t last = op->kind == OP_COPY && op->passes != TIMELINE_NO_OP
                        ? live_find(&engine->live, op->passes)
                        : 0;
    uint32_t record = last ? live_get(&engine->live, last)->awaits : TIMELINE_NO_OP;
    uint32_t from = record == TIMELINE_NO_OP ? 0 : live_find(&engine->live, record);
    if (!from)
        return;
    op->behind_work = true;
    depend_on(&engine->live, from, slot, RULE_ID_EVENT);
}

static void take_dependencies(struct engine *engine, uint32_t slot, const struct engine_work *work)
{
    size_t launches = 0;
    for (size_t i = 0; i < work->dependency_count; i++) {
        struct live_op *op = live_get(&engine->live, slot);
        const struct engine_dependency behind = {
            .op = behind_marks(engine, op, &work->dependencies[i]),
            .rule = work->dependencies[i].rule,
        };
        const struct engine_dependency *dependency = &behind;
        uint32_t from = live_find(&engine->live, dependency->op);
        if (engine->signal.on && engine_row(engine, dependency->op)->kind == OP_KERNEL)
            op->checks = true;
        if (!from) {
            hearing_came(engine, op, dependency);
            continue;
        }
        live_get(&engine->live, slot)->behind_work |=
            live_get(&engine->live, from)->kind != OP_COPY;
        live_get(&engine->live, slot)->fenced |=
            dependency->rule == RULE_ID_LEGACY_FENCE || is_fenced_mark(&engine->live, from);
        depend_on(&engine->live, from, slot, dependency->rule);
        if (engine->signal.on && live_get(&engine->live, from)->kind == OP_KERNEL) {
            engine->launches = mem_grow(engine->launches, &engine->launch_capacity, launches + 1,
                                        sizeof *engine->launches);
            engine->launches[launches++] = from;
        }
    }
    take_awaited(engine, slot);
    struct live_op *mark = live_get(&engine->live, slot);
    if (mark->attached) {
        mark->computes = mark->unmet_work > 0;
        mark->only = mark->unmet > 0 && mark->unmet_only == mark->unmet;
    }
    if (engine->signal.on && !engine->failed)
        signal_submit(&engine->signal, &engine->live, slot, engine->launches, launches);
}

/* A copy from pageable memory moves piece by piece as the host stages it; a full piece is done
 * `tail` after that, and none begins before it. */
void engine_wait_for_staging(const struct engine *engine, struct live_op *op)
{
    struct engine_copy *copy = &op->copy;
    if (copy->duration < 0 && copy->path == PATH_H2D) {
        const struct profile *profile = engine->profile;
        int64_t tail =
            profile_curve_at(&profile->curve[PROFILE_copy_h2d_pageable_tail], copy->bytes);
        bool moved = engine_moves(op);
        if (!moved)
            copy->piece = 0; /* it travels in the command stream */
        int64_t time = !moved
                           ? profile_curve_at(&profile->curve[PROFILE_copy_h2d_inline], copy->bytes)
                           : cost_copy_time(profile, true, copy_piece_bytes(copy));
        copy->lag = tail - time;
        if (copy->lag < 0 && copy->piece > 0)
            copy->lag = 0;
    }
    int64_t start = copy_piece_at(copy);
    if (start <= op->issued)
        return;
    live_add_cause(op, start, TIMELINE_NO_OP, RULE_ID_STAGING);
    engine_not_before(op, start);
}

/* A record with timing goes where its stream's last command went, also when that has ended: behind
 * a copy, to its engine, whatever holds the compute connections back (record-queue.txt). What waits
 * for a fence of the legacy stream is in a compute queue (assumed: not measured), as is all that
 * checks dependencies where signals are delayed (semantics S3.9). */
static void find_writer(const struct engine *engine, struct live_op *op)
{
    int writer = connections_copied_last(&engine->connections, op->stream);
    op->by_copies = op->role == ROLE_TIMED && !engine->signal.on && writer >= 0;
    if (op->by_copies)
        op->writer = (uint8_t)writer;
}

/* Where the operation goes, known when all that it waits for is. A copy passes only what is in no
 * queue: a record that takes a place in a compute queue marks no copy. */
static void find_place(struct engine *engine, struct live_op *op)
{
    op->apart = op->kind == OP_HOST && op->unmet_work == 0 && !engine->signal.on;
    op->by_copies &= !op->fenced;
    if (!engine_queues(op))
        return;
    connections_called(&engine->connections, op->stream, op->direction);
    if (op->kind != OP_COPY)
        op->marks = op->passes = op->awaits = TIMELINE_NO_OP;
}

HOT void engine_submit(struct engine *engine, const struct engine_work *work)
{
    const struct timeline_op *of = engine_row(engine, work->op);
    uint32_t slot = live_add(&engine->live, work->op);
    if (engine->worker.idle_since == INT64_MIN)
        engine->worker.idle_since = work->issued;
    struct live_op *op = live_get(&engine->live, slot);
    op->stream = of->stream;
    op->kind = of->kind;
    op->issued = work->issued;
    op->before = TIMELINE_NO_OP;
    op->attached = work->attached && !engine->signal.on;
    op->keeps = work->keeps;
    op->marks = op->passes = op->awaits = op->behind_copy = TIMELINE_NO_OP;
    find_mark(engine, op, work);
    enum engine_path path = PATH_D2D;
    bool carried = false;
    if (work->kernel) {
        op->on_sms = true;
        op->kernel = *work->kernel;
    } else if (op->kind == OP_COPY || op->kind == OP_MEMSET) {
        op->copy = *work->copy;
        path = work->copy->path;
        carried = work->copy->carried;
    }
    op->role = latency_role((enum op_kind)op->kind, path, op->attached, carried);
    op->news.role = ROLE_NONE;
    op->direction = op->kind == OP_COPY ? engine_direction(path) : -1;
    op->start_at = work->issued + latency_issue(&engine->latency, op->role, engine_link(engine),
                                                engine->copies.on_way);
    if (op->direction >= 0 && op->copy.carried && op->copy.staged)
        engine_goes_by_command(op);
    else if (op->direction >= 0 && op->copy.carried)
        engine_goes_inline(op);
    op->computes = op->only = op->role == ROLE_KERNEL || op->role == ROLE_MEMSET ||
                              op->role == ROLE_SET || op->role == ROLE_INLINE;
    for (size_t i = 0; i < work->wait_count; i++)
        live_add_cause(op, work->waits[i].to, work->waits[i].blocker,
                       (enum rule)work->waits[i].rule);
    op->host_causes = op->cause_count;
    op->resources = false;
    if (op->kind == OP_COPY && !op->on_sms && op->copy.staged)
        engine_wait_for_staging(engine, op);
    find_writer(engine, op);
    take_dependencies(engine, slot, work);
    find_place(engine, live_get(&engine->live, slot));
    if (engine->arriving.first == engine->arriving.last)
        engine->arrival_due = work->issued;
    engine->arrivals = ring_reserve(&engine->arriving, engine->arrivals, sizeof *engine->arrivals);
    engine->arrivals[engine->arriving.last++ & (engine->arriving.capacity - 1)] =
        (struct arrival){work->issued, slot};
    if (work->issued < engine->next)
        engine->next = work->issued;
}
