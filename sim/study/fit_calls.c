/* What calls cost the host. */
#include "sim/study/fits.h"

#include "sim/base/duration.h"

#include <string.h>

enum { MIB = 1 << 20, SMALL_MOST = 64 };

static int64_t cost(const struct sight_row *row)
{
    return row->returned - row->enter;
}

static bool is_in(const struct sight_row *row, const char *label)
{
    return strcmp(row->label, label) == 0 && row->enter != TIMELINE_UNKNOWN;
}

/* Without the first, which pays for not having been called for a while (host.rest_work). */
static int64_t mean_cost(const struct sight *sight, enum sight_kind kind, int64_t bytes)
{
    int64_t sum = 0, count = 0;
    for (size_t i = 0; i < sight->count; i++) {
        const struct sight_row *row = &sight->rows[i];
        if (row->kind == kind && row->bytes == bytes && is_in(row, "pending")) {
            sum += count ? cost(row) : 0;
            count++;
        }
    }
    return count > 1 ? duration_divide(sum, 1, count - 1) : 0;
}

/* Memsets up to some size cost less: the size where the step is. The step is the largest ratio from
 * one size to the next, if it is one at all. */
static int64_t small_memset(const struct sight *sight)
{
    int64_t best = 0, least_ratio = 1300, before = 0, before_bytes = 0;
    for (int64_t bytes = 256; bytes <= MIB; bytes *= 4) {
        int64_t mean = mean_cost(sight, SIGHT_MEMSET, bytes);
        if (before && mean * 1000 > before * least_ratio) {
            least_ratio = mean * 1000 / before;
            best = before_bytes;
        }
        before = mean;
        before_bytes = bytes;
    }
    return best;
}

static void fit_pending(const struct sight_row *row, int64_t small, struct figures *figures)
{
    switch (row->kind) {
    case SIGHT_KERNEL:
        figures_add(figures, PROFILE_host_launch_pending, cost(row));
        break;
    case SIGHT_D2D:
        figures_add(figures, PROFILE_host_copy_d2d, cost(row));
        break;
    case SIGHT_MEMSET:
        if (row->bytes <= small)
            figures_add(figures, PROFILE_host_memset_small, cost(row));
        else
            figures_add_call(figures, row->call, cost(row));
        break;
    case SIGHT_H2D:
        if (row->bytes < MIB)
            figures_add_call(figures, CALL_cudaMemcpyAsync, cost(row));
        break;
    case SIGHT_HOST:
        figures_add_call(figures, row->call, cost(row));
        break;
    case SIGHT_WAIT:
        figures_add_call(figures, CALL_cudaStreamWaitEvent, cost(row));
        break;
    default:
        break;
    }
}

/* The first half of a run of records is with timing, the second without. */
static void fit_records(const struct sight *sight, struct figures *figures)
{
    const struct sight_row *records[2 * SMALL_MOST];
    size_t count = 0;
    for (size_t i = 0; i < sight->count && count < 2 * SMALL_MOST; i++)
        if (sight->rows[i].kind == SIGHT_RECORD && is_in(&sight->rows[i], "pending"))
            records[count++] = &sight->rows[i];
    for (size_t i = 0; i < count; i++) {
        if (i < count / 2)
            figures_add_call(figures, CALL_cudaEventRecord, cost(records[i]));
        else
            figures_add(figures, PROFILE_host_record_no_timing, cost(records[i]));
    }
}

/* On an idle device. A synchronize behind work waits for it and is left out. */
static void fit_idle_call(const struct sight *sight, size_t i, struct figures *figures)
{
    const struct sight_row *row = &sight->rows[i];
    if (row->kind == SIGHT_KERNEL)
        figures_add_call(figures, CALL_cudaLaunchKernel, cost(row));
    else if (row->kind == SIGHT_CALL && i > 0 && sight->rows[i - 1].kind == SIGHT_CALL &&
             call_info(row->call)->group != CALL_GROUP_HOST)
        figures_add_call(figures, row->call, cost(row));
}

void fit_calls(const struct sight *sight, struct figures *figures)
{
    int64_t small = small_memset(sight);
    figures_add(figures, PROFILE_host_memset_small_bytes, small);
    for (size_t i = 0; i < sight->count; i++) {
        if (is_in(&sight->rows[i], "pending"))
            fit_pending(&sight->rows[i], small, figures);
        else if (is_in(&sight->rows[i], "idle"))
            fit_idle_call(sight, i, figures);
    }
    fit_records(sight, figures);
    int64_t large = mean_cost(sight, SIGHT_H2D, INT64_C(64) * MIB);
    int64_t call = (mean_cost(sight, SIGHT_H2D, 4096) + mean_cost(sight, SIGHT_H2D, 32768)) / 2;
    if (large)
        figures_add(figures, PROFILE_host_copy_per_mib,
                    large > call ? duration_divide(large - call, 1000, 64) : 0);
}

