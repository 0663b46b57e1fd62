/* The runs of a process, row by row, and their medians.
 *
 * Every row is a call with what it enqueued; the runs of one program have equal rows. Knows the
 * plain records only.
 */
#ifndef GPU_INJECT_NATIVE_RUNS_H
#define GPU_INJECT_NATIVE_RUNS_H

#include "gpu/inject/records.h"
#include "sim/base/err.h"
#include "sim/model/timeline.h"

/* A call of one run, with what it enqueued. Rows of a run stand by thread and time, so that equal
 * programs have equal rows. Polls (queries of the same thing in a row) are one row. */
struct native_row {
    const struct native_call *call;
    const struct native_span *span; /* NULL: none */
    int64_t enter, returned, start, end;
    uint32_t thread; /* from 0, dense */
    bool operation;
};

struct native_run {
    struct native_row *rows;
    size_t count;
    int64_t zero;
    const struct native_range *range; /* that limits the timed part, or NULL */
};

/* Medians over the runs that count, ns from zero, and the rest as the first of them had it. */
struct native_merged {
    struct native_row row;
    struct timeline_spread spread;
    uint32_t stream; /* row of the timeline's streams; whoever makes those sets it */
};

struct native_runs {
    struct native_records *records; /* the caller's, sorted by native_runs_read() */
    struct native_run *runs;        /* those that count */
    size_t run_count;
    struct native_merged *merged; /* in the order of the calls */
    size_t count;
};

struct native_median {
    int64_t value, p10, p90; /* percentiles relative to the median; nearest rank */
};

/* Reads the traced runs that count and merges them. ERR_RUN as native_timeline() says. After an
 * error, too, it is to be released. */
int native_runs_read(struct native_runs *runs, struct native_records *records, struct err *err);

/* Sorts the values; TIMELINE_UNKNOWN throughout if there are none. */
struct native_median native_median(int64_t *values, size_t count);

/* A call that can have waited for the device: a query when it says that all is done. */
bool native_can_wait(const struct native_call *call);

void native_runs_release(struct native_runs *runs);

#endif
