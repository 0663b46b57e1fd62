/* Where the host and the device wait for each other: staging, host functions, the launch queue,
 * calls that hold the host. */
#include "sim/base/duration.h"
#include "sim/study/fits.h"

#define GIGA INT64_C(1000000000)

static bool is_in(const struct sight_row *row, const char *label)
{
    return sight_is_in(row, label) && row->returned != TIMELINE_UNKNOWN;
}

/* The largest size at which the call came back before the kernel in front had ended fills both
 * staging buffers; the samples of sizes rise. Where no size had to wait, none says how large they
 * are. */
static void fit_staging_buffer(const struct sight *sight, struct figures *figures)
{
    int64_t most = 0;
    for (size_t i = 1; i < sight->count; i++) {
        const struct sight_row *row = &sight->rows[i], *kernel = row - 1;
        if (!is_in(row, "behind") || row->kind != SIGHT_H2D || kernel->kind != SIGHT_KERNEL ||
            kernel->returned == TIMELINE_UNKNOWN)
            continue;
        if (row->returned - kernel->returned >= kernel->launch->time) {
            if (most)
                figures_add(figures, PROFILE_copy_staging_buffer, most / 2);
            return;
        }
        most = row->bytes;
    }
}

/* What a copy out takes longer where a copy in read before than where the copy out before it did.
 */
static void fit_held(const struct sight *sight, struct figures *figures)
{
    for (size_t i = 0; i + 1 < sight->count; i++) {
        const struct sight_row *row = &sight->rows[i], *next = row + 1;
        while (next < sight->rows + sight->count && next->kind != SIGHT_D2H &&
               next->kind != SIGHT_H2D)
            next++;
        if (next < sight->rows + sight->count && is_in(row, "held") && is_in(next, "held") &&
            row->kind == SIGHT_D2H && next->kind == SIGHT_D2H && row->bytes > 0) {
            int64_t more = sight_cost(row) - sight_cost(next);
            figures_add(figures, PROFILE_copy_d2h_pageable_held,
                        more > 0 ? duration_divide(more, 1 << 20, row->bytes) : 0);
        }
    }
}

void fit_pageable_calls(const struct sight *sight, struct figures *figures)
{
    const int64_t small = 64 << 10; /* need no staging buffer: traces/experiments/pageable.txt */
    for (size_t i = 0; i < sight->count; i++) {
        const struct sight_row *row = &sight->rows[i];
        if (is_in(row, "idle") && (row->kind == SIGHT_H2D || row->kind == SIGHT_D2H))
            figures_add_at(figures,
                           row->kind == SIGHT_D2H         ? PROFILE_copy_d2h_pageable_host
                           : (int64_t)row->bytes <= small ? PROFILE_copy_h2d_pageable_small
                                                          : PROFILE_copy_h2d_pageable_host,
                           row->bytes, sight_cost(row));
        if (is_in(row, "memory") && row->kind == SIGHT_H2D)
            figures_add_at(figures, PROFILE_copy_h2d_pageable_memory, row->bytes, sight_cost(row));
    }
    fit_held(sight, figures);
    fit_staging_buffer(sight, figures);
}

void fit_pageable_tails(const struct sight *sight, struct figures *figures)
{
    for (size_t i = 0; i < sight->count; i++) {
        const struct sight_row *row = &sight->rows[i];
        if (is_in(row, "idle") && row->kind == SIGHT_H2D && row->seen_end != TIMELINE_UNKNOWN) {
            int64_t tail = row->seen_end - row->returned;
            figures_add_at(figures, PROFILE_copy_h2d_pageable_tail, row->bytes,
                           tail > 0 ? tail : 0);
        }
    }
}

/* A host function between two kernels whose times were seen. */
static bool is_between(const struct sight *sight, size_t i, const char *label)
{
    const struct sight_row *row = &sight->rows[i];
    return row->kind == SIGHT_HOST && is_in(row, label) && i > 0 && i + 1 < sight->count &&
           row[-1].kind == SIGHT_KERNEL && row[1].kind == SIGHT_KERNEL &&
           row->start != TIMELINE_UNKNOWN && row->seen_end != TIMELINE_UNKNOWN &&
           row[-1].start != TIMELINE_UNKNOWN && row[-1].end != TIMELINE_UNKNOWN &&
           row[1].start != TIMELINE_UNKNOWN;
}

