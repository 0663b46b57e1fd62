#include "gpu/result.h"

#include "gpu/single_runs.h"
#include "gpu/statistics.h"
#include "gpu/typical.h"
#include "sim/base/duration.h"
#include "sim/base/mem.h"

#include <stdlib.h>
#include <string.h>

enum { MILLION = 1000000 };

void result_init(struct result *result, const struct plan *plan)
{
    *result = (struct result){.plan = plan};
}

void result_release(struct result *result)
{
    for (size_t i = 0; i < result->plain_count; i++)
        free(result->plains[i].answers);
    for (size_t i = 0; i < result->sample_count; i++)
        free(result->samples[i].calls);
    free(result->steps);
    free(result->plains);
    free(result->samples);
    memset(result, 0, sizeof *result);
}

int result_take(struct result *result, uint32_t process, uint32_t type, const void *data,
                size_t bytes, struct err *err)
{
    size_t records = result->plan->program->records.count;
    size_t answer_bytes = result->plan->answer_count * sizeof(int64_t);
    size_t sample_bytes = (records + result->plan->op_count) * sizeof(struct run_time);
    int64_t wall;
    if (type == SESSION_FACTS && bytes == sizeof result->facts) {
        memcpy(&result->facts, data, bytes);
        return 0;
    }
    if (type == SESSION_STEPS && bytes % sizeof *result->steps == 0) {
        free(result->steps);
        result->steps = mem_zalloc(bytes + 1);
        memcpy(result->steps, data, bytes);
        result->step_count = bytes / sizeof *result->steps;
        return 0;
    }
    uint32_t clock;
    if (type == SESSION_CLOCK && bytes == sizeof clock) {
        memcpy(&clock, data, sizeof clock);
        if (clock <= GPU_CLOCK_NONE) {
            result->clock = (enum gpu_clock)clock;
            return 0;
        }
    }
    uint32_t crowded;
    if (type == SESSION_CROWDED && bytes == sizeof crowded) {
        memcpy(&crowded, data, sizeof crowded);
        result->crowded += crowded;
        return 0;
    }
    if (type == SESSION_PLAIN && bytes == sizeof wall + answer_bytes) {
        memcpy(&wall, data, sizeof wall);
        result->plains = mem_grow(result->plains, &result->plain_capacity, result->plain_count + 1,
                                  sizeof *result->plains);
        struct plain_run *run = &result->plains[result->plain_count++];
        *run = (struct plain_run){process, wall, mem_zalloc(answer_bytes + 1)};
        memcpy(run->answers, (const char *)data + sizeof wall, answer_bytes);
        return 0;
    }
    if (type == SESSION_SAMPLE && bytes == sizeof wall + sample_bytes) {
        memcpy(&wall, data, sizeof wall);
        result->samples = mem_grow(result->samples, &result->sample_capacity,
                                   result->sample_count + 1, sizeof *result->samples);
        struct sample_run *run = &result->samples[result->sample_count++];
        *run = (struct sample_run){process, wall, true, mem_zalloc(sample_bytes + 1), NULL};
        run->ops = run->calls + records;
        memcpy(run->calls, (const char *)data + sizeof wall, sample_bytes);
        return 0;
    }
    return err_set(err, ERR_RUN, "the measuring process sent a message of type %u, %zu bytes", type,
                   bytes);
}

/* --- medians ------------------------------------------------------------------------------------
 */

struct median {
    int64_t value, p10, p90; /* percentiles relative to the median */
};

static const struct median unknown = {TIMELINE_UNKNOWN, 0, 0};

/* Of the first `count` values, which it sorts. */
static struct median median_of(int64_t *values, size_t count)
{
    if (count == 0)
        return unknown;
    int64_t value = statistics_percentile(values, count, 500);
    return (struct median){value, statistics_percentile(values, count, 100) - value,
                           statistics_percentile(values, count, 900) - value};
}

/* A choice of samples: those whose wall time lies between two values, of one process or of all. */
struct choice {
    int64_t low, high;
    uint32_t process; /* UINT32_MAX: all */
    bool typical;     /* only such, for the times of operations and calls */
};

static bool is_chosen(const struct choice *choice, int64_t wall, uint32_t process)
{
    return wall >= choice->low && wall <= choice->high &&
           (choice->process == UINT32_MAX || choice->process == process);
}

