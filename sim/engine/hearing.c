#include "sim/engine/hearing.h"

#include "sim/base/hot.h"

static uint8_t way_of(enum rule rule)
{
    return rule == RULE_ID_LEGACY_FENCE ? WAY_FENCE
           : rule == RULE_ID_EVENT      ? WAY_EVENT
                                        : WAY_STREAM;
}

/* Whether it is no copy of an engine, and waits for work on the SMs and for nothing else: not for a
 * copy of its stream either, even if that comes before what it waits for
 * (traces/experiments/event-hops.txt: "copy, kernel, hop", whose last record comes so). */
static bool waits_for_work(const struct engine *engine, const struct live_op *op)
{
    const struct live *live = &engine->live;
    return op->direction < 0 && op->unmet_only > 0 && op->unmet_only == op->unmet &&
           op->only_at <= engine->now &&
           (op->behind_copy == TIMELINE_NO_OP || !live_find(live, op->behind_copy));
}

/* Whether another compute queue's first command does so. The front end then looks at what a queue
 * waits for without a pause (traces/experiments/copy-kernel.json). */
static bool others_wait_for_work(const struct engine *engine, const struct live_op *op)
{
    const struct connections *connections = &engine->connections;
    for (uint32_t i = 0; i < connections->compute; i++) {
        uint32_t head = connections->lane[i].head;
        if (head && i != op->queue && waits_for_work(engine, live_get(&engine->live, head)))
            return true;
    }
    return false;
}

enum { NO_PBDMA = UINT8_MAX };

/* Which PBDMA serves the compute queue that the operation is in, or was; NO_PBDMA: in none. */
static uint8_t pbdma_of(const struct engine *engine, const struct live_op *op)
{
    if (!op->arrived || !engine_queues(op) || op->direction >= 0)
        return NO_PBDMA;
    return (uint8_t)engine->connections.lane[op->queue].pbdma;
}

struct hearing hearing_of(const struct engine *engine, uint32_t slot, int64_t time)
{
    const struct live_op *op = live_get(&engine->live, slot);
    struct hearing hearing = {
        .news = {.time = time, .role = op->role},
        .of_copy = op->direction >= 0,
        .works = op->role != ROLE_MARK || op->works,
        /* nothing is known of that where copies stand in the same queues */
        .pending = {.compute =
                        engine->connections.copies_compute ? 0 : engine->connections.held_back,
                    .link = engine_link(engine),
                    .on_way = engine->copies.on_way},
    };
    if (op->kind == OP_KERNEL) {
        latency_behind_reads(&engine->latency, op->kernel.bytes, hearing.pending.link,
                             &hearing.news.behind, &hearing.news.line);
        hearing.news.left = op->line;
    }
    if (op->role == ROLE_MARK)
        hearing.news = op->news.role == ROLE_NONE
                           ? (struct live_news){.time = time, .role = ROLE_NONE}
                           : op->news;
    /* What comes behind a record that a copy's engine writes has that to hear of (chains.txt:
     * "copy, timed, out"), however long ago the copy ended. */
    else if (op->by_copies)
        hearing.news.role = (uint8_t)(ROLE_H2D + op->writer);
    else if (op->role == ROLE_TIMED)
        hearing.news.pbdma = pbdma_of(engine, op);
    return hearing;
}

/* A record behind a wait in a stream that has had nothing to do is a command of its own: there is
 * no work to leave a mark behind (traces/experiments/chains.txt: "relay"). So is what
 * stream-ordered memory keeps in order, once behind some work (stream-chains.txt: "alloc"). */
static struct live_news relayed(const struct latency *latency, const struct live_op *op,
                                struct live_news news, bool works)
{
    bool records = op->kind == OP_RECORD && news.way == WAY_EVENT && !works;
    if (news.role == ROLE_NONE || !(records || (op->kind == OP_FREE_ALLOC && !news.relayed)))
        return news;
    news.time += latency->relay;
    news.way = records ? WAY_STREAM : news.way;
    news.relayed = !records;
    return news;
}

/* Of two that end together the later named counts. */
static void hear(struct live_op *op, struct live_news news)
{
    if (op->news.role == ROLE_NONE || (news.role != ROLE_NONE && news.time >= op->news.time))
        op->news = news;
    if (op->role == ROLE_MARK)
        engine_not_before(op, news.time);
}

