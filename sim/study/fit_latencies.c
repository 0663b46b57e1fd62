/* From the end of one operation to the start of the next. */
#include "sim/base/duration.h"
#include "sim/model/cost.h"
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

#define NO_KEY PROFILE_KEY_COUNT

/* The chains by name, what they measure from one of their operations to the next, and the key of
 * what the instrument adds to that, if they set it. */
static const struct chain_kind {
    const char *label;
    enum profile_key first, second, gap;
} chains[] = {
    {"k", PROFILE_latency_kernel_kernel, PROFILE_latency_kernel_kernel, NO_KEY},
    {"k in", PROFILE_latency_kernel_copy, PROFILE_latency_copy_kernel,
     PROFILE_cupti_kernel_copy_gap},
    {"k out", PROFILE_latency_kernel_copy, PROFILE_latency_copy_kernel,
     PROFILE_cupti_kernel_copy_gap},
    {"k set", PROFILE_latency_kernel_memset, PROFILE_latency_memset_kernel, NO_KEY},
    {"in out", PROFILE_latency_copy_copy_other, PROFILE_latency_copy_copy_other,
     PROFILE_cupti_other_gap},
    {"in set", PROFILE_latency_copy_memset, PROFILE_latency_memset_copy, NO_KEY},
    {"set", PROFILE_latency_memset_memset, PROFILE_latency_memset_memset, NO_KEY},
    {"event", PROFILE_latency_event, PROFILE_latency_event, NO_KEY},
    {"event in", PROFILE_latency_event_copy, PROFILE_latency_event_copy, NO_KEY},
    {"event out", PROFILE_latency_event_copy, PROFILE_latency_event_copy, NO_KEY},
    {"timed", PROFILE_latency_event_timed, PROFILE_latency_event_timed, NO_KEY},
};

static const char *const copy_rows[] = {"in", "out", "in large", "out large"};
static const char *const other_chains[] = {"relay", "records", "fence"};

/* The one of the names that the label is, or NULL. */
static const char *find_name(const char *const *names, size_t count, const char *label)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(names[i], label) == 0)
            return names[i];
    return NULL;
}

static const char *row_of_copies(const char *label)
{
    return find_name(copy_rows, sizeof copy_rows / sizeof *copy_rows, label);
}

/* A chain's name as a literal; "" if it is none. */
static const char *name_of(const char *label)
{
    for (size_t i = 0; i < sizeof chains / sizeof *chains; i++)
        if (strcmp(chains[i].label, label) == 0)
            return chains[i].label;
    const char *name = row_of_copies(label);
    if (!name)
        name = find_name(other_chains, sizeof other_chains / sizeof *other_chains, label);
    return name ? name : "";
}

