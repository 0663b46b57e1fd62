#include "sim/analysis/feature.h"

#include <stdbool.h>
#include <string.h>

#define BIT(id) (UINT32_C(1) << FEATURE_##id)

static uint32_t of_copy(const struct timeline *t, const struct timeline_op *op)
{
    const struct program_copy *copy = &t->copies.rows[op->detail];
    if (op->kind == OP_MEMSET || copy->kind == COPY_D2D || copy->kind == COPY_P2P)
        return BIT(ON_DEVICE);
    if (copy->kind != COPY_H2D && copy->kind != COPY_D2H)
        return 0;
    bool pinned = memory_is_page_locked(copy->host_memory);
    return pinned ? BIT(PINNED) : BIT(PAGEABLE);
}

static uint32_t of_kernel(const struct timeline *t, const struct timeline_op *op)
{
    const struct program_launch *launch = &t->launches.rows[op->detail];
    if (op->detail == 0 || launch->cost != COST_WORK)
        return 0;
    return (launch->bytes > 0 ? BIT(MEMORY_BOUND) : 0) |
           (launch->flops > 0 ? BIT(COMPUTE_BOUND) : 0);
}

static uint32_t of_waits(const struct timeline *t, const struct timeline_op *op, bool *ordered)
{
    uint32_t found = 0;
    for (uint32_t i = 0; i < op->wait_count; i++) {
        switch (t->waits.rows[op->first_wait + i].rule) {
        case RULE_ID_CONNECTION:
        case RULE_ID_SIGNAL_DELAY:
            found |= BIT(CONNECTIONS);
            break;
        case RULE_ID_SM_FULL:
        case RULE_ID_HEAD_OF_LINE:
            found |= BIT(SM_FULL);
            break;
        default:
            break;
        }
        *ordered |=
            rule_info((enum rule)t->waits.rows[op->first_wait + i].rule)->group != RULE_TIME;
    }
    return found;
}

static uint32_t of_kind(const struct timeline *t, const struct timeline_op *op)
{
    switch ((enum op_kind)op->kind) {
    case OP_COPY:
    case OP_MEMSET:
        return op->detail ? of_copy(t, op) : 0;
    case OP_KERNEL:
        return of_kernel(t, op);
    case OP_RECORD:
    case OP_WAIT:
        return BIT(EVENTS);
    case OP_HOST:
        return BIT(HOST_FUNCTIONS);
    case OP_FREE_ALLOC:
        return BIT(ALLOCATIONS);
    }
    return 0;
}

static int32_t priority_of(const struct timeline *t, const struct timeline_op *op)
{
    if (op->kind == OP_KERNEL && op->detail && t->launches.rows[op->detail].priority != INT32_MIN)
        return t->launches.rows[op->detail].priority;
    return t->streams.rows[op->stream].priority;
}

static bool is_direction(const struct timeline *t, const struct timeline_op *op,
                         enum copy_kind kind)
{
    return op->kind == OP_COPY && op->detail && t->copies.rows[op->detail].kind == kind &&
           op->start != TIMELINE_UNKNOWN && op->end != TIMELINE_UNKNOWN;
}

/* Whether a copy in and one out ever ran at the same time: each stretches from the latest start to
 * the earliest end, seen in order of the calls, which is enough to find most pairs cheaply. */
static bool has_duplex(const struct timeline *t)
{
    enum { RECENT = 64 };
    for (size_t i = 0; i < t->ops.count; i++) {
        const struct timeline_op *in = &t->ops.rows[i];
        if (!is_direction(t, in, COPY_H2D))
            continue;
        size_t from = i > RECENT ? i - RECENT : 0;
        size_t to = i + RECENT < t->ops.count ? i + RECENT : t->ops.count;
        for (size_t k = from; k < to; k++) {
            const struct timeline_op *out = &t->ops.rows[k];
            if (is_direction(t, out, COPY_D2H) && in->start < out->end && out->start < in->end)
                return true;
        }
    }
    return false;
}

/* Asked for by name: the options say how many connections there are. */
static bool chooses_connections(const struct timeline *t)
{
    for (size_t i = 0; i < t->options.count; i++) {
        const char *text = timeline_name(t, t->options.rows[i].text);
        if (strcmp(text, "--connections") == 0 || strcmp(text, "--copy-connections") == 0 ||
            strncmp(text, "CUDA_DEVICE_MAX_CONNECTIONS=", 28) == 0)
            return true;
    }
    return false;
}

static bool allocates(const struct timeline *t)
{
    for (size_t i = 0; i < t->calls.count; i++) {
        const struct timeline_call *call = &t->calls.rows[i];
        if (call->call && call->enter > t->zero && call->enter <= t->timed_to &&
            call_info((enum call)call->call)->object == OBJECT_ALLOC)
            return true;
    }
    return false;
}

uint32_t feature_find(const struct timeline *t)
{
    uint32_t found = 0;
    size_t work = 0, at_once = 0;
    const struct timeline_op *first = NULL;
    bool legacy = false, other = false;
    for (size_t i = 0; i < t->ops.count; i++) {
        const struct timeline_op *op = &t->ops.rows[i];
        if (!timeline_is_timed(t, op))
            continue;
        bool ordered = false;
        found |= of_kind(t, op) | of_waits(t, op, &ordered);
        if (!timeline_is_work(op) || op->stream >= t->streams.count)
            continue;
        work++;
        at_once += !ordered;
        enum stream_kind kind = t->streams.rows[op->stream].kind;
        legacy |= kind == STREAM_LEGACY;
        other |= kind != STREAM_LEGACY;
        found |= kind == STREAM_PER_THREAD ? BIT(PER_THREAD) : 0;
        if (first && priority_of(t, op) != priority_of(t, first))
            found |= BIT(PRIORITIES);
        if (first && op->thread != first->thread)
            found |= BIT(THREADS);
        first = first ? first : op;
    }
    if (first && !(found & BIT(THREADS)))
        found |= BIT(ONE_THREAD);
    if (legacy && other)
        found |= BIT(LEGACY);
    if (allocates(t))
        found |= BIT(ALLOCATIONS);
    if (chooses_connections(t))
        found |= BIT(CONNECTIONS);
    if (has_duplex(t))
        found |= BIT(DUPLEX);
    if (work > 1 && at_once * 2 > work)
        found |= BIT(HOST_BOUND);
    return found;
}

const char *feature_name(enum feature feature)
{
    static const char *const names[FEATURE_COUNT] = {
#define FEATURE(id, name) [FEATURE_##id] = name,
        FEATURES(FEATURE)
#undef FEATURE
    };
    return names[feature];
}
