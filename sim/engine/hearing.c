#include "sim/engine/hearing.h"

#include "sim/base/hot.h"

static uint8_t way_of(enum rule rule)
{
    return rule == RULE_ID_LEGACY_FENCE ? WAY_FENCE
           : rule == RULE_ID_EVENT      ? WAY_EVENT
                                        : WAY_STREAM;
}

/* Whether it waits for work on the SMs, to go there itself, and for nothing else: not for a copy of
 * its stream either, even if that comes before what it waits for
 * (traces/experiments/event-hops.json: "copy, kernel, hop", whose last record comes so). */
static bool waits_for_work(const struct live *live, const struct live_op *op)
{
    return op->direction < 0 && op->unmet_work > 0 && op->unmet_work == op->unmet &&
           (op->behind_copy == TIMELINE_NO_OP || !live_find(live, op->behind_copy));
}

/* Whether another compute queue's first command does so. The front end then looks at what a queue
 * waits for without a pause (traces/experiments/copy-kernel.json). */
static bool others_wait_for_work(const struct engine *engine, const struct live_op *op)
{
    const struct connections *connections = &engine->connections;
    for (uint32_t i = 0; i < connections->compute; i++) {
        uint32_t head = connections->lane[i].head;
        if (head && i != op->queue && waits_for_work(&engine->live, live_get(&engine->live, head)))
            return true;
    }
    return false;
}

struct hearing hearing_of(const struct engine *engine, uint32_t slot, int64_t time)
{
    const struct live_op *op = live_get(&engine->live, slot);
    struct hearing hearing = {
        .news = {time, op->role, WAY_STREAM},
        .of_copy = op->direction >= 0,
        .of_mark = op->role == ROLE_MARK,
        /* nothing is known of that where copies stand in the same queues */
        .pending = {.compute =
                        engine->connections.copies_compute ? 0 : engine->connections.held_back,
                    .copy = engine->connections.copies_held_back,
                    .link = engine_link(engine)},
    };
    if (op->role == ROLE_MARK)
        hearing.news =
            op->news.role == ROLE_NONE ? (struct live_news){time, ROLE_NONE, WAY_STREAM} : op->news;
    /* A record with timing behind a copy of its stream is written by the engine that carried that
     * out, so what comes next has that to hear of (chains.json: "copy, timed, out"). */
    else if (op->role == ROLE_TIMED && latency_is_copy(op->news.role) && op->news.way == WAY_STREAM)
        hearing.news.role = op->news.role;
    return hearing;
}

/* A record behind a wait, with nothing between, is a command of its own: its stream has nothing
 * else to leave a mark behind (traces/experiments/chains.txt: "relay"). So is what stream-ordered
 * memory keeps in order, once behind some work (stream-chains.txt: "alloc"). */
static struct live_news relayed(const struct latency *latency, const struct live_op *op,
                                struct live_news news, bool of_mark)
{
    if ((op->kind == OP_RECORD && news.way == WAY_EVENT) ||
        (op->kind == OP_FREE_ALLOC && !of_mark)) {
        news.time += latency->relay;
        news.way = WAY_STREAM;
    }
    return news;
}

static void hear(struct live_op *op, struct live_news news)
{
    if (news.time >= op->news.time || op->news.role == ROLE_NONE)
        op->news = news;
    if (op->role == ROLE_MARK)
        engine_not_before(op, news.time);
}

HOT void hearing_reaches(const struct engine *engine, struct hearing *hearing,
                         const struct live_edge *edge)
{
    const struct latency *latency = &engine->latency;
    struct live_op *op = live_get(&engine->live, edge->to);
    struct live_news news = hearing->news;
    uint8_t way = way_of((enum rule)edge->rule);
    if (way > news.way)
        news.way = way;
    if (op->role == ROLE_MARK || op->role == ROLE_TIMED)
        hear(op, op->role == ROLE_MARK ? relayed(latency, op, news, hearing->of_mark) : news);
    if (op->role == ROLE_MARK)
        return;
    struct latency_pending *pending = &hearing->pending;
    pending->served = op->arrived ? connections_held_with(&engine->connections, op->queue) : 0;
    pending->looks = latency_is_copy(news.role) && op->computes && op->arrived &&
                     others_wait_for_work(engine, op);
    int64_t at = news.time + latency->between[news.way][news.role][op->role] +
                 latency_more(latency, news.role, op->role, news.way, *pending);
    if (hearing->of_copy && way == WAY_STREAM)
        at += op->timed_marks * latency->record;
    engine_not_before(op, at);
}

void hearing_came(const struct engine *engine, struct live_op *op,
                  const struct engine_dependency *dependency)
{
    const struct timeline_op *before = engine_row(engine, dependency->op);
    const struct latency *latency = &engine->latency;
    if (before->end == TIMELINE_UNKNOWN || before->end + latency->longest <= op->start_at ||
        op->role == ROLE_HOST)
        return;
    enum engine_path path = PATH_H2D;
    if (before->kind == OP_COPY)
        path = before->machine != MACHINE_COPY ? PATH_D2D
               : before->machine_index == 1    ? PATH_D2H
                                               : PATH_H2D;
    uint8_t role = latency_role((enum op_kind)before->kind, path, before->connection == 0);
    uint8_t way = way_of(dependency->rule);
    if (role == ROLE_MARK)
        return;
    if (op->role == ROLE_MARK || op->role == ROLE_TIMED)
        hear(op, (struct live_news){before->end, role, way});
    if (op->role != ROLE_MARK)
        engine_not_before(op, before->end + latency->between[way][role][op->role]);
}
