/* What of a run was timed: from when, and its wall time. */
#include "gpu/run.h"

#include "sim/base/mem.h"
#include "sim/model/cuda_errors.h"
#include "sim/model/timeline.h"

#include <stdlib.h>

/* From and to of the range that limits the timed part. */
static struct run_time timed_range(const struct run *run)
{
    const struct program *program = run->plan->program;
    struct run_time range = {INT64_MIN, INT64_MAX};
    size_t begin = program->records.count;
    for (size_t i = 0; run->plan->timed_name && i < program->records.count; i++) {
        const struct program_record *record = &program->records.rows[i];
        if (record->call == CALL_range_push && record->object == run->plan->timed_name) {
            begin = i;
            break;
        }
    }
    if (begin == program->records.count)
        return range;
    range.from = run->calls[begin].from;
    int depth = 1;
    for (uint32_t i = run->plan->following[begin]; i != PLAN_NONE && depth > 0;
         i = run->plan->following[i]) {
        depth += program->records.rows[i].call == CALL_range_push;
        depth -= program->records.rows[i].call == CALL_range_pop;
        if (depth == 0)
            range.to = run->calls[i].from;
    }
    return range;
}

#define WAITED_LEAST INT64_C(3000) /* ns that a synchronize takes that finds work to wait for */

/* ns that a call may take longer as its thread has not asked for so long, and has slept maybe. */
static int64_t cold(const struct profile *profile, int64_t rest)
{
    const struct profile_curve *busy = &profile->curve[PROFILE_host_rest_mark];
    int64_t worked = busy->count > 0 && rest >= busy->size[0] ? profile_rest_at(busy, rest) : 0;
    int64_t slept = profile_rest_at(&profile->curve[PROFILE_host_slept_mark], rest);
    return slept > worked ? slept : worked;
}

/* Whether a call that may wait did: what asks only is known by its time, or by what was asked
 * before, between which and itself the host did something else. `*asked`: when its thread last
 * asked, or UNKNOWN; kept. */
static bool waited(const struct run *run, size_t index, int64_t *asked)
{
    const struct program_record *record = &run->plan->program->records.rows[index];
    const struct run_time *call = &run->calls[index];
    bool asks = call_is_synchronize(record->call) || call_is_query(record->call);
    int64_t least = WAITED_LEAST;
    if (asks && *asked != TIMELINE_UNKNOWN)
        least += cold(run->plan->profile, call->from - *asked);
    if (asks)
        *asked = call->to;
    if (run->plan->polled[index])
        return true;
    return run->plan->waits[index] && (!asks || call->to - call->from >= least);
}

/* An operation, and when its thread knew that it had ended; INT64_MAX: it never asked. */
struct ended {
    uint32_t op, thread, stream;
    int64_t known;
};

static int stands_before(const void *va, const void *vb)
{
    const struct ended *a = va, *b = vb;
    if (a->thread != b->thread)
        return a->thread < b->thread ? -1 : 1;
    if (a->stream != b->stream)
        return a->stream < b->stream ? -1 : 1;
    return (a->op > b->op) - (a->op < b->op);
}

/* By operation when the thread that enqueued it knew, by the calls of this run, that it had ended,
 * or as a host function had returned: with the first later one of its stream of which that is
 * known. To be freed. */
static int64_t *known_ends(const struct run *run)
{
    const struct plan *plan = run->plan;
    struct ended *rows = mem_zalloc((plan->op_count + 1) * sizeof *rows);
    int64_t *known = mem_zalloc((plan->op_count + 1) * sizeof *known);
    for (size_t i = 0; i < plan->op_count; i++)
        known[i] = run->bodies[i].to != TIMELINE_UNKNOWN ? run->bodies[i].to : INT64_MAX;
    for (size_t i = 0; i < plan->end_count; i++) {
        const struct plan_end *end = &plan->ends[i];
        int64_t returned = run->calls[end->record].to;
        if (returned != TIMELINE_UNKNOWN && returned < known[end->op])
            known[end->op] = returned;
    }
    for (size_t i = 0; i < plan->op_count; i++) {
        const struct program_record *record = plan_record(plan, plan->op_records[i]);
        rows[i] = (struct ended){(uint32_t)i, record->thread, record->stream, known[i]};
    }
    qsort(rows, plan->op_count, sizeof *rows, stands_before);
    for (size_t i = plan->op_count; i-- > 1;) {
        const struct ended *next = &rows[i];
        struct ended *row = &rows[i - 1];
        if (row->thread == next->thread && row->stream == next->stream && next->known < row->known)
            row->known = next->known;
        known[row->op] = row->known;
    }
    free(rows);
    return known;
}

