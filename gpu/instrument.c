#include "gpu/instrument.h"

#include "gpu/clocks.h"
#include "sim/base/duration.h"
#include "sim/base/mem.h"
#include "sim/model/cost.h"
#include "sim/model/timeline.h"

#include <stdlib.h>
#include <string.h>

static size_t record_count(const struct running *running)
{
    return running->plan->program->records.count;
}

/* What is kept of one run until its operations' times are known. */
struct sample {
    bool counts; /* is to be sent */
    int64_t wall, zero;
    struct run_time *calls; /* by record */
    struct run_time *ops;   /* by operation; in the same allocation */
};

struct samples {
    struct sample *rows;
    size_t count, capacity;
};

static struct sample *add_sample(const struct running *running, struct samples *samples)
{
    size_t rows = record_count(running) + running->plan->op_count + 1;
    samples->rows =
        mem_grow(samples->rows, &samples->capacity, samples->count + 1, sizeof *samples->rows);
    struct sample *sample = &samples->rows[samples->count++];
    *sample = (struct sample){.calls = mem_zalloc(rows * sizeof *sample->calls)};
    sample->ops = sample->calls + record_count(running);
    return sample;
}

static void free_samples(struct samples *samples)
{
    for (size_t i = 0; i < samples->count; i++)
        free(samples->rows[i].calls);
    free(samples->rows);
}

static int64_t from_zero(int64_t time, int64_t zero)
{
    return time == TIMELINE_UNKNOWN ? time : time - zero;
}

static struct run_time span_from_zero(struct run_time span, int64_t zero)
{
    return (struct run_time){from_zero(span.from, zero), from_zero(span.to, zero)};
}

/* Performs one run into a sample: the host's times, among them those of host functions and of
 * copies that the host makes itself. */
static int run_sample(struct running *running, bool warm_up, struct sample *sample, struct err *err)
{
    struct run *run = &running->run;
    const struct plan *plan = running->plan;
    int result =
        warm_up ? running_warm_up(running, err) : running_perform(running, &sample->counts, err);
    if (result != 0 || run_wall(run, &sample->zero, &sample->wall, err) != 0)
        return -1;
    for (size_t i = 0; i < record_count(running); i++)
        sample->calls[i] = span_from_zero(run->calls[i], sample->zero);
    for (size_t i = 0; i < plan->op_count; i++) {
        const struct program_record *record = &plan->program->records.rows[plan->op_records[i]];
        sample->ops[i] = span_from_zero(run->bodies[i], sample->zero);
        if (call_info((enum call)record->call)->object == OBJECT_COPY &&
            plan->program->copies.rows[record->object].kind == COPY_H2H)
            sample->ops[i].to = sample->calls[plan->op_records[i]].to; /* it waits first */
    }
    return 0;
}

static int send_sample(struct running *running, const struct sample *sample, struct err *err)
{
    if (!sample->counts)
        return 0;
    size_t rows = record_count(running) + running->plan->op_count;
    size_t bytes = sizeof(int64_t) + rows * sizeof(struct run_time);
    char *message = mem_zalloc(bytes);
    memcpy(message, &sample->wall, sizeof sample->wall);
    memcpy(message + sizeof sample->wall, sample->calls, rows * sizeof(struct run_time));
    int result = process_send(running->process, SESSION_SAMPLE, message, bytes, err);
    free(message);
    return result;
}

static size_t traced_count(const struct plan *plan)
{
    size_t count = 0;
    for (size_t op = 0; op < plan->op_count; op++)
        count += plan_is_traced(plan, plan->op_records[op]);
    return count;
}

/* Of a run, spans that come before its own: of the one that led it in, of the preparation. */
static size_t spans_before(const struct running *running)
{
    return (running->leads ? traced_count(running->plan) : 0) + running->memory.copies;
}

/* The spans of untagged runs come in the order of the calls, one for each kernel, copy, memset. */
static void place_in_order(struct running *running, struct sample *sample,
                           const struct device_span *spans)
{
    size_t used = spans_before(running);
    for (size_t op = 0; op < running->plan->op_count; op++) {
        if (!plan_is_traced(running->plan, running->plan->op_records[op]))
            continue;
        sample->ops[op] =
            span_from_zero((struct run_time){spans[used].start, spans[used].end}, sample->zero);
        used++;
    }
}

