/* Which operations a new one comes after: its stream's last, the events it waits for, and the
 * fences of the legacy stream in both directions (semantics S1.1 to S1.5, S1.7, S1.8).
 *
 * Each stream is looked at once a fence, not once an operation: an operation of the legacy stream
 * comes after the last ones of those blocking streams that got work since the fence before, and
 * only the first operation of a stream after a fence names the fence. */
#include "sim/runtime/inside.h"

#include "sim/base/hot.h"
#include "sim/base/mem.h"

#include <string.h>

static bool is_blocking(const struct stream_state *state)
{
    return state->kind == STREAM_BLOCKING || state->kind == STREAM_PER_THREAD;
}

static void add_candidate(struct runtime *runtime, size_t *count, const struct candidate *candidate)
{
    fence_room(runtime, *count + 1);
    runtime->candidates[(*count)++] = *candidate;
}

void fence_room(struct runtime *runtime, size_t count)
{
    if (count > runtime->candidate_capacity)
        runtime->candidates = mem_grow(runtime->candidates, &runtime->candidate_capacity, count,
                                       sizeof *runtime->candidates);
}

bool fence_tail(const struct runtime *runtime, uint32_t stream, struct candidate *candidate)
{
    if (stream >= runtime->streams.count || runtime->streams.rows[stream].tail == NO_OP ||
        !runtime->streams.rows[stream].attached)
        return false;
    const struct stream_state *state = &runtime->streams.rows[stream];
    *candidate = (struct candidate){
        .op = state->tail, .stream = stream, .past = state->past, .rule = RULE_ID_STREAM};
    return true;
}

bool fence_idle(const struct runtime *runtime, uint32_t stream)
{
    struct candidate tail;
    return !fence_tail(runtime, stream, &tail) || op_done(runtime, tail.op);
}

size_t fence_tails(struct runtime *runtime, const struct host_thread *thread)
{
    uint32_t floor = thread->knowledge.all ? thread->knowledge.all->floor : 0;
    size_t count = 0;
    struct candidate candidate;
    for (uint32_t s = runtime->newest; s != NO_OP; s = runtime->streams.rows[s].older) {
        if (runtime->streams.rows[s].tail < floor)
            break;
        if (fence_tail(runtime, s, &candidate))
            add_candidate(runtime, &count, &candidate);
    }
    return count;
}

/* All streams' tails since the last device-wide fence. */
static void add_device_tails(struct runtime *runtime, uint32_t stream, size_t *count)
{
    uint32_t floor = runtime->device_fence_count ? runtime->device_fence : 0;
    for (uint32_t s = runtime->newest; s != NO_OP; s = runtime->streams.rows[s].older) {
        struct candidate candidate;
        if (runtime->streams.rows[s].tail < floor)
            break;
        if (s != stream && fence_tail(runtime, s, &candidate)) {
            candidate.rule = RULE_ID_LEGACY_FENCE;
            add_candidate(runtime, count, &candidate);
        }
    }
}

/* Whether the stream's next operation is the first after a fence of the legacy stream. */
static bool behind_fence(const struct runtime *runtime, const struct stream_state *state)
{
    return runtime->fence_count && state->fences_seen != runtime->fence_count && is_blocking(state);
}

size_t fence_candidates(struct runtime *runtime, uint32_t stream, enum call_fences fences)
{
    const struct stream_state *state = stream_state(runtime, stream);
    size_t count = 0;
    struct candidate candidate;
    if (behind_fence(runtime, state)) { /* the stream's own last operation is before the fence */
        add_candidate(runtime, &count,
                      &(struct candidate){.op = runtime->fence,
                                          .stream = PROGRAM_STREAM_LEGACY,
                                          .past = runtime->fence_own,
                                          .rule = RULE_ID_LEGACY_FENCE});
    } else if (fence_tail(runtime, stream, &candidate)) {
        add_candidate(runtime, &count, &candidate);
    }
    if (runtime->device_fence_count && state->devices_seen != runtime->device_fence_count)
        add_candidate(runtime, &count,
                      &(struct candidate){.op = runtime->device_fence,
                                          .stream = runtime->device_fence_stream,
                                          .past = runtime->device_fence_past,
                                          .rule = RULE_ID_LEGACY_FENCE});
    if (fences == FENCES_DEVICE) {
        add_device_tails(runtime, stream, &count);
    } else if (fences == FENCES_LEGACY && state->kind == STREAM_LEGACY) {
        for (size_t i = 0; i < runtime->fence_listed_count; i++) {
            if (!fence_tail(runtime, runtime->fence_listed[i], &candidate))
                continue;
            candidate.rule = RULE_ID_LEGACY_FENCE;
            add_candidate(runtime, &count, &candidate);
        }
    }
    return count;
}

static void detach(struct runtime *runtime, struct stream_state *state, uint32_t stream)
{
    if (!state->attached)
        return;
    if (state->newer != NO_OP)
        runtime->streams.rows[state->newer].older = state->older;
    else if (runtime->newest == stream)
        runtime->newest = state->older;
    if (state->older != NO_OP)
        runtime->streams.rows[state->older].newer = state->newer;
}

