/* Streams: their life, queries and synchronization (semantics S1, S3). */
#include "sim/runtime/inside.h"

const struct program_stream *stream_row(const struct runtime *runtime, uint32_t stream)
{
    return &runtime->program->streams.rows[stream];
}

/* Priorities out of range are clamped (S1.12). */
static int32_t clamp_priority(const struct runtime *runtime, int64_t priority)
{
    int64_t greatest = runtime->profile->value[PROFILE_device_priority_greatest];
    return (int32_t)(priority > 0 ? 0 : priority < greatest ? greatest : priority);
}

struct stream_state *stream_state_new(struct runtime *runtime, uint32_t stream)
{
    while (runtime->streams.count <= stream) {
        uint32_t row = (uint32_t)runtime->streams.count;
        STATE_ROOM(runtime->streams, row);
        struct stream_state *state = &runtime->streams.rows[row];
        state->tail = state->newer = state->older = NO_OP;
        if (row < runtime->program->streams.count) {
            state->kind = (uint8_t)stream_row(runtime, row)->kind;
            state->priority = clamp_priority(runtime, stream_row(runtime, row)->priority);
        }
    }
    return &runtime->streams.rows[stream];
}

/* Calls about a stream name it as object, those that go through one as stream. */
uint32_t stream_named(const struct host_thread *thread)
{
    const struct program_record *record = &thread->record;
    return thread->info->object == OBJECT_STREAM && record->object ? record->object
                                                                   : record->stream;
}

struct stream_state *stream_of_call(struct runtime *runtime, const struct host_thread *thread,
                                    struct err *err)
{
    uint32_t stream = stream_named(thread);
    struct stream_state *state = stream_state(runtime, stream);
    if (state->life == LIFE_GONE && !runtime->options.lenient) {
        call_error(runtime, thread, err, "%s: stream '%.60s' was destroyed at %s",
                   call_info((enum call)thread->record.call)->name,
                   program_name(runtime->program, stream_row(runtime, stream)->name),
                   place_text(runtime, state->gone_place).text);
        err_hint(err, "what a destroyed stream does is undefined: destroy it after its last use");
        return NULL;
    }
    return state;
}

int stream_create(struct runtime *runtime, struct host_thread *thread, struct err *err)
{
    uint32_t stream = stream_named(thread);
    if (stream == PROGRAM_STREAM_LEGACY)
        return call_error(runtime, thread, err, "stream %u cannot be created", stream);
    struct stream_state *state = stream_state(runtime, stream);
    state->priority = clamp_priority(runtime, stream_row(runtime, stream)->priority);
    state->life = LIFE_ALIVE;
    return STEP_DONE;
}

/* Returns at once; what the stream holds still runs (RT cudaStreamDestroy). */
int stream_destroy(struct runtime *runtime, struct host_thread *thread, struct err *err)
{
    struct stream_state *state = stream_of_call(runtime, thread, err);
    if (!state)
        return STEP_ERROR;
    enum stream_kind kind = stream_row(runtime, stream_named(thread))->kind;
    if (kind == STREAM_LEGACY || kind == STREAM_PER_THREAD) {
        thread->result = CUDA_cudaErrorInvalidResourceHandle;
        return STEP_DONE;
    }
    state->life = LIFE_GONE;
    state->gone_place = thread->record.place;
    return STEP_DONE;
}

/* The operations that decide whether a stream is idle: its last one, and for the legacy stream the
 * last ones of the blocking streams too (S1.6: unspecified, modelled so). Returns how many. */
static size_t stream_ends(struct runtime *runtime, uint32_t stream)
{
    if (stream_row(runtime, stream)->kind == STREAM_LEGACY)
        return after_reduce(&runtime->after, runtime->candidates,
                            fence_candidates(runtime, stream, FENCES_LEGACY));
    fence_room(runtime, 1);
    return fence_tail(runtime, stream, runtime->candidates) ? 1 : 0;
}

/* The thread now knows that what the stream held has ended. */
void stream_learn(struct runtime *runtime, struct host_thread *thread, uint32_t stream)
{
    struct candidate tail;
    if (fence_tail(runtime, stream, &tail))
        knowledge_learn(&runtime->after, &thread->knowledge, tail.op, tail.stream, tail.past);
}

