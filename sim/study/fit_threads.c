/* What a new host thread costs: to be made, until it begins, its first calls. */
#include "sim/base/duration.h"
#include "sim/base/minmax.h"
#include "sim/study/fits.h"

static bool is_creation(const struct sight_row *row)
{
    return row->call == CALL_thread_create && row->enter != TIMELINE_UNKNOWN;
}

/* From the return of the creation in that row to the first call of a thread beside main, of which
 * one makes calls; -1: it is no creation, nobody calls behind it, or one of them was not seen. */
static int64_t begins_after(const struct sight *sight, size_t made)
{
    const struct sight_row *row = &sight->rows[made];
    if (!is_creation(row))
        return -1;
    for (size_t i = made + 1; i < sight->count; i++)
        if (sight->rows[i].thread != 0)
            return sight->rows[i].enter != TIMELINE_UNKNOWN
                       ? above(sight->rows[i].enter, row->returned)
                       : -1;
    return -1;
}

/* What the thread's first such call took longer than the last one of its kind; -1: there is none.
 */
static int64_t longer(const struct sight *sight, const struct sight_row *first)
{
    for (const struct sight_row *row = sight->rows + sight->count; --row > first;)
        if (row->thread == first->thread && row->kind == first->kind && row->call == first->call &&
            row->enter != TIMELINE_UNKNOWN)
            return above(sight_cost(first), sight_cost(row));
    return -1;
}

/* Whether it is the first of its kind in a thread other than main. */
static bool is_first(const struct sight *sight, const struct sight_row *row)
{
    if (row->thread == 0 || row->enter == TIMELINE_UNKNOWN)
        return false;
    for (const struct sight_row *other = sight->rows; other < row; other++)
        if (other->thread == row->thread && other->kind == row->kind && other->call == row->call)
            return false;
    return true;
}

/* From the return of a thread's call to its next one, where both enqueue; -1: they are not such. */
static int64_t marks_after(const struct sight *sight, size_t i)
{
    const struct sight_row *row = &sight->rows[i], *next = row + 1;
    if (i + 1 == sight->count || row->thread == 0 || next->thread != row->thread ||
        row->kind == SIGHT_CALL || next->kind == SIGHT_CALL || row->enter == TIMELINE_UNKNOWN ||
        next->enter == TIMELINE_UNKNOWN)
        return -1;
    return above(next->enter, row->returned);
}

/* The thread's first call asks: what it takes longer than the second is no kind's own. */
void fit_asking_threads(const struct sight *sight, struct figures *figures)
{
    for (size_t i = 0; i < sight->count; i++) {
        const struct sight_row *row = &sight->rows[i];
        int64_t more = is_first(sight, row) ? longer(sight, row) : -1;
        if (more >= 0)
            figures_add(figures, PROFILE_host_thread_first_call, more);
    }
}

/* The program's first creation, and what one right behind another takes of that, as a program's
 * first threads are usually made one after the other. */
static void fit_creations(const struct sight *sight, struct figures *figures)
{
    const struct sight_row *first = NULL, *last = NULL; /* main's */
    for (size_t i = 0; i < sight->count; i++) {
        const struct sight_row *row = &sight->rows[i];
        if (row->thread != 0)
            continue;
        if (is_creation(row) && !first) {
            first = row;
            figures_add_call(figures, CALL_thread_create, sight_cost(row));
        } else if (is_creation(row) && last && is_creation(last) && sight_cost(first) > 0) {
            int64_t permille = duration_divide(sight_cost(row), 1000, sight_cost(first));
            figures_add(figures, PROFILE_host_thread_next, permille < 1000 ? permille : 1000);
        }
        last = row;
    }
}

/* What its first call takes beyond that when it enqueues, and those that are first of their kind.
 */
void fit_threads(const struct sight *sight, struct figures *figures)
{
    int64_t known = figures_pass_value(figures, PROFILE_host_thread_first_call, -1);
    fit_creations(sight, figures);
    for (size_t i = 0; i < sight->count; i++) {
        const struct sight_row *row = &sight->rows[i];
        int64_t begins = begins_after(sight, i);
        if (begins >= 0)
            figures_add(figures, PROFILE_host_thread_begin, begins);
        int64_t more = is_first(sight, row) ? longer(sight, row) : -1;
        if (more < 0)
            continue;
        if (row->kind == SIGHT_KERNEL && known >= 0)
            figures_add(figures, PROFILE_host_thread_first_work, above(more, known));
        else if (row->kind == SIGHT_H2D || row->kind == SIGHT_MEMSET)
            figures_add(figures, PROFILE_host_thread_work, more);
        else if (row->kind == SIGHT_RECORD || row->kind == SIGHT_WAIT)
            figures_add(figures, PROFILE_host_thread_mark, more);
    }
}

/* What the record of a call adds to those of which CUPTI keeps none in programs of one thread. */
static void fit_recorded_mark(const struct sight_row *row, struct figures *figures)
{
    int64_t plain =
        row->kind == SIGHT_RECORD ? figures_pass_value(figures, PROFILE_host_record_no_timing, -1)
        : row->kind == SIGHT_WAIT ? figures_pass_call_value(figures, CALL_cudaStreamWaitEvent, -1)
                                  : -1;
    if (plain >= 0)
        figures_add(figures, PROFILE_cupti_thread_mark, above(sight_cost(row), plain));
}

/* What CUPTI adds, by the same calls. */
void fit_recorded_threads(const struct sight *sight, struct figures *figures)
{
    int64_t begins = figures_pass_value(figures, PROFILE_host_thread_begin, -1);
    int64_t work = figures_pass_value(figures, PROFILE_host_thread_work, -1);
    int64_t call = figures_pass_value(figures, PROFILE_host_thread_first_call, -1);
    int64_t more_work = figures_pass_value(figures, PROFILE_host_thread_first_work, -1);
    if (begins < 0 || work < 0 || call < 0 || more_work < 0)
        return;
    int64_t first = call + more_work;
    for (size_t i = 0; i < sight->count; i++) {
        const struct sight_row *row = &sight->rows[i];
        int64_t began = begins_after(sight, i);
        if (began >= 0)
            figures_add(figures, PROFILE_cupti_thread_begin, above(began, begins));
        if (marks_after(sight, i) >= 0)
            figures_add(
                figures, PROFILE_cupti_tag,
                above(marks_after(sight, i), figures_value(figures, PROFILE_host_between, 0)));
        if (row->thread != 0 && row->enter != TIMELINE_UNKNOWN && !is_first(sight, row))
            fit_recorded_mark(row, figures);
        int64_t more = is_first(sight, row) ? longer(sight, row) : -1;
        if (more >= 0 && row->kind == SIGHT_KERNEL)
            figures_add(figures, PROFILE_cupti_thread, above(more, first));
        else if (more >= 0 && (row->kind == SIGHT_H2D || row->kind == SIGHT_MEMSET))
            figures_add(figures, PROFILE_cupti_thread_work, above(more, work));
    }
}
