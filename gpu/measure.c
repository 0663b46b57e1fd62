/* Many runs into one timeline: wall times from plain runs, starts and ends from runs with an
 * instrument, medians and percentiles over each. */
#include "gpu/gpu.h"

#include "gpu/cuda_run.h"
#include "gpu/cuda_trace.h"
#include "sim/base/mem.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* What one repetition saw of one operation, ns from the program's zero. */
struct sample {
    int64_t call, returned, start, end;
};

struct measurement {
    const struct program *program;
    const struct gpu_options *options;
    struct cuda_objects objects;
    struct run_time *times; /* by record */
    uint32_t *op_records;   /* by operation: its record */
    size_t op_count;
    size_t zero_record;     /* the first that enqueues work in the timed part */
    struct sample *samples; /* [repetition][operation] */
    struct sample *calls;   /* [repetition][record], call and returned only */
    int64_t *walls, *traced_walls;
    uint32_t *channels; /* by operation; 0: unknown */
};

static int64_t monotonic_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

static int compare_i64(const void *a, const void *b)
{
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

/* The value at a share (per mille) of the sorted values: nearest rank. */
static int64_t percentile(int64_t *values, size_t count, size_t permille)
{
    qsort(values, count, sizeof *values, compare_i64);
    return values[(count - 1) * permille / 1000];
}

/* The timed part begins with the range "nullstream" where the program has one. */
static size_t find_zero(const struct program *program)
{
    size_t first = 0;
    uint32_t name = intern_find(&program->names, "nullstream", 10);
    for (size_t i = 0; name && i < program->records.count; i++) {
        const struct program_record *record = &program->records.rows[i];
        if (record->call == CALL_range_push && record->object == name) {
            first = i;
            break;
        }
    }
    while (!cuda_run_enqueues(&program->records.rows[first], true))
        first++;
    return first;
}

static int prepare(struct measurement *m, const struct profile *profile, struct err *err)
{
    const struct program *program = m->program;
    size_t records = program->records.count;
    m->times = mem_zalloc((records + 1) * sizeof *m->times);
    m->op_records = mem_zalloc((records + 1) * sizeof *m->op_records);
    for (size_t i = 0; i < records; i++)
        if (cuda_run_enqueues(&program->records.rows[i], false))
            m->op_records[m->op_count++] = (uint32_t)i;
    m->zero_record = find_zero(program);
    size_t repetitions = m->options->repetitions;
    m->samples = mem_zalloc(repetitions * m->op_count * sizeof *m->samples);
    m->calls = mem_zalloc(repetitions * records * sizeof *m->calls);
    m->walls = mem_zalloc(repetitions * sizeof *m->walls);
    m->traced_walls = mem_zalloc(repetitions * sizeof *m->traced_walls);
    m->channels = mem_zalloc((m->op_count + 1) * sizeof *m->channels);
    return cuda_objects_init(&m->objects, program, profile, m->options->stamps, err);
}

static int run_plain(struct measurement *m, struct err *err)
{
    for (uint32_t i = 0; i < m->options->warm_ups + m->options->repetitions; i++) {
        int64_t last = 0;
        if (cuda_run(&m->objects, monotonic_now, m->times, &last, err) != 0)
            return -1;
        if (i >= m->options->warm_ups)
            m->walls[i - m->options->warm_ups] = last - m->times[m->zero_record].enter;
    }
    return 0;
}

static void keep_calls(struct measurement *m, size_t repetition)
{
    int64_t zero = m->times[m->zero_record].enter;
    struct sample *calls = m->calls + repetition * m->program->records.count;
    for (size_t i = 0; i < m->program->records.count; i++) {
        calls[i].call = m->times[i].enter - zero;
        calls[i].returned = m->times[i].returned - zero;
    }
    struct sample *samples = m->samples + repetition * m->op_count;
    for (size_t op = 0; op < m->op_count; op++) {
        samples[op] = calls[m->op_records[op]];
        samples[op].start = samples[op].end = TIMELINE_UNKNOWN;
    }
}

static bool is_traced(const struct program *program, const struct program_record *record)
{
    switch (call_info((enum call)record->call)->object) {
    case OBJECT_LAUNCH:
        return true;
    case OBJECT_COPY:
        return program->copies.rows[record->object].kind != COPY_H2H;
    default:
        return false;
    }
}

/* The spans come in the order of the calls, one for each kernel, copy and memset. */
static int keep_spans(struct measurement *m, size_t repetition, const struct trace_span *spans,
                      size_t count, struct err *err)
{
    struct sample *samples = m->samples + repetition * m->op_count;
    int64_t zero = m->times[m->zero_record].enter;
    size_t used = 0;
    for (size_t op = 0; op < m->op_count; op++) {
        const struct program_record *record = &m->program->records.rows[m->op_records[op]];
        if (!is_traced(m->program, record))
            continue;
        if (used < count) {
            samples[op].start = spans[used].start - zero;
            samples[op].end = spans[used].end - zero;
            m->channels[op] = spans[used].channel;
        }
        used++;
    }
    if (used != count)
        return err_set(err, ERR_RUN, "CUPTI reported %zu spans for %zu kernels, copies and memsets",
                       count, used);
    return 0;
}

static int run_traced(struct measurement *m, struct err *err)
{
    if (trace_begin(err) != 0)
        return -1;
    int result = 0;
    /* Two more to warm up: the first runs under CUPTI pay for its buffers. */
    for (uint32_t i = 0; result == 0 && i < m->options->repetitions + 2; i++) {
        int64_t last = 0;
        const struct trace_span *spans;
        size_t count;
        result = cuda_run(&m->objects, trace_now, m->times, &last, err);
        if (result == 0)
            result = trace_take(&spans, &count, err);
        if (result != 0 || i < 2)
            continue;
        keep_calls(m, i - 2);
        m->traced_walls[i - 2] = last - m->times[m->zero_record].enter;
        result = keep_spans(m, i - 2, spans, count, err);
    }
    trace_end();
    return result;
}

/* %globaltimer has its own zero. The first stamped block is taken to have started when the traced
 * clock would say so: at no earlier moment than its launch call returned. Only differences between
 * stamps are exact. */
static int run_stamped(struct measurement *m, struct err *err)
{
    size_t bytes = m->objects.stamp_count * sizeof(struct spin_stamp);
    struct spin_stamp *stamps = mem_zalloc(bytes);
    int result = 0;
    for (uint32_t i = 0; result == 0 && i < m->options->repetitions; i++) {
        int64_t last = 0;
        result = cuda_run(&m->objects, monotonic_now, m->times, &last, err);
        if (result != 0)
            break;
        cudaError_t error = cudaMemcpy(stamps, m->objects.stamps, bytes, cudaMemcpyDeviceToHost);
        if (error != cudaSuccess) {
            result = cuda_failed(err, m->program, NULL, error);
            break;
        }
        keep_calls(m, i);
        m->traced_walls[i] = last - m->times[m->zero_record].enter;
        struct sample *samples = m->samples + i * m->op_count;
        int64_t offset = TIMELINE_UNKNOWN;
        for (size_t op = 0; op < m->op_count; op++) {
            size_t record = m->op_records[op];
            size_t at = m->objects.first_stamp[record];
            if (at == SIZE_MAX)
                continue;
            size_t end = at;
            uint32_t launch = m->program->records.rows[record].object;
            const uint32_t *grid = m->program->launches.rows[launch].grid;
            end += (size_t)grid[0] * grid[1] * grid[2];
            uint64_t first = UINT64_MAX, final = 0;
            for (; at < end; at++) {
                first = stamps[at].start < first ? stamps[at].start : first;
                final = stamps[at].end > final ? stamps[at].end : final;
            }
            if (offset == TIMELINE_UNKNOWN)
                offset = samples[op].returned - (int64_t)first;
            samples[op].start = (int64_t)first + offset;
            samples[op].end = (int64_t) final + offset;
        }
    }
    free(stamps);
    return result;
}

enum field { FIELD_CALL, FIELD_RETURNED, FIELD_START, FIELD_END };

static int64_t field_of(const struct sample *sample, enum field field)
{
    switch (field) {
    case FIELD_CALL:
        return sample->call;
    case FIELD_RETURNED:
        return sample->returned;
    case FIELD_START:
        return sample->start;
    default:
        return sample->end;
    }
}

/* Median over the repetitions of one field of one row; with the 10th and 90th percentile relative
 * to it where asked. TIMELINE_UNKNOWN where the instrument saw nothing. */
static int64_t median_of(const struct sample *samples, size_t row, size_t stride,
                         size_t repetitions, enum field field, int64_t *p10, int64_t *p90)
{
    int64_t *values = mem_zalloc(repetitions * sizeof *values);
    size_t known = 0;
    for (size_t i = 0; i < repetitions; i++) {
        int64_t value = field_of(&samples[i * stride + row], field);
        if (value != TIMELINE_UNKNOWN)
            values[known++] = value;
    }
    int64_t median = known ? percentile(values, known, 500) : TIMELINE_UNKNOWN;
    if (p10)
        *p10 = known ? values[(known - 1) / 10] - median : 0;
    if (p90)
        *p90 = known ? values[(known - 1) * 9 / 10] - median : 0;
    free(values);
    return median;
}

static uint32_t name_of(struct timeline *timeline, const struct program *program, uint32_t id)
{
    return intern_adds(&timeline->names, program_name(program, id));
}

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
        op->name =
            name_of(timeline, program,
                    program->kernels.rows[program->launches.rows[record->object].kernel].name);
        break;
    case OBJECT_COPY: {
        enum copy_kind kind = program->copies.rows[record->object].kind;
        op->kind = kind == COPY_MEMSET ? OP_MEMSET : OP_COPY;
        op->machine = kind == COPY_H2D || kind == COPY_D2H ? MACHINE_COPY : MACHINE_SM;
        op->machine_index = kind == COPY_D2H;
        op->name = intern_adds(&timeline->names, copy_kind_name(kind));
        break;
    }
    case OBJECT_HOSTFN:
        op->kind = OP_HOST;
        op->machine = MACHINE_HOST_WORKER;
        op->name = name_of(timeline, program, program->hostfns.rows[record->object].name);
        break;
    default:
        op->kind = record->call == CALL_cudaStreamWaitEvent ? OP_WAIT : OP_RECORD;
        op->name = name_of(timeline, program, program->events.rows[record->object].name);
        break;
    }
}