/* --- while CUPTI records -------------------------------------------------------------------------
 */

/* What such a call takes when nobody looks on, by the figures so far; -1 unknown. */
static int64_t plain_cost(const struct figures *figures, const struct sight_row *row, bool is_timed)
{
    switch (row->kind) {
    case SIGHT_KERNEL:
        return figures_value(figures, PROFILE_host_launch_pending, -1);
    case SIGHT_H2D:
    case SIGHT_D2H:
        return figures_call_value(figures, CALL_cudaMemcpyAsync, -1);
    case SIGHT_D2D:
        return figures_value(figures, PROFILE_host_copy_d2d, -1);
    case SIGHT_MEMSET:
        return row->bytes <= figures_value(figures, PROFILE_host_memset_small_bytes, 0)
                   ? figures_value(figures, PROFILE_host_memset_small, -1)
                   : figures_call_value(figures, row->call, -1);
    case SIGHT_RECORD:
        return is_timed ? figures_call_value(figures, CALL_cudaEventRecord, -1)
                        : figures_value(figures, PROFILE_host_record_no_timing, -1);
    case SIGHT_WAIT:
        return figures_call_value(figures, CALL_cudaStreamWaitEvent, -1);
    default:
        return -1;
    }
}

static enum profile_key recorded_key(const struct figures *figures, const struct sight_row *row)
{
    switch (row->kind) {
    case SIGHT_KERNEL:
        return PROFILE_cupti_launch;
    case SIGHT_H2D:
    case SIGHT_D2H:
        return PROFILE_cupti_copy;
    case SIGHT_D2D:
        return PROFILE_cupti_copy_d2d;
    case SIGHT_MEMSET:
        return row->bytes <= figures_value(figures, PROFILE_host_memset_small_bytes, 0)
                   ? PROFILE_cupti_mark
                   : PROFILE_cupti_memset;
    default:
        return PROFILE_cupti_mark;
    }
}

/* The calls of fit_calls() once more: the first half of the records is with timing. */
void fit_recorded_calls(const struct sight *sight, struct figures *figures)
{
    size_t records = 0, record = 0;
    for (size_t i = 0; i < sight->count; i++)
        records += sight->rows[i].kind == SIGHT_RECORD && is_in(&sight->rows[i], "pending");
    for (size_t i = 0; i < sight->count; i++) {
        const struct sight_row *row = &sight->rows[i];
        if (!is_in(row, "pending"))
            continue;
        int64_t plain = plain_cost(figures, row, record < records / 2);
        record += row->kind == SIGHT_RECORD;
        if (plain >= 0)
            figures_add(figures, recorded_key(figures, row),
                        cost(row) > plain ? cost(row) - plain : 0);
    }
}

/* --- after a rest --------------------------------------------------------------------------------
 */

static bool is_mark(const struct sight_row *row)
{
    return row->kind == SIGHT_RECORD || row->kind == SIGHT_WAIT;
}

/* Calls come in pairs of a kind: what the first of the two takes more than the second. The host
 * worked so long before a pair. */
static void fit_pair(const struct sight_row *first, struct figures *figures)
{
    static const int64_t rests[] = {100000, 300000, 1000000, 3000000, 10000000};
    const struct sight_row *second = first + 1, *work = first - 1;
    int64_t more = cost(first) > cost(second) ? cost(first) - cost(second) : 0;
    if (is_in(first, "first")) {
        figures_add(figures, is_mark(first) ? PROFILE_host_first_mark : PROFILE_host_first_work,
                    more);
        return;
    }
    if (work->call != CALL_host_work || work->enter == TIMELINE_UNKNOWN)
        return;
    for (size_t i = sizeof rests / sizeof *rests; i-- > 0;)
        if (cost(work) >= rests[i]) {
            figures_add_at(figures,
                           is_mark(first) ? PROFILE_host_rest_mark : PROFILE_host_rest_work,
                           rests[i], more);
            return;
        }
}

void fit_rests(const struct sight *sight, struct figures *figures)
{
    for (size_t i = 1; i + 1 < sight->count; i++) {
        const struct sight_row *row = &sight->rows[i];
        bool is_pair = (is_in(row, "first") || is_in(row, "rests")) && row->kind != SIGHT_CALL &&
                       row[1].kind == row->kind && row[1].section == row->section;
        if (!is_pair)
            continue;
        fit_pair(row, figures);
        i++;
    }
}