/* From a function's return to the start of the next one, all of which waited. */
static void fit_next(const struct sight *sight, size_t i, struct figures *figures)
{
    const struct sight_row *row = &sight->rows[i];
    if (i + 1 == sight->count || row[0].kind != SIGHT_HOST || row[1].kind != SIGHT_HOST ||
        !is_in(row, "next function") || !is_in(&row[1], "next function") ||
        row[0].seen_end == TIMELINE_UNKNOWN || row[1].start == TIMELINE_UNKNOWN)
        return;
    int64_t next = row[1].start - row[0].seen_end;
    figures_add(figures, PROFILE_latency_host_next, next > 0 ? next : 0);
}

void fit_host_functions(const struct sight *sight, struct figures *figures)
{
    for (size_t i = 0; i < sight->count; i++) {
        const struct sight_row *row = &sight->rows[i];
        int64_t done = is_between(sight, i, "host function") ? row[1].start - row->seen_end : -1;
        if (done >= 0)
            figures_add(figures, PROFILE_latency_host_done, done);
        fit_next(sight, i, figures);
    }
}

/* From when a function could begin, which is behind the kernel in front of it, until it did. */
static int64_t delay(const struct sight_row *row)
{
    int64_t ready = row[-1].seen_end > row->returned ? row[-1].seen_end : row->returned;
    return row->start > ready ? row->start - ready : 0;
}

/* The first of some functions, behind a host that has computed for long, against the last ones. */
void fit_first_host_functions(const struct sight *sight, struct figures *figures)
{
    const int64_t usual = 3; /* so many */
    int64_t count = 0, cost = 0, took = 0;
    const struct sight_row *first = NULL;
    for (size_t i = sight->count; i-- > 1;) {
        const struct sight_row *row = &sight->rows[i];
        if (row->kind != SIGHT_HOST || !is_in(row, "first functions") ||
            row->start == TIMELINE_UNKNOWN || row[-1].seen_end == TIMELINE_UNKNOWN)
            continue;
        first = row;
        if (count++ >= usual)
            continue;
        cost += sight_cost(row);
        took += delay(row);
    }
    if (count <= usual)
        return;
    int64_t more = delay(first) - took / usual, call = sight_cost(first) - cost / usual;
    figures_add(figures, PROFILE_latency_host_cold, more > 0 ? more : 0);
    figures_add(figures, PROFILE_host_first_host, call > 0 ? call : 0);
}

/* The instrument slows the way to the function. Without it, the blocks' own stamps say how long it
 * is from kernel to kernel; what is not the function and the way back is the way to it. */
static int64_t way_to(const struct sight_row *row, int64_t done)
{
    return row[1].start - row[-1].end - (row->seen_end - row->start) - done;
}

/* How much later the function begins the longer its worker has slept: while the kernel ran, and on
 * the usual way to it; and how much longer the call takes that wakes it. */
static void fit_asleep(const struct sight *sight, struct figures *figures, int64_t done)
{
    const int64_t way = 40000;   /* ns, about: with the spreads, sizes are the same in each pass */
    const int64_t awake = 12000; /* before it, in the benchmark of what is usual */
    int64_t usual = figures_pass_value(figures, PROFILE_latency_host_call, 0);
    int64_t call = figures_pass_call_value(figures, CALL_cudaLaunchHostFunc, -1);
    figures_add_at(figures, PROFILE_latency_host_asleep, awake + way, 0);
    for (size_t i = 0; i < sight->count; i++) {
        const struct sight_row *row = &sight->rows[i];
        if (row->kind == SIGHT_HOST && is_in(row, "asleep") && call >= 0)
            figures_add(figures, PROFILE_host_host_wake,
                        sight_cost(row) > call ? sight_cost(row) - call : 0);
        if (!is_between(sight, i, "asleep"))
            continue;
        int64_t more = way_to(row, done) - usual;
        figures_add_at(figures, PROFILE_latency_host_asleep, row[-1].launch->time + way,
                       more > 0 ? more : 0);
    }
}

