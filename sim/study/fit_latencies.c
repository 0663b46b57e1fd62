/* From the end of one operation to the start of the next. */
#include "sim/base/duration.h"
#include "sim/study/fits.h"

#include <string.h>

static bool is_work(const struct sight_row *row)
{
    return row->kind >= SIGHT_KERNEL && row->kind <= SIGHT_MEMSET && row->start != TIMELINE_UNKNOWN;
}

static bool is_copy(const struct sight_row *row)
{
    return row->kind == SIGHT_H2D || row->kind == SIGHT_D2H;
}

/* In one stream; the table that the engine reads (sim/engine/latency.c). */
static enum profile_key stream_key(const struct sight_row *from, const struct sight_row *to)
{
    if (is_copy(from)) {
        if (to->kind == SIGHT_KERNEL)
            return PROFILE_latency_copy_kernel;
        if (!is_copy(to))
            return PROFILE_latency_copy_memset;
        return from->kind == to->kind ? PROFILE_latency_copy_copy : PROFILE_latency_copy_copy_other;
    }
    if (from->kind == SIGHT_KERNEL)
        return to->kind == SIGHT_KERNEL   ? PROFILE_latency_kernel_kernel
               : to->kind == SIGHT_MEMSET ? PROFILE_latency_kernel_memset
                                          : PROFILE_latency_kernel_copy;
    return to->kind == SIGHT_KERNEL ? PROFILE_latency_memset_kernel
           : is_copy(to)            ? PROFILE_latency_memset_copy
                                    : PROFILE_latency_memset_memset;
}

static enum profile_key key_of(const struct sight_row *from, const struct sight_row *to)
{
    if (strcmp(to->label, "event") == 0)
        return PROFILE_latency_event;
    if (strcmp(to->label, "event copy") == 0)
        return PROFILE_latency_event_copy;
    if (strcmp(to->label, "fence") == 0)
        return PROFILE_latency_fence;
    return stream_key(from, to);
}

/* Records with timing between two kernels, first one alone: one more takes one record longer. */
static void take_records(const struct sight_row *from, const struct sight_row *to, int64_t records,
                         struct figures *figures)
{
    int64_t gap = to->start - from->end;
    int64_t one = figures_value(figures, PROFILE_latency_event_timed, 0);
    if (records == 1)
        figures_add(figures, PROFILE_latency_event_timed, gap);
    else if (records > 1)
        figures_add(figures, PROFILE_latency_record, (gap - one) / (records - 1));
}

void fit_latencies(const struct sight *sight, struct figures *figures)
{
    const struct sight_row *before = NULL;
    int64_t records = 0;
    for (size_t i = 0; i < sight->count; i++) {
        const struct sight_row *row = &sight->rows[i];
        if (before && row->section != before->section)
            before = NULL;
        records += row->kind == SIGHT_RECORD;
        if (row->label[0] == '\0' || !is_work(row))
            continue;
        /* A call that returned after the operation before had ended says nothing. */
        if (before && row->returned <= before->end) {
            if (strcmp(row->label, "records") == 0)
                take_records(before, row, records, figures);
            else
                figures_add(figures, key_of(before, row),
                            fit_undisturbed(figures, before, row, row->start - before->end));
        }
        before = row;
        records = 0;
    }
}

/* On an idle device: work, then a synchronize that waits for it. */
static const struct sight_row *next_wait(const struct sight *sight, size_t i)
{
    const struct sight_row *row = &sight->rows[i], *wait = row + 1;
    bool is_pair = i + 1 < sight->count && strcmp(row->label, "round trip") == 0 && is_work(row) &&
                   wait->call == CALL_cudaStreamSynchronize && wait->enter != TIMELINE_UNKNOWN;
    return is_pair ? wait : NULL;
}

/* --- what the instrument adds to a copy ----------------------------------------------------------
 */

/* A row of copies behind a kernel, and the synchronize. */
struct row_of_copies {
    const struct sight_row *kernel, *first, *last, *wait;
    int64_t count;
};

