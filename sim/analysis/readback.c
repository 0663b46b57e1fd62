#include "sim/analysis/readback.h"

#include "sim/base/duration.h"

/* What the copies may take in all, parts of a thousand of the span. */
enum { HARDLY = 20 };

static bool is_copy_out(const struct timeline *t, const struct timeline_op *op)
{
    return op->kind == OP_COPY && op->detail && t->copies.rows[op->detail].kind == COPY_D2H;
}

static bool counts(const struct timeline *t, const struct timeline_op *op)
{
    return timeline_is_work(op) && timeline_is_timed(t, op) && op->call != TIMELINE_UNKNOWN;
}

/* Whether it is asked for behind the readback's last other work; ids are in the order of calls. */
static bool is_behind(const struct readback *readback, const struct timeline_op *op, uint32_t id)
{
    return op->call != TIMELINE_UNKNOWN &&
           (op->call > readback->last_request ||
            (op->call == readback->last_request && id > readback->last_op));
}

/* The last work that was asked for, of all or of what is no copy to the host. */
static struct readback last_of(const struct timeline *t, bool all)
{
    struct readback last = {.last_request = INT64_MIN, .last_op = TIMELINE_NO_OP};
    for (uint32_t id = 0; id < t->ops.count; id++) {
        const struct timeline_op *op = &t->ops.rows[id];
        if (counts(t, op) && (all || !is_copy_out(t, op)) && op->call >= last.last_request) {
            last.last_request = op->call;
            last.last_op = id;
        }
    }
    return last;
}

struct readback readback_find(const struct timeline *timeline)
{
    struct readback readback = last_of(timeline, false), last = last_of(timeline, true);
    int64_t sum = 0;
    if (readback.last_op == TIMELINE_NO_OP || readback.last_op == last.last_op)
        return last;
    for (uint32_t id = 0; id < timeline->ops.count; id++) {
        const struct timeline_op *op = &timeline->ops.rows[id];
        if (counts(timeline, op) && is_behind(&readback, op, id) && op->end != TIMELINE_UNKNOWN &&
            op->start != TIMELINE_UNKNOWN)
            sum = duration_add(sum, op->end - op->start);
    }
    readback.is_known =
        timeline->span != TIMELINE_UNKNOWN && sum <= duration_divide(timeline->span, HARDLY, 1000);
    return readback.is_known ? readback : last;
}

bool readback_has_op(const struct readback *readback, const struct timeline *timeline, uint32_t op)
{
    return readback->is_known && is_behind(readback, &timeline->ops.rows[op], op);
}

bool readback_has_call(const struct readback *readback, const struct timeline_call *call)
{
    return readback->is_known && call->enter != TIMELINE_UNKNOWN &&
           call->enter >= readback->last_request && call->returned > readback->last_request;
}
