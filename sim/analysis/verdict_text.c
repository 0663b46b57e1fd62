#include "sim/analysis/label.h"
#include "sim/analysis/pinning.h"
#include "sim/analysis/verdict.h"
#include "sim/base/duration.h"
#include "sim/model/calls.h"
#include "sim/model/cuda_errors.h"

#include <string.h>

static void add_place(struct strbuf *sb, const struct timeline *t, uint32_t place)
{
    if (place == 0)
        return;
    strbuf_adds(sb, " (");
    label_place(sb, t, place);
    strbuf_addc(sb, ')');
}

static void add_op(struct strbuf *sb, const struct timeline *t, uint32_t op)
{
    label_op(sb, t, op);
    add_place(sb, t, t->ops.rows[op].place);
}

static void add_cause(struct strbuf *sb, const struct verdict *v, const struct timeline *t)
{
    switch (v->cause) {
    case VERDICT_NOTHING:
    case VERDICT_ALONE:
    case VERDICT_NO_TIME:
    case VERDICT_GOOD:
    case VERDICT_HOST:
        break;
    case VERDICT_LEGACY:
        label_op(sb, t, v->op);
        if (v->others)
            strbuf_addf(sb, " and %zu more are", v->others);
        else
            strbuf_adds(sb, " is");
        strbuf_adds(sb, " in the default stream");
        add_place(sb, t, t->ops.rows[v->op].place);
        break;
    case VERDICT_ONE_STREAM:
        strbuf_adds(sb, "all work is in one stream, ");
        label_stream(sb, t, t->ops.rows[v->op].stream);
        break;
    case VERDICT_ROUND_TRIPS:
        label_percent(sb, v->empty);
        strbuf_adds(sb, " of the span nothing runs, as the host waits in ");
        label_calls(sb, t, v->call, 1);
        add_place(sb, t, t->calls.rows[v->call].place);
        strbuf_addf(sb, ", %zu times, for ", v->others + 1);
        label_bytes(sb, v->bytes);
        strbuf_adds(sb, " before it asks for more");
        break;
    case VERDICT_PAGEABLE:
        add_op(sb, t, v->op);
        if (v->others)
            strbuf_addf(sb, " and %zu more %s", v->others,
                        v->others == 1 ? "copy use" : "copies use");
        else
            strbuf_adds(sb, " uses");
        strbuf_adds(sb, " pageable memory, which holds up the host");
        break;
    case VERDICT_BLOCKING:
        if (v->rule == RULE_ID_LAUNCH_BLOCKING) {
            strbuf_adds(sb, "CUDA_LAUNCH_BLOCKING makes the host wait for each kernel");
            break;
        }
        strbuf_adds(sb, "the host waits ");
        if (v->rule == RULE_ID_CONDITION)
            strbuf_adds(sb, "for another thread or a host function");
        else
            strbuf_adds(sb, "in ");
        if (v->rule != RULE_ID_CONDITION)
            label_calls(sb, t, v->call, 1);
        add_place(sb, t, t->calls.rows[v->call].place);
        if (v->others)
            strbuf_addf(sb, ", %zu times,", v->others + 1);
        strbuf_adds(sb, " before it asks for ");
        label_op(sb, t, v->op);
        if (v->lock) {
            strbuf_adds(sb, ", and holds the lock that other threads wait for");
            add_place(sb, t, v->lock);
        }
        break;
    case VERDICT_CONNECTION:
        add_op(sb, t, v->op);
        strbuf_adds(sb, " waits in a hardware connection behind ");
        label_op(sb, t, v->blocker);
        strbuf_adds(sb, " of another stream");
        break;
    case VERDICT_SIGNAL:
        strbuf_adds(sb, "this device can check the dependency of ");
        add_op(sb, t, v->op);
        strbuf_adds(sb, " only once all earlier launches have started");
        break;
    case VERDICT_FULL:
        add_op(sb, t, v->op);
        strbuf_adds(sb, " finds no room on the SMs beside ");
        label_op(sb, t, v->blocker);
        break;
    case VERDICT_COPY_ENGINE:
        add_op(sb, t, v->op);
        strbuf_adds(sb, timeline_is_prefetch(t, v->op) ? " waits, as one is served at a time, for "
                                                       : " waits for the copy engine behind ");
        label_op(sb, t, v->blocker);
        break;
    case VERDICT_EVENT:
        add_op(sb, t, v->op);
        strbuf_adds(sb, " was told to wait for an event");
        if (v->blocker != TIMELINE_NO_OP) {
            strbuf_adds(sb, " behind ");
            label_op(sb, t, v->blocker);
        }
        break;
    case VERDICT_STREAM:
        add_op(sb, t, v->op);
        strbuf_adds(sb, " waits for ");
        label_op(sb, t, v->blocker);
        strbuf_adds(sb, " before it in its stream");
        break;
    case VERDICT_MACHINE:
        strbuf_adds(sb, "the ");
        label_machine(sb, v->most_kind, v->most_index);
        strbuf_adds(sb, " has work for ");
        label_percent(sb, label_ppm(v->chain, v->span));
        strbuf_adds(sb, " of the span");
        break;
    case VERDICT_CHAIN:
        strbuf_addf(sb, "the %zu operations of ", v->chain_count);
        label_the_stream(sb, t, v->stream);
        strbuf_adds(sb, " take ");
        duration_add_human(sb, v->chain);
        strbuf_adds(sb, ", one after the other, of a span of ");
        duration_add_human(sb, v->span);
        break;
    case VERDICT_GAPS:
        strbuf_adds(sb, "it takes a moment from each operation to the next");
        break;
    case VERDICT_OTHER:
        if (v->rule == RULE_COUNT) {
            strbuf_adds(sb, "no single cause stands out");
        } else {
            add_op(sb, t, v->op);
            strbuf_addf(sb, " %s: %s",
                        rule_info(v->rule)->group == RULE_HOST ? "is asked for late" : "waits",
                        rule_info(v->rule)->sentence);
        }
        break;
    }
}