void fit_host_calls(const struct sight *sight, struct figures *figures)
{
    int64_t done = figures_value(figures, PROFILE_latency_host_done, 0);
    for (size_t i = 0; i < sight->count; i++) {
        const struct sight_row *row = &sight->rows[i];
        if (row->kind == SIGHT_HOST && is_in(row, "idle function") &&
            row->start != TIMELINE_UNKNOWN)
            figures_add(figures, PROFILE_latency_host_idle,
                        row->start > row->returned ? row->start - row->returned : 0);
        if (!is_between(sight, i, "host function"))
            continue;
        int64_t call = way_to(row, done);
        figures_add(figures, PROFILE_latency_host_call, call > 0 ? call : 0);
    }
    fit_asleep(sight, figures, done);
}

/* The first launch that takes as long as a few hundred others had to wait for room. The first
 * kernel runs: it has left the queue. */
void fit_queue(const struct sight *sight, struct figures *figures)
{
    const int64_t waits = 1000000; /* ns */
    int64_t launches = 0;
    for (size_t i = 0; i < sight->count; i++) {
        const struct sight_row *row = &sight->rows[i];
        if (row->kind != SIGHT_KERNEL || !is_in(row, "queue"))
            continue;
        if (sight_cost(row) > waits) {
            if (launches > 1) /* a first one that takes so long waited for something else */
                figures_add(figures, PROFILE_connections_launch_queue, launches - 1);
            return;
        }
        launches++;
    }
}

/* Copies on the host: what 64 MiB take longer than 16. A synchronous copy's call: what is left of
 * it when latency, transfer and waking are taken off. */
void fit_host_copies(const struct sight *sight, struct figures *figures)
{
    const int64_t less = 16 << 20;
    int64_t small = 0, count = 0;
    for (size_t i = 0; i < sight->count; i++)
        if (sight->rows[i].kind == SIGHT_H2H && is_in(&sight->rows[i], "host copies") &&
            sight->rows[i].bytes == less) {
            small += sight_cost(&sight->rows[i]);
            count++;
        }
    if (count == 0)
        return;
    small = duration_divide(small, 1, count);
    int64_t wait = figures_value(figures, PROFILE_latency_copy, 0) +
                   figures_value(figures, PROFILE_latency_wake, 0);
    int64_t per_mib =
        duration_divide(figures_value(figures, PROFILE_host_copy_per_mib, 0), 1, 1000);
    for (size_t i = 0; i < sight->count; i++) {
        const struct sight_row *row = &sight->rows[i];
        if (!is_in(row, "host copies"))
            continue;
        if (row->kind == SIGHT_H2H && row->bytes > less && sight_cost(row) > small)
            figures_add(figures, PROFILE_copy_host_memcpy,
                        duration_divide(row->bytes - less, GIGA, sight_cost(row) - small));
        if (row->kind == SIGHT_H2D || row->kind == SIGHT_D2H) {
            int64_t call = sight_cost(row) - wait - fit_copy_time(figures, row) - per_mib;
            figures_add_call(figures, row->call, call > 0 ? call : 0);
        }
    }
}

static void fit_freeing(const struct sight_row *row, struct figures *figures)
{
    switch (row->call) {
    case CALL_cudaMalloc:
        figures_add_at(figures, PROFILE_host_malloc, row->bytes, sight_cost(row));
        break;
    case CALL_cudaMallocHost:
        figures_add_at(figures, PROFILE_host_malloc_host, row->bytes, sight_cost(row));
        break;
    case CALL_cudaHostRegister:
        figures_add_at(figures, PROFILE_host_register, row->bytes, sight_cost(row));
        break;
    case CALL_cudaFree:
        figures_add_at(figures, PROFILE_host_free, row->bytes, sight_cost(row));
        break;
    case CALL_cudaFreeHost:
        figures_add_at(figures, PROFILE_host_free_host, row->bytes, sight_cost(row));
        break;
    case CALL_cudaHostUnregister:
        figures_add_at(figures, PROFILE_host_unregister, row->bytes, sight_cost(row));
        break;
    default:
        break;
    }
}

static void fit_reuse(const struct sight_row *row, int64_t cut, struct figures *figures)
{
    int64_t cost = sight_cost(row);
    figures_add_call(figures, row->call, cost);
    figures_add(figures, PROFILE_host_pool_cut, cut > cost ? cut - cost : 0);
}

/* In a pool the first of three allocations finds it empty, the second what the first left, the
 * third what was freed; the synchronize gives the chunk back. */
