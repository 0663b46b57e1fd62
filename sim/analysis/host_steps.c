#include "sim/analysis/host_steps.h"

#include "sim/analysis/moment.h"
#include "sim/base/mem.h"

#include <stdlib.h>
#include <string.h>

/* --- the calls of each thread --------------------------------------------------------------------
 */

static struct host_call read_call(const struct timeline *t, uint32_t ref)
{
    struct host_call call = {HOST_NO_CALL, TIMELINE_NO_OP, 0, TIMELINE_UNKNOWN, 0};
    if (ref & HOST_STEPS_OP) {
        call.op = ref - HOST_STEPS_OP;
        const struct timeline_op *op = &t->ops.rows[call.op];
        call.enter = op->call;
        call.returned = op->returned;
        call.place = op->place;
    } else {
        const struct timeline_call *row = &t->calls.rows[ref];
        call.row = ref;
        call.op = row->op < t->ops.count ? row->op : TIMELINE_NO_OP;
        call.enter = row->enter;
        call.returned = row->returned;
        call.place = row->place;
    }
    if (call.returned < call.enter)
        call.returned = TIMELINE_UNKNOWN;
    return call;
}

/* Calls that take no time come before the one that begins when they do. */
static bool is_before(const struct timeline *t, uint32_t a, uint32_t b)
{
    struct host_call x = read_call(t, a), y = read_call(t, b);
    if (x.enter != y.enter)
        return x.enter < y.enter;
    return x.returned < y.returned;
}

/* A thread's operations and rows of calls, each in order, into one. */
static void merge(const struct timeline *t, const struct moment *ops, size_t op_count,
                  const struct moment *rows, size_t row_count, uint32_t *calls)
{
    size_t o = 0, r = 0;
    while (o < op_count || r < row_count) {
        bool row = o == op_count || (r < row_count && is_before(t, rows[r].row, ops[o].row));
        *calls++ = row ? rows[r++].row : ops[o++].row;
    }
}

/* What a thread does, in two lists of one table: operations first. */
struct sorting {
    uint32_t *first; /* by thread and list, and one more */
    struct moment *moments;
};

static void count_or_place(const struct host_steps *steps, struct sorting *sorting, bool place,
                           const uint64_t *has_row)
{
    const struct timeline *t = steps->timeline;
    for (uint32_t i = 0; i < t->ops.count; i++) {
        const struct timeline_op *op = &t->ops.rows[i];
        if (op->call == TIMELINE_UNKNOWN || has_row[i / 64] >> (i % 64) & 1)
            continue;
        size_t list = (size_t)op->thread * 2;
        if (place)
            sorting->moments[sorting->first[list]++] = (struct moment){op->call, HOST_STEPS_OP + i};
        else
            sorting->first[list]++;
    }
    for (uint32_t i = 0; i < t->calls.count; i++) {
        const struct timeline_call *call = &t->calls.rows[i];
        if (call->enter == TIMELINE_UNKNOWN)
            continue;
        size_t list = (size_t)call->thread * 2 + 1;
        if (place)
            sorting->moments[sorting->first[list]++] = (struct moment){call->enter, i};
        else
            sorting->first[list]++;
    }
}

