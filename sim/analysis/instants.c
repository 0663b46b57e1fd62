/* The index over a timeline, and the steps through it. */
#include "sim/analysis/instant.h"
#include "sim/analysis/moment.h"
#include "sim/base/mem.h"

#include <stdlib.h>
#include <string.h>

static void note_time(struct instants *instants, int64_t time)
{
    if (time == TIMELINE_UNKNOWN)
        return;
    instants->from = time < instants->from ? time : instants->from;
    instants->to = time > instants->to ? time : instants->to;
}

static void find_limits(struct instants *instants)
{
    const struct timeline *t = instants->timeline;
    instants->from = INT64_MAX;
    instants->to = INT64_MIN;
    for (size_t i = 0; i < t->ops.count; i++) {
        struct alive_span span = alive_of(&t->ops.rows[i]);
        if (span.from > span.to)
            continue;
        note_time(instants, span.from);
        note_time(instants, span.to);
    }
    for (size_t i = 0; i < t->calls.count; i++) {
        note_time(instants, t->calls.rows[i].enter);
        note_time(instants, t->calls.rows[i].returned);
    }
    if (instants->from > instants->to)
        instants->from = instants->to = t->zero;
}

static bool has_end(const struct timeline_op *op)
{
    return alive_events(op).start != TIMELINE_UNKNOWN && alive_events(op).end != TIMELINE_UNKNOWN;
}

/* The operations of each stream by their ends, which in a prediction is the order of the ids. */
static void sort_streams(struct instants *instants)
{
    const struct timeline *t = instants->timeline;
    uint32_t streams = (uint32_t)t->streams.count;
    for (size_t i = 0; i < t->ops.count; i++)
        if (t->ops.rows[i].stream >= streams)
            streams = t->ops.rows[i].stream + 1;
    instants->streams = streams;
    uint32_t *first = mem_zalloc(((size_t)streams + 1) * sizeof *first);
    instants->used = mem_zalloc(((size_t)streams + 1) * sizeof *instants->used);
    for (size_t i = 0; i < t->ops.count; i++)
        instants->used[t->ops.rows[i].stream] = 1;
    for (uint32_t s = 0; s < streams; s++)
        if (instants->used[s])
            instants->used[instants->used_count++] = s;
    for (size_t i = 0; i < t->ops.count; i++)
        if (has_end(&t->ops.rows[i]))
            first[t->ops.rows[i].stream + 1]++;
    size_t longest = 0;
    for (uint32_t s = 0; s < streams; s++) {
        longest = first[s + 1] > longest ? first[s + 1] : longest;
        first[s + 1] += first[s];
    }
    instants->ended_first = first;
    instants->ended = mem_zalloc(((size_t)first[streams] + 1) * sizeof *instants->ended);
    uint32_t *next = mem_zalloc(((size_t)streams + 1) * sizeof *next);
    memcpy(next, first, (size_t)streams * sizeof *next);
    for (uint32_t i = 0; i < t->ops.count; i++)
        if (has_end(&t->ops.rows[i]))
            instants->ended[next[t->ops.rows[i].stream]++] = i;
    free(next);
    struct moment *moments = mem_zalloc((longest + 1) * sizeof *moments);
    for (uint32_t s = 0; s < streams; s++) {
        size_t count = first[s + 1] - first[s];
        for (size_t i = 0; i < count; i++) {
            uint32_t id = instants->ended[first[s] + i];
            moments[i] = (struct moment){t->ops.rows[id].end, id};
        }
        moments_sort(moments, count);
        for (size_t i = 0; i < count; i++)
            instants->ended[first[s] + i] = moments[i].row;
    }
    free(moments);
}

static void find_machines(struct instants *instants)
{
    const struct timeline *t = instants->timeline;
    for (size_t i = 0; i < t->ops.count; i++) {
        const struct timeline_op *op = &t->ops.rows[i];
        size_t key = (size_t)op->machine * 256 + op->machine_index;
        if (op->machine != MACHINE_NONE && key < INSTANTS_MACHINES)
            instants->machine_of[key] = 1;
        uint32_t connection = instant_connection(op->connection, true);
        if (op->connection && connection >= instants->connections)
            instants->connections = connection + 1;
    }
    for (uint32_t key = 0; key < INSTANTS_MACHINES; key++)
        if (instants->machine_of[key]) {
            instants->machines[instants->machine_count++] =
                (struct instants_machine){(enum machine_kind)(key / 256), (uint8_t)(key % 256)};
            instants->machine_of[key] = (uint16_t)instants->machine_count;
        }
}