void fit_allocation(const struct sight *sight, struct figures *figures)
{
    int turn = 0;
    int64_t cut = 0;
    for (size_t i = 0; i < sight->count; i++) {
        const struct sight_row *row = &sight->rows[i];
        if (is_in(row, "allocation"))
            fit_freeing(row, figures);
        if (!is_in(row, "pool"))
            continue;
        if (row->call == CALL_cudaFreeAsync) {
            figures_add_call(figures, row->call, sight_cost(row));
        } else if (row->call == CALL_cudaMallocAsync) {
            if (turn == 0)
                figures_add(figures, PROFILE_host_malloc_async_first, sight_cost(row));
            else if (turn == 1)
                cut = sight_cost(row);
            else
                fit_reuse(row, cut, figures);
            turn = (turn + 1) % 3;
        } else if (row->call == CALL_cudaStreamSynchronize) {
            int64_t more = sight_cost(row) - figures_call_value(figures, row->call, 0);
            figures_add(figures, PROFILE_host_pool_release, more > 0 ? more : 0);
        }
    }
}

/* What the first of such calls takes more than the later ones of its run, as hosts are slower for a
 * while now and then. The second, which is also a little longer, counts as neither. */
static void fit_first(const struct sight *sight, enum call call, struct figures *figures,
                      enum profile_key key)
{
    int64_t first = 0, later = 0, count = 0;
    for (size_t i = 0; i < sight->count; i++) {
        if (sight->rows[i].call != call || !is_in(&sight->rows[i], "first"))
            continue;
        int64_t cost = sight_cost(&sight->rows[i]);
        if (count == 0)
            first = cost;
        later += count > 1 ? cost : 0;
        count++;
    }
    if (count > 2) {
        int64_t more = first - duration_divide(later, 1, count - 2);
        figures_add(figures, key, more > 0 ? more : 0);
    }
}

void fit_first_allocation(const struct sight *sight, struct figures *figures)
{
    fit_first(sight, CALL_cudaMalloc, figures, PROFILE_host_malloc_first);
    fit_first(sight, CALL_cudaFree, figures, PROFILE_host_free_first);
}

/* A range of the benchmark: bytes that were freed, or none, then a copy in, and a synchronize. */
struct clearing {
    int64_t bytes;
    int64_t took; /* from the copy's call to the return of its synchronize; -1: there is none */
    const struct sight_row *copy;
};

static struct clearing next_clearing(const struct sight *sight, const char *label, size_t *next)
{
    struct clearing clearing = {.took = -1};
    for (; *next < sight->count && clearing.took < 0; ++*next) {
        const struct sight_row *row = &sight->rows[*next];
        if (!is_in(row, label))
            continue;
        if (row->call == CALL_cudaFree)
            clearing.bytes = row->bytes;
        if (row->kind == SIGHT_H2D)
            clearing.copy = row;
        if (row->call == CALL_cudaStreamSynchronize && clearing.copy)
            clearing.took = row->returned - clearing.copy->enter;
    }
    return clearing;
}

/* By what a copy takes longer behind a free, and behind one of four times as much: where that makes
 * no 1 us, it does not wait. Without a free the copy starts as late as its call and its way take.
 */
void fit_clearing(const struct sight *sight, struct figures *figures)
{
    enum { LEAST = 1000 };
    size_t next[3] = {0};
    for (;;) {
        struct clearing none = next_clearing(sight, "none", &next[0]);
        struct clearing some = next_clearing(sight, "some", &next[1]);
        struct clearing much = next_clearing(sight, "much", &next[2]);
        if (none.took < 0 || some.took < 0 || much.took < 0 || much.bytes <= some.bytes)
            return;
        bool clears = much.took - some.took > LEAST;
        int64_t rate =
            clears ? duration_divide(much.bytes - some.bytes, GIGA, much.took - some.took) : 0;
        figures_add(figures, PROFILE_copy_clear_rate, rate);
        if (rate == 0)
            continue;
        int64_t after = some.took - fit_copy_time(figures, some.copy) -
                        figures_value(figures, PROFILE_latency_wake, 0);
        int64_t before = duration_divide(some.bytes, GIGA, rate) - after -
                         figures_value(figures, PROFILE_host_between, 0);
        figures_add(figures, PROFILE_copy_clear_ahead, before > 0 ? before : 0);
    }
}
