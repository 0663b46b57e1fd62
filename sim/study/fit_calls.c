/* What calls cost the host. */
#include "sim/study/fits.h"

#include "sim/base/duration.h"

enum { MIB = 1 << 20 };

/* Without the first, which pays for not having been called for a while (host.rest_work). */
static int64_t mean_cost(const struct sight *sight, enum sight_kind kind, int64_t bytes)
{
    int64_t sum = 0, count = 0;
    for (size_t i = 0; i < sight->count; i++) {
        const struct sight_row *row = &sight->rows[i];
        if (row->kind == kind && row->bytes == bytes && sight_is_in(row, "pending")) {
            sum += count ? sight_cost(row) : 0;
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

static void fit_pending(const struct sight_row *row, struct figures *figures)
{
    if (row->kind == SIGHT_RECORD || row->kind == SIGHT_HOST || row->call == CALL_cudaMemset)
        figures_add_call(figures, row->call, sight_cost(row));
}

/* On an idle device. A synchronize behind work waits for it and is left out. */
static void fit_idle_call(const struct sight *sight, size_t i, struct figures *figures)
{
    const struct sight_row *row = &sight->rows[i];
    if (row->kind == SIGHT_KERNEL)
        figures_add_call(figures, CALL_cudaLaunchKernel, sight_cost(row));
    else if (row->kind == SIGHT_CALL && i > 0 && sight->rows[i - 1].kind == SIGHT_CALL &&
             call_info(row->call)->group != CALL_GROUP_HOST)
        figures_add_call(figures, row->call, sight_cost(row));
}

/* Calls that make and destroy streams and events. */
static void fit_life(const struct sight_row *row, struct figures *figures)
{
    if (row->kind == SIGHT_CALL && row->call != CALL_cudaStreamSynchronize &&
        call_info(row->call)->group != CALL_GROUP_HOST)
        figures_add_call(figures, row->call, sight_cost(row));
}

/* The first query of what has ended takes longer than the second. */
static void fit_look(const struct sight *sight, size_t i, struct figures *figures)
{
    const struct sight_row *row = &sight->rows[i];
    bool is_pair = row->call == CALL_cudaEventQuery && i + 1 < sight->count &&
                   row[1].call == CALL_cudaEventQuery && sight_is_in(&row[1], "looks");
    if (!is_pair)
        return;
    int64_t more = sight_cost(row) - sight_cost(&row[1]);
    figures_add(figures, PROFILE_host_look, more > 0 ? more : 0);
}

void fit_calls(const struct sight *sight, struct figures *figures)
{
    figures_add(figures, PROFILE_host_memset_small_bytes, small_memset(sight));
    for (size_t i = 0; i < sight->count; i++) {
        if (sight_is_in(&sight->rows[i], "pending"))
            fit_pending(&sight->rows[i], figures);
        else if (sight_is_in(&sight->rows[i], "idle"))
            fit_idle_call(sight, i, figures);
        else if (sight_is_in(&sight->rows[i], "lives"))
            fit_life(&sight->rows[i], figures);
        else if (sight_is_in(&sight->rows[i], "looks"))
            fit_look(sight, i, figures);
    }
    int64_t large = mean_cost(sight, SIGHT_H2D, INT64_C(64) * MIB);
    int64_t call = (mean_cost(sight, SIGHT_H2D, 4096) + mean_cost(sight, SIGHT_H2D, 32768)) / 2;
    if (large)
        figures_add(figures, PROFILE_host_copy_per_mib,
                    large > call ? duration_divide(large - call, 1000, 64) : 0);
}

/* --- after a rest --------------------------------------------------------------------------------
 */

static bool is_mark(const struct sight_row *row)
{
    return row->kind == SIGHT_RECORD || row->kind == SIGHT_WAIT || row->kind == SIGHT_CALL;
}

/* Calls come in pairs of a kind: what the first of the two takes more than the second. The host
 * worked or slept so long before a pair; who asks for a sleep has one of more, which the second
 * column has (host.sleep_late of the H200's host). */
static void fit_pair(const struct sight_row *first, struct figures *figures)
{
    static const int64_t rests[][2] = {{30000, 87000},     {100000, 157000},
                                       {300000, 365000},   {1000000, 1075000},
                                       {3000000, 3090000}, {10000000, 10110000}};
    const struct sight_row *second = first + 1, *rest = first - 1;
    int64_t more =
        sight_cost(first) > sight_cost(second) ? sight_cost(first) - sight_cost(second) : 0;
    if (!call_is_work(rest->call) || rest->enter == TIMELINE_UNKNOWN)
        return;
    bool slept = rest->call == CALL_host_sleep;
    enum profile_key work = slept ? PROFILE_host_slept_work : PROFILE_host_rest_work;
    enum profile_key mark = slept ? PROFILE_host_slept_mark : PROFILE_host_rest_mark;
    for (size_t i = sizeof rests / sizeof *rests; i-- > 0;)
        if (sight_cost(rest) >= rests[i][0]) {
            figures_add_at(figures, is_mark(first) ? mark : work, rests[i][slept], more);
            return;
        }
}

void fit_rests(const struct sight *sight, struct figures *figures)
{
    for (size_t i = 1; i + 1 < sight->count; i++) {
        const struct sight_row *row = &sight->rows[i];
        bool is_call = row->kind != SIGHT_CALL || row->call == CALL_cudaEventQuery;
        bool is_pair = sight_is_in(row, "rests") && is_call && row[1].kind == row->kind &&
                       row[1].call == row->call && row[1].section == row->section;
        if (!is_pair)
            continue;
        fit_pair(row, figures);
        i++;
    }
}
