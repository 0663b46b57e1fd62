/* What host threads cost each other: to wake one that sleeps, to be woken, to launch at once. */
#include "sim/base/duration.h"
#include "sim/base/minmax.h"
#include "sim/study/fits.h"

#include <stdlib.h>

/* Launches in a row get cheaper up to the sixteenth; the last of a thread may be alone. */
enum { SLEEPERS = 4, FIRST = 18, LAST = 44 };

/* Main's host work in the range and what it does next; false: they are not such. */
static bool next_work(const struct sight *sight, size_t i, const char *label,
                      const struct sight_row **before, const struct sight_row **after)
{
    const struct sight_row *row = &sight->rows[i];
    if (row->thread != 0 || row->call != CALL_host_work || !sight_is_in(row, label))
        return false;
    *before = row;
    for (size_t k = i + 1; k < sight->count; k++)
        if (sight->rows[k].thread == 0 && sight->rows[k].call == CALL_host_work) {
            *after = &sight->rows[k];
            return (*after)->enter != TIMELINE_UNKNOWN;
        }
    return false;
}

/* What one of the mutex's two calls takes where nobody waits; -1: none was seen. */
static int64_t free_call(const struct sight *sight)
{
    const struct sight_row *before, *after;
    int64_t sum = 0, count = 0;
    for (size_t i = 0; i < sight->count; i++)
        if (next_work(sight, i, "nobody", &before, &after)) {
            sum += after->enter - before->returned;
            count += 2;
        }
    return count ? sum / count : -1;
}

/* The sleep of another thread that was over behind that time; NULL: none was seen. */
static const struct sight_row *sleep_at(const struct sight *sight, int64_t time)
{
    for (size_t i = 0; i < sight->count; i++) {
        const struct sight_row *row = &sight->rows[i];
        if (row->thread != 0 && row->call == CALL_lock_acquire && row->enter != TIMELINE_UNKNOWN &&
            row->enter < time && time < row->returned)
            return row;
    }
    return NULL;
}

/* Main takes and lets go of a mutex and wakes one that has slept for as long as the range says. */
static void fit_wake(const struct sight *sight, size_t i, int64_t call, struct figures *figures)
{
    const struct sight_row *before, *after;
    const char *label = sight->rows[i].label;
    int64_t us = strtol(label, NULL, 10);
    if (us <= 0 || !next_work(sight, i, label, &before, &after))
        return;
    int64_t told = before->returned + 3 * call;
    const struct sight_row *sleep = sleep_at(sight, told);
    if (!sleep)
        return;
    figures_add_at(figures, PROFILE_host_thread_wake, us * 1000, above(sleep->returned, told));
    figures_add(figures, PROFILE_host_thread_rouse, above(after->enter, told));
}

/* Of those whom one call wakes, what each behind the first takes. */
static void fit_wake_all(const struct sight *sight, size_t i, int64_t call, struct figures *figures)
{
    const struct sight_row *before, *after;
    int64_t first = figures_pass_value(figures, PROFILE_host_thread_rouse, -1);
    if (first < 0 || !next_work(sight, i, "all", &before, &after))
        return;
    int64_t told = before->returned + (2 + SLEEPERS) * call;
    figures_add(figures, PROFILE_host_thread_rouse_next,
                above(after->enter, told + first) / (SLEEPERS - 1));
}

/* What launches take in that range, the first and the last of a thread left out; -1: none was seen.
 */
static int64_t launch_cost(const struct sight *sight, const char *label)
{
    int64_t sum = 0, count = 0;
    for (size_t i = 0; i < sight->count; i++) {
        const struct sight_row *row = &sight->rows[i];
        if (row->kind != SIGHT_KERNEL || !sight_is_in(row, label))
            continue;
        int rank = 0;
        for (const struct sight_row *other = sight->rows; other < row; other++)
            rank += other->kind == SIGHT_KERNEL && other->section == row->section &&
                    other->thread == row->thread;
        if (rank < FIRST || rank > LAST)
            continue;
        sum += sight_cost(row);
        count++;
    }
    return count ? (sum + count / 2) / count : -1;
}

static void fit_contention(const struct sight *sight, struct figures *figures)
{
    int64_t alone = launch_cost(sight, "1 launches"), two = launch_cost(sight, "2 launch"),
            four = launch_cost(sight, "4 launch");
    if (alone < 0 || two < 0 || four < 0)
        return;
    figures_add(figures, PROFILE_host_contention, above(two, alone));
    figures_add(figures, PROFILE_host_contention_more, above(four, two) / 2);
}

void fit_together(const struct sight *sight, struct figures *figures)
{
    int64_t call = free_call(sight);
    for (size_t i = 0; i < sight->count && call >= 0; i++)
        fit_wake(sight, i, call, figures);
    for (size_t i = 0; i < sight->count && call >= 0; i++) /* by what one takes */
        fit_wake_all(sight, i, call, figures);
    fit_contention(sight, figures);
}
