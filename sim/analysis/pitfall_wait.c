/* Which of the host's waits are turns of a loop that asks for more work, and where it waits for all
 * streams though it needs one. */
#include "sim/analysis/label.h"
#include "sim/analysis/pitfall_inside.h"
#include "sim/analysis/readback.h"
#include "sim/base/keys.h"
#include "sim/base/mem.h"

#include <stdlib.h>

/* --- turns ---------------------------------------------------------------------------------------
 */

/* A thread on its way through what it asks for. */
struct asking {
    uint32_t next; /* operation; TIMELINE_NO_OP: no more */
    int64_t last;  /* when it asked for work last, ns */
    uint32_t op;   /* that; TIMELINE_NO_OP: nothing yet */
};

/* The operations of each thread in their order, as chains. */
static struct asking *chain_threads(const struct timeline *t, uint32_t *next)
{
    struct asking *threads = mem_zalloc((UINT16_MAX + 1u) * sizeof *threads);
    for (size_t i = 0; i <= UINT16_MAX; i++)
        threads[i] = (struct asking){TIMELINE_NO_OP, INT64_MIN, TIMELINE_NO_OP};
    for (uint32_t id = (uint32_t)t->ops.count; id-- > 0;) {
        next[id] = threads[t->ops.rows[id].thread].next;
        threads[t->ops.rows[id].thread].next = id;
    }
    return threads;
}

/* Goes on to what the thread had asked for before a time. */
static void ask_until(const struct timeline *t, const uint32_t *next, struct asking *thread,
                      int64_t time)
{
    for (; thread->next != TIMELINE_NO_OP; thread->next = next[thread->next]) {
        const struct timeline_op *op = &t->ops.rows[thread->next];
        if (op->call != TIMELINE_UNKNOWN && op->call > time)
            return;
        if (op->call == TIMELINE_UNKNOWN || !timeline_is_work(op))
            continue;
        thread->last = op->call;
        thread->op = thread->next;
    }
}

bool *pitfall_turns(const struct pitfall_look *look)
{
    const struct timeline *t = look->timeline;
    bool *turns = mem_zalloc(t->calls.count + 1);
    uint32_t *next = mem_zalloc((t->ops.count + 1) * sizeof *next);
    struct asking *threads = chain_threads(t, next);
    int64_t *before = mem_zalloc((t->calls.count + 1) * sizeof *before); /* by place and thread */
    struct keys keys;
    keys_init(&keys);
    for (uint32_t i = 0; i < t->calls.count; i++) {
        const struct timeline_call *call = &t->calls.rows[i];
        if (call->enter == TIMELINE_UNKNOWN || call->wait_count == 0)
            continue;
        struct asking *thread = &threads[call->thread];
        ask_until(t, next, thread, call->enter);
        size_t count = keys.count;
        uint32_t row = keys_add(&keys, (uint64_t)call->place << 16 | call->thread);
        turns[i] = row != count && thread->last >= before[row];
        before[row] = call->returned;
    }
    keys_release(&keys);
    free(before);
    free(threads);
    free(next);
    return turns;
}

/* --- waiting for all -----------------------------------------------------------------------------
 */

static void report_all(struct pitfall_look *look, const struct pitfall_cause *cause)
{
    const struct timeline *t = look->timeline;
    const struct timeline_call *call = &t->calls.rows[cause->op];
    struct pitfall *row = pitfall_add(look, PITFALL_ID_SYNC_ALL);
    row->other = cause->other;
    row->count = cause->count;
    row->held = cause->held;
    row->place = call->place;
    strbuf_adds(&row->evidence, "cudaDeviceSynchronize");
    pitfall_add_line(&row->evidence, t, call->place);
    strbuf_adds(&row->evidence, " waits ");
    pitfall_add_time(&row->evidence, cause->held);
    strbuf_adds(&row->evidence, " longer than for the one stream that the host needs, up to ");
    pitfall_add_op_of_stream(&row->evidence, t, cause->other);
    pitfall_add_edit(row, EDIT_ONE_STREAM, row->place);
    strbuf_adds(&row->fix, "cudaStreamSynchronize instead of cudaDeviceSynchronize");
    pitfall_add_line(&row->fix, t, call->place);
}

/* A call is charged what it waits for beyond the stream that its thread has copied out of last, or
 * has asked last: what the host goes on to do could begin by so much earlier. Whether anything is
 * gained by that, and the program stays right, is for the rewrite to show. */
static void find_all(struct pitfall_look *look)
{
    const struct timeline *t = look->timeline;
    struct pitfall_cause *causes = pitfall_causes(look);
    uint32_t *next = mem_zalloc((t->ops.count + 1) * sizeof *next);
    struct asking *threads = chain_threads(t, next);
    int64_t last = readback_find(t).last_request;
    for (uint32_t i = 0; i < t->calls.count; i++) {
        const struct timeline_call *call = &t->calls.rows[i];
        if (call->call != CALL_cudaDeviceSynchronize || call->enter == TIMELINE_UNKNOWN ||
            call->enter < t->zero || call->wait_count == 0 || call->returned > last)
            continue;
        struct asking *thread = &threads[call->thread];
        uint32_t out = TIMELINE_NO_OP, from = thread->next;
        ask_until(t, next, thread, call->enter);
        for (uint32_t id = from; id != thread->next && id != TIMELINE_NO_OP; id = next[id]) {
            const struct timeline_op *op = &t->ops.rows[id];
            if (op->kind == OP_COPY && op->detail < t->copies.count &&
                t->copies.rows[op->detail].kind == COPY_D2H)
                out = id;
        }
        uint32_t needed = out != TIMELINE_NO_OP ? out : thread->op;
        uint32_t blocker = t->waits.rows[call->first_wait + call->wait_count - 1u].blocker;
        for (uint32_t k = 0; k < call->wait_count; k++)
            if (t->waits.rows[call->first_wait + k].blocker < t->ops.count)
                blocker = t->waits.rows[call->first_wait + k].blocker;
        if (needed == TIMELINE_NO_OP || blocker >= t->ops.count ||
            t->ops.rows[blocker].stream == t->ops.rows[needed].stream)
            continue;
        int64_t end = t->ops.rows[needed].end > call->enter ? t->ops.rows[needed].end : call->enter;
        pitfall_cause_add(&causes[call->place], pitfall_length(end, call->returned), i, blocker);
    }
    for (uint32_t place = 0; place < t->places.count; place++)
        if (causes[place].count && !pitfall_is_small(look, causes[place].held))
            report_all(look, &causes[place]);
    free(causes);
    free(threads);
    free(next);
}

void pitfall_find_waits(struct pitfall_look *look)
{
    find_all(look);
}