/* "916 to 321 us", "10.87 to 3.78 ms": the unit once if both have the same, or can have. */
static void add_change(struct strbuf *sb, int64_t from, int64_t to)
{
    if (from >= 9999500 && from < 99950000 && to < 9999500 && to >= 995000) {
        strbuf_addf(sb, "%.2f to %.2f ms", (double)from / 1e6, (double)to / 1e6);
        return;
    }
    struct strbuf a, b;
    strbuf_init(&a);
    strbuf_init(&b);
    duration_add_human(&a, from);
    duration_add_human(&b, to);
    const char *unit_a = strchr(a.text, ' '), *unit_b = strchr(b.text, ' ');
    bool same = unit_a && unit_b && strcmp(unit_a, unit_b) == 0;
    strbuf_add(sb, a.text, same ? (size_t)(unit_a - a.text) : a.length);
    strbuf_adds(sb, " to ");
    strbuf_add(sb, b.text, b.length);
    strbuf_release(&a);
    strbuf_release(&b);
}

static void add_alternative(struct strbuf *sb, const struct verdict *v, int64_t alternative)
{
    static const char *const changes[EDIT_COUNT] = {
        [EDIT_NONBLOCKING_STREAM] = "A non-blocking stream",
        [EDIT_NONBLOCKING_STREAMS] = "Non-blocking streams",
        [EDIT_LAUNCH] = "Launches in the streams of their data",
        [EDIT_PINNED] = "Pinned memory",
        [EDIT_TURNS] = "The streams that are made and not used",
    };
    const char *change = v->more_connections ? "More connections" : changes[v->edit];
    if (alternative == TIMELINE_UNKNOWN || v->wall == TIMELINE_UNKNOWN || !change)
        return;
    strbuf_addc(sb, ' ');
    strbuf_adds(sb, change);
    if (alternative >= v->wall - v->wall / 100) { /* it may help with other changes */
        strbuf_adds(sb, " alone would gain ");
        if (alternative < v->wall) {
            strbuf_adds(sb, "no more than ");
            duration_add_human(sb, v->wall - alternative);
            strbuf_adds(sb, " of ");
            duration_add_human(sb, v->wall);
        } else {
            strbuf_adds(sb, "nothing");
        }
        strbuf_addc(sb, '.');
        return;
    }
    strbuf_adds(sb, " would cut ");
    add_change(sb, v->wall, alternative);
    pinning_text(sb, v->set_up, v->wall - alternative);
    strbuf_addc(sb, '.');
}

static void add_most(struct strbuf *sb, const struct verdict *v)
{
    strbuf_adds(sb, "Hardly anything could overlap: the ");
    label_machine(sb, v->most_kind, v->most_index);
    strbuf_addc(sb, ' ');
}

/* Of a line that may be set-up. */
static void add_start(struct strbuf *sb, const struct verdict *v, const struct timeline *t)
{
    if (v->starts == TIMELINE_NO_OP)
        return;
    strbuf_adds(sb, " The timed part begins with ");
    add_op(sb, t, v->starts);
    strbuf_addf(sb,
                "; where line %d is set-up, nvtxRangePush(\"nullstream\") behind it begins that "
                "part.",
                (int)t->places.rows[v->host.place].line);
}

/* No share of the overlap: the device would have to be asked earlier first. */
static void add_host(struct strbuf *sb, const struct verdict *v, const struct timeline *t)
{
    const struct shares_item *most = &v->host;
    const char *others = v->host_kind == SHARE_ID_LAUNCH               ? "CUDA calls"
                         : v->host_kind == SHARE_ID_HOST_WORK          ? "work"
                         : v->host_kind == SHARE_ID_IDLE && most->time ? "waits for host threads"
                         : v->host_kind == SHARE_ID_SLEEP              ? "sleeps"
                                                                       : NULL;
    const bool all = others && most->time < v->host_kind_time / 2; /* one line says little */
    strbuf_adds(sb, "The host asks for the work later than the device could do it");
    if (v->threads) {
        strbuf_adds(sb, ": making host threads and waiting for their ends");
        add_place(sb, t, v->threads_place);
        strbuf_adds(sb, v->threads_elsewhere ? ", here and in other lines, takes " : " takes ");
        duration_add_human(sb, v->threads);
        strbuf_adds(sb, " of the critical path.");
        return;
    }
    if (!most->host && !all) {
        strbuf_addc(sb, '.');
        return;
    }
    strbuf_adds(sb, ": ");
    if (most->host) {
        shares_item_text(sb, t, most);
        add_place(sb, t, most->place);
        if (all)
            strbuf_addf(sb, " and other %s", others);
    } else {
        strbuf_adds(sb, others);
    }
    strbuf_adds(sb, most->count > 1 || all ? " take " : " takes ");
    duration_add_human(sb, all ? v->host_kind_time : most->time);
    strbuf_adds(sb, " of the critical path.");
    add_start(sb, v, t);
}

