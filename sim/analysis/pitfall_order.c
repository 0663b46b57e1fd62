/* Orders that the program asked for and may not need: waits for oneself, records with timing, the
 * order of its calls, and copies that a device with one copy engine cannot overlap. */
#include "sim/analysis/label.h"
#include "sim/analysis/pitfall_inside.h"
#include "sim/base/mem.h"

#include <stdlib.h>

/* --- waits for oneself ---------------------------------------------------------------------------
 */

/* What the waits in one place wait for. */
struct self_wait {
    uint32_t record; /* the first wait, from 1; 0: none */
    size_t count;
    bool others; /* some wait for what another stream did */
};

/* Programs that are written for any number of streams may have but one. */
static bool has_streams(const struct program *program)
{
    size_t count = 0;
    for (size_t i = 1; i < program->streams.count; i++)
        count += program->streams.rows[i].kind == STREAM_BLOCKING ||
                 program->streams.rows[i].kind == STREAM_NONBLOCKING;
    return count > 1;
}

static void report_self(struct pitfall_look *look, const struct self_wait *wait)
{
    const struct program_record *record = &look->program->records.rows[wait->record - 1];
    struct pitfall *row = pitfall_add(look, PITFALL_ID_SELF_WAIT);
    row->record = wait->record - 1;
    row->op = look->op_of_record[row->record];
    row->place = record->place;
    row->count = wait->count;
    strbuf_adds(&row->evidence, "cudaStreamWaitEvent");
    pitfall_add_line(&row->evidence, look->timeline, record->place);
    strbuf_adds(&row->evidence, " makes ");
    label_the_stream(&row->evidence, look->timeline, record->stream);
    strbuf_adds(&row->evidence, " wait for ");
    const char *name = program_name(look->program, look->program->events.rows[record->object].name);
    strbuf_addf(&row->evidence, "%s%s, which it recorded itself: that orders nothing",
                *name ? "event " : "an event", name);
    strbuf_adds(&row->fix, "let the stream wait that needs the work, or leave the wait out");
}

static void find_self_waits(struct pitfall_look *look)
{
    const struct program *program = look->program;
    if (!program || !has_streams(program))
        return;
    struct self_wait *waits = mem_zalloc((program->places.count + 1) * sizeof *waits);
    uint32_t *last = mem_zalloc((program->events.count + 1) * sizeof *last); /* from 1 */
    for (uint32_t i = 0; i < program->records.count; i++) {
        const struct program_record *record = &program->records.rows[i];
        if (call_is_event_record((enum call)record->call))
            last[record->object] = i + 1;
        if (record->call != CALL_cudaStreamWaitEvent)
            continue;
        struct self_wait *wait = &waits[record->place];
        uint32_t recorded = last[record->object];
        wait->others |=
            recorded == 0 || program->records.rows[recorded - 1].stream != record->stream;
        wait->record = wait->count++ ? wait->record : i + 1;
    }
    for (uint32_t place = 1; place < program->places.count; place++)
        if (waits[place].record && !waits[place].others)
            report_self(look, &waits[place]);
    free(waits);
    free(last);
}

/* --- events with timing --------------------------------------------------------------------------
 */

/* Their records in the timed part, by event; those that somebody asks for a time have none. */
static size_t *count_records(const struct pitfall_look *look)
{
    const struct program *program = look->program;
    size_t *counts = mem_zalloc((program->events.count + 1) * sizeof *counts);
    bool *asked = program_asked_events(program);
    for (uint32_t i = 0; i < program->records.count; i++) {
        const struct program_record *record = &program->records.rows[i];
        uint32_t op = look->op_of_record[i];
        if (call_is_event_record((enum call)record->call) && op != PITFALL_NOWHERE &&
            program->events.rows[record->object].timing && !asked[record->object] &&
            timeline_is_timed(look->timeline, &look->timeline->ops.rows[op]))
            counts[record->object]++;
    }
    free(asked);
    return counts;
}

/* What that costs depends on what stands behind the records: the prediction without tells. */
static void find_timed_events(struct pitfall_look *look)
{
    const struct program *program = look->program;
    size_t *counts = count_records(look), events = 0, records = 0, most = 0;
    for (uint32_t i = 1; i < program->events.count; i++) {
        events += counts[i] > 0;
        records += counts[i];
        if (counts[i] > counts[most])
            most = i;
    }
    free(counts);
    if (!events)
        return;
    struct pitfall *row = pitfall_add(look, PITFALL_ID_TIMED_EVENT);
    row->record = look->event_made[most];
    row->place = pitfall_place(look, row->record);
    row->count = records;
    const char *name = program_name(program, program->events.rows[most].name);
    strbuf_addf(&row->evidence, "%s", *name ? name : "an event");
    pitfall_add_line(&row->evidence, look->timeline, row->place);
    if (events > 1)
        strbuf_addf(&row->evidence, " and %zu other event%s", events - 1, events > 2 ? "s" : "");
    strbuf_addf(&row->evidence, " %s recorded %zu times with timing, and nobody asks for a time",
                events > 1 ? "are" : "is", records);
    pitfall_add_edit(row, EDIT_NO_TIMING, 0);
    strbuf_addf(&row->fix, "cudaEventCreateWithFlags(&%s, cudaEventDisableTiming)",
                *name ? name : "event");
    pitfall_add_line(&row->fix, look->timeline, row->place);
}

