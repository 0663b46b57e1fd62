#include "gpu/inject/native_timeline.h"

#include "sim/base/mem.h"

#include <stdlib.h>
#include <string.h>

/* A call of one run, with what it enqueued. Rows of a run stand by thread and time, so that equal
 * programs have equal rows. Polls (queries of the same thing in a row) are one row. */
struct row {
    const struct native_call *call;
    const struct native_span *span; /* NULL: none */
    int64_t enter, returned, start, end;
    uint32_t thread; /* from 0, dense */
    bool operation;
};

struct run {
    struct row *rows;
    size_t count;
    int64_t zero;
};

/* Medians over the runs that count, ns from zero, and the rest as the first of them had it. */
struct merged {
    struct row row;
    struct timeline_spread spread;
    uint32_t stream; /* row of streams */
};

struct conversion {
    struct native_records *records;
    struct timeline *timeline;
    struct program program; /* the tables that operations refer to */
    struct run *runs;
    size_t run_count;
    struct merged *merged;
    size_t count;
    uint32_t *stream_ids; /* by row of streams: CUPTI's */
    size_t stream_capacity;
    uint64_t *event_handles; /* by row of events */
    uint32_t *generations;   /* likewise: how often it was recorded */
    size_t event_capacity, generation_capacity;
};

static int compare_i64(const void *a, const void *b)
{
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

static int compare_calls(const void *a, const void *b)
{
    const struct native_call *x = a, *y = b;
    if (x->run != y->run)
        return x->run < y->run ? -1 : 1;
    if (x->thread != y->thread)
        return x->thread < y->thread ? -1 : 1;
    return (x->enter > y->enter) - (x->enter < y->enter);
}

static int compare_spans(const void *a, const void *b)
{
    const struct native_span *x = a, *y = b;
    if (x->correlation != y->correlation)
        return x->correlation < y->correlation ? -1 : 1;
    return (x->start > y->start) - (x->start < y->start);
}

static int compare_returns(const void *a, const void *b)
{
    const struct native_return *x = a, *y = b;
    if (x->run != y->run)
        return x->run < y->run ? -1 : 1;
    if (x->thread != y->thread)
        return x->thread < y->thread ? -1 : 1;
    return (x->returned > y->returned) - (x->returned < y->returned);
}

static const struct native_span *find_span(const struct native_records *records,
                                           uint32_t correlation)
{
    size_t low = 0, high = records->span_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (records->spans[middle].correlation < correlation)
            low = middle + 1;
        else
            high = middle;
    }
    return low < records->span_count && records->spans[low].correlation == correlation
               ? &records->spans[low]
               : NULL;
}

static bool is_query(const struct native_call *call)
{
    return call->call == CALL_cudaStreamQuery || call->call == CALL_cudaEventQuery;
}

/* A call that can have waited for the device: a query when it says that all is done. */
static bool can_wait(const struct native_call *call)
{
    return native_waits((enum call)call->call) && (!is_query(call) || call->result == 0);
}

static bool is_same_poll(const struct native_call *before, const struct native_call *call)
{
    return is_query(call) && before->call == call->call && before->thread == call->thread &&
           before->event == call->event && before->stream == call->stream && before->result != 0;
}

/* The span of a copy that was done in parts reaches from the first to the last. */
static int set_work(struct conversion *c, struct row *row, struct err *err)
{
    const struct native_records *records = c->records;
    const struct native_call *call = row->call;
    enum native_role role = native_role((enum call)call->call);
    if (call->result != 0 || (role != NATIVE_ENQUEUES && role != NATIVE_ORDERS))
        return 0;
    row->span = role == NATIVE_ENQUEUES ? find_span(records, call->correlation) : NULL;
    enum call_object object = call_info((enum call)call->call)->object;
    if (row->span == NULL && object == OBJECT_LAUNCH)
        return err_set(err, ERR_RUN, "CUPTI did not say when the kernel of call %u ran",
                       call->correlation);
    /* a copy of no bytes, or from host to host, leaves no trace on the device */
    row->operation = row->span != NULL || object != OBJECT_COPY;
    if (row->span == NULL)
        return 0;
    row->start = row->span->start;
    const struct native_span *end = records->spans + records->span_count;
    for (const struct native_span *s = row->span; s < end && s->correlation == call->correlation;
         s++)
        if (row->end == TIMELINE_UNKNOWN || s->end > row->end)
            row->end = s->end;
    return 0;
}