/* What is missing in the run as it was meant: all else is said of what is left. */
static void add_failed(struct strbuf *sb, const struct verdict *v, const struct timeline *t)
{
    if (v->failed == 0)
        return;
    const struct timeline_call *call = &t->calls.rows[v->failed_call];
    if (v->failed > 1)
        strbuf_addf(sb, "%zu calls fail and do nothing, ", v->failed);
    strbuf_adds(sb, call_info((enum call)call->call)->name);
    add_place(sb, t, call->place);
    strbuf_addf(sb,
                v->failed > 1 ? " first (%s): this is the run without them. "
                              : " fails and does nothing (%s): this is the run without it. ",
                cuda_error_name(call->result));
}

/* No matter of overlap, so it has a sentence of its own. */
static void add_memory(struct strbuf *sb, const struct verdict *v, const struct timeline *t)
{
    if (v->memory.time == 0)
        return;
    const bool all = v->memory.time == v->memory_time;
    strbuf_addc(sb, ' ');
    if (all) {
        shares_item_text(sb, t, &v->memory);
        add_place(sb, t, v->memory.place);
    } else {
        strbuf_adds(sb, "Calls for memory");
    }
    strbuf_adds(sb, all && v->memory.count == 1 ? " takes " : " take ");
    label_percent(sb, label_ppm(v->memory_time, v->wall));
    strbuf_adds(sb, " of the wall time");
    if (!all) {
        strbuf_adds(sb, v->memory.time >= v->memory_time / 2 ? ", most of that "
                                                             : ", the largest part of that ");
        shares_item_text(sb, t, &v->memory);
        add_place(sb, t, v->memory.place);
    }
    strbuf_addc(sb, '.');
}

static void add_verdict(struct strbuf *sb, const struct verdict *verdict,
                        const struct timeline *timeline, int64_t alternative_wall)
{
    add_failed(sb, verdict, timeline);
    switch (verdict->cause) {
    case VERDICT_NOTHING:
        strbuf_adds(sb, "Nothing ran on the device.");
        return;
    case VERDICT_ALONE:
        strbuf_adds(sb, "One operation, ");
        label_op(sb, timeline, verdict->op);
        strbuf_adds(sb, ": nothing to overlap.");
        return;
    case VERDICT_NO_TIME:
        strbuf_adds(sb, "Nothing could overlap: no operation takes any time.");
        return;
    case VERDICT_GOOD:
        if (verdict->reached < 0) {
            add_most(sb, verdict);
            strbuf_adds(sb, "does nearly all the work.");
            return;
        }
        if (verdict->reached >= 999500)
            strbuf_adds(sb, "All");
        else
            label_percent(sb, verdict->reached);
        strbuf_adds(sb, " of the possible overlap is reached.");
        return;
    case VERDICT_HOST:
        add_host(sb, verdict, timeline);
        return;
    default:
        break;
    }
    if (verdict->idle) {
        add_most(sb, verdict);
        strbuf_adds(sb, "has nearly all the work, but for ");
        label_percent(sb, verdict->idle);
        strbuf_adds(sb, " of the span nothing runs: ");
    } else if (verdict->full) {
        strbuf_adds(sb, "Hardly anything is left to gain by overlap: ");
    } else if (verdict->cause == VERDICT_CHAIN && verdict->reached >= 10000) {
        strbuf_adds(sb, "Hardly more can overlap as the streams are: ");
    } else if (verdict->reached < 10000) {
        strbuf_adds(sb,
                    verdict->overlapped ? "Hardly anything overlapped: " : "Nothing overlapped: ");
    } else {
        if (verdict->reached < 500000)
            strbuf_adds(sb, "Only ");
        label_percent(sb, verdict->reached);
        strbuf_adds(sb, " of the possible overlap is reached: ");
    }
    if (verdict->cause == VERDICT_ROUND_TRIPS)
        strbuf_adds(sb, "for ");
    add_cause(sb, verdict, timeline);
    strbuf_addc(sb, '.');
    add_alternative(sb, verdict, alternative_wall);
}

void verdict_text(struct strbuf *sb, const struct verdict *verdict, const struct timeline *timeline,
                  int64_t alternative_wall)
{
    add_verdict(sb, verdict, timeline, alternative_wall);
    add_memory(sb, verdict, timeline);
}
