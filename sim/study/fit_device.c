/* The rules and rates of the device: connections, order of copies, blocks, priorities, shared
 * throughput. */
#include "sim/base/duration.h"
#include "sim/model/cost.h"
#include "sim/study/fits.h"

#include <math.h>
#include <string.h>

#define GIGA INT64_C(1000000000)

static bool is_in(const struct sight_row *row, const char *label)
{
    return strcmp(row->label, label) == 0 && row->start != TIMELINE_UNKNOWN;
}

/* --- connections ---------------------------------------------------------------------------------
 */

/* Streams whose first kernel started before the first of all had ended. */
static int64_t streams_at_once(const struct sight *sight)
{
    const struct sight_row *first = NULL, *before = NULL;
    int64_t count = 0;
    for (size_t i = 0; i < sight->count; i++) {
        const struct sight_row *row = &sight->rows[i];
        if (row->kind != SIGHT_KERNEL || !is_in(row, "count"))
            continue;
        first = first ? first : row;
        if ((!before || before->stream != row->stream) && row->start < first->end)
            count++;
        before = row;
    }
    return count;
}

/* The last kernel of the case started while the first still ran. */
static bool is_last_early(const struct sight *sight, const char *label)
{
    const struct sight_row *first = NULL, *last = NULL;
    for (size_t i = 0; i < sight->count; i++) {
        const struct sight_row *row = &sight->rows[i];
        if (row->kind != SIGHT_KERNEL || !is_in(row, label))
            continue;
        first = first ? first : row;
        last = row;
    }
    return last && last->start < first->end;
}

void fit_connection_count(const struct sight *sight, struct figures *figures)
{
    figures_add(figures, PROFILE_connections_compute, streams_at_once(sight));
}

void fit_connections_most(const struct sight *sight, struct figures *figures)
{
    figures_add(figures, PROFILE_connections_compute_most, streams_at_once(sight));
}

/* With two connections the third stream that was created starts at once if streams take them when
 * they get work; if they were dealt when created it shares with the first. */
void fit_connection_rule(const struct sight *sight, struct figures *figures)
{
    enum { DYNAMIC, CREATED, SINGLE, OWN = 0, COMPUTE };
    bool is_early = is_last_early(sight, "third");
    bool is_one = figures_value(figures, PROFILE_connections_compute, 2) == 1;
    figures_add(figures, PROFILE_rules_connection, is_early ? DYNAMIC : is_one ? SINGLE : CREATED);
    if (is_early)
        figures_add(figures, PROFILE_rules_copy_queue,
                    is_last_early(sight, "copy") ? OWN : COMPUTE);
}

/* --- copies --------------------------------------------------------------------------------------
 */

enum { MOST_COPIES = 16 };

/* The copies of one case by their starts. */
static size_t in_order(const struct sight *sight, size_t *next, const struct sight_row **rows)
{
    size_t count = 0;
    uint32_t section = 0;
    for (; *next < sight->count; ++*next) {
        const struct sight_row *row = &sight->rows[*next];
        if (row->kind != SIGHT_H2D || !is_in(row, "in turn"))
            continue;
        if (count && row->section != section)
            break;
        section = row->section;
        size_t at = count < MOST_COPIES ? count++ : count - 1;
        for (; at > 0 && rows[at - 1]->start > row->start; at--)
            rows[at] = rows[at - 1];
        rows[at] = row;
    }
    return count;
}

void fit_copy_order(const struct sight *sight, struct figures *figures)
{
    enum { STREAM, FIFO };
    const struct sight_row *rows[MOST_COPIES];
    size_t next = 0, count;
    while ((count = in_order(sight, &next, rows)) > 0) {
        size_t changes = 0;
        for (size_t i = 1; i < count; i++)
            changes += rows[i]->stream != rows[i - 1]->stream;
        figures_add(figures, PROFILE_rules_copy_order, changes > 1 ? FIFO : STREAM);
    }
}

/* --- blocks --------------------------------------------------------------------------------------
 */

enum { WAVES = 16 };