static void number_names(struct instants *instants)
{
    const struct timeline *t = instants->timeline;
    uint32_t *seen = mem_zalloc((t->names.count + 1) * sizeof *seen);
    instants->nth = mem_zalloc((t->ops.count + 1) * sizeof *instants->nth);
    for (size_t i = 0; i < t->ops.count; i++)
        if (t->ops.rows[i].name < t->names.count)
            instants->nth[i] = ++seen[t->ops.rows[i].name];
    for (size_t i = 0; i < t->ops.count; i++)
        if (t->ops.rows[i].name < t->names.count && seen[t->ops.rows[i].name] == 1)
            instants->nth[i] = 0;
    free(seen);
}

static void find_room(struct instants *instants, const struct profile *profile)
{
    const struct timeline *t = instants->timeline;
    instants->most_blocks = instants->most_threads = -1;
    for (size_t i = 0; i < t->sm_steps.count; i++) {
        const struct timeline_sm_step *step = &t->sm_steps.rows[i];
        if (step->blocks > instants->most_blocks)
            instants->most_blocks = step->blocks;
        if (step->threads > instants->most_threads)
            instants->most_threads = step->threads;
    }
    instants->copies_apart = true;
    if (profile == NULL)
        return;
    instants->copies_apart = profile->value[PROFILE_rules_copy_queue] == 0;
    instants->thread_room =
        profile->value[PROFILE_device_sm_count] * profile->value[PROFILE_sm_threads];
}

void instants_init(struct instants *instants, const struct timeline *timeline,
                   const struct profile *profile)
{
    memset(instants, 0, sizeof *instants);
    instants->timeline = timeline;
    alive_init(&instants->alive, timeline);
    host_steps_init(&instants->hosts, timeline);
    find_limits(instants);
    sort_streams(instants);
    find_machines(instants);
    number_names(instants);
    find_room(instants, profile);
}

void instants_release(struct instants *instants)
{
    alive_release(&instants->alive);
    host_steps_release(&instants->hosts);
    free(instants->ended_first);
    free(instants->ended);
    free(instants->used);
    free(instants->nth);
    memset(instants, 0, sizeof *instants);
}

/* --- stepping ------------------------------------------------------------------------------------
 */

bool instants_next_call(const struct instants *instants, const struct host_point *from,
                        uint32_t thread, struct host_point *to)
{
    return host_steps_next(&instants->hosts, from, thread, to);
}

bool instants_previous_call(const struct instants *instants, const struct host_point *from,
                            uint32_t thread, struct host_point *to)
{
    return host_steps_previous(&instants->hosts, from, thread, to);
}

static bool point_to(int64_t time, struct host_point *to)
{
    if (time == TIMELINE_UNKNOWN)
        return false;
    *to = host_point_at(time);
    return true;
}

bool instants_next_event(const struct instants *instants, const struct host_point *from,
                         struct host_point *to)
{
    return point_to(alive_event_after(&instants->alive, from->time), to);
}

bool instants_previous_event(const struct instants *instants, const struct host_point *from,
                             struct host_point *to)
{
    return point_to(alive_event_before(&instants->alive, from->time), to);
}

/* A moment at which host and device both do something is a step of the host: the device's part of
 * it has happened there. */
bool instants_next(const struct instants *instants, const struct host_point *from,
                   struct host_point *to)
{
    struct host_point call, event;
    bool has_call = instants_next_call(instants, from, HOST_ANY, &call);
    bool has_event = instants_next_event(instants, from, &event);
    if (has_call && (!has_event || call.time <= event.time))
        *to = call;
    else if (has_event)
        *to = event;
    return has_call || has_event;
}

bool instants_previous(const struct instants *instants, const struct host_point *from,
                       struct host_point *to)
{
    struct host_point call, event;
    bool has_call = instants_previous_call(instants, from, HOST_ANY, &call);
    bool has_event = instants_previous_event(instants, from, &event);
    if (has_call && (!has_event || call.time >= event.time))
        *to = call;
    else if (has_event)
        *to = event;
    return has_call || has_event;
}

uint32_t instants_last_ended(const struct instants *instants, uint32_t stream, int64_t time)
{
    if (stream >= instants->streams)
        return TIMELINE_NO_OP;
    uint32_t low = instants->ended_first[stream], high = instants->ended_first[stream + 1];
    uint32_t first = low;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (instants->timeline->ops.rows[instants->ended[middle]].end <= time)
            low = middle + 1;
        else
            high = middle;
    }
    return low > first ? instants->ended[low - 1] : TIMELINE_NO_OP;
}
