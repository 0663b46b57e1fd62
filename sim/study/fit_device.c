/* The rules and rates of the device: connections, order of copies, blocks, priorities, shared
 * throughput. */
#include "sim/base/duration.h"
#include "sim/study/fits.h"

#include <math.h>
#include <string.h>

#define GIGA INT64_C(1000000000)

static bool is_in(const struct sight_row *row, const char *label)
{
    return strcmp(row->label, label) == 0 && row->start != TIMELINE_UNKNOWN;
}

static int64_t length(const struct sight_row *row)
{
    return row->seen_end - row->start;
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
            if (rows[i]->stream != rows[i - 1]->stream) {
                figures_add(figures, PROFILE_latency_engine_next,
                            rows[i]->start - rows[i - 1]->seen_end);
                changes++;
            }
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
        int64_t rest = length(b) - length(a) - (WAVES - 1) * b->launch->time;
        figures_add(figures, PROFILE_sm_block_start,
                    rest > 0 ? duration_divide(rest, 1, WAVES - 1) : 0);
    }
    for (size_t next = 0; next_pair(sight, "dispatch", &next, &a, &b);)
        figures_add(figures, PROFILE_sm_dispatch,
                    duration_divide(length(a) - length(b), 1000,
                                    (int64_t)a->launch->grid[0] - b->launch->grid[0]));
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
                    2 * length(b) > 3 * b->launch->time ? MOST_ROOM : ASCENDING);
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

static int64_t mean_length(const struct sight *sight, const char *label, int64_t threads)
{
    int64_t sum = 0, count = 0;
    for (size_t i = 0; i < sight->count; i++) {
        const struct sight_row *row = &sight->rows[i];
        if (row->kind == SIGHT_KERNEL && is_in(row, label) &&
            (int64_t)row->launch->block[0] == threads) {
            sum += length(row);
            count++;
        }
    }
    return count ? duration_divide(sum, 1, count) : 0;
}

static void fit_flops(const struct sight *sight, struct figures *figures)
{
    const int64_t few = 128;
    int64_t small = mean_length(sight, "flops", few);
    for (size_t i = 0; i < sight->count; i++) {
        const struct sight_row *row = &sight->rows[i];
        if (row->kind != SIGHT_KERNEL || !is_in(row, "flops") || row->launch->block[0] == few)
            continue;
        figures_add(figures, PROFILE_device_flops,
                    duration_divide(row->launch->flops, GIGA, length(row)));
        /* what few threads reach is their share of those with which the SM is full */
        figures_add(figures, PROFILE_device_sm_threads_full,
                    duration_divide(row->launch->block[0], small, length(row)));
    }
}

static void fit_older(const struct sight *sight, struct figures *figures)
{
    const struct sight_row *a, *b;
    int64_t alone = mean_length(sight, "flops", 1024);
    for (size_t next = 0; next_pair(sight, "both", &next, &a, &b);) {
        const struct sight_row *older = a->start <= b->start ? a : b, *other = older == a ? b : a;
        int64_t before = other->start - older->start, beside = older->seen_end - other->start;
        if (alone > before && beside > 0)
            figures_add(figures, PROFILE_sm_share_older,
                        duration_divide(alone - before, 1000, beside));
    }
}

static int64_t rate_of(const struct sight *sight, int64_t blocks_least, int64_t threads)
{
    int64_t sum = 0, bytes = 0;
    for (size_t i = 0; i < sight->count; i++) {
        const struct sight_row *row = &sight->rows[i];
        if (row->kind != SIGHT_KERNEL || !is_in(row, "bytes") ||
            (int64_t)row->launch->block[0] != threads ||
            (row->launch->grid[0] >= 2) != (blocks_least >= 2))
            continue;
        sum += length(row);
        bytes += row->launch->bytes;
    }
    return sum ? duration_divide(bytes, GIGA, sum) : 0;
}

/* What is asked for, x, and what the memory gives at most, m, give x m / sqrt(x^2 + m^2) (engine,
 * sm_share.c). All SMs together ask for the rate of one times their number. */
static void fit_bytes(const struct sight *sight, struct figures *figures)
{
    double one = (double)rate_of(sight, 1, 1024), few = (double)rate_of(sight, 1, 256);
    double all = (double)rate_of(sight, 2, 1024), sms = 0;
    for (size_t i = 0; i < sight->count; i++)
        if (sight->rows[i].kind == SIGHT_KERNEL && is_in(&sight->rows[i], "flops"))
            sms = sight->rows[i].launch->grid[0];
    if (one <= 0 || few <= 0 || all <= 0 || sms <= 0)
        return;
    double sm = one, most = all;
    for (int i = 0; i < 8; i++) { /* converges at once: one SM asks for little */
        double asked = sm * sms;
        most = asked > all ? all * asked / sqrt(asked * asked - all * all) : all;
        sm = most > one ? one * most / sqrt(most * most - one * one) : one;
    }
    figures_add(figures, PROFILE_device_memory_rate, (int64_t)(most + 0.5));
    figures_add(figures, PROFILE_device_memory_sm_rate, (int64_t)(sm + 0.5));
    double thread = few * most / sqrt(most * most - few * few) / 256;
    figures_add(figures, PROFILE_device_memory_thread_rate, (int64_t)(thread + 0.5));
}

void fit_sharing(const struct sight *sight, struct figures *figures)
{
    fit_flops(sight, figures);
    fit_older(sight, figures);
    fit_bytes(sight, figures);
}