/* --- issue order and copy engines ----------------------------------------------------------------
 */

static bool is_queue(enum rule rule)
{
    return rule == RULE_ID_COPY_ENGINE || rule == RULE_ID_CONNECTION ||
           rule == RULE_ID_SIGNAL_DELAY || rule == RULE_ID_SM_FULL || rule == RULE_ID_HEAD_OF_LINE;
}

static enum copy_kind direction(const struct timeline *t, uint32_t op)
{
    const struct timeline_op *row = &t->ops.rows[op];
    return row->kind == OP_COPY && row->detail ? t->copies.rows[row->detail].kind : COPY_MEMSET;
}

/* Prefetches of managed memory are made one at a time on any device, however many engines it has.
 */
static bool is_prefetch(const struct timeline *t, uint32_t op)
{
    return t->ops.rows[op].machine == MACHINE_COPY &&
           t->ops.rows[op].machine_index == MACHINE_COPY_DRIVER;
}

static bool are_opposite(const struct timeline *t, uint32_t a, uint32_t b)
{
    if (is_prefetch(t, a) || is_prefetch(t, b))
        return false;
    enum copy_kind x = direction(t, a), y = direction(t, b);
    return (x == COPY_H2D && y == COPY_D2H) || (x == COPY_D2H && y == COPY_H2D);
}

static void report_engine(struct pitfall_look *look, const struct pitfall_cause *cause)
{
    const struct timeline *t = look->timeline;
    struct pitfall *row = pitfall_add_cause(look, PITFALL_ID_ONE_COPY_ENGINE, cause);
    pitfall_add_op(&row->evidence, t, cause->op, cause->count);
    strbuf_adds(&row->evidence, " waits behind ");
    pitfall_add_op(&row->evidence, t, cause->other, 1);
    strbuf_adds(&row->evidence,
                " of the other direction: this device has one copy engine for both");
    row->remedy = REMEDY_TWO_ENGINES;
    strbuf_adds(&row->fix, "no order of the calls overlaps them here; issue copies in and out so "
                           "that kernels run beside both, or use a device with two copy engines");
}

/* Tries both issue orders where work of several streams waits in the hardware's queues. */
static void try_order(struct pitfall_look *look, const struct pitfall_cause *cause)
{
    struct pitfall *row = pitfall_add_cause(look, PITFALL_ID_ISSUE_ORDER, cause);
    pitfall_add_behind(&row->evidence, look, cause);
    pitfall_add_edit(row, EDIT_BREADTH, 0);
    pitfall_add_edit(row, EDIT_DEPTH, 0);
    strbuf_adds(&row->fix, "issue one step of all streams, then the next step, or all steps of "
                           "one stream, then the next stream");
}

/* What several host threads issue nobody can put into one loop. */
static bool issued_by_one(const struct pitfall_look *look, uint32_t a, uint32_t b)
{
    uint32_t x = look->record_of_op[a], y = look->record_of_op[b];
    return !look->program || x == PITFALL_NOWHERE || y == PITFALL_NOWHERE ||
           look->program->records.rows[x].thread == look->program->records.rows[y].thread;
}

static void find_queued(struct pitfall_look *look)
{
    const struct timeline *t = look->timeline;
    struct pitfall_cause engine = {.op = TIMELINE_NO_OP, .other = TIMELINE_NO_OP}, queue = engine;
    for (struct pitfall_wait at = {.timeline = t}; pitfall_next_wait(&at);) {
        uint32_t blocker = at.wait->blocker;
        if (blocker == TIMELINE_NO_OP || !is_queue((enum rule)at.wait->rule) ||
            t->ops.rows[blocker].stream == t->ops.rows[at.op].stream)
            continue;
        if (issued_by_one(look, at.op, blocker))
            pitfall_cause_add(&queue, at.length, at.op, blocker);
        if (at.wait->rule == RULE_ID_COPY_ENGINE && are_opposite(t, at.op, blocker))
            pitfall_cause_add(&engine, at.length, at.op, blocker);
    }
    if (engine.count && !pitfall_is_small(look, engine.held))
        report_engine(look, &engine);
    if (queue.count && !pitfall_is_small(look, queue.held) && look->program)
        try_order(look, &queue);
}

void pitfall_find_orders(struct pitfall_look *look)
{
    find_self_waits(look);
    if (look->program)
        find_timed_events(look);
    find_queued(look);
}