/* A launch and the next one of the case; true if there is one. */
static bool next_pair(const struct sight *sight, const char *label, size_t *next,
                      const struct sight_row **a, const struct sight_row **b)
{
    *a = NULL;
    for (; *next < sight->count; ++*next) {
        const struct sight_row *row = &sight->rows[*next];
        if (row->kind != SIGHT_KERNEL || !is_in(row, label))
            continue;
        if (*a) {
            *b = row;
            ++*next;
            return true;
        }
        *a = row;
    }
    return false;
}

void fit_blocks(const struct sight *sight, struct figures *figures)
{
    const struct sight_row *a, *b;
    for (size_t next = 0; next_pair(sight, "waves", &next, &a, &b);) {
        int64_t rest = sight_length(b) - sight_length(a) - (WAVES - 1) * b->launch->time;
        figures_add(figures, PROFILE_sm_block_start,
                    rest > 0 ? duration_divide(rest, 1, WAVES - 1) : 0);
    }
    for (size_t next = 0; next_pair(sight, "dispatch", &next, &a, &b);) {
        int64_t more = sight_length(a) - sight_length(b);
        figures_add(
            figures, PROFILE_sm_dispatch,
            more > 0 ? duration_divide(more, 1000, (int64_t)a->launch->grid[0] - b->launch->grid[0])
                     : 0);
    }
    /* from start to start in a row of empty kernels, less what is between any two kernels */
    int64_t between = figures_value(figures, PROFILE_latency_kernel_kernel, 0);
    const struct sight_row *before = NULL;
    for (size_t i = 0; i < sight->count; i++) {
        const struct sight_row *row = &sight->rows[i];
        if (row->kind != SIGHT_KERNEL || !is_in(row, "empty"))
            continue;
        int64_t rest = before ? row->start - before->start - between : 0;
        if (before)
            figures_add(figures, PROFILE_sm_kernel_minimum, rest > 0 ? rest : 0);
        before = row;
    }
}

/* Blocks that need an SM each, behind half as many small ones as there are SMs: where those had
 * each taken an SM for itself, not all can run at once, and the kernel takes two rounds. */
void fit_placement(const struct sight *sight, struct figures *figures)
{
    enum { MOST_ROOM, ASCENDING };
    const struct sight_row *a, *b;
    for (size_t next = 0; next_pair(sight, "placement", &next, &a, &b);)
        figures_add(figures, PROFILE_rules_placement,
                    2 * sight_length(b) > 3 * b->launch->time ? MOST_ROOM : ASCENDING);
}

/* The least urgent was called first: a kernel that starts before one called earlier has a level
 * above it. */
void fit_priorities(const struct sight *sight, struct figures *figures)
{
    int64_t levels = 1;
    const struct sight_row *before = NULL;
    for (size_t i = 0; i < sight->count; i++) {
        const struct sight_row *row = &sight->rows[i];
        if (row->kind != SIGHT_KERNEL || !is_in(row, "waiting"))
            continue;
        if (before && row->section != before->section) {
            figures_add(figures, PROFILE_sm_priority_levels, levels);
            levels = 1;
        } else if (before && row->start < before->start) {
            levels++;
        }
        before = row;
    }
    if (before)
        figures_add(figures, PROFILE_sm_priority_levels, levels);
}

/* --- shared throughput ---------------------------------------------------------------------------
 */

enum { FEW_SMS = 9 }; /* that are left free for a kernel */

/* The mean length of the kernels of a case with so many threads a block (0: any), less what the
 * instrument shows of every kernel beyond its work. */
static double mean_length(const struct sight *sight, const char *label, uint32_t threads,
                          double beyond)
{
    double sum = 0;
    int count = 0;
    for (size_t i = 0; i < sight->count; i++) {
        const struct sight_row *row = &sight->rows[i];
        if (row->kind == SIGHT_KERNEL && is_in(row, label) &&
            (threads == 0 || row->launch->block[0] == threads)) {
            sum += (double)sight_length(row);
            count++;
        }
    }
    return count ? sum / count - beyond : 0;
}

static const struct program_launch *launch_of(const struct sight *sight, const char *label,
                                              uint32_t threads)
{
    for (size_t i = 0; i < sight->count; i++) {
        const struct sight_row *row = &sight->rows[i];
        if (row->kind == SIGHT_KERNEL && is_in(row, label) &&
            (threads == 0 || row->launch->block[0] == threads))
            return row->launch;
    }
    return NULL;
}