/* The rows of one run from its calls, which stand together in `records->calls`. */
static int read_run(struct conversion *c, struct run *run, const struct native_call *calls,
                    size_t count, struct err *err)
{
    run->rows = mem_zalloc((count + 1) * sizeof *run->rows);
    run->zero = INT64_MAX;
    uint32_t thread = 0;
    for (size_t i = 0; i < count; i++) {
        const struct native_call *call = &calls[i];
        if (i > 0 ? call->thread != calls[i - 1].thread : call->thread != 0)
            thread++;
        struct row *last = run->count ? &run->rows[run->count - 1] : NULL;
        if (last && is_same_poll(last->call, call)) {
            last->call = call;
            last->returned = call->returned;
            continue;
        }
        struct row *row = &run->rows[run->count++];
        *row = (struct row){.call = call,
                            .enter = call->enter,
                            .returned = call->returned,
                            .start = TIMELINE_UNKNOWN,
                            .end = TIMELINE_UNKNOWN,
                            .thread = thread};
        if (set_work(c, row, err) != 0)
            return -1;
        if (row->operation && native_role((enum call)call->call) == NATIVE_ENQUEUES &&
            call->enter < run->zero)
            run->zero = call->enter;
    }
    if (run->zero == INT64_MAX)
        return err_set(err, ERR_RUN, "the program gave the device nothing to do");
    return 0;
}

static int read_runs(struct conversion *c, struct err *err)
{
    struct native_records *records = c->records;
    if (records->call_count)
        qsort(records->calls, records->call_count, sizeof *records->calls, compare_calls);
    if (records->span_count)
        qsort(records->spans, records->span_count, sizeof *records->spans, compare_spans);
    if (records->return_count)
        qsort(records->returns, records->return_count, sizeof *records->returns, compare_returns);
    if (records->traced_runs <= records->warm_ups)
        return err_set(err, ERR_RUN, "the program ended before a run that counts");
    c->runs = mem_zalloc((records->traced_runs - records->warm_ups) * sizeof *c->runs);
    for (size_t from = 0, to = 0; from < records->call_count; from = to) {
        uint32_t run = records->calls[from].run;
        while (to < records->call_count && records->calls[to].run == run)
            to++;
        if (run >= records->warm_ups && run < records->traced_runs &&
            read_run(c, &c->runs[c->run_count++], records->calls + from, to - from, err) != 0)
            return -1;
    }
    if (c->run_count != records->traced_runs - records->warm_ups)
        return err_set(err, ERR_RUN, "%zu of %zu runs made CUDA calls", c->run_count,
                       records->traced_runs - records->warm_ups);
    for (size_t r = 1; r < c->run_count; r++) {
        bool same = c->runs[r].count == c->runs[0].count;
        for (size_t i = 0; same && i < c->runs[r].count; i++)
            same = c->runs[r].rows[i].call->call == c->runs[0].rows[i].call->call &&
                   c->runs[r].rows[i].thread == c->runs[0].rows[i].thread &&
                   c->runs[r].rows[i].operation == c->runs[0].rows[i].operation;
        if (!same) {
            err_set(err, ERR_RUN, "run %zu made other calls than run 1", r + 1);
            return err_hint(err, "a program that branches on times or keeps state between calls of "
                                 "main is recorded with one run");
        }
    }
    return 0;
}

/* --- medians -------------------------------------------------------------------------------------
 */

struct median {
    int64_t value, p10, p90; /* percentiles relative to the median; nearest rank */
};