/* Tags count the records of all runs from 1. A call that made several spans gets their hull. */
static void place_by_tag(struct running *running, struct samples *samples,
                         const struct device_span *spans, size_t count)
{
    size_t records = record_count(running);
    for (size_t i = 0; i < count; i++) {
        if (spans[i].tag == 0 || spans[i].tag > records * samples->count)
            continue;
        struct sample *sample = &samples->rows[(spans[i].tag - 1) / records];
        uint32_t op = running->plan->ops[(spans[i].tag - 1) % records];
        if (op == PLAN_NONE || !plan_is_traced(running->plan, running->plan->op_records[op]))
            continue;
        struct run_time *seen = &sample->ops[op];
        int64_t start = spans[i].start - sample->zero, end = spans[i].end - sample->zero;
        seen->from = seen->from == TIMELINE_UNKNOWN || start < seen->from ? start : seen->from;
        seen->to = seen->to == TIMELINE_UNKNOWN || end > seen->to ? end : seen->to;
    }
}

/* Several threads' calls have no order of their own, so each is tagged. */
static bool needs_tags(const struct running *running)
{
    return running->plan->multithreaded;
}

/* Runs under the trace into `samples`; *whole is false if an untagged trace did not report what was
 * expected. All runs before one take: the first call after a flush takes 160 us longer under CUPTI.
 */
static int trace_runs(struct running *running, bool tagged, struct samples *samples, bool *whole,
                      struct err *err)
{
    struct device *device = running->device;
    const struct device_span *spans = NULL;
    size_t count = 0, kept = 0;
    int result =
        running_begin(running, err) != 0 ? -1 : device->api->trace_begin(device, tagged, err);
    size_t expected = spans_before(running) + traced_count(running->plan);
    while (result == 0 && kept < running->session->options->repetitions) {
        bool warm_up = samples->count < SESSION_TRACE_WARM_UPS;
        running->run.first_tag = tagged ? samples->count * record_count(running) + 1 : 0;
        struct sample *sample = add_sample(running, samples);
        result = run_sample(running, warm_up, sample, err);
        kept += sample->counts;
    }
    running->run.first_tag = 0;
    if (result == 0)
        result = device->api->trace_take(device, &spans, &count, err);
    *whole = tagged || count == expected * samples->count;
    if (result == 0 && tagged)
        place_by_tag(running, samples, spans, count);
    for (size_t i = 0; result == 0 && !tagged && *whole && i < samples->count; i++)
        place_in_order(running, &samples->rows[i], spans + i * expected);
    device->api->trace_end(device);
    return result;
}

static int run_traced(struct running *running, struct err *err)
{
    struct samples samples = {0};
    bool whole;
    uint32_t crowded = running->crowded;
    int result = trace_runs(running, needs_tags(running), &samples, &whole, err);
    if (result == 0 && !whole) {
        free_samples(&samples);
        samples = (struct samples){0};
        running->crowded = crowded;
        result = trace_runs(running, true, &samples, &whole, err);
    }
    for (size_t i = 0; result == 0 && i < samples.count; i++) {
        clocks_mend(running->plan, samples.rows[i].calls, samples.rows[i].ops);
        result = send_sample(running, &samples.rows[i], err);
    }
    free_samples(&samples);
    return result;
}

/* --- stamps -------------------------------------------------------------------------------------
 */

/* When the first block of a launch started and its last one ended, in the device's clock. */
static struct run_time stamped_span(const struct running *running,
                                    const struct device_stamp *stamps, size_t record)
{
    const struct program *program = running->plan->program;
    const struct program_launch *launch =
        &program->launches.rows[program->records.rows[record].object];
    size_t first = running->objects.first_stamp[record];
    size_t blocks = (size_t)cost_grid_blocks(launch);
    struct run_time span = {INT64_MAX, INT64_MIN};
    for (size_t i = first; i < first + blocks; i++) {
        int64_t start = (int64_t)stamps[i].start, end = (int64_t)stamps[i].end;
        span.from = start < span.from ? start : span.from;
        span.to = end > span.to ? end : span.to;
    }
    return span;
}

