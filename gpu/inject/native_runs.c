#include "gpu/inject/native_runs.h"

#include "sim/base/mem.h"
#include "sim/base/percentile.h"

#include <stdlib.h>
#include <string.h>

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

bool native_can_wait(const struct native_call *call)
{
    return native_waits((enum call)call->call) && (!call_is_query(call->call) || call->result == 0);
}

static bool is_same_poll(const struct native_call *before, const struct native_call *call)
{
    return call_is_query(call->call) && before->call == call->call &&
           before->thread == call->thread && before->event == call->event &&
           before->stream == call->stream && before->result != 0;
}

/* The span of a copy that was done in parts reaches from the first to the last. */
static int set_work(struct native_runs *runs, struct native_row *row, struct err *err)
{
    const struct native_records *records = runs->records;
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
static int read_run(struct native_runs *runs, struct native_run *run,
                    const struct native_call *calls, size_t count, struct err *err)
{
    run->rows = mem_zalloc((count + 1) * sizeof *run->rows);
    run->zero = INT64_MAX;
    uint32_t thread = 0;
    for (size_t i = 0; i < count; i++) {
        const struct native_call *call = &calls[i];
        if (i > 0 ? call->thread != calls[i - 1].thread : call->thread != 0)
            thread++;
        struct native_row *last = run->count ? &run->rows[run->count - 1] : NULL;
        if (last && is_same_poll(last->call, call)) {
            last->call = call;
            last->returned = call->returned;
            continue;
        }
        struct native_row *row = &run->rows[run->count++];
        *row = (struct native_row){.call = call,
                                   .enter = call->enter,
                                   .returned = call->returned,
                                   .start = TIMELINE_UNKNOWN,
                                   .end = TIMELINE_UNKNOWN,
                                   .thread = thread};
        if (set_work(runs, row, err) != 0)
            return -1;
        if (row->operation && native_role((enum call)call->call) == NATIVE_ENQUEUES &&
            call->enter < run->zero && !call->outside)
            run->zero = call->enter;
    }
    for (size_t i = 0; i < runs->records->range_count; i++)
        if (count && runs->records->ranges[i].run == calls[0].run)
            run->range = &runs->records->ranges[i];
    if (run->zero == INT64_MAX)
        return err_set(err, ERR_RUN, "the program gave the device nothing to do");
    return 0;
}

/* The recorder works within calls of the program, whose correlation its spans have. */
static void drop_own_spans(struct native_records *records)
{
    size_t kept = 0;
    for (size_t i = 0; i < records->span_count; i++)
        if (records->own_stream == NATIVE_NO_STREAM ||
            records->spans[i].stream != records->own_stream)
            records->spans[kept++] = records->spans[i];
    records->span_count = kept;
}

static int read_runs(struct native_runs *runs, struct err *err)
{
    struct native_records *records = runs->records;
    drop_own_spans(records);
    if (records->call_count)
        qsort(records->calls, records->call_count, sizeof *records->calls, compare_calls);
    if (records->span_count)
        qsort(records->spans, records->span_count, sizeof *records->spans, compare_spans);
    if (records->return_count)
        qsort(records->returns, records->return_count, sizeof *records->returns, compare_returns);
    if (records->traced_runs <= records->warm_ups)
        return err_set(err, ERR_RUN, "the program ended before a run that counts");
    runs->runs = mem_zalloc((records->traced_runs - records->warm_ups) * sizeof *runs->runs);
    for (size_t from = 0, to = 0; from < records->call_count; from = to) {
        uint32_t run = records->calls[from].run;
        while (to < records->call_count && records->calls[to].run == run)
            to++;
        if (run >= records->warm_ups && run < records->traced_runs &&
            read_run(runs, &runs->runs[runs->run_count++], records->calls + from, to - from, err) !=
                0)
            return -1;
    }
    if (runs->run_count != records->traced_runs - records->warm_ups)
        return err_set(err, ERR_RUN, "%zu of %zu runs made CUDA calls", runs->run_count,
                       records->traced_runs - records->warm_ups);
    for (size_t r = 1; r < runs->run_count; r++) {
        bool same = runs->runs[r].count == runs->runs[0].count;
        for (size_t i = 0; same && i < runs->runs[r].count; i++)
            same = runs->runs[r].rows[i].call->call == runs->runs[0].rows[i].call->call &&
                   runs->runs[r].rows[i].thread == runs->runs[0].rows[i].thread &&
                   runs->runs[r].rows[i].call->outside == runs->runs[0].rows[i].call->outside &&
                   runs->runs[r].rows[i].operation == runs->runs[0].rows[i].operation;
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

struct native_median native_median(int64_t *values, size_t count)
{
    if (count == 0)
        return (struct native_median){TIMELINE_UNKNOWN, TIMELINE_UNKNOWN, TIMELINE_UNKNOWN};
    percentile_sort(values, count);
    int64_t middle = values[percentile_rank(count, 500)];
    return (struct native_median){middle, values[percentile_rank(count, 100)] - middle,
                                  values[percentile_rank(count, 900)] - middle};
}

static int64_t *field(struct native_row *row, int which)
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
    const struct native_merged *x = a, *y = b;
    if (x->row.enter != y->row.enter)
        return x->row.enter < y->row.enter ? -1 : 1;
    return (x->row.thread > y->row.thread) - (x->row.thread < y->row.thread);
}

static void merge(struct native_runs *runs)
{
    int64_t *values = mem_zalloc(runs->run_count * sizeof *values);
    runs->count = runs->runs[0].count;
    runs->merged = mem_zalloc((runs->count + 1) * sizeof *runs->merged);
    for (size_t i = 0; i < runs->count; i++) {
        struct native_merged *m = &runs->merged[i];
        m->row = runs->runs[0].rows[i];
        struct native_median medians[4];
        for (int which = 0; which < 4; which++) {
            size_t known = 0;
            for (size_t r = 0; r < runs->run_count; r++) {
                int64_t value = *field(&runs->runs[r].rows[i], which);
                if (value != TIMELINE_UNKNOWN)
                    values[known++] = value - runs->runs[r].zero;
            }
            medians[which] = native_median(values, known);
            *field(&m->row, which) = medians[which].value;
        }
        m->spread = (struct timeline_spread){medians[2].p10, medians[2].p90, medians[3].p10,
                                             medians[3].p90};
    }
    free(values);
}

int native_runs_read(struct native_runs *runs, struct native_records *records, struct err *err)
{
    *runs = (struct native_runs){.records = records};
    if (read_runs(runs, err) != 0)
        return -1;
    merge(runs);
    if (runs->count)
        qsort(runs->merged, runs->count, sizeof *runs->merged, compare_merged);
    return 0;
}

void native_runs_release(struct native_runs *runs)
{
    for (size_t r = 0; r < runs->run_count; r++)
        free(runs->runs[r].rows);
    free(runs->runs);
    free(runs->merged);
}
