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

static int64_t mean_cost(const struct sight *sight, enum sight_kind kind, int64_t bytes)
{
    int64_t sum = 0, count = 0;
    for (size_t i = 0; i < sight->count; i++) {
        const struct sight_row *row = &sight->rows[i];
        if (row->kind == kind && row->bytes == bytes && is_in(row, "pending")) {
            sum += cost(row);
            count++;
        }
    }
    return count ? duration_divide(sum, 1, count) : 0;
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