static bool next_row(const struct sight *sight, size_t *next, struct row_of_copies *row)
{
    *row = (struct row_of_copies){NULL, NULL, NULL, NULL, 0};
    for (; *next < sight->count; ++*next) {
        const struct sight_row *at = &sight->rows[*next];
        if (strcmp(at->label, "row") != 0)
            continue;
        if (at->kind == SIGHT_KERNEL)
            row->kernel = at;
        if (is_copy(at)) {
            row->first = row->first ? row->first : at;
            row->last = at;
            row->count++;
        }
        if (at->call != CALL_cudaStreamSynchronize)
            continue;
        row->wait = at;
        ++*next;
        return row->kernel && row->count > 1;
    }
    return false;
}

/* With the instrument, from start to start. */
static void take_periods(const struct sight *sight, struct figures *figures)
{
    int64_t sum[2] = {0}, count[2] = {0};
    struct row_of_copies row;
    for (size_t next = 0; next_row(sight, &next, &row);) {
        int out = row.first->kind == SIGHT_D2H;
        sum[out] += row.last->start - row.first->start;
        count[out] += row.count - 1;
    }
    for (int out = 0; out < 2; out++)
        figures->copy_period[out] = count[out] ? duration_divide(sum[out], 1, count[out]) : 0;
}

/* Without it, by what long rows take longer than short ones until the host knows. */
static void take_disturbance(const struct sight *sight, struct figures *figures)
{
    const int64_t limit = 30; /* copies: between the two lengths */
    int64_t time[2][2] = {{0}}, copies[2][2] = {{0}}, rows[2][2] = {{0}};
    struct row_of_copies row;
    for (size_t next = 0; next_row(sight, &next, &row);) {
        int out = row.first->kind == SIGHT_D2H, is_long = row.count > limit;
        time[out][is_long] += row.wait->returned - row.kernel->returned;
        copies[out][is_long] += row.count;
        rows[out][is_long]++;
    }
    for (int out = 0; out < 2; out++) {
        if (!rows[out][0] || rows[out][0] != rows[out][1] || !figures->copy_period[out])
            continue;
        int64_t plain =
            duration_divide(time[out][1] - time[out][0], 1, copies[out][1] - copies[out][0]);
        int64_t more = figures->copy_period[out] - plain;
        figures->copy_disturbance[out] = more > 0 ? more : 0;
    }
}

int64_t fit_undisturbed(const struct figures *figures, const struct sight_row *from,
                        const struct sight_row *to, int64_t gap)
{
    for (int i = 0; i < 2; i++) {
        const struct sight_row *row = i ? to : from;
        if (is_copy(row))
            gap -= figures->copy_disturbance[row->kind == SIGHT_D2H] / 2;
    }
    return gap > 0 ? gap : 0;
}

/* --- an idle device ------------------------------------------------------------------------------
 */

void fit_idle(const struct sight *sight, struct figures *figures)
{
    take_periods(sight, figures);
    for (size_t i = 0; i < sight->count; i++) {
        const struct sight_row *row = &sight->rows[i], *wait = next_wait(sight, i);
        if (wait && wait->enter < row->end)
            figures_add(figures, PROFILE_latency_wake, wait->returned - row->end);
    }
}

int64_t fit_copy_time(const struct figures *figures, const struct sight_row *row)
{
    bool in = row->kind == SIGHT_H2D;
    int64_t rate =
        figures_value(figures, in ? PROFILE_copy_h2d_rate : PROFILE_copy_d2h_rate, INT64_MAX);
    return figures_value(figures, in ? PROFILE_copy_h2d_latency : PROFILE_copy_d2h_latency, 0) +
           duration_divide(row->bytes, 1000000000, rate);
}

/* Without an instrument nobody sees the start; from the call's return to the synchronize's it is
 * latency, work and waking. */
void fit_round_trips(const struct sight *sight, struct figures *figures)
{
    take_disturbance(sight, figures);
    int64_t wake = figures_value(figures, PROFILE_latency_wake, 0);
    for (size_t i = 0; i + 1 < sight->count; i++) {
        const struct sight_row *row = &sight->rows[i], *wait = row + 1;
        if (strcmp(row->label, "round trip") != 0 || wait->call != CALL_cudaStreamSynchronize ||
            wait->enter == TIMELINE_UNKNOWN)
            continue;
        int64_t work = is_copy(row) ? fit_copy_time(figures, row) : row->launch->time;
        int64_t latency = wait->returned - row->returned - work - wake;
        figures_add(figures, is_copy(row) ? PROFILE_latency_copy : PROFILE_latency_launch,
                    latency > 0 ? latency : 0);
    }
}