void host_steps_init(struct host_steps *steps, const struct timeline *timeline)
{
    *steps =
        (struct host_steps){.timeline = timeline, .threads = (uint32_t)timeline->threads.count};
    uint64_t *has_row = mem_zalloc((timeline->ops.count / 64 + 1) * sizeof *has_row);
    for (size_t i = 0; i < timeline->calls.count; i++) {
        const struct timeline_call *call = &timeline->calls.rows[i];
        if (call->op < timeline->ops.count && call->enter != TIMELINE_UNKNOWN)
            has_row[call->op / 64] |= UINT64_C(1) << (call->op % 64);
        if (call->thread >= steps->threads)
            steps->threads = call->thread + 1u;
    }
    for (size_t i = 0; i < timeline->ops.count; i++)
        if (timeline->ops.rows[i].thread >= steps->threads)
            steps->threads = timeline->ops.rows[i].thread + 1u;

    size_t lists = (size_t)steps->threads * 2;
    struct sorting sorting = {.first = mem_zalloc((lists + 1) * sizeof *sorting.first)};
    count_or_place(steps, &sorting, false, has_row);
    uint32_t total = 0;
    for (size_t i = 0; i <= lists; i++) { /* from counts to where each list begins */
        uint32_t count = sorting.first[i];
        sorting.first[i] = total;
        total += count;
    }
    sorting.moments = mem_zalloc(((size_t)total + 1) * sizeof *sorting.moments);
    count_or_place(steps, &sorting, true, has_row); /* `first` is now where each ends */

    steps->first = mem_zalloc(((size_t)steps->threads + 1) * sizeof *steps->first);
    steps->calls = mem_zalloc(((size_t)total + 1) * sizeof *steps->calls);
    for (uint32_t thread = 0; thread < steps->threads; thread++) {
        size_t begin = steps->first[thread];
        size_t middle = sorting.first[thread * 2], end = sorting.first[thread * 2 + 1];
        moments_sort(sorting.moments + begin, middle - begin);
        moments_sort(sorting.moments + middle, end - middle);
        merge(timeline, sorting.moments + begin, middle - begin, sorting.moments + middle,
              end - middle, steps->calls + begin);
        steps->first[thread + 1] = (uint32_t)end;
    }
    free(sorting.moments);
    free(sorting.first);
    free(has_row);
}

uint32_t host_steps_count(const struct host_steps *steps, uint32_t thread)
{
    return thread < steps->threads ? steps->first[thread + 1] - steps->first[thread] : 0;
}

struct host_call host_steps_call(const struct host_steps *steps, uint32_t thread, uint32_t n)
{
    return read_call(steps->timeline, steps->calls[steps->first[thread] + n]);
}

/* --- steps ---------------------------------------------------------------------------------------
 */

struct host_point host_point_at(int64_t time)
{
    return (struct host_point){time, 0, HOST_NO_STEP};
}

static int64_t enter_of(const struct host_steps *steps, uint32_t thread, uint32_t n)
{
    uint32_t ref = steps->calls[steps->first[thread] + n];
    const struct timeline *t = steps->timeline;
    return ref & HOST_STEPS_OP ? t->ops.rows[ref - HOST_STEPS_OP].call : t->calls.rows[ref].enter;
}

/* The return of call n as a step: not where the next call begins at once, nor where it takes no
 * time. */
static bool has_return(const struct host_steps *steps, uint32_t thread, uint32_t n, int64_t *time)
{
    struct host_call call = host_steps_call(steps, thread, n);
    if (call.returned == TIMELINE_UNKNOWN || call.returned <= call.enter)
        return false;
    *time = call.returned;
    return n + 1 == host_steps_count(steps, thread) ||
           enter_of(steps, thread, n + 1) > call.returned;
}

