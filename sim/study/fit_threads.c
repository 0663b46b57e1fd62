/* What a new host thread costs: to be made, until it begins, its first calls. */
#include "sim/study/fits.h"

/* The first call of the program's one thread beside main, behind its creation; NULL: not seen. */
static const struct sight_row *first_of_child(const struct sight *sight, size_t made)
{
    for (size_t i = made + 1; i < sight->count; i++)
        if (sight->rows[i].thread != 0)
            return sight->rows[i].enter != TIMELINE_UNKNOWN ? &sight->rows[i] : NULL;
    return NULL;
}

/* What the thread's first such call took longer than the next one of its kind; -1: there is none.
 */
static int64_t longer(const struct sight *sight, const struct sight_row *first)
{
    for (const struct sight_row *row = first + 1; row < sight->rows + sight->count; row++)
        if (row->thread == first->thread && row->kind == first->kind && row->call == first->call &&
            row->enter != TIMELINE_UNKNOWN)
            return sight_cost(first) > sight_cost(row) ? sight_cost(first) - sight_cost(row) : 0;
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

static int64_t beyond(int64_t took, int64_t usual)
{
    return took > usual ? took - usual : 0;
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

/* What its first call takes beyond that when it enqueues, and those that are first of their kind.
 */
void fit_threads(const struct sight *sight, struct figures *figures)
{
    int64_t known = figures_pass_value(figures, PROFILE_host_thread_first_call, -1);
    for (size_t i = 0; i < sight->count; i++) {
        const struct sight_row *row = &sight->rows[i];
        if (row->call == CALL_thread_create && row->enter != TIMELINE_UNKNOWN) {
            figures_add_call(figures, CALL_thread_create, sight_cost(row));
            const struct sight_row *first = first_of_child(sight, i);
            if (first)
                figures_add(figures, PROFILE_host_thread_begin,
                            beyond(first->enter, row->returned));
        }
        int64_t more = is_first(sight, row) ? longer(sight, row) : -1;
        if (more < 0)
            continue;
        if (row->kind == SIGHT_KERNEL && known >= 0)
            figures_add(figures, PROFILE_host_thread_first_work, beyond(more, known));
        else if (row->kind == SIGHT_H2D || row->kind == SIGHT_MEMSET)
            figures_add(figures, PROFILE_host_thread_work, more);
        else if (row->kind == SIGHT_RECORD || row->kind == SIGHT_WAIT)
            figures_add(figures, PROFILE_host_thread_mark, more);
    }
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
        bool makes = row->call == CALL_thread_create && row->enter != TIMELINE_UNKNOWN;
        const struct sight_row *child = makes ? first_of_child(sight, i) : NULL;
        if (child)
            figures_add(figures, PROFILE_cupti_thread_begin,
                        beyond(child->enter - row->returned, begins));
        int64_t more = is_first(sight, row) ? longer(sight, row) : -1;
        if (more >= 0 && row->kind == SIGHT_KERNEL)
            figures_add(figures, PROFILE_cupti_thread, beyond(more, first));
        else if (more >= 0 && (row->kind == SIGHT_H2D || row->kind == SIGHT_MEMSET))
            figures_add(figures, PROFILE_cupti_thread_work, beyond(more, work));
    }
}