/* What the operation is to what it hears of. A record that a copy's engine writes waits there as a
 * copy does (record-queue.txt, "copy, wait, timed": 10.2 us from the kernel's end until what waits
 * for the record, another copy, begins), but not for the copies of its own stream. */
static uint8_t role_to(const struct live_op *op, struct live_news news)
{
    bool own = latency_is_copy(news.role) && news.way == WAY_STREAM;
    return op->by_copies && !own ? (uint8_t)(ROLE_H2D + op->writer) : op->role;
}

/* ns that a kernel starts later behind one that reads much. Of two lines that are to be fetched
 * anew one that waits for an event needs both, what follows in the stream one, and leaves the other
 * to the next. */
static int64_t behind_reads(const struct live_news *news, struct live_op *op)
{
    if (!op->queued)
        return news->behind;
    bool both = news->way == WAY_EVENT && news->left == 0;
    op->line = both ? 0 : news->line;
    if (both)
        return news->behind + 2 * (int64_t)news->line;
    return news->behind + (news->line > news->left ? news->line : news->left);
}

/* ns that the first command of a compute queue hears later than those that were told before of the
 * same end. Of 3 to 15 streams that wait for the same the kernels begin 0.4 to 1.2 us one behind
 * the other, by eight queues over 3.5 to 5 us, in which order chance has it
 * (traces/experiments/fence-fan.txt). */
static int64_t in_turn(struct engine *engine, const struct live_op *op, uint32_t slot,
                       int64_t ended)
{
    bool queued = op->arrived && engine_queues(op) && op->direction < 0;
    if (!queued || engine->connections.lane[op->queue].head != slot)
        return 0;
    if (engine->told_at != ended)
        engine->told = 0;
    engine->told_at = ended;
    return engine->profile->value[PROFILE_latency_queue_turn] * (int64_t)engine->told++;
}

HOT void hearing_reaches(struct engine *engine, struct hearing *hearing,
                         const struct live_edge *edge)
{
    const struct latency *latency = &engine->latency;
    struct live_op *op = live_get(&engine->live, edge->to);
    struct live_news news = hearing->news;
    uint8_t way = way_of((enum rule)edge->rule);
    if (way > news.way)
        news.way = way;
    op->works |= op->role == ROLE_MARK && way == WAY_STREAM && hearing->works;
    if (op->role == ROLE_MARK || op->role == ROLE_TIMED)
        hear(op, op->role == ROLE_MARK ? relayed(latency, op, news, hearing->works) : news);
    if (op->role == ROLE_MARK)
        return;
    struct latency_pending *pending = &hearing->pending;
    uint8_t pbdma = pbdma_of(engine, op);
    pending->served = pbdma == NO_PBDMA ? 0 : engine->connections.held_by[pbdma];
    uint8_t role = role_to(op, news);
    pending->copy =
        latency_is_copy(role) ? connections_copies_held(&engine->connections, role - ROLE_H2D) : 0;
    pending->looks = latency_is_copy(news.role) && op->computes && op->arrived &&
                     others_wait_for_work(engine, op);
    pending->elsewhere = news.role == ROLE_TIMED && pbdma != NO_PBDMA && pbdma != news.pbdma;
    int64_t at = news.time + latency->between[news.way][news.role][role] +
                 latency_more(latency, news.role, role, news.way, pending);
    if (news.role == ROLE_KERNEL && role == ROLE_KERNEL && news.way != WAY_FENCE)
        at += behind_reads(&news, op);
    if (hearing->of_copy && way == WAY_STREAM)
        at += op->timed_marks * engine_writes(engine);
    if (news.way != WAY_STREAM && op->unmet == 1)
        at += in_turn(engine, op, edge->to, news.time);
    engine_not_before(op, at);
}

/* Whether a memset came with its command: by its size, as when it was submitted; where that is not
 * known, where the SMs did not carry it out. They do not carry out large ones either where
 * rules.device_copies says so. */
static bool was_carried(const struct engine *engine, const struct timeline_op *row)
{
    const struct timeline *t = engine->timeline;
    if (row->kind != OP_MEMSET || row->detail == 0 || row->detail >= t->copies.count)
        return row->machine != MACHINE_SM;
    return (int64_t)program_copy_bytes(&t->copies.rows[row->detail]) <=
           engine->profile->value[PROFILE_host_memset_small_bytes];
}