static struct median median_of(int64_t *values, size_t count)
{
    if (count == 0)
        return (struct median){TIMELINE_UNKNOWN, TIMELINE_UNKNOWN, TIMELINE_UNKNOWN};
    qsort(values, count, sizeof *values, compare_i64);
    int64_t middle = values[(count - 1) / 2];
    return (struct median){middle, values[(count - 1) / 10] - middle,
                           values[(count - 1) * 9 / 10] - middle};
}

static int64_t *field(struct row *row, int which)
{
    switch (which) {
    case 0:
        return &row->enter;
    case 1:
        return &row->returned;
    case 2:
        return &row->start;
    default:
        return &row->end;
    }
}

static int compare_merged(const void *a, const void *b)
{
    const struct merged *x = a, *y = b;
    if (x->row.enter != y->row.enter)
        return x->row.enter < y->row.enter ? -1 : 1;
    return (x->row.thread > y->row.thread) - (x->row.thread < y->row.thread);
}

static void merge(struct conversion *c)
{
    int64_t *values = mem_zalloc(c->run_count * sizeof *values);
    c->count = c->runs[0].count;
    c->merged = mem_zalloc((c->count + 1) * sizeof *c->merged);
    for (size_t i = 0; i < c->count; i++) {
        struct merged *m = &c->merged[i];
        m->row = c->runs[0].rows[i];
        struct median medians[4];
        for (int which = 0; which < 4; which++) {
            size_t known = 0;
            for (size_t r = 0; r < c->run_count; r++) {
                int64_t value = *field(&c->runs[r].rows[i], which);
                if (value != TIMELINE_UNKNOWN)
                    values[known++] = value - c->runs[r].zero;
            }
            medians[which] = median_of(values, known);
            *field(&m->row, which) = medians[which].value;
        }
        m->spread = (struct timeline_spread){medians[2].p10, medians[2].p90, medians[3].p10,
                                             medians[3].p90};
    }
    free(values);
}

/* --- tables --------------------------------------------------------------------------------------
 */

static uint32_t add_stream(struct conversion *c, const struct program_stream *stream, uint32_t id)
{
    uint32_t row = program_add_stream(&c->program, stream);
    c->stream_ids = mem_grow(c->stream_ids, &c->stream_capacity, row + 1, sizeof *c->stream_ids);
    c->stream_ids[row] = id;
    return row;
}

/* The newest stream of that id; one that nobody made is a thread's own default stream. */
static uint32_t stream_row(struct conversion *c, uint32_t id, const struct row *row)
{
    if (id == NATIVE_NO_STREAM || id == c->records->legacy_stream)
        return PROGRAM_STREAM_LEGACY;
    for (size_t i = c->program.streams.count; i-- > 1;)
        if (c->stream_ids[i] == id)
            return (uint32_t)i;
    return add_stream(
        c, &(struct program_stream){.kind = STREAM_PER_THREAD, .thread = (uint16_t)row->thread},
        id);
}

static uint32_t event_row(struct conversion *c, uint64_t handle)
{
    for (size_t i = c->program.events.count; handle && i-- > 1;)
        if (c->event_handles[i] == handle)
            return (uint32_t)i;
    return 0;
}

static void make_object(struct conversion *c, const struct native_call *call)
{
    enum { NON_BLOCKING = 1, BLOCKING_SYNC = 1, DISABLE_TIMING = 2 }; /* as in the runtime API */
    switch (call->call) {
    case CALL_cudaStreamCreate:
    case CALL_cudaStreamCreateWithFlags:
    case CALL_cudaStreamCreateWithPriority:
        add_stream(c,
                   &(struct program_stream){.kind = call->flags & NON_BLOCKING ? STREAM_NONBLOCKING
                                                                               : STREAM_BLOCKING,
                                            .priority = call->priority},
                   call->stream);
        break;
    case CALL_cudaEventCreate:
    case CALL_cudaEventCreateWithFlags: {
        uint32_t row = program_add_event(
            &c->program, &(struct program_event){.timing = !(call->flags & DISABLE_TIMING),
                                                 .blocking = call->flags & BLOCKING_SYNC});
        c->event_handles =
            mem_grow(c->event_handles, &c->event_capacity, row + 1, sizeof *c->event_handles);
        c->generations =
            mem_grow(c->generations, &c->generation_capacity, row + 1, sizeof *c->generations);
        c->event_handles[row] = call->event;
        c->generations[row] = 0;
        break;
    }
    default:
        break;
    }
}