/* How many calls the thread has entered at `time`, or before it. */
static uint32_t entered(const struct host_steps *steps, uint32_t thread, int64_t time, bool at)
{
    uint32_t low = 0, high = host_steps_count(steps, thread);
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        int64_t enter = enter_of(steps, thread, middle);
        if (enter < time || (at && enter == time))
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static bool point_enter(const struct host_steps *steps, uint32_t thread, uint32_t n,
                        struct host_point *point)
{
    *point = (struct host_point){enter_of(steps, thread, n), thread, (uint64_t)n * 2};
    return true;
}

static bool point_return(const struct host_steps *steps, uint32_t thread, uint32_t n,
                         struct host_point *point)
{
    int64_t time;
    if (!has_return(steps, thread, n, &time))
        return false;
    *point = (struct host_point){time, thread, (uint64_t)n * 2 + 1};
    return true;
}

/* The thread's last step before `time`, or at it. */
static bool last_step(const struct host_steps *steps, uint32_t thread, int64_t time, bool at,
                      struct host_point *point)
{
    uint32_t count = entered(steps, thread, time, at);
    if (count == 0)
        return false;
    if (point_return(steps, thread, count - 1, point) &&
        (point->time < time || (at && point->time == time)))
        return true;
    return point_enter(steps, thread, count - 1, point);
}

/* The thread's first step that is not among those. */
static bool first_step(const struct host_steps *steps, uint32_t thread, int64_t time, bool at,
                       struct host_point *point)
{
    uint32_t count = entered(steps, thread, time, at);
    if (count > 0 && point_return(steps, thread, count - 1, point) &&
        (point->time > time || (!at && point->time == time)))
        return true;
    return count < host_steps_count(steps, thread) && point_enter(steps, thread, count, point);
}

static bool step_after(const struct host_steps *steps, uint32_t thread, uint64_t step,
                       struct host_point *point)
{
    uint32_t n = (uint32_t)(step / 2);
    if (step % 2 == 0 && point_return(steps, thread, n, point))
        return true;
    return n + 1 < host_steps_count(steps, thread) && point_enter(steps, thread, n + 1, point);
}

static bool step_before(const struct host_steps *steps, uint32_t thread, uint64_t step,
                        struct host_point *point)
{
    uint32_t n = (uint32_t)(step / 2);
    if (step % 2)
        return point_enter(steps, thread, n, point);
    if (n == 0)
        return false;
    return point_return(steps, thread, n - 1, point) || point_enter(steps, thread, n - 1, point);
}

static bool is_less(const struct host_point *a, const struct host_point *b)
{
    return a->time != b->time ? a->time < b->time : a->thread < b->thread;
}

/* Whether what a thread does at the point's very time has happened. */
static bool includes(const struct host_point *point, uint32_t thread)
{
    return point->step == HOST_NO_STEP || thread <= point->thread;
}

bool host_steps_next(const struct host_steps *steps, const struct host_point *from, uint32_t thread,
                     struct host_point *to)
{
    bool found = false;
    struct host_point best = *from, one;
    uint32_t begin = thread == HOST_ANY ? 0 : thread;
    uint32_t end = thread == HOST_ANY ? steps->threads : thread + 1;
    for (uint32_t u = begin; u < end && u < steps->threads; u++) {
        bool own = from->step != HOST_NO_STEP && u == from->thread;
        bool has = own ? step_after(steps, u, from->step, &one)
                       : first_step(steps, u, from->time, includes(from, u), &one);
        if (has && (!found || is_less(&one, &best))) {
            best = one;
            found = true;
        }
    }
    if (found)
        *to = best;
    return found;
}

/* The last step that has happened, of a thread or of any. */
static bool happened(const struct host_steps *steps, const struct host_point *at, uint32_t begin,
                     uint32_t end, bool before, struct host_point *last)
{
    bool found = false;
    for (uint32_t u = begin; u < end && u < steps->threads; u++) {
        struct host_point one;
        bool own = before && at->step != HOST_NO_STEP && u == at->thread;
        bool has = own ? step_before(steps, u, at->step, &one)
                       : last_step(steps, u, at->time, includes(at, u), &one);
        if (has && (!found || !is_less(&one, last))) {
            *last = one;
            found = true;
        }
    }
    return found;
}

bool host_steps_previous(const struct host_steps *steps, const struct host_point *from,
                         uint32_t thread, struct host_point *to)
{
    uint32_t begin = thread == HOST_ANY ? 0 : thread;
    uint32_t end = thread == HOST_ANY ? steps->threads : thread + 1;
    struct host_point at = *from, last = *from;
    /* where a step is just made, one before shows nothing else than here: it is this one */
    if (at.step == HOST_NO_STEP && happened(steps, &at, begin, end, false, &last) &&
        last.time == at.time)
        at = last;
    if (!happened(steps, &at, begin, end, true, &last))
        return false;
    *to = last;
    return true;
}

enum host_state host_steps_state(const struct host_steps *steps, const struct host_point *point,
                                 uint32_t thread, uint32_t *n)
{
    struct host_point last = *point;
    bool own = point->step != HOST_NO_STEP && thread == point->thread;
    *n = HOST_NO_CALL;
    if (!own && !last_step(steps, thread, point->time, includes(point, thread), &last))
        return HOST_BEFORE;
    *n = (uint32_t)(last.step / 2);
    struct host_call call = host_steps_call(steps, thread, *n);
    enum host_state behind = *n + 1 == host_steps_count(steps, thread) ? HOST_ENDED : HOST_BETWEEN;
    if (last.step % 2)
        return behind;
    if (call.returned == TIMELINE_UNKNOWN)
        return point->time > call.enter ? HOST_UNKNOWN : HOST_IN_CALL;
    /* one without a step of its own took no time */
    return point->time > call.returned ? behind : HOST_IN_CALL;
}

void host_steps_release(struct host_steps *steps)
{
    free(steps->first);
    free(steps->calls);
    memset(steps, 0, sizeof *steps);
}
