/* A host that is too slow to feed the device. */
#include "sim/analysis/label.h"
#include "sim/analysis/pitfall_inside.h"
#include "sim/base/duration.h"
#include "sim/base/mem.h"

#include <stdlib.h>

static bool costs_host(const struct pitfall_look *look, const struct timeline_op *op)
{
    const struct timeline *t = look->timeline;
    if (!timeline_is_timed(t, op) || op->call == TIMELINE_UNKNOWN ||
        op->returned == TIMELINE_UNKNOWN)
        return false;
    /* A call that stages has the host copy the bytes itself, which no graph takes off it. */
    if (op->kind == OP_COPY)
        return t->copies.rows[op->detail].host_memory != MEMORY_PAGEABLE;
    return op->kind == OP_KERNEL || op->kind == OP_MEMSET || op->kind == OP_RECORD ||
           op->kind == OP_WAIT;
}

/* How long the host waited in a call. */
static int64_t waited(const struct timeline *t, const struct timeline_call *call)
{
    int64_t sum = 0;
    for (uint32_t i = 0; i < call->wait_count; i++)
        sum = duration_add(sum, pitfall_wait_length(t, call->first_wait, i, call->enter));
    return sum;
}

/* What each operation's call takes the host by itself, ns: less what it waits for something in it,
 * as a synchronous copy does, or a launch of which the queue is full. free() releases it. */
static int64_t *costs_of_calls(const struct pitfall_look *look)
{
    const struct timeline *t = look->timeline;
    int64_t *costs = mem_zalloc((t->ops.count + 1) * sizeof *costs);
    for (uint32_t id = 0; id < t->ops.count; id++)
        if (costs_host(look, &t->ops.rows[id]))
            costs[id] = pitfall_length(t->ops.rows[id].call, t->ops.rows[id].returned);
    for (uint32_t i = 0; i < t->calls.count; i++) {
        const struct timeline_call *call = &t->calls.rows[i];
        if (call->op >= t->ops.count || costs[call->op] == 0)
            continue;
        int64_t left = costs[call->op] - waited(t, call);
        costs[call->op] = left > 0 ? left : 0;
    }
    return costs;
}

/* Whether the device waits in this step of the critical path to be asked. */
static bool waits_to_be_asked(const struct critical_step *step)
{
    return step->kind == CRITICAL_HOST ||
           (step->kind == CRITICAL_GAP && step->rule == RULE_ID_ISSUE);
}

/* For how long of the critical path the device waits to be asked, ns; `thread`: by whom most. */
static int64_t asked_for(const struct pitfall_look *look, uint16_t *thread)
{
    const struct critical *critical = look->in->critical;
    int64_t *of_thread = mem_zalloc((UINT16_MAX + 1u) * sizeof *of_thread), all = 0;
    *thread = 0;
    for (size_t i = 0; i < critical->count; i++) {
        const struct critical_step *step = &critical->steps[i];
        if (!waits_to_be_asked(step))
            continue;
        all = duration_add(all, step->to - step->from);
        of_thread[step->thread] = duration_add(of_thread[step->thread], step->to - step->from);
        if (of_thread[step->thread] > of_thread[*thread])
            *thread = step->thread;
    }
    free(of_thread);
    return all;
}

/* How much of an operation's call lies in such steps of its thread, ns. The calls of a thread are
 * in the order of their times, so `*at`, the first step that may still matter, only goes on. */
static int64_t asked_by(const struct critical *critical, const struct timeline_op *op, size_t *at)
{
    int64_t sum = 0;
    while (*at < critical->count && critical->steps[*at].to <= op->call)
        ++*at;
    for (size_t i = *at; i < critical->count && critical->steps[i].from < op->returned; i++) {
        const struct critical_step *step = &critical->steps[i];
        int64_t from = step->from > op->call ? step->from : op->call;
        int64_t to = step->to < op->returned ? step->to : op->returned;
        if (waits_to_be_asked(step) && step->thread == op->thread && to > from)
            sum = duration_add(sum, to - from);
    }
    return sum;
}

/* By place: how often the thread waits for the device next after what it asks for there. free() it.
 */
static size_t *waits_behind(const struct pitfall_look *look, uint16_t thread)
{
    size_t *waits = mem_zalloc((look->timeline->places.count + 1) * sizeof *waits);
    uint32_t last = 0; /* row of places */
    for (uint32_t i = 0; look->program && i < look->program->records.count; i++) {
        const struct program_record *record = &look->program->records.rows[i];
        if (record->thread != thread)
            continue;
        if (look->op_of_record[i] != PITFALL_NOWHERE)
            last = pitfall_place(look, i);
        else if (call_is_synchronize(record->call) || (record->flags & RECORD_POLL)) {
            waits[last]++;
            last = 0;
        }
    }
    return waits;
}

