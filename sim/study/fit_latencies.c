/* From the end of one operation to the start of the next. */
#include "sim/base/duration.h"
#include "sim/study/fits.h"

#include <stdlib.h>
#include <string.h>

static bool is_work(const struct sight_row *row)
{
    return row->kind >= SIGHT_KERNEL && row->kind <= SIGHT_MEMSET && row->start != TIMELINE_UNKNOWN;
}

static bool is_copy(const struct sight_row *row)
{
    return row->kind == SIGHT_H2D || row->kind == SIGHT_D2H;
}

/* In one stream; the table that the engine reads (sim/engine/latency.c). */
static enum profile_key stream_key(const struct sight_row *from, const struct sight_row *to)
{
    if (is_copy(from)) {
        if (to->kind == SIGHT_KERNEL)
            return PROFILE_latency_copy_kernel;
        if (!is_copy(to))
            return PROFILE_latency_copy_memset;
        return from->kind == to->kind ? PROFILE_latency_copy_copy : PROFILE_latency_copy_copy_other;
    }
    if (from->kind == SIGHT_KERNEL)
        return to->kind == SIGHT_KERNEL   ? PROFILE_latency_kernel_kernel
               : to->kind == SIGHT_MEMSET ? PROFILE_latency_kernel_memset
                                          : PROFILE_latency_kernel_copy;
    return to->kind == SIGHT_KERNEL ? PROFILE_latency_memset_kernel
           : is_copy(to)            ? PROFILE_latency_memset_copy
                                    : PROFILE_latency_memset_memset;
}

/* What a chain of this name measures from one of its operations to the next. */
static enum profile_key key_of(const struct sight_row *from, const struct sight_row *to)
{
    static const struct {
        const char *label;
        enum profile_key key;
    } keys[] = {
        {"event", PROFILE_latency_event},          {"event in", PROFILE_latency_event_copy},
        {"event out", PROFILE_latency_event_copy}, {"timed", PROFILE_latency_event_timed},
        {"records", PROFILE_latency_record},       {"fence", PROFILE_latency_fence},
    };
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        if (strcmp(to->label, keys[i].label) == 0)
            return keys[i].key;
    return stream_key(from, to);
}

/* --- chains --------------------------------------------------------------------------------------
 */

enum { RECORDS = 11 }; /* between two kernels of the chain of that name */

/* One chain: rows [first, end), the long kernel in front, its operations, the synchronize. */
struct chain {
    const struct sight_row *rows;
    size_t count;
    const struct sight_row *lead, *wait;
    int64_t operations; /* behind the lead */
};

static bool next_chain(const struct sight *sight, size_t *next, struct chain *chain)
{
    while (*next < sight->count && sight->rows[*next].label[0] == '\0')
        ++*next;
    *chain = (struct chain){.rows = &sight->rows[*next]};
    for (; *next < sight->count && sight->rows[*next].section == chain->rows->section &&
           sight->rows[*next].label[0];
         ++*next) {
        const struct sight_row *row = &sight->rows[*next];
        chain->count++;
        if (row->kind >= SIGHT_KERNEL && row->kind <= SIGHT_MEMSET) {
            chain->operations += chain->lead != NULL;
            chain->lead = chain->lead ? chain->lead : row;
        }
        if (row->call == CALL_cudaDeviceSynchronize && row->enter != TIMELINE_UNKNOWN)
            chain->wait = row;
    }
    return chain->lead != NULL;
}

/* How long an operation takes by the figures so far. */
static int64_t time_of(const struct figures *figures, const struct sight_row *row)
{
    if (row->kind == SIGHT_KERNEL)
        return row->launch->time;
    if (row->kind == SIGHT_MEMSET)
        return figures_value_at(figures, PROFILE_copy_memset, row->bytes, 0);
    return fit_copy_time(figures, row);
}

/* What is left of a chain, from the lead's call to the synchronize's return, when its operations
 * are taken off: gaps and what all chains of its name have. */