/* Whether work was called before that moment of which nobody knew by then that it had ended. A free
 * that is made by a thread while others work may wait for them, and if they were done it waits for
 * locks at most: how long it takes does not tell. Nor does a program that hears by host functions
 * that all is done. */
static bool is_busy(const struct run *run, const int64_t *known, int64_t now)
{
    for (size_t i = 0; i < run->plan->op_count; i++) {
        uint32_t record = run->plan->op_records[i];
        if (plan_is_work(run->plan, record) && run->calls[record].from != TIMELINE_UNKNOWN &&
            run->calls[record].from < now && known[i] > now)
            return true;
    }
    return false;
}

/* When the program last asked, from then on, what it found not done yet when it was recorded. */
static int64_t last_unready(const struct run *run, struct run_time range, int64_t from)
{
    for (size_t i = 0; i < run->plan->program->records.count; i++) {
        const struct program_record *record = plan_record(run->plan, i);
        int64_t at = run->calls[i].from;
        if (call_is_query(record->call) && record->result == CUDA_cudaErrorNotReady &&
            at != TIMELINE_UNKNOWN && at > from && at <= range.to)
            from = at;
    }
    return from;
}

/* When the program was done of whose last work no call waited. A free that did not wait shows that
 * the device was idle by then: with one, when the last thread was done but for putting away what it
 * had made. Without, when the device was idle behind all calls; where a range limits the timed
 * part, when the first call behind it that may wait returned. */
static int64_t last_done(const struct run *run, struct run_time range, int64_t last_call)
{
    bool freed = false;
    int64_t done = last_call, idle = run->idle;
    for (size_t i = 0; i < run->plan->program->records.count; i++) {
        enum call call = (enum call)plan_record(run->plan, i)->call;
        const struct run_time *time = &run->calls[i];
        if (time->from > range.to && run->plan->waits[i] && time->to < idle)
            idle = time->to;
        if (time->to <= last_call || time->from > range.to)
            continue;
        freed = freed || (time->from >= last_call && plan_frees(plan_record(run->plan, i)));
        if (!call_sets_up(call) && time->to > done)
            done = time->to;
    }
    return freed || done > idle ? done : idle;
}

/* As timeline_finish() has it for predictions: the last call that waited; or the first that asked
 * after all work was called, and nobody heard that it is not done, though it found it done. */
int run_wall(const struct run *run, int64_t *zero, int64_t *wall, struct err *err)
{
    struct run_time range = timed_range(run);
    int64_t last_call = INT64_MIN, last = TIMELINE_UNKNOWN;
    struct run_time asked = {INT64_MAX, TIMELINE_UNKNOWN};
    *zero = INT64_MAX;
    for (size_t i = 0; i < run->plan->op_count; i++) {
        uint32_t record = run->plan->op_records[i];
        int64_t from = run->calls[record].from;
        if (!plan_is_work(run->plan, record) || from < range.from || from > range.to)
            continue;
        *zero = from < *zero ? from : *zero;
        last_call = from > last_call ? from : last_call;
    }
    if (*zero == INT64_MAX)
        return err_set(err, ERR_RUN, "no work was called within the timed part");
    int64_t last_enqueued = last_call;
    last_call = last_unready(run, range, last_call);
    size_t threads = run->plan->program->threads.count;
    int64_t *known = NULL, *last_asked = mem_zalloc((threads + 1) * sizeof *last_asked);
    for (size_t i = 0; i < threads; i++)
        last_asked[i] = TIMELINE_UNKNOWN;
    for (size_t i = 0; i < run->plan->program->records.count; i++) {
        const struct run_time *call = &run->calls[i];
        if (call->from < *zero || call->from > range.to)
            continue;
        bool did = waited(run, i, &last_asked[plan_record(run->plan, i)->thread]);
        if (did && (run->plan->multithreaded || run->plan->program->hostfns.count > 1) &&
            call->to > last && plan_frees(plan_record(run->plan, i))) {
            known = known ? known : known_ends(run);
            did = is_busy(run, known, call->from);
        }
        if (did && call->to > last)
            last = call->to;
        if ((did || call_is_synchronize(run->plan->program->records.rows[i].call)) &&
            call->from >= last_call && call->from < asked.from)
            asked = *call;
    }
    free(known);
    free(last_asked);
    last = asked.to > last ? asked.to : last;
    if (last <= last_enqueued)
        last = last_done(run, range, last_enqueued);
    *wall = last - *zero;
    return 0;
}

int64_t run_duration(const struct run *run)
{
    int64_t first = run->idle;
    for (size_t i = 0; i < run->plan->program->records.count; i++)
        if (run->calls[i].from != TIMELINE_UNKNOWN && run->calls[i].from < first)
            first = run->calls[i].from;
    return run->idle - first;
}