static void add_ops(struct measurement *m, struct timeline *timeline)
{
    size_t repetitions = m->options->repetitions;
    timeline->spreads.rows = mem_zalloc((m->op_count + 1) * sizeof *timeline->spreads.rows);
    timeline->spreads.count = timeline->spreads.capacity = m->op_count;
    for (size_t i = 0; i < m->op_count; i++) {
        struct timeline_op *op = &timeline->ops.rows[timeline_add_op(timeline)];
        describe(timeline, m->program, &m->program->records.rows[m->op_records[i]], op);
        struct timeline_spread *spread = &timeline->spreads.rows[i];
        op->call = median_of(m->samples, i, m->op_count, repetitions, FIELD_CALL, NULL, NULL);
        op->returned =
            median_of(m->samples, i, m->op_count, repetitions, FIELD_RETURNED, NULL, NULL);
        op->start = median_of(m->samples, i, m->op_count, repetitions, FIELD_START,
                              &spread->start_p10, &spread->start_p90);
        op->end = median_of(m->samples, i, m->op_count, repetitions, FIELD_END, &spread->end_p10,
                            &spread->end_p90);
    }
}

/* Rows for the calls that enqueue nothing: synchronizes, queries, host work. */
static void add_calls(struct measurement *m, struct timeline *timeline)
{
    size_t records = m->program->records.count;
    for (size_t i = m->zero_record; i < records; i++) {
        const struct program_record *record = &m->program->records.rows[i];
        if (cuda_run_enqueues(record, false))
            continue;
        struct timeline_call call = {.place = record->place,
                                     .op = TIMELINE_NO_OP,
                                     .thread = record->thread,
                                     .call = record->call};
        call.enter =
            median_of(m->calls, i, records, m->options->repetitions, FIELD_CALL, NULL, NULL);
        call.returned =
            median_of(m->calls, i, records, m->options->repetitions, FIELD_RETURNED, NULL, NULL);
        if (call.returned > call.enter)
            timeline_add_call(timeline, &call);
    }
}

