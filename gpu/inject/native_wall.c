#include "gpu/inject/native_wall.h"

#include "sim/base/mem.h"

#include <stdlib.h>

/* Whether work that the call asks about was still to end when it was entered: of its stream, of the
 * stream of its event up to the record, or of the whole device. */
static bool waited(const struct native_runs *runs, size_t at)
{
    const struct native_row *row = &runs->merged[at].row;
    size_t last = at;
    bool one_stream = false;
    uint32_t stream = 0;
    if (row->call->event) {
        while (last > 0 &&
               !(native_role((enum call)runs->merged[last].row.call->call) == NATIVE_ORDERS &&
                 runs->merged[last].row.call->call != CALL_cudaStreamWaitEvent &&
                 runs->merged[last].row.call->event == row->call->event))
            last--;
        stream = runs->merged[last].stream;
        one_stream = true;
    } else if (row->call->stream != NATIVE_NO_STREAM) {
        stream = runs->merged[at].stream;
        one_stream = true;
    }
    for (size_t i = 0; i <= last; i++) {
        const struct native_merged *m = &runs->merged[i];
        if (m->row.end != TIMELINE_UNKNOWN && m->row.end > row->enter &&
            (!one_stream || m->stream == stream))
            return true;
    }
    return false;
}

/* The call with whose return the wall time ends (design section 7): the last that waited for the
 * device, or the first that asked after the last work was enqueued. SIZE_MAX: none. */
static size_t find_end(const struct native_runs *runs)
{
    size_t result = SIZE_MAX, last_work = 0;
    bool asked = false;
    for (size_t i = 0; i < runs->count; i++)
        if (runs->merged[i].row.operation && !runs->merged[i].row.call->outside &&
            native_role((enum call)runs->merged[i].row.call->call) == NATIVE_ENQUEUES)
            last_work = i;
    for (size_t i = 0; i < runs->count; i++) {
        const struct native_row *row = &runs->merged[i].row;
        if (row->call->outside || row->enter < 0 || !native_can_wait(row->call))
            continue;
        bool asks = i > last_work && !asked &&
                    call_info((enum call)row->call->call)->object != OBJECT_ALLOC;
        if (!waited(runs, i) && !asks)
            continue;
        asked = asked || i > last_work;
        if (result == SIZE_MAX || row->returned > runs->merged[result].row.returned)
            result = i;
    }
    return result;
}

/* A call that a plain run notes. */
static bool is_noted(const struct native_row *row)
{
    return native_can_wait(row->call) && !row->call->outside;
}

/* Where the return of a call stands in plain runs. */
struct position {
    uint32_t thread; /* main is 0, others from 1: of those that make such calls */
    size_t before;   /* such calls of the same thread */
};

static struct position position_of(const struct native_runs *runs, size_t at)
{
    struct position position = {0, 0};
    const struct native_run *run = &runs->runs[0]; /* rows by thread and time */
    uint32_t last = 0;
    for (size_t i = 0; i < run->count; i++) {
        const struct native_row *row = &run->rows[i];
        if (!is_noted(row))
            continue;
        if (row->thread != last) {
            position = (struct position){position.thread + 1, 0};
            last = row->thread;
        }
        if (row->call == runs->merged[at].row.call)
            break;
        position.before++;
    }
    return position;
}

/* When that call returned in a plain run, or TIMELINE_UNKNOWN. */
static int64_t plain_return(const struct native_records *records, uint32_t run,
                            struct position position)
{
    uint32_t threads = 0, last = 0;
    size_t before = 0;
    for (size_t i = 0; i < records->return_count; i++) {
        const struct native_return *r = &records->returns[i];
        if (r->run != run)
            continue;
        if (r->thread != last) {
            threads++;
            before = 0;
            last = r->thread;
        }
        if (threads == position.thread && before++ == position.before)
            return r->returned;
    }
    return TIMELINE_UNKNOWN;
}

int native_walls(const struct native_runs *runs, struct native_median *plain,
                 struct native_median *traced, struct err *err)
{
    const struct native_records *records = runs->records;
    size_t end = find_end(runs),
           count = runs->run_count > records->plain_runs ? runs->run_count : records->plain_runs;
    int64_t *values = mem_zalloc(count * sizeof *values);
    *plain = *traced = (struct native_median){TIMELINE_UNKNOWN, TIMELINE_UNKNOWN, TIMELINE_UNKNOWN};
    int result = 0;
    if (end != SIZE_MAX) {
        /* rows of the runs stand by thread: find the row again by its call */
        size_t index = 0;
        while (runs->runs[0].rows[index].call != runs->merged[end].row.call)
            index++;
        for (size_t r = 0; r < runs->run_count; r++)
            values[r] = runs->runs[r].rows[index].returned - runs->runs[r].zero;
        *traced = native_median(values, runs->run_count);
        struct position position = position_of(runs, end);
        for (size_t r = 0; r < records->plain_runs && result == 0; r++) {
            int64_t returned = plain_return(records, (uint32_t)r, position);
            if (returned == TIMELINE_UNKNOWN || records->zeros[r] == INT64_MAX)
                result = err_set(err, ERR_RUN,
                                 "plain run %zu made other calls than the traced ones", r + 1);
            else
                values[r] = returned - records->zeros[r];
        }
        if (result == 0)
            *plain = native_median(values, records->plain_runs);
    }
    free(values);
    return result;
}