enum side { CALL_FROM, CALL_TO, OP_FROM, OP_TO };

/* Median over the chosen samples of one side of a record's call or of an operation. */
static struct median sample_median(const struct result *result, const struct choice *choice,
                                   enum side side, size_t row)
{
    int64_t *values = mem_zalloc((result->sample_count + 1) * sizeof *values);
    size_t known = 0;
    for (size_t i = 0; i < result->sample_count; i++) {
        const struct sample_run *sample = &result->samples[i];
        const struct run_time *time = side <= CALL_TO ? &sample->calls[row] : &sample->ops[row];
        int64_t value = side == CALL_FROM || side == OP_FROM ? time->from : time->to;
        if (value != TIMELINE_UNKNOWN && is_chosen(choice, sample->wall, sample->process) &&
            (sample->typical || !choice->typical))
            values[known++] = value;
    }
    struct median median = median_of(values, known);
    free(values);
    return median;
}

static struct median wall_median(const struct result *result, const struct choice *choice,
                                 bool plain)
{
    size_t count = plain ? result->plain_count : result->sample_count, known = 0;
    int64_t *values = mem_zalloc((count + 1) * sizeof *values);
    for (size_t i = 0; i < count; i++) {
        int64_t wall = plain ? result->plains[i].wall : result->samples[i].wall;
        uint32_t process = plain ? result->plains[i].process : result->samples[i].process;
        if (is_chosen(choice, wall, process))
            values[known++] = wall;
    }
    struct median median = median_of(values, known);
    free(values);
    return median;
}

static struct median answer_median(const struct result *result, size_t answer)
{
    int64_t *values = mem_zalloc((result->plain_count + 1) * sizeof *values);
    size_t known = 0;
    for (size_t i = 0; i < result->plain_count; i++)
        if (result->plains[i].answers[answer] != TIMELINE_UNKNOWN)
            values[known++] = result->plains[i].answers[answer];
    struct median median = median_of(values, known);
    free(values);
    return median;
}

/* --- modes --------------------------------------------------------------------------------------
 */

/* The modes of one kind of run, most runs first, each as a choice of the runs in it. */
struct modes {
    size_t count;
    struct {
        struct choice choice;
        uint32_t runs;
        int64_t wall;
    } rows[STATISTICS_MODES_MOST];
};

static void find_modes(const struct result *result, bool plain, struct modes *modes)
{
    size_t count = plain ? result->plain_count : result->sample_count;
    int64_t *walls = mem_zalloc((count + 1) * sizeof *walls);
    struct statistics_mode found[STATISTICS_MODES_MOST];
    for (size_t i = 0; i < count; i++)
        walls[i] = plain ? result->plains[i].wall : result->samples[i].wall;
    size_t found_count = statistics_modes(walls, count, found);
    modes->count = 0;
    for (size_t i = 0; i < found_count; i++) {
        size_t at = modes->count++;
        for (; at > 0 && modes->rows[at - 1].runs < found[i].count; at--)
            modes->rows[at] = modes->rows[at - 1];
        modes->rows[at].choice = (struct choice){
            walls[found[i].first], walls[found[i].first + found[i].count - 1], UINT32_MAX, !plain};
        modes->rows[at].runs = (uint32_t)found[i].count;
        modes->rows[at].wall = found[i].median;
    }
    free(walls);
}

/* The instrumented runs' mode that is nearest to a wall time. */
static size_t nearest_mode(const struct modes *modes, int64_t wall)
{
    size_t best = 0;
    for (size_t i = 1; i < modes->count; i++)
        if (llabs(modes->rows[i].wall - wall) < llabs(modes->rows[best].wall - wall))
            best = i;
    return best;
}

/* The typical runs of one mode. */
static void find_typical(struct result *result, const struct choice *mode)
{
    struct sample_run **runs = mem_zalloc((result->sample_count + 1) * sizeof *runs);
    size_t count = 0;
    for (size_t i = 0; i < result->sample_count; i++)
        if (is_chosen(mode, result->samples[i].wall, result->samples[i].process))
            runs[count++] = &result->samples[i];
    typical_find(runs, count, result->plan->op_count);
    free(runs);
}

/* --- the timeline -------------------------------------------------------------------------------
 */

