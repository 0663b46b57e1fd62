/* The program and its timeline side by side; asks the finders, one after the other. */
#include "sim/analysis/fillers.h"
#include "sim/analysis/pitfall_inside.h"
#include "sim/base/duration.h"
#include "sim/base/mem.h"

#include <stdlib.h>
#include <string.h>

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
        if (*call != PITFALL_NOWHERE && call_is_alike(t->calls.rows[*call].call, record->call) &&
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
        [PITFALL_ID_SYNC_ALL] = {RULE_ID_DEVICE_SYNCHRONIZE},
        [PITFALL_ID_LAUNCH_BLOCKING] = {RULE_ID_LAUNCH_BLOCKING},
        [PITFALL_ID_CARVEOUT] = {RULE_ID_CARVEOUT},
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

/* What a host thread does for its own; after join(). */
static int64_t host_work_of(const struct pitfall_look *look)
{
    bool *fillers = look->program ? fillers_find(look->program) : NULL;
    if (!fillers)
        return look->in->summary->host_work;
    bool *told = mem_zalloc(look->timeline->calls.count + 1);
    for (size_t i = 0; i < look->program->records.count; i++)
        if (fillers[i] && look->call_of_record[i] != PITFALL_NOWHERE)
            told[look->call_of_record[i]] = true;
    int64_t work = summary_host_work(look->timeline, told);
    free(told);
    free(fillers);
    return work;
}

static void look_begin(struct pitfall_look *look, const struct pitfall_input *input,
                       struct pitfalls *out)
{
    *out = (struct pitfalls){.wall = input->timeline->wall, .together = TIMELINE_UNKNOWN};
    strbuf_init(&out->company.fix);
    strbuf_init(&out->untold);
    *look = (struct pitfall_look){.in = input,
                                  .program = input->program,
                                  .timeline = input->timeline,
                                  .out = out,
                                  .record_of_op = nowhere(input->timeline->ops.count)};
    if (input->program) {
        look->op_of_record = nowhere(input->program->records.count);
        look->call_of_record = nowhere(input->program->records.count);
        look->stream_made = nowhere(input->program->streams.count);
        look->event_made = nowhere(input->program->events.count);
        look->alloc_made = nowhere(input->program->allocs.count);
        join(look);
    }
    if (input->summary) {
        int64_t least = input->summary->least;
        out->host_work = host_work_of(look);
        out->floor = out->host_work > least ? out->host_work : least;
    }
}

static void look_end(struct pitfall_look *look)
{
    free(look->record_of_op);
    free(look->op_of_record);
    free(look->call_of_record);
    free(look->stream_made);
    free(look->event_made);
    free(look->alloc_made);
}

void pitfalls_find(struct pitfalls *pitfalls, const struct pitfall_input *input)
{
    struct pitfall_look look;
    look_begin(&look, input, pitfalls);
    pitfall_find_fences(&look);
    pitfall_find_copies(&look);
    pitfall_find_staged(&look);
    pitfall_find_host(&look);
    pitfall_find_slow_host(&look);
    pitfall_find_pools(&look);
    pitfall_find_waits(&look);
    pitfall_find_queues(&look);
    pitfall_find_stream_orders(&look);
    pitfall_find_sm(&look);
    pitfall_find_timers(&look);
    pitfall_find_elapsed(&look);
    pitfall_find_errors(&look);
    pitfall_find_event_waits(&look);
    pitfall_find_orders(&look);
    pitfall_find_limits(&look);
    for (size_t i = 0; i < pitfalls->count; i++)
        count_on_path(&pitfalls->rows[i], input->critical);
    look_end(&look);
}

bool *pitfalls_timers(const struct program *program, const struct timeline *timeline)
{
    bool times = false;
    for (uint32_t i = 0; i < program->records.count && !times; i++)
        times = program->records.rows[i].call == CALL_host_clock ||
                program->records.rows[i].call == CALL_cudaEventElapsedTime;
    if (!times)
        return NULL;
    struct pitfalls found;
    struct pitfall_look look;
    look_begin(&look, &(struct pitfall_input){.program = program, .timeline = timeline}, &found);
    pitfall_find_timers(&look);
    pitfall_find_elapsed(&look);
    bool *places = mem_zalloc(program->places.count + 1);
    for (size_t i = 0; i < found.count; i++)
        places[found.rows[i].place] = true;
    look_end(&look);
    pitfalls_release(&found);
    return places;
}