/* The stream's tail is the newest of all. */
HOT static void move_to_front(struct runtime *runtime, struct stream_state *state, uint32_t stream)
{
    if (runtime->newest == stream)
        return;
    detach(runtime, state, stream);
    state->attached = true;
    state->newer = NO_OP;
    state->older = runtime->newest;
    if (runtime->newest != NO_OP)
        runtime->streams.rows[runtime->newest].newer = stream;
    runtime->newest = stream;
}

static void note_fences(struct runtime *runtime, uint32_t op, uint32_t stream,
                        enum call_fences fences)
{
    struct stream_state *state = stream_state(runtime, stream);
    state->devices_seen = runtime->device_fence_count;
    if (fences == FENCES_DEVICE) {
        past_drop(&runtime->after, runtime->device_fence_past);
        runtime->device_fence_past = past_hold(state->past);
        runtime->device_fence = op;
        runtime->device_fence_stream = stream;
        state->devices_seen = ++runtime->device_fence_count;
    }
    if (state->kind == STREAM_LEGACY) {
        if (fences != FENCES_NO) {
            runtime->fence_count++;
            runtime->fence_listed_count = 0;
            past_drop(&runtime->after, runtime->fence_past);
            past_drop(&runtime->after, runtime->fence_own);
            runtime->fence_past = NULL;
            runtime->fence_own = past_hold(state->past);
            runtime->fence = op;
        }
    } else if (is_blocking(state)) {
        state->fences_seen = runtime->fence_count;
        if (state->listed_at != runtime->fence_count + 1) {
            state->listed_at = runtime->fence_count + 1;
            runtime->fence_listed =
                mem_grow(runtime->fence_listed, &runtime->fence_listed_capacity,
                         runtime->fence_listed_count + 1, sizeof *runtime->fence_listed);
            runtime->fence_listed[runtime->fence_listed_count++] = stream;
        }
    }
}

/* Only a fence is before it: all such operations have the same past. */
static void place_behind_fence(struct runtime *runtime, uint32_t op, struct stream_state *state)
{
    struct timeline_op *row = &runtime->timeline->ops.rows[op];
    row->first_after = timeline_add_after(runtime->timeline, runtime->candidates[0].op);
    row->after_count = 1;
    if (!runtime->fence_past)
        runtime->fence_past = past_of_successor(&runtime->after, &runtime->candidates[0]);
    past_drop(&runtime->after, state->past);
    state->past = past_hold(runtime->fence_past);
}

static void add_dependency(struct runtime *runtime, size_t *count, uint32_t op, enum rule rule)
{
    if (runtime->timeline->ops.rows[op].machine == MACHINE_HOST)
        return; /* ended before this call */
    runtime->dependencies = mem_grow(runtime->dependencies, &runtime->dependency_capacity,
                                     *count + 1, sizeof *runtime->dependencies);
    runtime->dependencies[(*count)++] = (struct engine_dependency){.op = op, .rule = rule};
}

/* Whether nothing but the stream's last operation can be before the next one, and that fences
 * nothing and is listed for the next fence already: by far the most frequent. */
static bool is_plain(const struct runtime *runtime, const struct host_thread *thread,
                     const struct stream_state *state)
{
    if (!state->attached || state->known != thread->knowledge.version ||
        state->devices_seen != runtime->device_fence_count)
        return false;
    if (state->kind == STREAM_NONBLOCKING)
        return true;
    return state->kind != STREAM_LEGACY && state->fences_seen == runtime->fence_count &&
           state->listed_at == runtime->fence_count + 1;
}

HOT size_t fence_place(struct runtime *runtime, struct host_thread *thread, uint32_t op,
                       uint32_t stream, enum call_fences fences, const struct candidate *event)
{
    struct stream_state *state = stream_state(runtime, stream);
    size_t dependencies = 0;
    if (!event && is_plain(runtime, thread, state) && fences != FENCES_DEVICE) {
        struct timeline_op *row = &runtime->timeline->ops.rows[op];
        row->first_after = timeline_add_after(runtime->timeline, state->tail);
        row->after_count = 1;
        add_dependency(runtime, &dependencies, state->tail, RULE_ID_STREAM);
        state->tail = op;
        move_to_front(runtime, state, stream);
        return dependencies;
    }
    size_t count = fence_candidates(runtime, stream, fences);
    bool behind = behind_fence(runtime, state);
    if (event)
        add_candidate(runtime, &count, event);
    struct knowledge *news = state->known == thread->knowledge.version ? NULL : &thread->knowledge;
    if (behind && count == 1 && !(news && news->all))
        place_behind_fence(runtime, op, state);
    else
        count = after_place(&runtime->after, runtime->timeline, op, stream, runtime->candidates,
                            count, news, &state->past);
    state->known = thread->knowledge.version;
    state->tail = op;
    move_to_front(runtime, state, stream);
    note_fences(runtime, op, stream, fences);

    for (size_t i = 0; i < count; i++)
        add_dependency(runtime, &dependencies, runtime->candidates[i].op,
                       runtime->candidates[i].rule);
    return dependencies;
}
