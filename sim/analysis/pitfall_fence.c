/* Work in the default stream that holds other streams apart (S1.2), and calls that nobody takes for
 * work but which fence all the same (S1.5). */
#include "sim/analysis/label.h"
#include "sim/analysis/pitfall_inside.h"
#include "sim/analysis/readback.h"
#include "sim/base/duration.h"
#include "sim/base/mem.h"

#include <stdlib.h>

/* Of the two that a fence orders, the one in the default stream. */
static uint32_t fence_of(const struct timeline *t, uint32_t waiting, uint32_t blocker)
{
    if (!timeline_is_legacy(t, waiting) && blocker != TIMELINE_NO_OP &&
        timeline_is_legacy(t, blocker))
        return blocker;
    return waiting;
}

/* "a" and "b, c and 5 more": the blocking streams that have work, with the lines that made them. */
static void add_streams(struct pitfall_look *look, struct strbuf *sb)
{
    const struct timeline *t = look->timeline;
    enum { SHOWN = 2 };
    size_t count = 0;
    for (uint32_t i = 1; i < t->streams.count; i++)
        count += t->streams.rows[i].kind == STREAM_BLOCKING;
    size_t said = 0;
    for (uint32_t i = 1; i < t->streams.count && said < SHOWN; i++) {
        if (t->streams.rows[i].kind != STREAM_BLOCKING)
            continue;
        if (said)
            strbuf_adds(sb, said + 1 == count ? " and " : ", ");
        strbuf_adds(sb, "cudaStreamCreateWithFlags(&");
        label_stream_code(sb, t, i);
        strbuf_adds(sb, ", cudaStreamNonBlocking)");
        uint32_t made = look->program ? pitfall_place(look, look->stream_made[i]) : 0;
        pitfall_add_line(sb, t, made);
        said++;
    }
    if (count > said)
        strbuf_addf(sb, " and the same for %zu more", count - said);
}

/* What a line in the default stream holds back, and, where that is nothing much, what it waits for
 * itself: nothing waits for what is asked for later. */
static void add_evidence(struct pitfall_look *look, struct pitfall *row, bool holds)
{
    const struct timeline *t = look->timeline;
    pitfall_add_op(&row->evidence, t, row->op, 1);
    strbuf_adds(&row->evidence, " is in the default stream and ");
    strbuf_adds(&row->evidence, holds ? "holds back" : "waits");
    if (row->other == TIMELINE_NO_OP || timeline_is_legacy(t, row->other))
        return;
    strbuf_adds(&row->evidence, holds ? " " : " for ");
    pitfall_add_op(&row->evidence, t, row->other, 1);
    if (!holds && t->ops.rows[row->op].kind == OP_RECORD)
        strbuf_adds(&row->evidence, "; its queue is one more that the device serves meanwhile");
}

/* `holds`: of the waits of others; otherwise its own are all there is to say. */
static void report(struct pitfall_look *look, enum pitfall_rule rule,
                   const struct pitfall_cause *cause, bool holds)
{
    const struct timeline *t = look->timeline;
    struct pitfall *row = pitfall_add_cause(look, rule, cause);
    add_evidence(look, row, holds);
    static const enum edit_kind own[] = {
        [OP_KERNEL] = EDIT_NONBLOCKING_STREAM,
        [OP_COPY] = EDIT_ASYNC,
        [OP_MEMSET] = EDIT_ASYNC,
        [OP_RECORD] = EDIT_MOVE,
        [OP_WAIT] = EDIT_MOVE,
        [OP_HOST] = EDIT_MOVE,
        [OP_FREE_ALLOC] = EDIT_MOVE,
    };
    enum edit_kind kind = own[t->ops.rows[cause->op].kind];
    if (t->ops.rows[cause->op].kind == OP_KERNEL) {
        pitfall_add_edit(row, EDIT_LAUNCH, row->place);
        pitfall_add_edit(row, EDIT_LAUNCH, 0);
    }
    if (rule == PITFALL_ID_DEFAULT_STREAM)
        pitfall_add_edit(row, EDIT_NONBLOCKING_STREAMS, 0);
    pitfall_add_edit(row, kind, row->place);
    pitfall_add_edit(row, kind, 0);
    if (rule == PITFALL_ID_HIDDEN_FENCE)
        pitfall_add_edit(row, EDIT_NONBLOCKING_STREAMS, 0);
    add_streams(look, &row->fix);
}

/* --- threads that share the default stream -------------------------------------------------------
 */