/* What it was to its neighbours. Engines that serve any direction do not tell which one it was. */
static uint8_t role_of(const struct engine *engine, const struct timeline_op *row)
{
    enum engine_path path = row->machine != MACHINE_COPY                ? PATH_D2D
                            : row->machine_index == 1                   ? PATH_D2H
                            : row->machine_index == MACHINE_COPY_DRIVER ? PATH_P2P
                                                                        : PATH_H2D;
    return latency_role((enum op_kind)row->kind, path, row->connection == 0,
                        was_carried(engine, row));
}

enum { MARKS_MOST = 8 }; /* behind each other; more of them are nothing to look for */

/* What the operation came after that ended last, of its own stream alone or of any; NO_OP: nothing
 * that is known. */
static uint32_t last_before(const struct engine *engine, const struct timeline_op *row, bool own)
{
    uint32_t last = TIMELINE_NO_OP;
    for (uint32_t k = 0; k < row->after_count; k++) {
        uint32_t before = engine->timeline->afters.rows[row->first_after + k];
        if (own && engine_row(engine, before)->stream != row->stream)
            continue;
        if (last == TIMELINE_NO_OP ||
            engine_row(engine, before)->end > engine_row(engine, last)->end)
            last = before;
    }
    return last;
}

/* What the copy was whose engine wrote a record: the last one before it in its stream. */
static uint8_t writer_of(const struct engine *engine, const struct timeline_op *row)
{
    for (int i = 0; i < MARKS_MOST && row->machine != MACHINE_COPY; i++) {
        uint32_t before = last_before(engine, row, true);
        if (before == TIMELINE_NO_OP)
            break;
        row = engine_row(engine, before);
    }
    return row->machine == MACHINE_COPY ? role_of(engine, row) : ROLE_H2D; /* as good as another */
}

/* What is heard of an operation that has ended, as of one that ends: of a mark, what it marked
 * last, as far as the orders that CUDA guarantees say. */
static struct live_news news_of(const struct engine *engine, uint32_t ended, uint8_t way)
{
    for (int i = 0; i < MARKS_MOST; i++) {
        const struct timeline_op *row = engine_row(engine, ended);
        struct live_news news = {.time = row->end, .role = role_of(engine, row), .way = way};
        if (row->end == TIMELINE_UNKNOWN || row->machine == MACHINE_HOST)
            break;
        if (row->kind == OP_RECORD && news.role == ROLE_MARK && row->end > row->start)
            news.role = writer_of(engine, row); /* marks take no time */
        if (news.role == ROLE_TIMED)            /* it was in a compute queue */
            news.pbdma = (uint8_t)engine->connections.lane[row->connection - 1].pbdma;
        if (news.role != ROLE_MARK)
            return news;
        uint32_t last = last_before(engine, row, false);
        if (last == TIMELINE_NO_OP)
            break;
        if (engine_row(engine, last)->stream != row->stream && way == WAY_STREAM)
            way = WAY_EVENT;
        ended = last;
    }
    return (struct live_news){.role = ROLE_NONE};
}

/* A function that is called once all before it has ended waits for nothing. */
void hearing_came(const struct engine *engine, struct live_op *op,
                  const struct engine_dependency *dependency)
{
    const struct latency *latency = &engine->latency;
    int64_t end = engine_row(engine, dependency->op)->end;
    if (end == TIMELINE_UNKNOWN || end + latency->longest <= op->start_at || op->role == ROLE_HOST)
        return;
    struct live_news news = news_of(engine, dependency->op, way_of(dependency->rule));
    if (news.role == ROLE_NONE)
        return;
    if (op->role == ROLE_MARK || op->role == ROLE_TIMED)
        hear(op, news);
    if (op->role == ROLE_MARK)
        return;
    uint8_t role = role_to(op, news);
    struct latency_pending pending = {.link = engine_link(engine), /* of no queues */
                                      .on_way = engine->copies.on_way};
    engine_not_before(op, news.time + latency->between[news.way][news.role][role] +
                              latency_more(latency, news.role, role, news.way, &pending));
}