static int64_t rest_of(const struct figures *figures, const struct chain *chain)
{
    int64_t rest = chain->wait->returned - chain->lead->returned;
    for (size_t i = 0; i < chain->count; i++) {
        const struct sight_row *row = &chain->rows[i];
        if (row->kind >= SIGHT_KERNEL && row->kind <= SIGHT_MEMSET)
            rest -= time_of(figures, row);
    }
    return rest;
}

/* Short and long ones in turn, by the host's clock alone: from an operation to the next one. */
void fit_plain_chains(const struct sight *sight, struct figures *figures)
{
    struct chain chain;
    const char *label = "";
    int64_t rest[2] = {0}, operations[2] = {0}, turn = 0;
    figures->step_count = 0;
    for (size_t next = 0; next_chain(sight, &next, &chain);) {
        if (!chain.wait)
            continue;
        if (strcmp(label, chain.rows->label) != 0) {
            label = chain.rows->label;
            turn = rest[0] = rest[1] = operations[0] = operations[1] = 0;
        }
        rest[turn & 1] += rest_of(figures, &chain);
        operations[turn & 1] += chain.operations;
        if ((turn++ & 1) && operations[1] > operations[0])
            figures_set_step(figures, label,
                             duration_divide(rest[1] - rest[0], 1, operations[1] - operations[0]));
    }
}

/* Chains in as many streams as their name says, side by side: what one more kernel in each takes
 * beyond what it takes with a single chain. */
void fit_pending_connections(const struct sight *sight, struct figures *figures)
{
    struct chain chain;
    int64_t rest = 0, kernels = 0, single = 0;
    for (size_t next = 0, turn = 0; next_chain(sight, &next, &chain);) {
        int64_t streams = strtol(chain.rows->label, NULL, 10);
        if (!chain.wait || streams < 1)
            continue;
        int64_t steps = (chain.operations + 1) / streams;
        int64_t time = chain.wait->returned - chain.lead->enter - steps * chain.lead->launch->time;
        if (turn++ % 2 == 0) {
            rest = time;
            kernels = steps;
        } else if (steps > kernels) {
            int64_t gap = duration_divide(time - rest, 1, steps - kernels);
            single = streams == 1 ? gap : single;
            if (streams > 1)
                figures_add_at(figures, PROFILE_latency_pending, streams,
                               gap > single ? gap - single : 0);
        }
    }
}

/* Gaps of one name of chain that the instrument saw. A call that returned after the operation
 * before had ended says nothing; from the lead to the first operation is the start of every chain.
 */
static const struct sight_row *gap_before(const struct chain *chain, size_t i)
{
    const struct sight_row *row = &chain->rows[i], *before = NULL;
    if (!is_work(row))
        return NULL;
    for (size_t j = 0; j < i; j++)
        if (is_work(&chain->rows[j]))
            before = &chain->rows[j];
    return before && before != chain->lead && row->returned <= before->end ? before : NULL;
}

/* The mean gap of the chains of a name. In a step of two operations both gaps count the same,
 * though every chain has one less of the second. */
static int64_t mean_gap(const struct sight *sight, const char *label)
{
    enum { KINDS = 2 };
    enum profile_key keys[KINDS];
    int64_t sum[KINDS] = {0}, count[KINDS] = {0}, kinds = 0, mean = 0;
    struct chain chain;
    for (size_t next = 0; next_chain(sight, &next, &chain);)
        for (size_t i = 0; i < chain.count && strcmp(chain.rows->label, label) == 0; i++) {
            const struct sight_row *before = gap_before(&chain, i);
            if (!before)
                continue;
            enum profile_key key = key_of(before, &chain.rows[i]);
            int64_t kind = 0;
            while (kind < kinds && keys[kind] != key)
                kind++;
            if (kind == KINDS)
                continue;
            keys[kind] = key;
            kinds += kind == kinds;
            sum[kind] += chain.rows[i].start - before->end;
            count[kind]++;
        }
    for (int64_t kind = 0; kind < kinds; kind++)
        mean += duration_divide(sum[kind], 1, count[kind]);
    return kinds ? duration_divide(mean, 1, kinds) : 0;
}

/* The mean gap without the instrument. A fence has no longer chain: with more streams waiting every
 * gap in it is longer (latency.pending); what the instrument adds between kernels is taken off. */