static void add(struct figures *figures, enum profile_key key, double value)
{
    if (value >= 0)
        figures_add(figures, key, (int64_t)(value + 0.5));
}

/* Operations of a launch, with what its threads do besides. */
static double all_flops(const struct program_launch *launch)
{
    return (double)launch->flops + (double)launch->grid[0] * launch->block[0] * COST_THREAD_FLOPS;
}

/* Of one thread. */
static double each(const struct program_launch *launch)
{
    return all_flops(launch) / ((double)launch->grid[0] * launch->block[0]);
}

/* Returns what a block given by work takes beside it. */
static double fit_arithmetic(const struct sight *sight, double beyond, struct figures *figures)
{
    const struct program_launch *few = launch_of(sight, "flops", 128);
    const struct program_launch *least = launch_of(sight, "start", 0);
    if (!few || !least)
        return 0;
    double reached = mean_length(sight, "flops", few->block[0], beyond);
    /* the few operations in it go as fast as those of few threads */
    double own = reached * each(least) / each(few);
    double start = mean_length(sight, "start", 0, beyond) - own;
    start = start > 0 ? start : 0;
    reached -= start;
    for (size_t i = 0; i < sight->count; i++) {
        const struct sight_row *row = &sight->rows[i];
        if (row->kind != SIGHT_KERNEL || row->start == TIMELINE_UNKNOWN)
            continue;
        double time = (double)sight_length(row) - beyond;
        if (strcmp(row->label, "start") == 0)
            add(figures, PROFILE_sm_work_start, time > own ? time - own : 0);
        if (strcmp(row->label, "flops") != 0 || row->launch->block[0] == few->block[0])
            continue;
        double rate = all_flops(row->launch) / (time - start);
        add(figures, PROFILE_device_flops, rate * 1e9);
        add(figures, PROFILE_device_sm_threads_full,
            few->block[0] * rate * reached / all_flops(few));
    }
    return start;
}

/* While both run, the older one moves at its share; before, it is alone. */
static void fit_older(const struct sight *sight, double beyond, struct figures *figures)
{
    const struct sight_row *a, *b;
    double alone = mean_length(sight, "flops", 1024, beyond);
    for (size_t next = 0; next_pair(sight, "both", &next, &a, &b);) {
        const struct sight_row *older = a->start <= b->start ? a : b, *other = older == a ? b : a;
        double before = (double)(other->start - older->start);
        double beside = (double)sight_length(older) - beyond - before;
        double share = (alone - before) * 1000 / beside;
        if (alone > before && beside > 0)
            add(figures, PROFILE_sm_share_older, share < 1000 ? share : 1000);
    }
}

/* What is asked for, x, and what can be given at most, m, give y with 1/y^p = 1/x^p + 1/m^p
 * (engine, sm_share.c). Gives what must be added to x to give y. */
static double other_than(double y, double x, double p)
{
    return x > y ? pow(pow(y, -p) - pow(x, -p), -1 / p) : y;
}

/* Of the memory. */
static double without(double y, double x)
{
    return other_than(y, x, 2.5);
}

/* At which a copy alone moves, bytes per second; beside a kernel it takes longer to begin
 * (sim/engine/loaded.h) and no longer to move. */
static double copy_rate(const struct sight *sight, const struct figures *figures,
                        enum sight_kind kind)
{
    int64_t bytes = 0, time = 0;
    for (size_t i = 0; i < sight->count; i++) {
        const struct sight_row *row = &sight->rows[i];
        if (row->kind != kind || !is_in(row, "copies alone"))
            continue;
        bytes += row->bytes;
        time += sight_length(row) - fit_copy_latency(figures, row);
    }
    return time > 0 ? (double)bytes / (double)time * 1e9 : 1;
}

/* A kernel that reads all the time, beside which a copy runs for a part of it: what the copy leaves
 * of the memory's rate. */
