#include "sim/analysis/shares.h"

#include "sim/analysis/label.h"
#include "sim/base/keys.h"
#include "sim/base/mem.h"

#include <stdlib.h>
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

/* What a rule makes of the time that it holds up: FENCE or FALSE; SHARE_COUNT: neither. */
static enum share share_of_rule(enum rule rule)
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
    if (rule_is_of_thread(step->rule))
        return SHARE_ID_IDLE;
    switch (step->rule) {
    case RULE_ID_ISSUE:
    case RULE_ID_LAUNCH_QUEUE:
    case RULE_ID_MODULE_LOAD:
    case RULE_ID_COPY: /* what the host does of a copy behind the device's part */
        return SHARE_ID_LAUNCH;
    case RULE_ID_STAGING: /* the host moves the bytes of the copy */
        return step->op == TIMELINE_NO_OP ? SHARE_ID_HOST_WORK : of_op(t, step->op);
    case RULE_ID_CLEARING:
        return SHARE_ID_CLEARING;
    case RULE_COUNT:
        return SHARE_ID_UNKNOWN;
    case RULE_ID_LEGACY_FENCE: /* behind something that is not in the timeline */
        return SHARE_ID_FENCE;
    case RULE_ID_STREAM:
    case RULE_ID_EVENT:
        return SHARE_ID_UNKNOWN;
    default:
        return SHARE_ID_LATENCY;
    }
}

/* Whether the gap is a host function's: a thread of the driver is woken to call it, and what comes
 * behind it in the stream hears of its end from that thread. */
static bool is_of_function(const struct timeline *t, const struct critical *critical, size_t i)
{
    const struct critical_step *step = &critical->steps[i];
    if (step->kind != CRITICAL_GAP || step->rule != RULE_ID_LATENCY || step->op == TIMELINE_NO_OP)
        return false;
    return t->ops.rows[step->op].kind == OP_HOST ||
           (i && step[-1].kind == CRITICAL_RUN && t->ops.rows[step[-1].op].kind == OP_HOST);
}

struct find {
    const struct timeline *t;
    const struct critical *critical;
    struct shares *shares;
    struct keys keys; /* of items */
    uint32_t *last;   /* by item: the operation or row of calls that it counted last */
    size_t last_capacity;
    int64_t host_left; /* ns of the host's steps that no call has taken */
    int64_t end;       /* of the wall time */
};

/* What stands in one line is told apart by name: two kernels, two calls. */
static uint64_t item_key(const struct shares_item *item, uint32_t name)
{
    uint64_t what = (uint64_t)item->share * 4 + (item->op != TIMELINE_NO_OP) * 2u + item->host;
    return ((uint64_t)name << 8 | what) << 32 | item->place;
}

static uint32_t name_of(const struct timeline *t, const struct shares_item *item)
{
    return item->op != TIMELINE_NO_OP ? t->ops.rows[item->op].name : t->calls.rows[item->call].call;
}

/* One part of a share. What an operation or a call has in several is one of the line's. */
static void add_item(struct find *f, const struct shares_item *item)
{
    struct shares *shares = f->shares;
    uint32_t row = keys_add(&f->keys, item_key(item, name_of(f->t, item)));
    uint32_t what = item->op != TIMELINE_NO_OP ? item->op : item->call;
    if (row == shares->count) {
        shares->items =
            mem_grow(shares->items, &shares->capacity, shares->count + 1, sizeof *shares->items);
        f->last = mem_grow(f->last, &f->last_capacity, shares->count + 1, sizeof *f->last);
        shares->items[shares->count] = *item;
        shares->items[shares->count].count = 0;
        shares->items[shares->count++].time = 0;
        f->last[row] = what + 1; /* another one */
    }
    struct shares_item *sum = &shares->items[row];
    if (sum->count == 0 || f->last[row] != what)
        sum->count++;
    if (item->op != TIMELINE_NO_OP && f->last[row] != what &&
        !label_ops_alike(f->t, item->op, sum->op))
        sum->mixed = true;
    f->last[row] = what;
    sum->time += item->time;
}

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
static int64_t in_host_steps(struct find *f, uint16_t thread, int64_t from, int64_t to)
{
    const struct critical *critical = f->critical;
    int64_t sum = 0;
    if (from == TIMELINE_UNKNOWN || to == TIMELINE_UNKNOWN)
        return 0;
    to = to < f->end ? to : f->end;
    for (size_t i = first_ending_after(critical, from); i < critical->count; i++) {
        const struct critical_step *step = &critical->steps[i];
        if (step->from >= to)
            break;
        int64_t begin = from > step->from ? from : step->from;
        int64_t end = to < step->to ? to : step->to;
        if (step->kind == CRITICAL_HOST && step->thread == thread && end > begin)
            sum += end - begin;
    }
    /* calls of a thread that overlap: a file's own doing */
    return sum < f->host_left ? sum : f->host_left;
}