static void add_facts(struct measurement *m, const struct profile *profile,
                      struct timeline *timeline)
{
    struct cudaDeviceProp properties;
    int driver = 0;
    char text[64];
    struct timeline_measurement *facts = &timeline->measurement;
    timeline->source = TIMELINE_MEASURED;
    timeline->scenario = name_of(timeline, m->program, m->program->scenario);
    timeline->profile = intern_adds(&timeline->names, profile->id);
    if (cudaGetDeviceProperties(&properties, 0) == cudaSuccess)
        timeline->device_name = intern_adds(&timeline->names, properties.name);
    FILE *version = fopen("/sys/module/nvidia/version", "r");
    if (version && fscanf(version, "%63s", text) == 1) {
        facts->driver = intern_adds(&timeline->names, text);
    } else if (cudaDriverGetVersion(&driver) == cudaSuccess) {
        snprintf(text, sizeof text, "CUDA %d.%d", driver / 1000, driver % 1000 / 10);
        facts->driver = intern_adds(&timeline->names, text);
    }
    if (version)
        fclose(version);
    time_t now = time(NULL);
    struct tm utc;
    strftime(text, sizeof text, "%Y-%m-%d", gmtime_r(&now, &utc));
    facts->date = intern_adds(&timeline->names, text);
    facts->clock = intern_adds(&timeline->names, m->options->stamps ? "stamps" : "cupti");
    facts->repetitions = m->options->repetitions;
    facts->processes = 1;
    size_t count = m->options->repetitions;
    timeline->wall = percentile(m->walls, count, 500);
    facts->wall_p10 = m->walls[(count - 1) / 10];
    facts->wall_p90 = m->walls[(count - 1) * 9 / 10];
    facts->instrument_wall = percentile(m->traced_walls, count, 500);
}