static void add_kernel(struct conversion *c, const struct native_span *span, struct timeline_op *op)
{
    char name[256] = "";
    if (span->name)
        native_short_name(span->name, name, sizeof name);
    struct program_launch launch = {.kernel = 0,
                                    .grid = {span->grid[0], span->grid[1], span->grid[2]},
                                    .block = {span->block[0], span->block[1], span->block[2]},
                                    .shared_bytes = span->shared_bytes,
                                    .registers = span->registers,
                                    .carveout = -1,
                                    .priority = INT32_MIN};
    op->kind = OP_KERNEL;
    op->machine = MACHINE_SM;
    op->detail = program_add_launch(&c->program, &launch, NULL, 0);
    op->name = intern_adds(&c->program.names, name);
}

static void add_copy(struct conversion *c, const struct native_span *span, struct timeline_op *op)
{
    enum copy_kind kind = (enum copy_kind)span->copy_kind;
    struct program_copy copy = {.kind = kind,
                                .dst = {.bytes = span->bytes},
                                .src = {.bytes = kind == COPY_MEMSET ? 0 : span->bytes},
                                .rows = 1,
                                .host_memory = (enum memory_kind)span->host_memory,
                                .value = -1};
    op->kind = kind == COPY_MEMSET ? OP_MEMSET : OP_COPY;
    op->machine = kind == COPY_H2D || kind == COPY_D2H ? MACHINE_COPY : MACHINE_SM;
    op->machine_index = kind == COPY_D2H;
    op->detail = program_add_copy(&c->program, &copy);
    op->name = intern_adds(&c->program.names, copy_kind_name(kind));
}

static uint32_t add_op(struct conversion *c, struct merged *m)
{
    const struct native_call *call = m->row.call;
    uint32_t id = timeline_add_op(c->timeline);
    struct timeline_op *op = &c->timeline->ops.rows[id];
    op->call = m->row.enter;
    op->returned = m->row.returned;
    op->start = m->row.start;
    op->end = m->row.end;
    op->stream = m->stream;
    op->thread = (uint16_t)m->row.thread;
    if (m->row.span) {
        if (m->row.span->kind == NATIVE_KERNEL)
            add_kernel(c, m->row.span, op);
        else
            add_copy(c, m->row.span, op);
        return id;
    }
    switch (call->call) {
    case CALL_cudaEventRecord:
    case CALL_cudaEventRecordWithFlags:
        op->kind = OP_RECORD;
        op->detail = event_row(c, call->event);
        if (op->detail)
            op->generation = ++c->generations[op->detail];
        break;
    case CALL_cudaStreamWaitEvent:
        op->kind = OP_WAIT;
        op->detail = event_row(c, call->event);
        if (op->detail)
            op->generation = c->generations[op->detail];
        break;
    default:
        op->kind = OP_HOST;
        op->machine = MACHINE_HOST_WORKER;
        break;
    }
    return id;
}

/* Streams and events are made in the order of the calls, before what names them. */
static void fill(struct conversion *c)
{
    struct timeline *t = c->timeline;
    for (size_t i = 0; i < c->count; i++) {
        struct merged *m = &c->merged[i];
        const struct native_call *call = m->row.call;
        make_object(c, call);
        m->stream = stream_row(c, m->row.span ? m->row.span->stream : call->stream, &m->row);
        while (c->program.threads.count <= m->row.thread)
            program_add_thread(&c->program, &(struct program_thread){.kind = THREAD_HOST});
        uint32_t op = m->row.operation ? add_op(c, m) : TIMELINE_NO_OP;
        if ((op == TIMELINE_NO_OP && m->row.enter >= 0) || (op != TIMELINE_NO_OP && can_wait(call)))
            timeline_add_call(t, &(struct timeline_call){.enter = m->row.enter,
                                                         .returned = m->row.returned,
                                                         .op = op,
                                                         .thread = (uint16_t)m->row.thread,
                                                         .call = call->call,
                                                         .result = call->result});
    }
    t->spreads.rows = mem_zalloc((t->ops.count + 1) * sizeof *t->spreads.rows);
    t->spreads.count = t->spreads.capacity = t->ops.count;
    for (size_t i = 0, op = 0; i < c->count; i++)
        if (c->merged[i].row.operation)
            t->spreads.rows[op++] = c->merged[i].spread;
}