/* Time of the host's threads. */
static void add_host(struct find *f, struct shares_item *item, int64_t time)
{
    if (time == 0)
        return;
    f->shares->time[item->share] += time;
    f->shares->host[item->share] += time;
    item->host = true;
    item->time = time;
    add_item(f, item);
}

static enum share of_call(const struct timeline_call *call)
{
    return call->call == CALL_host_work    ? SHARE_ID_HOST_WORK
           : call->turns == TIMELINE_TIMED ? SHARE_ID_IDLE /* it waits for another thread */
           : call->call == CALL_host_sleep ? SHARE_ID_SLEEP
                                           : SHARE_ID_LAUNCH;
}

/* A call that the path leads over: what of it waits for another thread is none of its own. */
static void add_call(struct find *f, uint32_t row)
{
    const struct timeline *t = f->t;
    const struct timeline_call *call = &t->calls.rows[row];
    int64_t all = in_host_steps(f, call->thread, call->enter, call->returned), idle = 0;
    for (uint32_t i = 0; all && i < call->wait_count; i++) {
        const struct timeline_wait *wait = &t->waits.rows[call->first_wait + i];
        if (rule_is_of_thread(wait->rule))
            idle += in_host_steps(f, call->thread, i ? wait[-1].to : call->enter, wait->to);
    }
    f->host_left -= all;
    idle = idle < all ? idle : all;
    struct shares_item item = {.share = of_call(call), .place = call->place, .op = call->op};
    item.call = row;
    add_host(f, &item, all - idle);
    item.share = SHARE_ID_IDLE;
    add_host(f, &item, idle);
}

/* What the host did in its steps: calls, declared work. Between calls host code takes no time in a
 * prediction, so what is left there is a thread that has not begun; measured, it is the program's.
 */
static void add_host_steps(struct find *f)
{
    const struct timeline *t = f->t;
    bool *has_row = mem_zalloc((t->ops.count + 1) * sizeof *has_row);
    for (size_t i = 0; i < f->critical->count; i++) {
        const struct critical_step *step = &f->critical->steps[i];
        if (step->kind == CRITICAL_HOST && step->from < f->end)
            f->host_left += (step->to < f->end ? step->to : f->end) - step->from;
    }
    for (uint32_t i = 0; f->host_left && i < t->calls.count; i++) {
        if (t->calls.rows[i].op < t->ops.count)
            has_row[t->calls.rows[i].op] = true;
        add_call(f, i);
    }
    for (uint32_t i = 0; f->host_left && i < t->ops.count; i++) {
        const struct timeline_op *op = &t->ops.rows[i];
        struct shares_item item = {.share = SHARE_ID_LAUNCH, .place = op->place, .op = i};
        int64_t time = has_row[i] ? 0 : in_host_steps(f, op->thread, op->call, op->returned);
        f->host_left -= time;
        add_host(f, &item, time);
    }
    free(has_row);
    f->shares->begins = t->source == TIMELINE_MEASURED ? 0 : f->host_left;
    enum share rest = t->source == TIMELINE_MEASURED ? SHARE_ID_HOST_WORK : SHARE_ID_IDLE;
    f->shares->time[rest] += f->host_left;
    f->shares->host[rest] += f->host_left;
}

/* A gap is its operation's, or the call's that returns behind it; what the host does in it is the
 * host's. */
static void add_gap(struct find *f, const struct critical_step *step, int64_t to)
{
    struct shares *shares = f->shares;
    enum share share = of_gap(f->t, step);
    struct shares_item item = {
        .share = share, .op = step->op, .call = step->call, .time = to - step->from};
    shares->time[share] += item.time;
    shares->staged[share] += step->rule == RULE_ID_STAGING ? item.time : 0;
    item.host = share == SHARE_ID_LAUNCH || share == SHARE_ID_IDLE;
    shares->host[share] += item.host ? item.time : 0;
    if (step->call != CRITICAL_NO_CALL) {
        item.op = f->t->calls.rows[step->call].op;
        item.place = f->t->calls.rows[step->call].place;
        item.host = true;
    } else if (step->op != TIMELINE_NO_OP) {
        item.place = f->t->ops.rows[step->op].place;
    } else {
        return;
    }
    add_item(f, &item);
}

