#include "sim/analysis/summary.h"

#include "sim/analysis/label.h"
#include "sim/analysis/overlap.h"
#include "sim/analysis/poll_begin.h"
#include "sim/base/duration.h"
#include "sim/base/mem.h"
#include "sim/model/calls.h"
#include "sim/model/cost.h"

#include <stdlib.h>
#include <string.h>

static const int64_t million = 1000000;

static struct summary_machine *machine_of(struct summary *s, const struct timeline_op *op)
{
    for (size_t i = 0; i < s->machine_count; i++)
        if (s->machines[i].kind == op->machine && s->machines[i].index == op->machine_index)
            return &s->machines[i];
    if (s->machine_count == SUMMARY_MACHINES)
        return &s->machines[SUMMARY_MACHINES - 1];
    struct summary_machine *machine = &s->machines[s->machine_count++];
    machine->kind = (enum machine_kind)op->machine;
    machine->index = op->machine_index;
    return machine;
}

/* The SM array first, then copy engines, host worker, host, the rest. */
static int compare_machines(const void *a, const void *b)
{
    const struct summary_machine *x = a, *y = b;
    int rank_x = x->kind == MACHINE_NONE ? 99 : (int)x->kind;
    int rank_y = y->kind == MACHINE_NONE ? 99 : (int)y->kind;
    if (rank_x != rank_y)
        return rank_x < rank_y ? -1 : 1;
    return x->index < y->index ? -1 : x->index > y->index;
}

/* What a kernel needs, ns. */
struct sm_need {
    int64_t alone; /* from start to end with the device to itself, at most its duration */
    int64_t load;  /* of the whole SM array: `alone`, less for what its grid leaves empty */
};

/* A duration holds the time in which other kernels had the SMs; where the time of a block is known,
 * declared or as the blocks had it, what the kernel needs is counted from that instead. */
static struct sm_need sm_need(const struct timeline *t, const struct timeline_op *op,
                              const struct profile *profile)
{
    struct sm_need out = {op->end - op->start, 0};
    if (op->kind != OP_KERNEL || op->detail == 0 || !profile) /* memsets and copies run there too */
        return out;
    const struct program_launch *launch = &t->launches.rows[op->detail];
    struct occupancy occupancy;
    struct occupancy_need need = cost_need(launch);
    occupancy_of(profile, &need, &occupancy);
    int64_t places = occupancy.blocks * profile->value[PROFILE_device_sm_count];
    int64_t blocks = cost_grid_blocks(launch);
    if (places <= 0 || blocks <= 0)
        return out;
    int64_t waves = blocks / places + (blocks % places != 0);
    int64_t alone = out.alone;
    if (launch->cost != COST_WORK)
        alone = cost_alone_time(profile, launch, &occupancy);
    else if (op->block_mean)
        alone = duration_divide(op->block_mean, waves, 1);
    if (alone < out.alone)
        out.alone = alone;
    out.load =
        waves > INT64_MAX / places ? out.alone : duration_divide(out.alone, blocks, waves * places);
    return out;
}

/* What a copy needs of its engine, ns: one from or to pageable memory leaves it to others while the
 * host fills or empties the buffers between. */
static int64_t copy_need(const struct timeline *t, const struct timeline_op *op,
                         const struct profile *profile)
{
    int64_t duration = op->end - op->start;
    if (op->kind != OP_COPY || op->detail == 0 || op->detail >= t->copies.count || !profile)
        return duration;
    const struct program_copy *copy = &t->copies.rows[op->detail];
    bool pageable = copy->host_memory == MEMORY_PAGEABLE || copy->host_memory == MEMORY_NONE;
    if (!pageable || (copy->kind != COPY_H2D && copy->kind != COPY_D2H))
        return duration;
    int64_t need =
        cost_copy_time(profile, copy->kind == COPY_H2D, (int64_t)program_copy_bytes(copy));
    return need < duration ? need : duration;
}