/* --- the wall time -------------------------------------------------------------------------------
 */

/* Whether work that the call asks about was still to end when it was entered: of its stream, of the
 * stream of its event up to the record, or of the whole device. */
static bool waited(const struct conversion *c, size_t at)
{
    const struct row *row = &c->merged[at].row;
    size_t last = at;
    bool one_stream = false;
    uint32_t stream = 0;
    if (row->call->event) {
        while (last > 0 &&
               !(native_role((enum call)c->merged[last].row.call->call) == NATIVE_ORDERS &&
                 c->merged[last].row.call->call != CALL_cudaStreamWaitEvent &&
                 c->merged[last].row.call->event == row->call->event))
            last--;
        stream = c->merged[last].stream;
        one_stream = true;
    } else if (row->call->stream != NATIVE_NO_STREAM) {
        stream = c->merged[at].stream;
        one_stream = true;
    }
    for (size_t i = 0; i <= last; i++) {
        const struct merged *m = &c->merged[i];
        if (m->row.end != TIMELINE_UNKNOWN && m->row.end > row->enter &&
            (!one_stream || m->stream == stream))
            return true;
    }
    return false;
}

/* The call with whose return the wall time ends (design section 7): the last that waited for the
 * device, or the first that asked after the last work was enqueued. SIZE_MAX: none. */
static size_t find_end(const struct conversion *c)
{
    size_t result = SIZE_MAX, last_work = 0;
    bool asked = false;
    for (size_t i = 0; i < c->count; i++)
        if (c->merged[i].row.operation &&
            native_role((enum call)c->merged[i].row.call->call) == NATIVE_ENQUEUES)
            last_work = i;
    for (size_t i = 0; i < c->count; i++) {
        const struct row *row = &c->merged[i].row;
        if (row->enter < 0 || !can_wait(row->call))
            continue;
        bool asks = i > last_work && !asked &&
                    call_info((enum call)row->call->call)->object != OBJECT_ALLOC;
        if (!waited(c, i) && !asks)
            continue;
        asked = asked || i > last_work;
        if (result == SIZE_MAX || row->returned > c->merged[result].row.returned)
            result = i;
    }
    return result;
}

/* How many calls of the same thread before it can have waited. */
static size_t position_of(const struct conversion *c, size_t at)
{
    size_t position = 0;
    for (size_t i = 0; i < at; i++)
        if (c->merged[i].row.thread == c->merged[at].row.thread && can_wait(c->merged[i].row.call))
            position++;
    return position;
}

/* When the given call returned in a plain run, or TIMELINE_UNKNOWN. */
static int64_t plain_return(const struct native_records *records, uint32_t run, uint32_t thread,
                            size_t position)
{
    uint32_t threads = 0;
    size_t before = 0;
    for (size_t i = 0; i < records->return_count; i++) {
        const struct native_return *r = &records->returns[i];
        if (r->run != run)
            continue;
        bool first = i == 0 || records->returns[i - 1].run != run;
        if (first ? r->thread != 0 : r->thread != records->returns[i - 1].thread) {
            threads++;
            before = 0;
        }
        if (threads == thread && before++ == position)
            return r->returned;
    }
    return TIMELINE_UNKNOWN;
}