/* What ends only some turns of the sequence, with a wait behind it, stands under a condition or
 * behind the loop: no part of what is captured. */
static void leave_out_ends(const struct pitfall_look *look, uint16_t thread,
                           struct pitfall_cause *causes, uint32_t worst)
{
    size_t *waits = waits_behind(look, thread);
    for (uint32_t i = 1; i < look->timeline->places.count; i++)
        if (waits[i] && waits[i] == causes[i].count && causes[i].count < causes[worst].count / 2)
            causes[i].count = 0;
    free(waits);
}

/* " in lines 14 to 19": where the calls stand, of those in the file of `place`; " in line 14". */
static void add_lines(struct strbuf *sb, const struct timeline *t,
                      const struct pitfall_cause *causes, uint32_t place)
{
    uint32_t first = place, last = place;
    for (uint32_t i = 1; i < t->places.count; i++) {
        const struct program_place *row = &t->places.rows[i];
        if (causes[i].count == 0 || row->file != t->places.rows[place].file)
            continue;
        first = row->line < t->places.rows[first].line ? i : first;
        last = row->line > t->places.rows[last].line ? i : last;
    }
    if (t->places.rows[first].line == t->places.rows[last].line) {
        pitfall_add_line(sb, t, place);
        return;
    }
    strbuf_addf(sb, " in lines %d to %d", (int)t->places.rows[first].line,
                (int)t->places.rows[last].line);
    if (t->places.rows[place].file != t->scenario) {
        strbuf_adds(sb, " around ");
        label_place(sb, t, place);
    }
}

static void report_host_bound(struct pitfall_look *look, uint16_t thread,
                              const struct pitfall_cause *all, const struct pitfall_cause *causes,
                              uint32_t place)
{
    const struct pitfall_cause *worst = &causes[place];
    const struct timeline *t = look->timeline;
    struct pitfall *row = pitfall_add_cause(look, PITFALL_ID_HOST_BOUND, worst);
    strbuf_addf(&row->evidence, "%zu calls ", all->count);
    if (t->threads.count > 1 && thread < t->threads.count)
        strbuf_addf(&row->evidence, "of thread %s ",
                    timeline_name(t, t->threads.rows[thread].name));
    strbuf_adds(&row->evidence, "take the host ");
    pitfall_add_time(&row->evidence, all->held);
    strbuf_adds(&row->evidence, ", most of it to ask for ");
    pitfall_add_op(&row->evidence, t, worst->op, worst->count);
    strbuf_adds(&row->evidence, "; the device waits for them");
    row->held = all->held;
    row->remedy = REMEDY_ONE_LAUNCH;
    strbuf_adds(&row->fix, "capture the sequence");
    add_lines(&row->fix, t, causes, place);
    strbuf_adds(&row->fix, " into a CUDA graph and launch that; to merge the short kernels "
                           "into one gains more still");
}

/* The place with most of the time that the device waits for calls of one thread: what is asked for
 * while a long kernel runs costs the host as much and delays nothing. The device is fed too slowly
 * where it waits for two fifths or more of the critical path to be asked, as summary.h has it. */
void pitfall_find_slow_host(struct pitfall_look *look)
{
    enum { LEAST = 8 }; /* fewer calls are no sequence worth a graph */
    const struct timeline *t = look->timeline;
    const struct critical *critical = look->in->critical;
    uint16_t thread;
    int64_t asked = asked_for(look, &thread);
    if (critical->to <= critical->from || asked / 2 < (critical->to - critical->from) / 5)
        return;
    struct pitfall_cause *causes = pitfall_causes(look);
    struct pitfall_cause all = {.op = TIMELINE_NO_OP, .other = TIMELINE_NO_OP};
    int64_t *costs = costs_of_calls(look);
    size_t step = 0;
    for (uint32_t id = 0; id < t->ops.count; id++) {
        const struct timeline_op *op = &t->ops.rows[id];
        if (op->thread != thread || costs[id] == 0)
            continue;
        int64_t delayed = asked_by(critical, op, &step);
        delayed = delayed < costs[id] ? delayed : costs[id];
        pitfall_cause_add(&causes[op->place], delayed, id, TIMELINE_NO_OP);
        pitfall_cause_add(&all, costs[id], id, TIMELINE_NO_OP);
    }
    uint32_t worst = 0;
    for (uint32_t place = 0; place < t->places.count; place++)
        if (causes[place].held > causes[worst].held)
            worst = place;
    /* Where the host does other things between its calls, no graph takes them off it. */
    leave_out_ends(look, thread, causes, worst);
    if (all.count >= LEAST && all.held >= asked / 2 && !pitfall_is_small(look, all.held))
        report_host_bound(look, thread, &all, causes, worst);
    free(costs);
    free(causes);
}