/* A running step, without what of it is after the wall time. */
static void add_run(struct find *f, const struct critical_step *step, int64_t to)
{
    struct shares *shares = f->shares;
    const struct timeline_op *op = &f->t->ops.rows[step->op];
    enum share waste = step->rule < RULE_COUNT ? share_of_rule((enum rule)step->rule) : SHARE_COUNT;
    int64_t held = step->held - (step->to - to);
    if (waste == SHARE_COUNT || held < 0 || step->waiting == TIMELINE_NO_OP)
        held = 0;
    uint32_t waits = step->waiting;
    /* the fence is further on */
    if (held == 0 && step->behind && share_of_rule((enum rule)step->behind_rule) != SHARE_COUNT) {
        waste = share_of_rule((enum rule)step->behind_rule);
        waits = step->behind_op;
        held = step->behind < to - step->from ? step->behind : to - step->from;
    }
    enum share share = of_op(f->t, step->op);
    struct shares_item item = {
        .share = share, .place = op->place, .op = step->op, .time = to - step->from - held};
    shares->time[share] += item.time;
    if (item.time)
        add_item(f, &item);
    if (held == 0)
        return;
    shares->time[waste] += held;
    const struct timeline_op *waiting = &f->t->ops.rows[waits];
    item = (struct shares_item){.share = waste, .place = waiting->place, .op = waits, .time = held};
    add_item(f, &item);
}

/* A gap before or behind a host function, whose line has it. */
static void add_function(struct find *f, size_t i, int64_t to)
{
    const struct critical_step *step = &f->critical->steps[i];
    bool before = f->t->ops.rows[step->op].kind == OP_HOST;
    uint32_t id = before ? step->op : step[-1].op;
    const struct timeline_op *op = &f->t->ops.rows[id];
    struct shares_item item = {
        .share = SHARE_ID_HOST_FUNCTION, .place = op->place, .op = id, .time = to - step->from};
    f->shares->time[item.share] += item.time;
    add_item(f, &item);
}

static int compare_items(const void *a, const void *b)
{
    const struct shares_item *x = a, *y = b;
    if (x->time != y->time)
        return x->time > y->time ? -1 : 1;
    if (x->share != y->share)
        return x->share < y->share ? -1 : 1;
    if (x->place != y->place)
        return x->place < y->place ? -1 : 1;
    return x->op < y->op ? -1 : x->op > y->op;
}

void shares_find(struct shares *shares, const struct timeline *timeline,
                 const struct critical *critical)
{
    memset(shares, 0, sizeof *shares);
    struct find f = {.t = timeline, .critical = critical, .shares = shares, .end = critical->to};
    keys_init(&f.keys);
    bool plain = timeline->source == TIMELINE_PREDICTED && timeline->wall != TIMELINE_UNKNOWN;
    if (plain)
        f.end = timeline->zero + timeline->wall;
    shares->wall = plain ? timeline->wall : critical->to - critical->from;
    for (size_t i = 0; i < critical->count; i++) {
        const struct critical_step *step = &critical->steps[i];
        int64_t to = step->to < f.end ? step->to : f.end; /* what nobody waited for ends later */
        if (to <= step->from)
            break;
        if (is_of_function(timeline, critical, i))
            add_function(&f, i, to);
        else if (step->kind == CRITICAL_GAP)
            add_gap(&f, step, to);
        else if (step->kind == CRITICAL_RUN)
            add_run(&f, step, to);
    }
    add_host_steps(&f);
    int64_t sum = 0;
    for (int i = 0; i < SHARE_COUNT; i++)
        sum += shares->time[i];
    if (shares->wall > sum) /* nothing is known of the rest */
        shares->time[SHARE_ID_UNKNOWN] += shares->wall - sum;
    if (shares->count)
        qsort(shares->items, shares->count, sizeof *shares->items, compare_items);
    keys_release(&f.keys);
    free(f.last);
}

void shares_release(struct shares *shares)
{
    free(shares->items);
    memset(shares, 0, sizeof *shares);
}

void shares_item_text(struct strbuf *sb, const struct timeline *timeline,
                      const struct shares_item *item)
{
    if (item->op == TIMELINE_NO_OP) {
        label_calls(sb, timeline, item->call, item->count);
        return;
    }
    if (item->count > 1)
        strbuf_addf(sb, "%zu %s ", item->count, item->host ? "calls of" : "times");
    shares_item_name(sb, timeline, item);
}

void shares_item_name(struct strbuf *sb, const struct timeline *timeline,
                      const struct shares_item *item)
{
    if (item->mixed)
        label_op_kind(sb, timeline, item->op);
    else
        label_op(sb, timeline, item->op);
}