/* Of the traced runs into *traced, of the plain ones into *plain. */
static int set_walls(struct conversion *c, struct median *plain, struct median *traced,
                     struct err *err)
{
    const struct native_records *records = c->records;
    size_t end = find_end(c),
           count = c->run_count > records->plain_runs ? c->run_count : records->plain_runs;
    int64_t *values = mem_zalloc(count * sizeof *values);
    *plain = *traced = (struct median){TIMELINE_UNKNOWN, TIMELINE_UNKNOWN, TIMELINE_UNKNOWN};
    int result = 0;
    if (end != SIZE_MAX) {
        /* rows of the runs stand by thread: find the row again by its call */
        size_t index = 0;
        while (c->runs[0].rows[index].call != c->merged[end].row.call)
            index++;
        for (size_t r = 0; r < c->run_count; r++)
            values[r] = c->runs[r].rows[index].returned - c->runs[r].zero;
        *traced = median_of(values, c->run_count);
        uint32_t thread = c->merged[end].row.thread;
        size_t position = position_of(c, end);
        for (size_t r = 0; r < records->plain_runs && result == 0; r++) {
            int64_t returned = plain_return(records, (uint32_t)r, thread, position);
            if (returned == TIMELINE_UNKNOWN || records->zeros[r] == INT64_MAX)
                result = err_set(err, ERR_RUN,
                                 "plain run %zu made other calls than the traced ones", r + 1);
            values[r] = returned - records->zeros[r];
        }
        if (result == 0)
            *plain = median_of(values, records->plain_runs);
    }
    free(values);
    return result;
}

static int set_facts(struct conversion *c, struct err *err)
{
    const struct native_records *records = c->records;
    struct timeline *t = c->timeline;
    struct median plain, traced;
    if (set_walls(c, &plain, &traced, err) != 0)
        return -1;
    struct timeline_measurement *facts = &t->measurement;
    t->source = TIMELINE_MEASURED;
    t->zero = 0;
    facts->repetitions = (uint32_t)c->run_count;
    facts->processes = 1;
    facts->clock = intern_adds(&t->names, "cupti");
    if (records->driver)
        facts->driver = intern_adds(&t->names, records->driver);
    if (records->date)
        facts->date = intern_adds(&t->names, records->date);
    if (records->device)
        t->device_name = intern_adds(&t->names, records->device);
    for (size_t i = 0; i < records->option_count; i++) {
        t->options.rows = mem_grow(t->options.rows, &t->options.capacity, t->options.count + 1,
                                   sizeof *t->options.rows);
        t->options.rows[t->options.count++].text = intern_adds(&t->names, records->options[i]);
    }
    int64_t first = INT64_MAX, last = INT64_MIN;
    for (size_t i = 0; i < t->ops.count; i++) {
        const struct timeline_op *op = &t->ops.rows[i];
        if (op->start == TIMELINE_UNKNOWN)
            continue;
        first = op->start < first ? op->start : first;
        last = op->end > last ? op->end : last;
    }
    if (first != INT64_MAX)
        t->span = last - first;
    facts->instrument_wall = traced.value;
    t->wall = plain.value;
    if (plain.value != TIMELINE_UNKNOWN) {
        facts->wall_p10 = plain.value + plain.p10;
        facts->wall_p90 = plain.value + plain.p90;
    } else if (traced.value != TIMELINE_UNKNOWN) {
        t->wall = traced.value;
    } else if (last != INT64_MIN) {
        t->wall = last;
    }
    return 0;
}

int native_timeline(struct native_records *records, struct timeline *timeline, struct err *err)
{
    timeline_init(timeline);
    struct conversion c = {.records = records, .timeline = timeline};
    program_init(&c.program);
    int result = read_runs(&c, err);
    if (result == 0) {
        merge(&c);
        if (c.count)
            qsort(c.merged, c.count, sizeof *c.merged, compare_merged);
        fill(&c);
        c.program.threads.rows[0].name = intern_adds(&c.program.names, "main");
        if (records->scenario)
            c.program.scenario = intern_adds(&c.program.names, records->scenario);
        timeline_take_tables(timeline, &c.program);
        result = set_facts(&c, err);
    }
    for (size_t r = 0; r < c.run_count; r++)
        free(c.runs[r].rows);
    free(c.runs);
    free(c.merged);
    free(c.stream_ids);
    free(c.event_handles);
    free(c.generations);
    program_release(&c.program);
    return result;
}