/* Sums and an estimate of the least time of each machine. */
static void add_loads(struct summary *s, const struct timeline *t, const struct profile *profile,
                      const uint32_t *ids, size_t count)
{
    int64_t sm_total = 0;
    for (size_t i = 0; i < count; i++) {
        const struct timeline_op *op = &t->ops.rows[ids[i]];
        struct summary_machine *machine = machine_of(s, op);
        int64_t duration = op->end - op->start;
        machine->count++;
        machine->sum = duration_add(machine->sum, duration);
        s->sum = duration_add(s->sum, duration);
        bool exclusive = machine->kind == MACHINE_COPY || machine->kind == MACHINE_HOST_WORKER;
        if (exclusive)
            machine->least = duration_add(machine->least, copy_need(t, op, profile));
        struct sm_need need = {duration, 0};
        if (machine->kind == MACHINE_SM)
            need = sm_need(t, op, profile);
        if (!exclusive && need.alone > machine->least)
            machine->least = need.alone;
        sm_total = duration_add(sm_total, need.load);
    }
    s->sm_load = sm_total;
    for (size_t i = 0; i < s->machine_count; i++) {
        struct summary_machine *machine = &s->machines[i];
        if (machine->kind == MACHINE_SM && sm_total > machine->least)
            machine->least = sm_total;
    }
    qsort(s->machines, s->machine_count, sizeof *s->machines, compare_machines);
}

/* The stream whose operations take longest, one after the other. */
static void find_longest_stream(struct summary *s, const struct timeline *t, const uint32_t *ids,
                                size_t count)
{
    struct load {
        int64_t sum;
        size_t count;
    } *loads = mem_zalloc((t->streams.count + 1) * sizeof *loads);
    for (size_t i = 0; i < count; i++) {
        const struct timeline_op *op = &t->ops.rows[ids[i]];
        if (op->stream >= t->streams.count)
            continue;
        struct load *load = &loads[op->stream];
        s->stream_count += load->count == 0;
        load->sum = duration_add(load->sum, op->end - op->start);
        load->count++;
    }
    for (uint32_t stream = 0; stream < t->streams.count; stream++)
        if (loads[stream].sum > s->longest_sum) {
            s->longest_stream = stream;
            s->longest_sum = loads[stream].sum;
            s->longest_count = loads[stream].count;
        }
    free(loads);
}

/* What each host thread does one after the other in the timed part. What fills the time until the
 * device is done, sleep or work between questions, does not count: with less to wait for it is
 * less. */
int64_t summary_host_work(const struct timeline *t, const bool *told)
{
    bool *fillers = poll_fillers_find(t);
    int64_t *work = mem_zalloc((t->threads.count + 1) * sizeof *work), most = 0;
    for (size_t i = 0; i < t->calls.count; i++) {
        const struct timeline_call *call = &t->calls.rows[i];
        if (!call_is_work(call->call) || (fillers && fillers[i]) || (told && told[i]) ||
            call->thread >= t->threads.count || call->enter == TIMELINE_UNKNOWN ||
            call->enter < t->zero || call->returned == TIMELINE_UNKNOWN)
            continue;
        int64_t *of = &work[call->thread];
        *of = duration_add(*of, call->returned - call->enter);
        most = *of > most ? *of : most;
    }
    free(work);
    free(fillers);
    return most;
}

/* Busy times: the union of each machine's intervals; and the least times, bounded by them. */
static void add_busy(struct summary *s, const struct timeline *t, const struct interval *work,
                     const uint32_t *ids, size_t count)
{
    struct interval *of_machine = mem_zalloc((count + 1) * sizeof *of_machine);
    for (size_t m = 0; m < s->machine_count; m++) {
        size_t n = 0;
        for (size_t i = 0; i < count; i++)
            if (machine_of(s, &t->ops.rows[ids[i]]) == &s->machines[m])
                of_machine[n++] = work[i];
        struct overlap overlap;
        overlap_of(of_machine, n, &overlap);
        struct summary_machine *machine = &s->machines[m];
        machine->busy = overlap.any;
        /* An estimate must not be above what was enough. */
        if (machine->least > machine->busy)
            machine->least = machine->busy;
        if (machine->least > s->least)
            s->least = machine->least;
    }
    free(of_machine);
}

