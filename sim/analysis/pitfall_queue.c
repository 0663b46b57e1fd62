/* Queues: streams that share a hardware connection (S3.6 to S3.9), and streams that nobody uses. */
#include "sim/analysis/label.h"
#include "sim/analysis/pitfall_inside.h"
#include "sim/base/mem.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* How many streams have work in the device's queues: more connections than that are never needed.
 */
static uint32_t busy_streams(const struct timeline *t)
{
    bool *seen = mem_zalloc(t->streams.count + 1);
    uint32_t count = 0;
    for (uint32_t id = 0; id < t->ops.count; id++) {
        uint32_t stream = t->ops.rows[id].stream;
        if (stream < t->streams.count && !seen[stream] && t->ops.rows[id].connection) {
            seen[stream] = true;
            count++;
        }
    }
    free(seen);
    return count;
}

/* How many connections the run had, as far as its operations used them. */
static int64_t connections(const struct pitfall_look *look)
{
    const struct timeline *t = look->timeline;
    int64_t most = 0;
    for (uint32_t id = 0; id < t->ops.count; id++)
        if (t->ops.rows[id].kind == OP_KERNEL && t->ops.rows[id].connection > most)
            most = t->ops.rows[id].connection;
    return most;
}

static void report_shared(struct pitfall_look *look, const struct pitfall_cause *cause)
{
    const struct timeline *t = look->timeline;
    struct pitfall *row = pitfall_add_cause(look, PITFALL_ID_SHARED_CONNECTION, cause);
    pitfall_add_op_of_stream(&row->evidence, t, cause->op);
    if (cause->other != TIMELINE_NO_OP) {
        strbuf_adds(&row->evidence, " waits in a hardware connection behind ");
        pitfall_add_op_of_stream(&row->evidence, t, cause->other);
    }
    uint32_t streams = busy_streams(t);
    strbuf_addf(&row->evidence, "; %" PRIu32 " streams are in use", streams);
    row->remedy = REMEDY_CONNECTIONS;
    const struct profile *profile = look->in->profile;
    int64_t most = profile ? profile->value[PROFILE_connections_compute_most] : 0;
    if (profile && streams > most && connections(look) >= most) {
        row->kind = PITFALL_BOUND;
        strbuf_addf(&row->fix,
                    "use at most %" PRId64 " streams: this device has no more connections", most);
    } else if (profile && streams > most) {
        strbuf_addf(&row->fix,
                    "CUDA_DEVICE_MAX_CONNECTIONS=%" PRId64
                    " in the environment, the most that this device has, or fewer streams",
                    most);
    } else {
        strbuf_addf(&row->fix,
                    "CUDA_DEVICE_MAX_CONNECTIONS=%" PRIu32 " in the environment, or fewer streams",
                    streams);
    }
}

/* All of them are one cause: there are too few connections for the streams. */
static void find_shared(struct pitfall_look *look)
{
    struct pitfall_cause cause = {.op = TIMELINE_NO_OP, .other = TIMELINE_NO_OP};
    for (struct pitfall_wait at = {.timeline = look->timeline}; pitfall_next_wait(&at);)
        if (at.wait->rule == RULE_ID_CONNECTION || at.wait->rule == RULE_ID_SIGNAL_DELAY)
            pitfall_cause_add(&cause, at.length, at.op, at.wait->blocker);
    if (cause.count && !pitfall_is_small(look, cause.held))
        report_shared(look, &cause);
}

/* "s[1]", "s[1] and s[2]", "s[1] to s[3]": those of them that have no work. */
static void add_unused(struct strbuf *sb, const struct pitfall_look *look,
                       const struct edit_idle *idle)
{
    const struct program *program = look->program;
    uint32_t first = 0, last = 0;
    for (size_t i = idle->count; i-- > 0;) {
        if (idle->rows[i] == idle->stream)
            continue;
        first = idle->rows[i];
        last = last ? last : first;
    }
    const char *name = program_name(program, program->streams.rows[first].name);
    const char *end = program_name(program, program->streams.rows[last].name);
    if (strcmp(name, end) == 0 && idle->unused > 1)
        strbuf_addf(sb, "%zu streams %s", idle->unused, name);
    else
        strbuf_addf(sb, "%s%s",
                    program_says_stream(name) ? ""
                    : idle->unused > 1        ? "streams "
                                              : "stream ",
                    name);
    if (strcmp(name, end) != 0)
        strbuf_addf(sb, "%s%s", idle->unused > 2 ? " to " : " and ", end);
}

/* Whether there is work that one stream holds in order, which others could take. */
static struct pitfall_cause waits_in(const struct pitfall_look *look, uint32_t stream)
{
    struct pitfall_cause cause = {.op = TIMELINE_NO_OP, .other = TIMELINE_NO_OP};
    for (struct pitfall_wait at = {.timeline = look->timeline}; pitfall_next_wait(&at);)
        if (at.wait->rule == RULE_ID_STREAM && look->timeline->ops.rows[at.op].stream == stream)
            pitfall_cause_add(&cause, at.length, at.op, at.wait->blocker);
    return cause;
}

static void find_unused(struct pitfall_look *look)
{
    struct edit_idle idle;
    if (!look->program)
        return;
    bool found = edit_find_idle(&idle, look->program, 0);
    struct pitfall_cause cause = waits_in(look, found ? idle.stream : 0);
    if (found && cause.count && !pitfall_is_small(look, cause.held)) {
        struct pitfall *row = pitfall_add_cause(look, PITFALL_ID_UNUSED_STREAMS, &cause);
        add_unused(&row->evidence, look, &idle);
        strbuf_adds(&row->evidence, idle.unused > 1 ? " are made" : " is made");
        pitfall_add_line(&row->evidence, look->timeline, idle.place);
        strbuf_adds(&row->evidence, " and never used: all work is put into ");
        label_the_stream(&row->evidence, look->timeline, idle.stream);
        strbuf_adds(&row->fix, "put each turn of the loop into the next of the streams");
        pitfall_add_edit(row, EDIT_TURNS, idle.place);
    }
    edit_idle_release(&idle);
}

void pitfall_find_queues(struct pitfall_look *look)
{
    find_unused(look);
    find_shared(look);
}
