/* Hardware queues: streams that share a connection (S3.6 to S3.9). */
#include "sim/analysis/pitfall_inside.h"
#include "sim/base/mem.h"

#include <inttypes.h>
#include <stdlib.h>

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

void pitfall_find_queues(struct pitfall_look *look)
{
    find_shared(look);
}
