/* The program and its timeline side by side, and what finders do with causes. */
#include "sim/analysis/label.h"
#include "sim/analysis/pitfall_inside.h"
#include "sim/base/duration.h"
#include "sim/base/mem.h"

#include <stdlib.h>
#include <string.h>

struct pitfall_cause *pitfall_causes(const struct pitfall_look *look)
{
    struct pitfall_cause *causes = mem_zalloc((look->timeline->places.count + 1) * sizeof *causes);
    for (size_t i = 0; i <= look->timeline->places.count; i++)
        causes[i].op = causes[i].other = TIMELINE_NO_OP;
    return causes;
}

void pitfall_cause_add(struct pitfall_cause *cause, int64_t held, uint32_t op, uint32_t other)
{
    cause->count++;
    cause->held = duration_add(cause->held, held);
    if (held > cause->longest || cause->op == TIMELINE_NO_OP) {
        cause->longest = held;
        cause->op = op;
        cause->other = other;
    }
}

struct pitfall *pitfall_add(struct pitfall_look *look, enum pitfall_rule rule)
{
    struct pitfalls *out = look->out;
    out->rows = mem_grow(out->rows, &out->capacity, out->count + 1, sizeof *out->rows);
    struct pitfall *row = &out->rows[out->count++];
    *row = (struct pitfall){.rule = rule,
                            .kind = pitfall_info(rule)->kind,
                            .op = TIMELINE_NO_OP,
                            .other = TIMELINE_NO_OP,
                            .record = PITFALL_NOWHERE,
                            .count = 1,
                            .gain = TIMELINE_UNKNOWN};
    strbuf_init(&row->evidence);
    strbuf_init(&row->fix);
    return row;
}

struct pitfall *pitfall_add_cause(struct pitfall_look *look, enum pitfall_rule rule,
                                  const struct pitfall_cause *cause)
{
    struct pitfall *row = pitfall_add(look, rule);
    row->op = cause->op;
    row->other = cause->other;
    row->count = cause->count;
    row->held = cause->held;
    if (cause->op != TIMELINE_NO_OP) {
        row->record = look->record_of_op[cause->op];
        row->place = look->timeline->ops.rows[cause->op].place;
    }
    return row;
}

struct edit *pitfall_add_edit(struct pitfall *pitfall, enum edit_kind kind, uint32_t place)
{
    struct edit *edit = &pitfall->edits[pitfall->edit_count++];
    *edit = (struct edit){.kind = kind, .place = place, .stream = EDIT_ANY};
    pitfall->remedy = REMEDY_EDIT;
    return edit;
}

bool pitfall_is_small(const struct pitfall_look *look, int64_t held)
{
    int64_t wall = look->timeline->wall;
    return wall == TIMELINE_UNKNOWN || held < wall / 200;
}

int64_t pitfall_length(int64_t from, int64_t to)
{
    if (from == TIMELINE_UNKNOWN || to == TIMELINE_UNKNOWN || to <= from)
        return 0;
    uint64_t length = (uint64_t)to - (uint64_t)from;
    return length > INT64_MAX ? INT64_MAX : (int64_t)length;
}

int64_t pitfall_wait_length(const struct timeline *timeline, uint32_t first_wait, uint32_t i,
                            int64_t begin)
{
    const struct timeline_wait *wait = &timeline->waits.rows[first_wait + i];
    return pitfall_length(i ? wait[-1].to : begin, wait->to);
}

bool pitfall_is_default(const struct timeline *timeline, uint32_t op)
{
    uint32_t stream = timeline->ops.rows[op].stream;
    return stream < timeline->streams.count && timeline->streams.rows[stream].kind == STREAM_LEGACY;
}

uint32_t pitfall_place(const struct pitfall_look *look, uint32_t record)
{
    return record == PITFALL_NOWHERE ? 0 : look->program->records.rows[record].place;
}

void pitfall_add_op(struct strbuf *sb, const struct timeline *timeline, uint32_t op, size_t count)
{
    label_op(sb, timeline, op);
    uint32_t place = timeline->ops.rows[op].place;
    if (place || count > 1) {
        strbuf_adds(sb, " (");
        label_place(sb, timeline, place);
        if (count > 1)
            strbuf_addf(sb, "%s%zu times", place ? ", " : "", count);
        strbuf_addc(sb, ')');
    }
}

void pitfall_add_time(struct strbuf *sb, int64_t ns)
{
    duration_add_human(sb, ns);
}

void pitfall_add_line(struct strbuf *sb, const struct timeline *timeline, uint32_t place)
{
    if (place == 0 || place >= timeline->places.count)
        return;
    const struct program_place *row = &timeline->places.rows[place];
    if (row->file == 0 || row->file == timeline->scenario) {
        strbuf_addf(sb, " in line %d", (int)row->line);
        return;
    }
    strbuf_adds(sb, " in ");
    label_place(sb, timeline, place);
}

/* --- the join ------------------------------------------------------------------------------------
 */

/* A thread's operations and call rows in order, each as a chain through `next`. */
struct chains {
    uint32_t *head, *next;
};

static void chains_build(struct chains *chains, const struct pitfall_look *look, bool of_ops)
{
    const struct timeline *t = look->timeline;
    size_t count = of_ops ? t->ops.count : t->calls.count;
    chains->head = mem_realloc(NULL, (UINT16_MAX + 1u) * sizeof *chains->head);
    chains->next = mem_realloc(NULL, (count + 1) * sizeof *chains->next);
    memset(chains->head, 0xff, (UINT16_MAX + 1u) * sizeof *chains->head);
    for (size_t i = count; i-- > 0;) {
        uint16_t thread = of_ops ? t->ops.rows[i].thread : t->calls.rows[i].thread;
        chains->next[i] = chains->head[thread];
        chains->head[thread] = (uint32_t)i;
    }
}

