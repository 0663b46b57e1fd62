#include "sim/analysis/shares.h"

#include <string.h>

static const struct {
    const char *name, *text;
} infos[SHARE_COUNT] = {
#define SHARE(id, name, text) {name, text},
    SHARE_LIST(SHARE)
#undef SHARE
};

const char *share_name(enum share share)
{
    return infos[share].name;
}

const char *share_text(enum share share)
{
    return infos[share].text;
}

enum share share_of_rule(enum rule rule)
{
    switch (rule) {
    case RULE_ID_LEGACY_FENCE:
        return SHARE_ID_FENCE;
    case RULE_ID_CONNECTION:
    case RULE_ID_SIGNAL_DELAY:
    case RULE_ID_HEAD_OF_LINE:
        return SHARE_ID_FALSE;
    default:
        return SHARE_COUNT;
    }
}

static enum share of_copy(const struct timeline *t, const struct timeline_op *op)
{
    switch (op->detail < t->copies.count ? t->copies.rows[op->detail].kind : COPY_D2D) {
    case COPY_H2D:
        return SHARE_ID_H2D;
    case COPY_D2H:
        return SHARE_ID_D2H;
    case COPY_H2H:
        return SHARE_ID_HOST_WORK;
    default:
        return SHARE_ID_D2D;
    }
}

/* What the operation does while it runs. */
static enum share of_op(const struct timeline *t, uint32_t id)
{
    const struct timeline_op *op = &t->ops.rows[id];
    switch ((enum op_kind)op->kind) {
    case OP_KERNEL:
        return SHARE_ID_KERNEL;
    case OP_COPY:
        return of_copy(t, op);
    case OP_MEMSET:
        return SHARE_ID_MEMSET;
    case OP_HOST:
        return SHARE_ID_HOST_WORK;
    default: /* records, waits, allocations: the queue at work */
        return SHARE_ID_LATENCY;
    }
}

static enum share of_gap(const struct timeline *t, const struct critical_step *step)
{
    switch (step->rule) {
    case RULE_ID_ISSUE:
    case RULE_ID_LAUNCH_QUEUE:
    case RULE_ID_MODULE_LOAD:
        return SHARE_ID_LAUNCH;
    case RULE_ID_STAGING: /* the host moves the bytes of the copy */
        return step->op == TIMELINE_NO_OP ? SHARE_ID_HOST_WORK : of_op(t, step->op);
    case RULE_ID_JOIN:
    case RULE_ID_LOCK:
        return SHARE_ID_IDLE;
    case RULE_COUNT:
        return SHARE_ID_UNKNOWN;
    default:
        return SHARE_ID_LATENCY;
    }
}

/* The host's steps, in which its calls are looked up. */
struct host_steps {
    const struct critical *critical;
    struct shares *shares;
    int64_t left; /* ns of them that no call has taken */
    int64_t end;  /* of the wall time */
};

static size_t first_ending_after(const struct critical *critical, int64_t time)
{
    size_t low = 0, high = critical->count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (critical->steps[middle].to <= time)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* What of [from, to], which the thread spent so, lies in steps of the host. */
static void add_host(struct host_steps *host, uint16_t thread, int64_t from, int64_t to,
                     enum share share)
{
    const struct critical *critical = host->critical;
    if (from == TIMELINE_UNKNOWN || to == TIMELINE_UNKNOWN || from >= to)
        return;
    for (size_t i = first_ending_after(critical, from); i < critical->count; i++) {
        const struct critical_step *step = &critical->steps[i];
        if (step->from >= to)
            break;
        if (step->kind != CRITICAL_HOST || step->thread != thread)
            continue;
        int64_t begin = from > step->from ? from : step->from;
        int64_t end = to < step->to ? to : step->to;
        end = end < host->end ? end : host->end;
        if (end <= begin)
            break;
        if (end - begin > host->left) /* calls of a thread that overlap: a file's own doing */
            end = begin + host->left;
        host->shares->time[share] += end - begin;
        host->left -= end - begin;
    }
}

static enum share of_call(const struct timeline *t, const struct timeline_call *call)
{
    if (call->call == CALL_host_work)
        return SHARE_ID_HOST_WORK;
    for (uint32_t i = 0; i < call->wait_count; i++) {
        uint32_t rule = t->waits.rows[call->first_wait + i].rule;
        if (rule == RULE_ID_JOIN || rule == RULE_ID_LOCK)
            return SHARE_ID_IDLE;
    }
    return SHARE_ID_LAUNCH;
}

/* What the host did in its steps: calls, declared work. Between calls host code takes no time in a
 * prediction, so what is left there is a thread that has not begun; measured, it is the program's.
 */
static void add_host_steps(struct shares *shares, const struct timeline *t,
                           const struct critical *critical, int64_t end)
{
    struct host_steps host = {.critical = critical, .shares = shares, .end = end};
    for (size_t i = 0; i < critical->count; i++) {
        const struct critical_step *step = &critical->steps[i];
        if (step->kind == CRITICAL_HOST && step->from < end)
            host.left += (step->to < end ? step->to : end) - step->from;
    }
    if (host.left == 0)
        return;
    for (uint32_t i = 0; i < t->ops.count; i++) {
        const struct timeline_op *op = &t->ops.rows[i];
        add_host(&host, op->thread, op->call, op->returned, SHARE_ID_LAUNCH);
    }
    for (uint32_t i = 0; i < t->calls.count; i++) {
        const struct timeline_call *call = &t->calls.rows[i];
        if (call->op == TIMELINE_NO_OP)
            add_host(&host, call->thread, call->enter, call->returned, of_call(t, call));
    }
    bool measured = t->source == TIMELINE_MEASURED;
    shares->time[measured ? SHARE_ID_HOST_WORK : SHARE_ID_IDLE] += host.left;
}

void shares_find(struct shares *shares, const struct timeline *timeline,
                 const struct critical *critical)
{
    memset(shares, 0, sizeof *shares);
    shares->wall = timeline->wall;
    int64_t end =
        timeline->wall == TIMELINE_UNKNOWN ? critical->to : timeline->zero + timeline->wall;
    for (size_t i = 0; i < critical->count; i++) {
        const struct critical_step *step = &critical->steps[i];
        int64_t to = step->to < end ? step->to : end; /* what nobody waited for ends later */
        if (to <= step->from)
            break;
        int64_t length = to - step->from;
        if (step->kind == CRITICAL_GAP)
            shares->time[of_gap(timeline, step)] += length;
        if (step->kind != CRITICAL_RUN)
            continue;
        enum share waste =
            step->rule < RULE_COUNT ? share_of_rule((enum rule)step->rule) : SHARE_COUNT;
        int64_t held = waste == SHARE_COUNT ? 0 : step->held - (step->to - to);
        if (held < 0)
            held = 0;
        if (held)
            shares->time[waste] += held;
        shares->time[of_op(timeline, step->op)] += length - held;
    }
    add_host_steps(shares, timeline, critical, end);
    int64_t sum = 0;
    for (int i = 0; i < SHARE_COUNT; i++)
        sum += shares->time[i];
    if (shares->wall != TIMELINE_UNKNOWN && shares->wall > sum) /* nothing is known of the rest */
        shares->time[SHARE_ID_UNKNOWN] += shares->wall - sum;
}