/* For how long of the critical path the machine runs, ns: by so much a faster one could shorten it.
 */
static int64_t on_path(struct summary *s, const struct timeline *t, const struct critical *critical,
                       const struct summary_machine *machine)
{
    int64_t sum = 0;
    for (size_t i = 0; i < critical->count; i++) {
        const struct critical_step *step = &critical->steps[i];
        if (step->kind == CRITICAL_RUN && machine_of(s, &t->ops.rows[step->op]) == machine)
            sum += step->to - step->from;
    }
    return sum;
}

/* Of the machines that need most of the span the one with most of the critical path: another's work
 * could be faster and the run would take as long. machine_count: none. */
static size_t machine_that_binds(struct summary *s, const struct timeline *t,
                                 const struct critical *critical)
{
    size_t found = s->machine_count;
    int64_t longest = 0;
    for (size_t i = 0; i < s->machine_count; i++) {
        if (label_ppm(s->machines[i].least, s->span) < SUMMARY_NEAR_BOUND)
            continue;
        int64_t path = on_path(s, t, critical, &s->machines[i]);
        if (found == s->machine_count || path > longest ||
            (path == longest && s->machines[i].least > s->machines[found].least)) {
            found = i;
            longest = path;
        }
    }
    return longest > 0 || critical->count == 0 ? found : s->machine_count;
}

/* Whether the host binds rather than the machine that needs most of the span: by what would be
 * gained at most if the one took no time, and if the other did. With a host that takes none the
 * machine still needs its time; without the machine's work the rest of the path is left. */
static bool host_goes_first(struct summary *s, const struct timeline *t,
                            const struct critical *critical, size_t machine)
{
    if (s->host_share < 400000 || s->host <= s->chain)
        return false;
    return machine == s->machine_count ||
           s->span - s->machines[machine].least >= on_path(s, t, critical, &s->machines[machine]);
}

/* What calls that give and take memory have of the path, but for what they wait. */
static void find_memory(struct summary *s, const struct timeline *t, const struct shares *shares)
{
    for (size_t i = shares->count; i-- > 0;) {
        const struct shares_item *item = &shares->items[i];
        if (!item->host || item->share != SHARE_ID_LAUNCH || item->op != TIMELINE_NO_OP ||
            !call_allocates((enum call)t->calls.rows[item->call].call))
            continue;
        s->memory_most = *item;
        s->memory_time += item->time;
    }
}

/* How much of it making host threads and waiting for their ends takes. */
static void find_threads(struct summary *s, const struct timeline *t, const struct shares *shares)
{
    for (size_t i = 0; i < shares->count; i++) {
        const struct shares_item *item = &shares->items[i];
        if (!item->host || item->op != TIMELINE_NO_OP ||
            (t->calls.rows[item->call].call != CALL_thread_create &&
             t->calls.rows[item->call].call != CALL_thread_join))
            continue;
        s->threads += item->time;
        if (s->threads_place == 0)
            s->threads_place = item->place; /* the longest comes first */
        s->threads_elsewhere |= item->place != s->threads_place;
    }
    if (s->threads) /* else nobody knows what it is */
        s->threads += shares->begins;
}

