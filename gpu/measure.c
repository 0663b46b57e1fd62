/* Many runs into one timeline: wall times from plain runs, everything else from runs with an
 * instrument, medians and percentiles over each. */
#include "gpu/gpu.h"

#include "gpu/cuda_run.h"
#include "gpu/cuda_trace.h"
#include "sim/base/mem.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* What one repetition saw, ns from the program's zero: of a record when its call was entered and
 * returned, of an operation when it started and ended. */
struct sample {
    int64_t from, to;
};

struct measurement {
    const struct program *program;
    const struct gpu_options *options;
    struct cuda_objects objects;
    struct run_time *times; /* by record */
    uint32_t *op_records;   /* by operation: its record */
    size_t op_count;
    size_t zero_record;   /* the first that enqueues work in the timed part */
    struct sample *spans; /* [repetition][operation]: start and end, by the instrument */
    struct sample *calls; /* [repetition][record]: enter and return, likewise */
    int64_t *walls, *traced_walls;
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
    m->spans = mem_zalloc(repetitions * m->op_count * sizeof *m->spans);
    for (size_t i = 0; i < repetitions * m->op_count; i++)
        m->spans[i] = (struct sample){TIMELINE_UNKNOWN, TIMELINE_UNKNOWN};
    m->calls = mem_zalloc(repetitions * records * sizeof *m->calls);
    m->walls = mem_zalloc(repetitions * sizeof *m->walls);
    m->traced_walls = mem_zalloc(repetitions * sizeof *m->traced_walls);
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

/* The host's times of a run with an instrument, from the program's zero: they go with the starts
 * and ends of the same run, so that no operation starts before its call. */
static void keep_calls(struct measurement *m, size_t repetition)
{
    size_t records = m->program->records.count;
    int64_t zero = m->times[m->zero_record].enter;
    for (size_t r = 0; r < records; r++)
        m->calls[repetition * records + r] =
            (struct sample){m->times[r].enter - zero, m->times[r].returned - zero};
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

/* The spans of one repetition come in the order of the calls, one for each kernel, copy, memset. */
static void keep_spans(struct measurement *m, size_t repetition, int64_t zero,
                       const struct trace_span *spans)
{
    struct sample *samples = m->spans + repetition * m->op_count;
    size_t used = 0;
    for (size_t op = 0; op < m->op_count; op++) {
        if (!is_traced(m->program, &m->program->records.rows[m->op_records[op]]))
            continue;
        samples[op] = (struct sample){spans[used].start - zero, spans[used].end - zero};
        used++;
    }
}

/* All repetitions before one flush: the first call after a flush takes 160 us longer under CUPTI.
 * The first two runs are not kept. */
enum { TRACE_WARM_UPS = 2 };

static int run_traced(struct measurement *m, struct err *err)
{
    size_t runs = m->options->repetitions + TRACE_WARM_UPS;
    int64_t *zeros = mem_zalloc(runs * sizeof *zeros);
    int result = trace_begin(err);
    for (size_t i = 0; result == 0 && i < runs; i++) {
        int64_t last = 0;
        result = cuda_run(&m->objects, trace_now, m->times, &last, err);
        zeros[i] = m->times[m->zero_record].enter;
        if (result == 0 && i >= TRACE_WARM_UPS) {
            m->traced_walls[i - TRACE_WARM_UPS] = last - zeros[i];
            keep_calls(m, i - TRACE_WARM_UPS);
        }
    }
    const struct trace_span *spans = NULL;
    size_t count = 0, expected = 0;
    if (result == 0)
        result = trace_take(&spans, &count, err);
    for (size_t op = 0; op < m->op_count; op++)
        expected += is_traced(m->program, &m->program->records.rows[m->op_records[op]]);
    if (result == 0 && count != expected * runs)
        result = err_set(err, ERR_RUN, "CUPTI reported %zu spans for %zu kernels, copies, memsets",
                         count, expected * runs);
    for (size_t i = TRACE_WARM_UPS; result == 0 && i < runs; i++)
        keep_spans(m, i - TRACE_WARM_UPS, zeros[i], spans + i * expected);
    trace_end();
    free(zeros);
    return result;
}

/* When the first block of a launch started and its last one ended, in the device's clock. */
static struct sample stamped_span(const struct measurement *m, const struct spin_stamp *stamps,
                                  size_t record)
{
    const struct program *program = m->program;
    const struct program_launch *launch =
        &program->launches.rows[program->records.rows[record].object];
    size_t first = m->objects.first_stamp[record];
    size_t blocks = (size_t)launch->grid[0] * launch->grid[1] * launch->grid[2];
    struct sample span = {INT64_MAX, INT64_MIN};
    for (size_t i = first; i < first + blocks; i++) {
        int64_t start = (int64_t)stamps[i].start, end = (int64_t)stamps[i].end;
        span.from = start < span.from ? start : span.from;
        span.to = end > span.to ? end : span.to;
    }
    return span;
}

/* %globaltimer has a zero of its own, so only differences between stamps are exact; the first
 * launch of each run is taken to start when its call returns. */
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
        int64_t zero = m->times[m->zero_record].enter, offset = TIMELINE_UNKNOWN;
        m->traced_walls[i] = last - zero;
        keep_calls(m, i);
        for (size_t op = 0; op < m->op_count; op++) {
            size_t record = m->op_records[op];
            if (m->objects.first_stamp[record] == SIZE_MAX)
                continue;
            struct sample span = stamped_span(m, stamps, record);
            if (offset == TIMELINE_UNKNOWN)
                offset = m->times[record].returned - zero - span.from;
            m->spans[i * m->op_count + op] = (struct sample){span.from + offset, span.to + offset};
        }
    }
    free(stamps);
    return result;
}