static void set_span(struct timeline *timeline)
{
    int64_t first = INT64_MAX, last = INT64_MIN;
    for (size_t i = 0; i < timeline->ops.count; i++) {
        const struct timeline_op *op = &timeline->ops.rows[i];
        if (!timeline_is_work(op) || op->start == TIMELINE_UNKNOWN)
            continue;
        first = op->start < first ? op->start : first;
        last = op->end > last ? op->end : last;
    }
    timeline->zero = 0;
    timeline->span = last > first ? last - first : TIMELINE_UNKNOWN;
}

static int measure(struct measurement *m, const struct profile *profile, struct timeline *timeline,
                   struct err *err)
{
    if (prepare(m, profile, err) != 0 || run_plain(m, err) != 0)
        return -1;
    if ((m->options->stamps ? run_stamped(m, err) : run_traced(m, err)) != 0)
        return -1;
    timeline_take_tables(timeline, m->program);
    add_ops(m, timeline);
    add_calls(m, timeline);
    add_facts(m, profile, timeline);
    set_span(timeline);
    return 0;
}

static int find_device(const struct gpu_options *options, struct err *err)
{
    if (options->connections) {
        char text[16];
        snprintf(text, sizeof text, "%u", options->connections);
        setenv("CUDA_DEVICE_MAX_CONNECTIONS", text, 1);
    }
    int count = 0;
    cudaError_t error = cudaGetDeviceCount(&count);
    if (error != cudaSuccess || count == 0) {
        err_set(err, ERR_UNAVAILABLE, "there is no GPU to measure on: %s",
                error == cudaSuccess ? "no device" : cudaGetErrorString(error));
        return err_hint(err, "`nullstream predict` needs none");
    }
    return 0;
}

int gpu_measure(const struct program *program, const struct profile *profile,
                const struct gpu_options *options, struct timeline *timeline, struct err *err)
{
    timeline_init(timeline);
    if (cuda_run_check(program, err) != 0 || find_device(options, err) != 0)
        return -1;
    struct measurement m = {.program = program, .options = options};
    int result = measure(&m, profile, timeline, err);
    cuda_objects_release(&m.objects);
    free(m.times);
    free(m.op_records);
    free(m.samples);
    free(m.calls);
    free(m.walls);
    free(m.traced_walls);
    free(m.channels);
    return result;
}