/* What the path went into: how much of it is the host's, and in which line. */
static void find_shares(struct summary *s, const struct timeline *t,
                        const struct critical *critical)
{
    struct shares shares;
    shares_find(&shares, t, critical);
    for (int kind = 0; kind < SHARE_COUNT; kind++) {
        s->host_on[kind] = label_ppm(shares.host[kind], shares.wall);
        s->host += shares.host[kind];
        if (shares.host[kind] > shares.host[s->host_kind])
            s->host_kind = (enum share)kind;
    }
    s->host_kind_time = shares.host[s->host_kind];
    s->host_share = label_ppm(s->host, shares.wall);
    s->latency_share = label_ppm(shares.time[SHARE_ID_LATENCY], shares.wall);
    for (size_t i = shares.count; i-- > 0;)
        if (shares.items[i].host && shares.items[i].share == s->host_kind)
            s->host_most = shares.items[i]; /* the longest comes first */
    if (s->host_most.time < s->host / 10)   /* no line stands out */
        s->host_most.host = false;
    find_memory(s, t, &shares);
    find_threads(s, t, &shares);
    shares_release(&shares);
}

/* Orders, also those of a chain of operations, cost little then: the work waits for nobody most of
 * the time. */
static bool is_latency(const struct summary *s, const struct critical *critical)
{
    return s->latency_share >= 500000 && s->chain < (critical->to - critical->from) / 4;
}

static void find_bound(struct summary *s, const struct timeline *t, const struct critical *critical)
{
    s->bound_rule = RULE_COUNT;
    s->named_rule = critical_worst_rule(critical, s->wall == TIMELINE_UNKNOWN ? s->span : s->wall);
    find_shares(s, t, critical);
    for (size_t i = 0; i < critical->count; i++) {
        const struct critical_step *step = &critical->steps[i];
        if (step->kind == CRITICAL_RUN) {
            s->chain += step->to - step->from;
            s->chain_count++;
        }
    }
    for (size_t i = 1; i < s->machine_count; i++)
        if (s->machines[i].least > s->machines[s->most_machine].least)
            s->most_machine = i;
    size_t machine = machine_that_binds(s, t, critical);
    if (s->count == 0) {
        s->bound = BOUND_NONE;
    } else if (host_goes_first(s, t, critical, machine)) {
        s->bound = BOUND_HOST;
    } else if (machine < s->machine_count) {
        s->bound = BOUND_MACHINE;
        s->bound_machine = machine;
    } else if (is_latency(s, critical)) {
        s->bound = BOUND_LATENCY;
    } else {
        s->bound = BOUND_WAITING;
        int64_t worst = 0;
        for (int rule = 0; rule < RULE_COUNT; rule++)
            if (critical->cost[rule] > worst) {
                worst = critical->cost[rule];
                s->bound_rule = (enum rule)rule;
            }
    }
}

void summary_find(struct summary *summary, const struct timeline *timeline,
                  const struct profile *profile, const struct critical *critical)
{
    memset(summary, 0, sizeof *summary);
    summary->wall = timeline->wall;
    struct interval *work;
    uint32_t *ids;
    summary->count = overlap_work(timeline, &work, &ids);
    add_loads(summary, timeline, profile, ids, summary->count);
    add_busy(summary, timeline, work, ids, summary->count);
    find_longest_stream(summary, timeline, ids, summary->count);
    summary->host_work = summary_host_work(timeline, NULL);
    struct overlap overlap;
    overlap_of(work, summary->count, &overlap);
    summary->any = overlap.any;
    summary->many = overlap.many;
    summary->most = overlap.most;
    summary->span = timeline->span != TIMELINE_UNKNOWN ? timeline->span : overlap.any;
    if (summary->sum > 0) {
        summary->overlap = million - label_ppm(summary->any, summary->sum);
        /* one copy by itself, which could be quicker from pinned memory, overlaps nothing */
        summary->overlap_most =
            summary->count > 1 ? million - label_ppm(summary->least, summary->sum) : 0;
    }
    find_bound(summary, timeline, critical);
    if (summary->stream_count == 1 && summary->bound != BOUND_LATENCY &&
        summary->span - summary->any >= summary->span / 20 * 3)
        round_trips_find(&summary->trips, timeline, summary->count);
    free(work);
    free(ids);
}