static void keep_stamps(struct running *running, struct sample *sample,
                        const struct device_stamp *stamps)
{
    for (size_t op = 0; op < running->plan->op_count; op++)
        if (running->objects.first_stamp[running->plan->op_records[op]] != SIZE_MAX)
            sample->ops[op] = stamped_span(running, stamps, running->plan->op_records[op]);
}

/* One moment in both clocks. */
struct moment {
    int64_t host, own;
};

static int read_clocks(struct running *running, struct moment *moment, struct err *err)
{
    int64_t apart;
    int error = running->device->api->clocks(running->device, &moment->host, &moment->own, &apart);
    return error ? objects_failed(&running->objects, NULL, error, err) : 0;
}

/* The host's time of a time of the device's clock: along the line through two moments. */
static int64_t host_time(const struct moment *from, const struct moment *to, int64_t own)
{
    int64_t past = own - from->own, host = to->host - from->host, device = to->own - from->own;
    if (device <= 0)
        return from->host + past;
    int64_t sign = past < 0 ? -1 : 1;
    return from->host + sign * duration_divide(sign * past, host > 0 ? host : device, device);
}

/* From the device's clock to the program's zero. */
static void place_stamps(const struct running *running, struct sample *sample,
                         const struct moment *from, const struct moment *to)
{
    for (size_t op = 0; op < running->plan->op_count; op++) {
        if (running->objects.first_stamp[running->plan->op_records[op]] == SIZE_MAX)
            continue;
        struct run_time *span = &sample->ops[op];
        span->from = host_time(from, to, span->from) - sample->zero;
        span->to = host_time(from, to, span->to) - sample->zero;
    }
}

static int by_time(const void *a, const void *b)
{
    const struct timeline_sm_step *x = a, *y = b;
    return (x->time > y->time) - (x->time < y->time);
}

/* Every start and end of a block, in the device's clock, as a change. */
static size_t list_changes(const struct running *running, const struct device_stamp *stamps,
                           struct timeline_sm_step *changes)
{
    const struct program *program = running->plan->program;
    size_t count = 0;
    for (size_t op = 0; op < running->plan->op_count; op++) {
        size_t record = running->plan->op_records[op], first = running->objects.first_stamp[record];
        if (first == SIZE_MAX)
            continue;
        const struct program_launch *launch =
            &program->launches.rows[program->records.rows[record].object];
        int32_t threads = (int32_t)(launch->block[0] * launch->block[1] * launch->block[2]);
        size_t blocks = (size_t)cost_grid_blocks(launch);
        for (size_t i = first; i < first + blocks; i++) {
            changes[count++] = (struct timeline_sm_step){(int64_t)stamps[i].start, 1, threads};
            changes[count++] = (struct timeline_sm_step){(int64_t)stamps[i].end, -1, -threads};
        }
    }
    return count;
}

/* What was on the SMs from each change on. */
static int send_steps(struct running *running, const struct device_stamp *stamps,
                      const struct moment *before, const struct moment *after, int64_t zero,
                      struct err *err)
{
    struct timeline_sm_step *steps =
        mem_zalloc((2 * running->objects.stamp_count + 1) * sizeof *steps);
    size_t changes = list_changes(running, stamps, steps), count = 0;
    int32_t blocks = 0, threads = 0;
    qsort(steps, changes, sizeof *steps, by_time);
    for (size_t i = 0; i < changes; i++) {
        int64_t time = steps[i].time;
        blocks += steps[i].blocks;
        threads += steps[i].threads;
        if (i + 1 == changes || steps[i + 1].time != time)
            steps[count++] =
                (struct timeline_sm_step){host_time(before, after, time) - zero, blocks, threads};
    }
    int result = 0;
    if (count > 0 && count <= INSTRUMENT_STEPS)
        result = process_send(running->process, SESSION_STEPS, steps, count * sizeof *steps, err);
    free(steps);
    return result;
}

