#include "sim/analysis/instant_text.h"

#include "sim/analysis/label.h"

#include <inttypes.h>
#include <string.h>

/* --- calls ---------------------------------------------------------------------------------------
 */

static void add_dimensions(struct strbuf *sb, const uint32_t size[3])
{
    if (size[1] <= 1 && size[2] <= 1)
        strbuf_addf(sb, "%" PRIu32, size[0]);
    else if (size[2] <= 1)
        strbuf_addf(sb, "(%" PRIu32 ", %" PRIu32 ")", size[0], size[1]);
    else
        strbuf_addf(sb, "(%" PRIu32 ", %" PRIu32 ", %" PRIu32 ")", size[0], size[1], size[2]);
}

/* As in the source; what the last arguments would say in vain is left out. */
static void add_launch(struct strbuf *sb, const struct timeline *t, const struct timeline_op *op)
{
    strbuf_adds(sb, timeline_name(t, op->name));
    if (op->detail == 0 || op->detail >= t->launches.count)
        return;
    const struct program_launch *launch = &t->launches.rows[op->detail];
    strbuf_adds(sb, "<<<");
    add_dimensions(sb, launch->grid);
    strbuf_adds(sb, ", ");
    add_dimensions(sb, launch->block);
    bool default_stream = op->stream == PROGRAM_STREAM_LEGACY;
    if (launch->shared_bytes || !default_stream)
        strbuf_addf(sb, ", %" PRIu32, launch->shared_bytes);
    if (!default_stream) {
        strbuf_adds(sb, ", ");
        label_stream_code(sb, t, op->stream);
    }
    strbuf_adds(sb, ">>>");
}

void instant_text_op(struct strbuf *sb, const struct instants *instants, uint32_t op)
{
    const struct timeline_op *row = &instants->timeline->ops.rows[op];
    bool sized = row->kind == OP_COPY || row->kind == OP_MEMSET;
    struct strbuf label;
    strbuf_init(&label);
    label_op(&label, instants->timeline, op);
    size_t name = sized ? strcspn(label.text, " ") : label.length;
    strbuf_add(sb, label.text, name);
    if (instants->nth[op])
        strbuf_addf(sb, "#%" PRIu32, instants->nth[op]);
    strbuf_adds(sb, label.text + name);
    strbuf_release(&label);
}

void instant_text_call(struct strbuf *sb, const struct instants *instants,
                       const struct host_call *call)
{
    const struct timeline *timeline = instants->timeline;
    const struct timeline_op *op =
        call->op == TIMELINE_NO_OP ? NULL : &timeline->ops.rows[call->op];
    if (op && op->kind == OP_KERNEL) {
        add_launch(sb, timeline, op);
        return;
    }
    uint16_t name = CALL_NONE;
    if (call->row != HOST_NO_CALL)
        name = timeline->calls.rows[call->row].call;
    if (name != CALL_NONE)
        label_calls(sb, timeline, call->row, 1);
    if (op == NULL) {
        if (name == CALL_NONE)
            strbuf_adds(sb, "a call");
        return;
    }
    if (name != CALL_NONE)
        strbuf_adds(sb, ": ");
    label_op(sb, timeline, call->op);
    strbuf_adds(sb, " in ");
    label_the_stream(sb, timeline, op->stream);
}

/* --- waits ---------------------------------------------------------------------------------------
 */

void instant_text_host(struct strbuf *sb, const struct instants *instants,
                       const struct instant_host *host)
{
    switch (host->state) {
    case HOST_BEFORE:
        strbuf_adds(sb, "before its first call");
        return;
    case HOST_BETWEEN:
        strbuf_adds(sb, "between two calls, after ");
        break;
    case HOST_ENDED:
        strbuf_adds(sb, "done, after ");
        break;
    case HOST_UNKNOWN:
        strbuf_adds(sb, "in or after ");
        break;
    case HOST_IN_CALL:
        strbuf_adds(sb, "in ");
        break;
    }
    instant_text_call(sb, instants, &host->call);
}

/* "waits for k2: legacy-fence"; "soon (latency)" of what only takes its time. */
static void add_wait(struct strbuf *sb, const struct instants *instants, uint32_t rule,
                     uint32_t blocker)
{
    if (rule == RULE_COUNT) {
        strbuf_adds(sb, "waits, why is not known");
        return;
    }
    const struct rule_info *info = rule_info((enum rule)rule);
    if (blocker != TIMELINE_NO_OP) {
        strbuf_adds(sb, "waits for ");
        instant_text_op(sb, instants, blocker);
        strbuf_addf(sb, ": %s", info->name);
    } else {
        strbuf_addf(sb, info->group == RULE_TIME ? "soon (%s)" : "waits: %s", info->name);
    }
}

void instant_text_host_wait(struct strbuf *sb, const struct instants *instants,
                            const struct instant_host *host)
{
    if (host->state == HOST_IN_CALL && host->rule != RULE_ID_ISSUE)
        add_wait(sb, instants, host->rule, host->blocker);
}

void instant_text_wait(struct strbuf *sb, const struct instants *instants,
                       const struct instant_op *state)
{
    if (state->phase == INSTANT_RUNS)
        return;
    if (state->rule == RULE_ID_ISSUE)
        strbuf_adds(sb, "the host is still making the call");
    else
        add_wait(sb, instants, state->rule, state->blocker);
}

/* --- events --------------------------------------------------------------------------------------
 */

void instant_text_events(struct strbuf *sb, const struct instants *instants,
                         const struct instant *instant, size_t most)
{
    static const char *const words[] = {
        [INSTANT_ENDS] = " ends",
        [INSTANT_BECOMES_READY] = " becomes ready",
        [INSTANT_STARTS] = " starts",
    };
    const struct instant_event *events = instant->events;
    size_t told = 0, left = 0;
    for (size_t i = 0; i < instant->event_count; i++) {
        if (told == most) {
            left++;
            continue;
        }
        if (told++)
            strbuf_adds(sb, ", ");
        instant_text_op(sb, instants, events[i].op);
        strbuf_adds(sb, words[events[i].change]);
    }
    if (left)
        strbuf_addf(sb, ", %zu more", left);
}