static enum profile_key key_of(const struct sight_row *from, const struct sight_row *to)
{
    if (strcmp(to->label, "records") == 0)
        return PROFILE_latency_record;
    if (strcmp(to->label, "relay") == 0)
        return PROFILE_latency_event_relay;
    if (strcmp(to->label, "fence") == 0)
        return PROFILE_latency_fence;
    for (size_t i = 0; i < sizeof chains / sizeof *chains; i++)
        if (strcmp(chains[i].label, to->label) == 0 && chains[i].first == chains[i].second)
            return chains[i].first;
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

/* --- with the instrument -------------------------------------------------------------------------
 */

/* The operation before, if the gap between the two says anything: not if the call returned after
 * the one before had ended. From the lead to the first operation is the start of every chain. */
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

void fit_chains(const struct sight *sight, struct figures *figures)
{
    struct chain chain;
    for (size_t next = 0; next_chain(sight, &next, &chain);)
        for (size_t i = 0; i < chain.count; i++) {
            const struct sight_row *before = gap_before(&chain, i), *row = &chain.rows[i];
            if (before && row->kind == SIGHT_KERNEL)
                figures_add(figures, PROFILE_cupti_kernel_end, row->seen_end - row->end);
            if (before)
                figures_see(figures, name_of(row->label), key_of(before, row),
                            row->start - before->end);
        }
}

/* --- without it ----------------------------------------------------------------------------------
 */

static int64_t bytes_time(const struct figures *figures, const struct sight_row *row)
{
    bool in = row->kind == SIGHT_H2D;
    int64_t rate =
        figures_value(figures, in ? PROFILE_copy_h2d_rate : PROFILE_copy_d2h_rate, INT64_MAX);
    return duration_divide(row->bytes, 1000000000, rate);
}

/* How long an operation takes by the figures so far; a copy without its latency where that is
 * sought. */
static int64_t time_of(const struct figures *figures, const struct sight_row *row)
{
    if (row->kind == SIGHT_KERNEL)
        return row->launch->time;
    if (row->kind == SIGHT_MEMSET)
        return figures_value_at(figures, PROFILE_copy_memset, row->bytes, 0);
    return row_of_copies(row->label) ? bytes_time(figures, row) : fit_copy_time(figures, row);
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

/* From an operation to the next one in the chains of a name: by what long ones take more than short
 * ones, which come in turn. INT64_MIN where there are none. */
static int64_t step_of(const struct sight *sight, const struct figures *figures, const char *label)
{
    struct chain chain;
    int64_t rest[2] = {0}, operations[2] = {0}, turn = 0;
    for (size_t next = 0; next_chain(sight, &next, &chain);) {
        if (!chain.wait || strcmp(chain.rows->label, label) != 0)
            continue;
        rest[turn & 1] += rest_of(figures, &chain);
        operations[turn++ & 1] += chain.operations;
    }
    int64_t more = rest[1] - rest[0], count = operations[1] - operations[0];
    if (turn < 2 || turn & 1 || count <= 0)
        return INT64_MIN;
    return (more >= 0 ? more + count / 2 : more - count / 2) / count;
}

/* What a copy takes besides its bytes in the rows of a name, ns; `seen`: with the instrument, which
 * is also the answer where there are no rows or none that can be. */
static int64_t row_step(const struct sight *sight, struct figures *figures, const char *label,
                        int64_t alone, int64_t *seen)
{
    *seen = alone + figures_seen(figures, label, PROFILE_latency_copy_copy, 0);
    figures_take_seen(figures, label, PROFILE_latency_copy_copy, 0);
    int64_t step = step_of(sight, figures, label);
    return step < 0 || step > *seen ? *seen : step;
}

/* In a row of copies each takes its latency and its bytes, and nothing lies between them
 * (traces/experiments/copy-rows.txt): the gap that the instrument sees is its own, and what each
 * copy takes there besides. From 1 MiB on it is a little more (copy-latency.txt); what the
 * instrument adds, which is returned, is told by those, as the copies that were seen alone are of
 * 1 MiB. */
static int64_t take_copies(const struct sight *sight, struct figures *figures, bool out)
{
    enum profile_key key = out ? PROFILE_copy_d2h_latency : PROFILE_copy_h2d_latency;
    int64_t alone = figures_seen(figures, "copies", key, 0), seen, seen_large;
    int64_t step = row_step(sight, figures, copy_rows[out], alone, &seen);
    int64_t large = row_step(sight, figures, copy_rows[2 + out], alone, &seen_large);
    figures_take_seen(figures, "copies", key, step);
    figures_add(figures, out ? PROFILE_copy_d2h_large : PROFILE_copy_h2d_large,
                large > step ? large - step : 0);
    return seen_large - large;
}

/* The chains of a name measure one or two keys, which count the same: what the instrument adds to
 * their mean it adds to both. */
static void take_chain(const struct sight *sight, struct figures *figures,
                       const struct chain_kind *kind)
{
    const char *label = kind->label;
    int64_t a = figures_seen(figures, label, kind->first, 0);
    int64_t b = figures_seen(figures, label, kind->second, 0);
    int64_t step = step_of(sight, figures, label), mean = (a + b) / 2;
    if (step == INT64_MIN || mean <= 0)
        step = mean;
    step = step > 0 ? step : 0;
    int64_t added = mean - step;
    if (strcmp(label, "k") == 0)
        figures->kernel_disturbance = added;
    if (kind->gap != NO_KEY)
        figures_add(figures, kind->gap, added > 0 ? added : 0);
    int64_t ends[2] = {a, b};
    for (int i = 0; i < (kind->first == kind->second ? 1 : 2); i++) {
        int64_t own = ends[i] - added;
        figures_take_seen(figures, label, i ? kind->second : kind->first, own > 0 ? own : 0);
    }
}

/* More records between two kernels, each a little longer. */
static void take_records(const struct sight *sight, struct figures *figures)
{
    int64_t step = step_of(sight, figures, "records");
    if (step == INT64_MIN)
        step = figures_seen(figures, "records", PROFILE_latency_record, 0);
    step -= figures_value(figures, PROFILE_latency_event_timed, 0);
    figures_take_seen(figures, "records", PROFILE_latency_record,
                      step > 0 ? duration_divide(step, 1, RECORDS - 1) : 0);
}

/* What the same takes longer than by one event. */
static void take_relays(const struct sight *sight, struct figures *figures)
{
    int64_t step = step_of(sight, figures, "relay");
    if (step == INT64_MIN)
        step = figures_seen(figures, "relay", PROFILE_latency_event_relay, 0);
    step -= figures_value(figures, PROFILE_latency_event, 0);
    figures_take_seen(figures, "relay", PROFILE_latency_event_relay, step > 0 ? step : 0);
}

/* A fence has no longer chain: with more streams waiting every gap in it is longer
 * (latency.pending). What the instrument adds between kernels is taken off. */
static void take_fences(struct figures *figures)
{
    int64_t seen = figures_seen(figures, "fence", PROFILE_latency_fence, 0);
    figures_take_seen(figures, "fence", PROFILE_latency_fence, seen - figures->kernel_disturbance);
}

void fit_plain_chains(const struct sight *sight, struct figures *figures)
{
    int64_t in = take_copies(sight, figures, false), out = take_copies(sight, figures, true);
    for (size_t i = 0; i < sizeof chains / sizeof *chains; i++)
        take_chain(sight, figures, &chains[i]);
    take_relays(sight, figures);
    take_records(sight, figures);
    take_fences(figures);
    /* What the instrument adds is what CUPTI adds when it records a program. */
    figures_add(figures, PROFILE_cupti_copy_gap, (in + out) / 2);
    figures_add(figures, PROFILE_cupti_kernel_gap, figures->kernel_disturbance);
}

enum { DISTANCE_MOST = 4, GAPS_MOST = 512 };

/* Chains side by side, by the name of their range: in so many streams, which took the first
 * connections; or in two, whose connections' numbers are `distance` apart, which is 0 otherwise. */
struct beside {
    size_t streams, distance;
};

static struct beside beside_of(const char *label)
{
    static const char two[] = "0 and ";
    if (strncmp(label, two, sizeof two - 1) == 0)
        return (struct beside){2, strtoul(label + sizeof two - 1, NULL, 10)};
    return (struct beside){strtoul(label, NULL, 10), 0};
}

/* From the kernels of a range, which were launched step by step, to those of their streams' next
 * steps, ns; while all streams have more to do. */
struct gaps {
    int64_t values[GAPS_MOST];
    size_t count;
};

static void take_gaps(struct gaps *gaps, const struct sight_row *rows, size_t count, size_t streams)
{
    enum { FIRST = 2, REST = 4 }; /* steps before and behind which it is not so */
    gaps->count = 0;
    for (size_t i = FIRST * streams; i + REST * streams < count && gaps->count < GAPS_MOST; i++) {
        const struct sight_row *from = &rows[i], *to = from + streams;
        if (from->kind == SIGHT_KERNEL && from->end != TIMELINE_UNKNOWN &&
            to->start != TIMELINE_UNKNOWN)
            gaps->values[gaps->count++] = to->start - from->end;
    }
}

/* Two connections hold each other up if one PBDMA serves both, and those are dealt in turn
 * (traces/experiments/pbdmas.txt): the least distance of two at which the second makes each step
 * longer. */
static void count_pbdmas(struct figures *figures, const int64_t *apart, int64_t alone)
{
    const int64_t slower = 500; /* ns; a second connection makes 1200 or more */
    for (int64_t distance = 1; distance <= DISTANCE_MOST; distance++)
        if (apart[distance] > alone + slower) {
            figures_add(figures, PROFILE_connections_pbdmas, distance);
            return;
        }
}

/* What lies between two kernels of a stream when so many streams hold kernels back, beyond what
 * does when one does: the instrument's part is in both. By the gaps and not by the time that all
 * take together, which is that of the slowest stream. */
void fit_pending_connections(const struct sight *sight, struct figures *figures)
{
    int64_t alone = 0, apart[DISTANCE_MOST + 1] = {0};
    for (size_t i = 0, end; i < sight->count; i = end) {
        struct gaps gaps;
        struct beside beside = beside_of(sight->rows[i].label);
        for (end = i + 1; end < sight->count && sight->rows[end].section == sight->rows[i].section;)
            end++;
        if (beside.streams == 0 || beside.distance > DISTANCE_MOST)
            continue;
        take_gaps(&gaps, &sight->rows[i], end - i, beside.streams);
        if (gaps.count == 0)
            continue;
        if (beside.streams == 1)
            alone = figures_median(gaps.values, gaps.count);
        else if (beside.distance)
            apart[beside.distance] = figures_median(gaps.values, gaps.count);
        else
            for (size_t k = 0; k < gaps.count; k++) {
                int64_t more = gaps.values[k] - alone;
                figures_add_at(figures, PROFILE_latency_pending, (int64_t)beside.streams,
                               more > 0 ? more : 0);
            }
    }
    count_pbdmas(figures, apart, alone);
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

int64_t fit_copy_latency(const struct figures *figures, const struct sight_row *row)
{
    bool in = row->kind == SIGHT_H2D;
    int64_t latency =
        figures_value(figures, in ? PROFILE_copy_h2d_latency : PROFILE_copy_d2h_latency, 0);
    if (row->bytes >= COST_LARGE_COPY)
        latency += figures_value(figures, in ? PROFILE_copy_h2d_large : PROFILE_copy_d2h_large, 0);
    return latency;
}

int64_t fit_copy_time(const struct figures *figures, const struct sight_row *row)
{
    return fit_copy_latency(figures, row) + bytes_time(figures, row);
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