/* For the legacy stream of the blocking streams too. */
static int64_t stream_look_of(struct runtime *runtime, uint32_t stream)
{
    int64_t look = 0;
    bool legacy = stream_row(runtime, stream)->kind == STREAM_LEGACY;
    if (!legacy)
        return look_cost(runtime, &stream_state(runtime, stream)->looks);
    for (size_t i = 0; look == 0 && i < runtime->streams.count; i++)
        if (i == stream || stream_row(runtime, (uint32_t)i)->kind != STREAM_NONBLOCKING)
            look = look_cost(runtime, &runtime->streams.rows[i].looks);
    return look;
}

int64_t stream_look_cost(struct runtime *runtime, struct host_thread *thread)
{
    return runtime->profile->call_cost[thread->record.call] +
           stream_look_of(runtime, stream_named(thread));
}

int stream_query(struct runtime *runtime, struct host_thread *thread, struct err *err)
{
    if (!stream_of_call(runtime, thread, err))
        return STEP_ERROR;
    uint32_t stream = stream_named(thread);
    size_t count = stream_ends(runtime, stream);
    struct stream_state *state = stream_state(runtime, stream);
    for (size_t i = 0; i < count; i++) {
        if (!op_seen(runtime, thread, runtime->candidates[i].op))
            return poll_not_ready(runtime, thread, runtime->candidates[i].op, &state->unready, err);
    }
    thread->now = duration_add(thread->now, stream_look_of(runtime, stream));
    uint32_t version = thread->knowledge.version;
    if (!(thread->record.flags & RECORD_IGNORED)) /* it may as well not have been done yet */
        stream_learn(runtime, thread, stream);
    poll_ready(thread, &state->unready, version);
    thread->looked_end = state->looks.end;
    return STEP_DONE;
}

int stream_synchronize(struct runtime *runtime, struct host_thread *thread, struct err *err)
{
    if (!stream_of_call(runtime, thread, err))
        return STEP_ERROR;
    uint32_t stream = stream_named(thread);
    size_t count = stream_ends(runtime, stream);
    for (size_t i = 0; i < count; i++)
        await_op(runtime, thread, runtime->candidates[i].op, RULE_ID_STREAM_SYNCHRONIZE);
    stream_learn(runtime, thread, stream);
    thread->looked_end = stream_state(runtime, stream)->looks.end;
    pool_trim(runtime, thread);
    return await(runtime, thread);
}

enum { STREAM_ATTRIBUTE_PRIORITY = 8 }; /* cudaLaunchAttributePriority, driver_types.h */

int stream_attribute(struct runtime *runtime, struct host_thread *thread, struct err *err)
{
    struct stream_state *state = stream_of_call(runtime, thread, err);
    if (!state)
        return STEP_ERROR;
    const struct program_record *record = &thread->record;
    uint32_t stream = stream_named(thread);
    const struct program_stream *row = stream_row(runtime, stream);
    switch (record->call) {
    case CALL_cudaStreamGetFlags: /* cudaStreamNonBlocking is 1 */
        thread->value = row->kind == STREAM_NONBLOCKING;
        break;
    case CALL_cudaStreamGetPriority:
        thread->value = state->priority;
        break;
    case CALL_cudaStreamIsCapturing: /* cudaStreamCaptureStatusNone */
        thread->value = 0;
        break;
    case CALL_cudaStreamGetId:
        thread->value = (int64_t)stream + 1;
        break;
    case CALL_cudaStreamCopyAttributes:
        if (record->value < 0 || (uint64_t)record->value >= runtime->program->streams.count) {
            thread->result = CUDA_cudaErrorInvalidResourceHandle;
        } else {
            int32_t priority = stream_state(runtime, (uint32_t)record->value)->priority;
            stream_state(runtime, stream)->priority = priority;
        }
        break;
    case CALL_cudaStreamGetAttribute:
        thread->value = record->count == STREAM_ATTRIBUTE_PRIORITY ? state->priority : 0;
        break;
    case CALL_cudaStreamSetAttribute:
        if (record->count == STREAM_ATTRIBUTE_PRIORITY)
            state->priority = clamp_priority(runtime, record->value);
        break;
    default: /* the device is 0 */
        break;
    }
    return STEP_DONE;
}