/* What a host thread has in the legacy default stream. */
struct sharer {
    int64_t sum; /* ns that its work takes */
    uint32_t longest;
};

static struct sharer *find_sharers(const struct timeline *t)
{
    struct sharer *sharers = mem_zalloc((t->threads.count + 1) * sizeof *sharers);
    for (uint32_t id = 0; id < t->ops.count; id++) {
        const struct timeline_op *op = &t->ops.rows[id];
        if (!timeline_is_timed(t, op) || !timeline_is_work(op) || op->stream >= t->streams.count ||
            t->streams.rows[op->stream].kind != STREAM_LEGACY || op->thread >= t->threads.count)
            continue;
        struct sharer *sharer = &sharers[op->thread];
        const struct timeline_op *longest = &t->ops.rows[sharer->longest];
        if (sharer->sum == 0 ||
            pitfall_length(op->start, op->end) > pitfall_length(longest->start, longest->end))
            sharer->longest = id;
        sharer->sum = duration_add(sharer->sum, pitfall_length(op->start, op->end));
    }
    return sharers;
}

/* Host threads whose work stands behind each other's in the default stream, be it that the device
 * does it in that order or that the calls wait for each other. At best all but one thread's is
 * beside that one's. One finding: what is to be changed is how the program is compiled. */
static void find_shared(struct pitfall_look *look)
{
    const struct timeline *t = look->timeline;
    struct sharer *sharers = find_sharers(t);
    size_t count = 0, most = 0, next = 0;
    int64_t held = 0;
    for (size_t i = 0; i < t->threads.count; i++) {
        held = duration_add(held, sharers[i].sum);
        count += sharers[i].sum > 0;
        if (sharers[i].sum > sharers[most].sum)
            most = i;
    }
    held -= sharers[most].sum;
    for (size_t i = 0; i < t->threads.count; i++)
        if (i != most && (next == most || sharers[i].sum > sharers[next].sum))
            next = i;
    if (count > 1 && !pitfall_is_small(look, held)) {
        struct pitfall_cause cause = {.count = count,
                                      .held = held,
                                      .longest = held,
                                      .op = sharers[most].longest,
                                      .other = sharers[next].longest};
        struct pitfall *row = pitfall_add_cause(look, PITFALL_ID_DEFAULT_STREAM, &cause);
        strbuf_addf(&row->evidence, "%zu host threads share the default stream: ", count);
        pitfall_add_op(&row->evidence, t, cause.op, 1);
        strbuf_adds(&row->evidence, " of one and ");
        pitfall_add_op(&row->evidence, t, cause.other, 1);
        strbuf_adds(&row->evidence, " of another stand behind each other");
        pitfall_add_edit(row, EDIT_PER_THREAD, 0);
        strbuf_adds(&row->fix, edit_sentence(EDIT_PER_THREAD));
    }
    free(sharers);
}

void pitfall_find_fences(struct pitfall_look *look)
{
    const struct timeline *t = look->timeline;
    struct pitfall_cause *causes = pitfall_causes(look), *others = pitfall_causes(look);
    struct readback readback = readback_find(t);
    for (struct pitfall_wait at = {.timeline = t}; pitfall_next_wait(&at);) {
        if (at.wait->rule != RULE_ID_LEGACY_FENCE || readback_has_op(&readback, t, at.op))
            continue;
        uint32_t fence = fence_of(t, at.op, at.wait->blocker);
        uint32_t place = t->ops.rows[fence].place;
        pitfall_cause_add(&causes[place], at.length, fence,
                          fence == at.op ? at.wait->blocker : at.op);
        if (fence != at.op)
            pitfall_cause_add(&others[place], at.length, fence, at.op);
    }
    for (uint32_t place = 0; place < t->places.count; place++) {
        struct pitfall_cause *cause = &causes[place];
        if (cause->op == TIMELINE_NO_OP || pitfall_is_small(look, cause->held))
            continue;
        bool holds =
            others[place].op != TIMELINE_NO_OP && !pitfall_is_small(look, others[place].held);
        if (holds) { /* of all that it costs, the one to name */
            cause->op = others[place].op;
            cause->other = others[place].other;
        }
        uint8_t kind = t->ops.rows[cause->op].kind;
        report(look,
               kind == OP_KERNEL || kind == OP_COPY ? PITFALL_ID_DEFAULT_STREAM
                                                    : PITFALL_ID_HIDDEN_FENCE,
               cause, holds);
    }
    free(causes);
    free(others);
    find_shared(look);
}