/* The clocks are compared before the first run and after the last, which counts. */
static int run_stamped(struct running *running, struct err *err)
{
    if (objects_add_stamps(&running->objects, err) != 0)
        return -1;
    size_t count = running->objects.stamp_count, kept = 0;
    struct device_stamp *stamps = mem_zalloc((count + 1) * sizeof *stamps);
    struct samples samples = {0};
    struct moment before, after;
    int result = running_begin(running, err);
    running->run.stamps = true;
    if (result == 0)
        result = read_clocks(running, &before, err);
    while (result == 0 && kept < running->session->options->repetitions) {
        struct sample *sample = add_sample(running, &samples);
        result = run_sample(running, false, sample, err);
        int error = result ? 0
                           : running->device->api->read_stamps(
                                 running->device, running->objects.stamps, count, stamps);
        if (error)
            result = objects_failed(&running->objects, NULL, error, err);
        if (result == 0)
            keep_stamps(running, sample, stamps);
        kept += sample->counts;
    }
    running->run.stamps = false;
    if (result == 0)
        result = read_clocks(running, &after, err);
    for (size_t i = 0; result == 0 && i < samples.count; i++) {
        place_stamps(running, &samples.rows[i], &before, &after);
        result = send_sample(running, &samples.rows[i], err);
    }
    if (result == 0 && kept > 0)
        result =
            send_steps(running, stamps, &before, &after, samples.rows[samples.count - 1].zero, err);
    free_samples(&samples);
    free(stamps);
    return result;
}

/* As often as they are to count, each sent at once, with the ends that events saw, if any. */
static int send_runs(struct running *running, const struct end_events *events, struct err *err)
{
    struct samples samples = {0};
    struct sample *sample = add_sample(running, &samples);
    int result = running_begin(running, err);
    for (uint32_t kept = 0; result == 0 && kept < running->session->options->repetitions;) {
        result = run_sample(running, false, sample, err);
        for (size_t op = 0; events && result == 0 && op < running->plan->op_count; op++)
            if (events->times[op] != TIMELINE_UNKNOWN)
                sample->ops[op] =
                    (struct run_time){TIMELINE_UNKNOWN, events->times[op] - sample->zero};
        if (result == 0)
            result = send_sample(running, sample, err);
        kept += sample->counts;
    }
    free_samples(&samples);
    return result;
}

static int run_with_events(struct running *running, struct err *err)
{
    struct end_events events;
    end_events_init(&events, running->plan, running->device);
    running->run.events = &events;
    int result = send_runs(running, &events, err);
    running->run.events = NULL;
    end_events_release(&events);
    return result;
}

/* --- the choice ---------------------------------------------------------------------------------
 */

/* Whether stamps see all that a trace would. */
static bool only_kernels(const struct plan *plan)
{
    for (size_t op = 0; op < plan->op_count; op++) {
        const struct program_record *record = &plan->program->records.rows[plan->op_records[op]];
        if (plan_is_traced(plan, plan->op_records[op]) &&
            call_info((enum call)record->call)->object != OBJECT_LAUNCH)
            return false;
    }
    return true;
}

static int send_clock(struct running *running, enum gpu_clock clock, struct err *err)
{
    uint32_t message = clock;
    return process_send(running->process, SESSION_CLOCK, &message, sizeof message, err);
}

int instrument_run(struct running *running, struct err *err)
{
    enum gpu_clock clock = running->session->options->clock;
    if (clock == GPU_CLOCK_AUTO || clock == GPU_CLOCK_CUPTI) {
        int result = run_traced(running, err);
        if (result == 0)
            return send_clock(running, GPU_CLOCK_CUPTI, err);
        if (clock == GPU_CLOCK_CUPTI || err->status != ERR_UNAVAILABLE)
            return result;
        err_init(err);
        bool stamps = only_kernels(running->plan) && objects_can_stamp(&running->objects);
        clock = stamps ? GPU_CLOCK_STAMPS : GPU_CLOCK_EVENTS;
    }
    int result = clock == GPU_CLOCK_STAMPS ? run_stamped(running, err)
                 : clock == GPU_CLOCK_NONE ? send_runs(running, NULL, err)
                                           : run_with_events(running, err);
    return result ? result : send_clock(running, clock, err);
}