/* Kind, name, machine and detail of an operation, by its record. */
static void describe(struct timeline *timeline, const struct program *program,
                     const struct program_record *record, struct timeline_op *op)
{
    op->stream = record->stream;
    op->place = record->place;
    op->thread = record->thread;
    op->detail = record->object;
    switch (call_info((enum call)record->call)->object) {
    case OBJECT_LAUNCH:
        op->kind = OP_KERNEL;
        op->machine = MACHINE_SM;
        op->name = program->kernels.rows[program->launches.rows[record->object].kernel].name;
        break;
    case OBJECT_COPY: {
        enum copy_kind kind = program->copies.rows[record->object].kind;
        timeline_set_copy(op, kind);
        op->name = intern_adds(&timeline->names, copy_kind_name(kind));
        break;
    }
    case OBJECT_HOSTFN:
        op->kind = OP_HOST;
        op->machine = MACHINE_HOST_WORKER;
        op->name = program->hostfns.rows[record->object].name;
        break;
    case OBJECT_ALLOC:
        op->kind = OP_FREE_ALLOC;
        op->detail = 0;
        op->name = intern_adds(&timeline->names, op_kind_name(OP_FREE_ALLOC));
        break;
    default:
        op->kind = record->call == CALL_cudaStreamWaitEvent ? OP_WAIT : OP_RECORD;
        op->name = program->events.rows[record->object].name;
        break;
    }
}

static void add_ops(const struct result *result, const struct choice *choice,
                    struct timeline *timeline)
{
    size_t count = result->plan->op_count;
    timeline->spreads.rows = mem_zalloc((count + 1) * sizeof *timeline->spreads.rows);
    timeline->spreads.count = timeline->spreads.capacity = count;
    for (size_t i = 0; i < count; i++) {
        size_t record = result->plan->op_records[i];
        uint32_t id = timeline_add_op(timeline);
        struct timeline_op *op = &timeline->ops.rows[id];
        describe(timeline, result->plan->program, plan_record(result->plan, record), op);
        op->call = sample_median(result, choice, CALL_FROM, record).value;
        op->returned = sample_median(result, choice, CALL_TO, record).value;
        struct median start = sample_median(result, choice, OP_FROM, i);
        struct median end = sample_median(result, choice, OP_TO, i);
        op->start = start.value;
        op->end = end.value;
        timeline->spreads.rows[i] =
            (struct timeline_spread){start.p10, start.p90, end.p10, end.p90};
    }
}

static bool is_shown(const struct result *result, size_t record)
{
    uint8_t step = result->plan->steps[record];
    return step == PLAN_CALL || step == PLAN_HOST || step == PLAN_TURNS || step == PLAN_MEANWHILE;
}

/* Rows for the calls that enqueue nothing: synchronizes, queries, host work; and the answers. */
static void add_calls(const struct result *result, const struct choice *choice,
                      struct timeline *timeline)
{
    size_t answer = 0;
    for (size_t i = 0; i < result->plan->program->records.count; i++) {
        const struct program_record *record = plan_record(result->plan, i);
        bool asks = answer < result->plan->answer_count && result->plan->answers[answer] == i;
        struct median elapsed = asks ? answer_median(result, answer++) : unknown;
        if (!is_shown(result, i))
            continue;
        struct timeline_call call = {
            .enter = sample_median(result, choice, CALL_FROM, i).value,
            .returned = sample_median(result, choice, CALL_TO, i).value,
            .place = record->place,
            .op = TIMELINE_NO_OP,
            .thread = record->thread,
            .call = record->call,
            .result = record->result,
        };
        if (call.enter == TIMELINE_UNKNOWN || (call.enter < 0 && elapsed.value == unknown.value))
            continue;
        timeline_add_call(timeline, &call);
        if (elapsed.value != unknown.value)
            timeline_add_answer(timeline, elapsed.value, elapsed.p10, elapsed.p90);
    }
}