struct median {
    int64_t value, p10, p90; /* percentiles relative to the median */
};

/* Median over the repetitions of one row's from or to; TIMELINE_UNKNOWN where nothing was seen. */
static struct median median_of(const struct sample *samples, size_t row, size_t stride,
                               size_t repetitions, bool to)
{
    int64_t *values = mem_zalloc(repetitions * sizeof *values);
    size_t known = 0;
    for (size_t i = 0; i < repetitions; i++) {
        const struct sample *sample = &samples[i * stride + row];
        int64_t value = to ? sample->to : sample->from;
        if (value != TIMELINE_UNKNOWN)
            values[known++] = value;
    }
    struct median median = {TIMELINE_UNKNOWN, 0, 0};
    if (known) {
        median.value = percentile(values, known, 500);
        median.p10 = values[(known - 1) / 10] - median.value;
        median.p90 = values[(known - 1) * 9 / 10] - median.value;
    }
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
        uint32_t id = timeline_add_op(timeline);
        struct timeline_op *op = &timeline->ops.rows[id];
        describe(timeline, m->program, &m->program->records.rows[m->op_records[i]], op);
        size_t record = m->op_records[i], records = m->program->records.count;
        op->call = median_of(m->calls, record, records, repetitions, false).value;
        op->returned = median_of(m->calls, record, records, repetitions, true).value;
        struct median start = median_of(m->spans, i, m->op_count, repetitions, false);
        struct median end = median_of(m->spans, i, m->op_count, repetitions, true);
        op->start = start.value;
        op->end = end.value;
        timeline->spreads.rows[i] =
            (struct timeline_spread){start.p10, start.p90, end.p10, end.p90};
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
        size_t repetitions = m->options->repetitions;
        call.enter = median_of(m->calls, i, records, repetitions, false).value;
        call.returned = median_of(m->calls, i, records, repetitions, true).value;
        if (call.returned > call.enter)
            timeline_add_call(timeline, &call);
    }
}

/* The processor's name, as Linux says it; NULL if it does not. */
static const char *host_cpu(char *text, size_t size)
{
    FILE *file = fopen("/proc/cpuinfo", "r");
    char *found = NULL;
    while (file && !found && fgets(text, (int)size, file))
        if (strncmp(text, "model name", 10) == 0 && (found = strchr(text, ':')))
            found += strspn(found, ": \t");
    if (file)
        fclose(file);
    if (found)
        found[strcspn(found, "\n")] = '\0';
    return found;
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
    char line[160];
    const char *cpu = host_cpu(line, sizeof line);
    if (cpu)
        facts->host_cpu = intern_adds(&timeline->names, cpu);
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
    free(m.spans);
    free(m.calls);
    free(m.walls);
    free(m.traced_walls);
    return result;
}