static void chains_free(struct chains *chains)
{
    free(chains->head);
    free(chains->next);
}

static bool makes_op(const struct program_record *record)
{
    switch (record->call) {
    case CALL_host_read:
    case CALL_host_write:
        return false;
    case CALL_cudaEventRecord:
    case CALL_cudaEventRecordWithFlags:
    case CALL_cudaStreamWaitEvent:
    case CALL_cudaMallocAsync:
    case CALL_cudaMallocFromPoolAsync:
    case CALL_cudaFreeAsync:
        return true;
    default:
        break;
    }
    enum call_object object = call_info((enum call)record->call)->object;
    return object == OBJECT_LAUNCH || object == OBJECT_COPY || object == OBJECT_HOSTFN;
}

static bool is_op_of(const struct program_record *record, const struct timeline_op *op)
{
    if (op->place != record->place)
        return false;
    return op->kind == OP_FREE_ALLOC ||
           (op->stream == record->stream && op->detail == record->object);
}

/* An object's first record makes it. */
static void note_creation(struct pitfall_look *look, uint32_t i)
{
    const struct program_record *record = &look->program->records.rows[i];
    uint32_t *made = NULL;
    switch (call_info((enum call)record->call)->object) {
    case OBJECT_STREAM:
        made = look->stream_made;
        break;
    case OBJECT_EVENT:
        made = look->event_made;
        break;
    case OBJECT_ALLOC:
        made = look->alloc_made;
        break;
    default:
        break;
    }
    if (made && made[record->object] == PITFALL_NOWHERE)
        made[record->object] = i;
}

/* By thread, in order: what does not fit a record's place, stream and object made no operation. */
static void join(struct pitfall_look *look)
{
    const struct timeline *t = look->timeline;
    struct chains ops, calls;
    chains_build(&ops, look, true);
    chains_build(&calls, look, false);
    for (uint32_t i = 0; i < look->program->records.count; i++) {
        const struct program_record *record = &look->program->records.rows[i];
        note_creation(look, i);
        uint32_t *op = &ops.head[record->thread], *call = &calls.head[record->thread];
        if (makes_op(record) && *op != PITFALL_NOWHERE && is_op_of(record, &t->ops.rows[*op])) {
            look->op_of_record[i] = *op;
            look->record_of_op[*op] = i;
            *op = ops.next[*op];
        }
        if (*call != PITFALL_NOWHERE && t->calls.rows[*call].call == record->call &&
            t->calls.rows[*call].place == record->place) {
            look->call_of_record[i] = *call;
            *call = calls.next[*call];
        }
    }
    chains_free(&ops);
    chains_free(&calls);
}

static uint32_t *nowhere(size_t count)
{
    uint32_t *rows = mem_realloc(NULL, (count + 1) * sizeof *rows);
    memset(rows, 0xff, (count + 1) * sizeof *rows);
    return rows;
}

/* The waits that a pitfall shows in. What it held up beside the critical path delayed nobody: its
 * time is at most what they have of that path. */
static void count_on_path(struct pitfall *pitfall, const struct critical *critical)
{
    static const enum rule rules[PITFALL_COUNT][3] = {
        /* RULE_ID_STREAM, the first, stands for none */
        [PITFALL_ID_DEFAULT_STREAM] = {RULE_ID_LEGACY_FENCE},
        [PITFALL_ID_HIDDEN_FENCE] = {RULE_ID_LEGACY_FENCE},
        [PITFALL_ID_SYNC_IN_LOOP] = {RULE_ID_DEVICE_SYNCHRONIZE, RULE_ID_STREAM_SYNCHRONIZE,
                                     RULE_ID_EVENT_SYNCHRONIZE},
        [PITFALL_ID_LAUNCH_BLOCKING] = {RULE_ID_LAUNCH_BLOCKING},
        [PITFALL_ID_SHARED_CONNECTION] = {RULE_ID_CONNECTION, RULE_ID_SIGNAL_DELAY},
    };
    const enum rule *of = rules[pitfall->rule];
    if (of[0] == RULE_ID_STREAM)
        return;
    int64_t sum = 0;
    for (int i = 0; i < 3 && of[i] != RULE_ID_STREAM; i++)
        sum = duration_add(sum, critical->blame[of[i]]);
    if (sum < pitfall->held)
        pitfall->held = sum;
}

void pitfalls_find(struct pitfalls *pitfalls, const struct pitfall_input *input)
{
    *pitfalls = (struct pitfalls){.wall = input->timeline->wall, .together = TIMELINE_UNKNOWN};
    struct pitfall_look look = {.in = input,
                                .program = input->program,
                                .timeline = input->timeline,
                                .out = pitfalls,
                                .record_of_op = nowhere(input->timeline->ops.count)};
    if (input->program) {
        look.op_of_record = nowhere(input->program->records.count);
        look.call_of_record = nowhere(input->program->records.count);
        look.stream_made = nowhere(input->program->streams.count);
        look.event_made = nowhere(input->program->events.count);
        look.alloc_made = nowhere(input->program->allocs.count);
        join(&look);
    }
    pitfall_find_fences(&look);
    pitfall_find_copies(&look);
    pitfall_find_host(&look);
    pitfall_find_queues(&look);
    pitfall_find_sm(&look);
    pitfall_find_timers(&look);
    pitfall_find_errors(&look);
    pitfall_find_orders(&look);
    pitfall_find_limits(&look);
    for (size_t i = 0; i < pitfalls->count; i++)
        count_on_path(&pitfalls->rows[i], input->critical);
    free(look.record_of_op);
    free(look.op_of_record);
    free(look.call_of_record);
    free(look.stream_made);
    free(look.event_made);
    free(look.alloc_made);
}