/* NVTX ranges, with the stack of each thread as the program's pushes and pops make it. */
static void add_ranges(const struct result *result, const struct choice *choice,
                       struct timeline *timeline)
{
    const struct program *program = result->plan->program;
    for (size_t i = 0; i < program->records.count; i++) {
        const struct program_record *record = plan_record(result->plan, i);
        if (record->call != CALL_range_push)
            continue;
        struct timeline_range range = {
            .begin = sample_median(result, choice, CALL_FROM, i).value,
            .end = TIMELINE_UNKNOWN,
            .name = record->object,
            .thread = record->thread,
        };
        int depth = 1;
        for (uint32_t j = result->plan->following[i]; j != PLAN_NONE && depth > 0;
             j = result->plan->following[j]) {
            depth += program->records.rows[j].call == CALL_range_push;
            depth -= program->records.rows[j].call == CALL_range_pop;
            if (depth == 0)
                range.end = sample_median(result, choice, CALL_FROM, j).value;
        }
        timeline->ranges.rows = mem_grow(timeline->ranges.rows, &timeline->ranges.capacity,
                                         timeline->ranges.count + 1, sizeof *timeline->ranges.rows);
        timeline->ranges.rows[timeline->ranges.count++] = range;
    }
}

/* The further modes, with the times of their operations where instrumented runs had them too. */
static void add_modes(const struct result *result, const struct modes *plain,
                      const struct modes *traced, struct timeline *timeline)
{
    for (size_t i = 0; plain->count > 1 && i < plain->count; i++) {
        timeline_add_mode(timeline, plain->rows[i].runs, plain->rows[i].wall);
        size_t nearest = nearest_mode(traced, plain->rows[i].wall);
        if (i > 0 && nearest == nearest_mode(traced, plain->rows[0].wall))
            continue;
        struct timeline_mode_time *times = timeline_add_mode_times(timeline);
        const struct choice *choice = &traced->rows[nearest].choice;
        for (size_t op = 0; op < result->plan->op_count; op++) {
            times[op].start = sample_median(result, choice, OP_FROM, op).value;
            times[op].end = sample_median(result, choice, OP_TO, op).value;
        }
    }
}

/* Span and the timed part. Zero is the timed part's first call. */
static void set_extent(const struct result *result, struct timeline *timeline)
{
    timeline->zero = 0;
    timeline->timed_from = 0;
    timeline->timed_to = timeline->wall;
    for (size_t i = 0; i < timeline->ops.count; i++) {
        const struct timeline_op *op = &timeline->ops.rows[i];
        if (op->call != TIMELINE_UNKNOWN && op->call > timeline->timed_to)
            timeline->timed_to = op->call;
    }
    for (size_t i = 0; i < timeline->ranges.count; i++) {
        const struct timeline_range *range = &timeline->ranges.rows[i];
        if (result->plan->timed_name == 0 || range->name != result->plan->timed_name)
            continue;
        timeline->timed_from = range->begin;
        if (range->end != TIMELINE_UNKNOWN)
            timeline->timed_to = range->end;
        break;
    }
    int64_t first = INT64_MAX, last = INT64_MIN;
    for (size_t i = 0; i < timeline->ops.count; i++) {
        const struct timeline_op *op = &timeline->ops.rows[i];
        if (!timeline_is_work(op) || op->start == TIMELINE_UNKNOWN ||
            !timeline_is_timed(timeline, op))
            continue;
        first = op->start < first ? op->start : first;
        last = op->end > last ? op->end : last;
    }
    timeline->span = last > first ? last - first : TIMELINE_UNKNOWN;
}

/* --- the noise between processes ----------------------------------------------------------------
 */

/* Start of the timed part's first operation that has one among the chosen samples; UNKNOWN if there
 * is none. */
static int64_t first_start(const struct result *result, const struct choice *choice,
                           const struct timeline *timeline)
{
    int64_t first = TIMELINE_UNKNOWN;
    for (size_t i = 0; i < result->plan->op_count; i++) {
        int64_t start = sample_median(result, choice, OP_FROM, i).value;
        if (start != TIMELINE_UNKNOWN && timeline_is_timed(timeline, &timeline->ops.rows[i]) &&
            (first == TIMELINE_UNKNOWN || start < first))
            first = start;
    }
    return first;
}

/* One process against all: how far its operations are off, as shares of the span. Returns how many
 * errors were added. */