static int64_t undisturbed(const struct figures *figures, const char *label, int64_t seen)
{
    bool is_fence = strcmp(label, "fence") == 0;
    int64_t plain =
        is_fence ? seen - figures->kernel_disturbance : figures_step(figures, label, seen);
    return plain > 0 ? plain : 0;
}

/* The instrument shows every gap, but makes them longer: they are scaled so that their mean is what
 * the same chain takes without it. */
void fit_chains(const struct sight *sight, struct figures *figures)
{
    struct chain chain;
    const char *label = "";
    int64_t seen = 0, plain = 0;
    for (size_t next = 0; next_chain(sight, &next, &chain);) {
        if (strcmp(label, chain.rows->label) != 0) {
            label = chain.rows->label;
            seen = mean_gap(sight, label);
            plain = undisturbed(figures, label, seen);
            if (strcmp(label, "k") == 0)
                figures->kernel_disturbance = seen - plain;
            if (strcmp(label, "in") == 0)
                figures->copy_disturbance = seen > plain ? seen - plain : 0;
        }
        for (size_t i = 0; i < chain.count; i++) {
            const struct sight_row *before = gap_before(&chain, i), *row = &chain.rows[i];
            if (!before || seen <= 0)
                continue;
            int64_t gap = duration_divide(row->start - before->end, plain, seen);
            enum profile_key key = key_of(before, row);
            if (key == PROFILE_latency_record) {
                gap -= figures_value(figures, PROFILE_latency_event_timed, 0);
                gap = duration_divide(gap, 1, RECORDS - 1);
            }
            figures_add(figures, key, gap > 0 ? gap : 0);
        }
    }
}

int64_t fit_undisturbed(const struct figures *figures, int64_t gap)
{
    return gap > figures->copy_disturbance ? gap - figures->copy_disturbance : 0;
}

/* --- an idle device ------------------------------------------------------------------------------
 */

/* On an idle device: work, then a synchronize that waits for it. */
static const struct sight_row *next_wait(const struct sight *sight, size_t i)
{
    const struct sight_row *row = &sight->rows[i], *wait = row + 1;
    bool is_pair = i + 1 < sight->count && strcmp(row->label, "round trip") == 0 && is_work(row) &&
                   wait->call == CALL_cudaStreamSynchronize && wait->enter != TIMELINE_UNKNOWN;
    return is_pair ? wait : NULL;
}

void fit_idle(const struct sight *sight, struct figures *figures)
{
    for (size_t i = 0; i < sight->count; i++) {
        const struct sight_row *row = &sight->rows[i], *wait = next_wait(sight, i);
        if (wait && wait->enter < row->end)
            figures_add(figures, PROFILE_latency_wake, wait->returned - row->end);
    }
}

int64_t fit_copy_time(const struct figures *figures, const struct sight_row *row)
{
    bool in = row->kind == SIGHT_H2D;
    int64_t rate =
        figures_value(figures, in ? PROFILE_copy_h2d_rate : PROFILE_copy_d2h_rate, INT64_MAX);
    return figures_value(figures, in ? PROFILE_copy_h2d_latency : PROFILE_copy_d2h_latency, 0) +
           duration_divide(row->bytes, 1000000000, rate);
}

/* Without an instrument nobody sees the start; from the call's return to the synchronize's it is
 * latency, work and waking. */
void fit_round_trips(const struct sight *sight, struct figures *figures)
{
    int64_t wake = figures_value(figures, PROFILE_latency_wake, 0);
    for (size_t i = 0; i + 1 < sight->count; i++) {
        const struct sight_row *row = &sight->rows[i], *wait = row + 1;
        if (strcmp(row->label, "round trip") != 0 || wait->call != CALL_cudaStreamSynchronize ||
            wait->enter == TIMELINE_UNKNOWN)
            continue;
        int64_t work = is_copy(row) ? fit_copy_time(figures, row) : row->launch->time;
        int64_t latency = wait->returned - row->returned - work - wake;
        figures_add(figures, is_copy(row) ? PROFILE_latency_copy : PROFILE_latency_launch,
                    latency > 0 ? latency : 0);
    }
}