static void fit_beside(const struct sight *sight, double beyond, double start, double alone,
                       double asked, double most, struct figures *figures)
{
    double in = copy_rate(sight, figures, SIGHT_H2D), out = copy_rate(sight, figures, SIGHT_D2H);
    for (size_t i = 0; i + 1 < sight->count; i++) {
        const struct sight_row *kernel = &sight->rows[i], *copy = kernel + 1;
        if (kernel->kind != SIGHT_KERNEL || !is_in(kernel, "copies beside") ||
            !is_in(copy, "copies beside"))
            continue;
        double time = (double)sight_length(kernel) - beyond - start;
        double moved = copy->kind == SIGHT_H2D ? in : out;
        /* The engine's copy takes its share from its start on, before its bytes move. */
        int64_t from = copy->start > kernel->start ? copy->start : kernel->start;
        double beside = (double)(copy->seen_end - from);
        double rate =
            ((double)kernel->launch->bytes - alone * (time - beside) / 1e9) / beside * 1e9;
        if (copy->seen_end <= kernel->seen_end && rate > 0 && rate < asked)
            add(figures,
                copy->kind == SIGHT_H2D ? PROFILE_copy_h2d_memory_cost
                                        : PROFILE_copy_d2h_memory_cost,
                (most - without(rate, asked)) * 1000 / moved);
    }
}

/* What a kernel takes before its first bytes flow: what a short one takes beyond its bytes at the
 * rate at which a long one of the same shape takes longer. */
static double first_bytes(const struct sight *sight, double beyond)
{
    const struct program_launch *whole = launch_of(sight, "bytes, all SMs", 0);
    const struct program_launch *part = launch_of(sight, "bytes, soon", 0);
    if (!whole || !part || whole->bytes <= part->bytes)
        return 0;
    double time = mean_length(sight, "bytes, soon", 0, beyond);
    double longer = mean_length(sight, "bytes, all SMs", 0, beyond) - time;
    double flow = longer * (double)part->bytes / (double)(whole->bytes - part->bytes);
    return time > flow ? time - flow : 0;
}

static void fit_bytes(const struct sight *sight, double beyond, double start,
                      struct figures *figures)
{
    static const char *const labels[] = {"bytes, all SMs", "bytes, few SMs", "bytes, few threads"};
    double rates[3];
    const struct program_launch *full = launch_of(sight, "flops", 1024);
    double first = first_bytes(sight, beyond + start);
    add(figures, PROFILE_device_memory_start, first);
    start += first;
    for (int i = 0; i < 3; i++) {
        const struct program_launch *launch = launch_of(sight, labels[i], 0);
        double time = mean_length(sight, labels[i], 0, beyond) - start;
        if (!launch || !full || time <= 0)
            return;
        rates[i] = (double)launch->bytes / time * 1e9;
    }
    double sms = full->grid[0], sm = rates[1] / FEW_SMS, most = rates[0];
    for (int i = 0; i < 8; i++) { /* converges at once: few SMs ask for little */
        most = without(rates[0], sm * sms);
        sm = without(rates[1], most) / FEW_SMS;
    }
    const struct program_launch *few = launch_of(sight, labels[2], 0);
    const struct program_launch *busy = launch_of(sight, labels[1], 0);
    double threads = few->block[0], whole = sm;
    double one = without(rates[2], most), thread = one / threads;
    for (int i = 0; i < 8; i++) { /* likewise: one SM of few threads lets nearly all through */
        whole = other_than(sm, thread * (double)(busy->grid[0] / FEW_SMS * busy->block[0]), 2);
        thread = other_than(one, whole, 2) / threads;
    }
    fit_beside(sight, beyond, start, rates[0], sm * sms, most, figures);
    add(figures, PROFILE_device_memory_rate, most);
    add(figures, PROFILE_device_memory_sm_rate, whole);
    add(figures, PROFILE_device_memory_thread_rate, thread);
}

void fit_sharing(const struct sight *sight, struct figures *figures)
{
    const struct program_launch *spin = launch_of(sight, "spin", 0);
    if (!spin)
        return;
    double beyond = mean_length(sight, "spin", 0, (double)spin->time);
    double start = fit_arithmetic(sight, beyond, figures);
    fit_older(sight, beyond, figures);
    fit_bytes(sight, beyond, start, figures);
}