static size_t add_placement(const struct result *result, const struct choice *all,
                            const struct choice *one, const struct timeline *timeline,
                            int64_t *errors)
{
    int64_t from = first_start(result, all, timeline), own = first_start(result, one, timeline);
    size_t count = 0;
    for (size_t i = 0; own != TIMELINE_UNKNOWN && i < result->plan->op_count; i++) {
        const struct timeline_op *op = &timeline->ops.rows[i];
        int64_t start = sample_median(result, one, OP_FROM, i).value;
        int64_t end = sample_median(result, one, OP_TO, i).value;
        if (op->start == TIMELINE_UNKNOWN || start == TIMELINE_UNKNOWN ||
            !timeline_is_timed(timeline, op))
            continue;
        int64_t at_start = llabs((start - own) - (op->start - from));
        int64_t at_end = llabs((end - own) - (op->end - from));
        errors[count++] =
            duration_divide(at_start > at_end ? at_start : at_end, MILLION, timeline->span);
    }
    return count;
}

static void set_noise(const struct result *result, uint32_t processes, const struct choice *plain,
                      const struct choice *traced, struct timeline *timeline)
{
    struct timeline_noise *noise = &timeline->measurement.noise;
    int64_t *errors = mem_zalloc((processes * (size_t)result->plan->op_count + 1) * sizeof *errors);
    size_t count = 0;
    if (processes < 2)
        processes = 0;
    for (uint32_t i = 0; i < processes; i++) {
        struct choice own_plain = *plain, own_traced = *traced;
        own_plain.process = own_traced.process = i;
        own_traced.typical = false;
        int64_t wall = wall_median(result, &own_plain, true).value;
        if (wall != TIMELINE_UNKNOWN && timeline->wall > 0) {
            int64_t error = duration_divide(llabs(wall - timeline->wall), MILLION, timeline->wall);
            noise->wall =
                noise->wall == TIMELINE_UNKNOWN || error > noise->wall ? error : noise->wall;
        }
        if (timeline->span > 0)
            count += add_placement(result, traced, &own_traced, timeline, errors + count);
    }
    if (count) {
        noise->placement_median = statistics_percentile(errors, count, 500);
        noise->placement_p95 = statistics_percentile(errors, count, 950);
        noise->placement_worst = statistics_percentile(errors, count, 1000);
    }
    free(errors);
}

static void add_steps(const struct result *result, struct timeline *timeline)
{
    if (result->step_count == 0)
        return;
    size_t bytes = result->step_count * sizeof *result->steps;
    timeline->sm_steps.rows = mem_zalloc(bytes);
    memcpy(timeline->sm_steps.rows, result->steps, bytes);
    timeline->sm_steps.count = timeline->sm_steps.capacity = result->step_count;
}

bool result_is_whole(const struct result *result)
{
    return result->plain_count > 0 && result->sample_count > 0;
}

void result_fill(struct result *result, struct timeline *timeline)
{
    struct timeline_measurement *facts = &timeline->measurement;
    const struct choice all = {INT64_MIN, INT64_MAX, UINT32_MAX, false};
    struct modes plain, traced;
    find_modes(result, true, &plain);
    find_modes(result, false, &traced);
    for (size_t i = 0; i < traced.count; i++)
        find_typical(result, &traced.rows[i].choice);
    const struct choice *most = &plain.rows[0].choice;
    const struct choice *samples = &traced.rows[nearest_mode(&traced, plain.rows[0].wall)].choice;

    timeline->source = TIMELINE_MEASURED;
    timeline_take_tables(timeline, result->plan->program);
    timeline->device_name = intern_adds(&timeline->names, result->facts.name);
    timeline->profile = intern_adds(&timeline->names, result->plan->profile->id);
    facts->driver = intern_adds(&timeline->names, result->facts.driver);
    struct median walls = wall_median(result, &all, true);
    timeline->wall = plain.rows[0].wall;
    facts->wall_p10 = walls.value + walls.p10;
    facts->wall_p90 = walls.value + walls.p90;
    facts->instrument_wall = wall_median(result, samples, false).value;
    facts->repetitions = (uint32_t)result->plain_count;
    facts->crowded = result->crowded;
    facts->processes = 0;
    for (size_t i = 0; i < result->plain_count; i++)
        if (result->plains[i].process >= facts->processes)
            facts->processes = result->plains[i].process + 1;
    add_ops(result, samples, timeline);
    add_calls(result, samples, timeline);
    add_ranges(result, samples, timeline);
    set_extent(result, timeline);
    add_steps(result, timeline);
    add_modes(result, &plain, &traced, timeline);
    set_noise(result, facts->processes, most, samples, timeline);
    single_runs_find(result, timeline);
}
