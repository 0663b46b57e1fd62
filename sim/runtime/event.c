/* Events: records, waits that bind at the call, queries and elapsed times (semantics S4). */
#include "sim/runtime/inside.h"

static struct event_state *event_state(struct runtime *runtime, uint32_t event)
{
    while (runtime->events.count <= event) {
        uint32_t row = (uint32_t)runtime->events.count;
        STATE_ROOM(runtime->events, row);
        runtime->events.rows[row].record = NO_OP;
    }
    return &runtime->events.rows[event];
}

/* An event by its row, checked to be alive; NULL after an error of ours. */
static struct event_state *event_checked(struct runtime *runtime, const struct host_thread *thread,
                                         uint32_t event, struct err *err)
{
    if (event == 0 || event >= runtime->program->events.count) { /* the second of two */
        call_error(runtime, thread, err, "event %u does not exist", event);
        return NULL;
    }
    struct event_state *state = event_state(runtime, event);
    if (state->life == LIFE_GONE && !runtime->options.lenient) {
        call_error(runtime, thread, err, "%s: event '%.60s' was destroyed at %s",
                   call_info((enum call)thread->record.call)->name,
                   program_name(runtime->program, runtime->program->events.rows[event].name),
                   place_text(runtime, state->gone_place).text);
        err_hint(err, "what a destroyed event does is undefined: destroy it after its last use");
        return NULL;
    }
    return state;
}

int event_create(struct runtime *runtime, struct host_thread *thread, struct err *err)
{
    struct event_state *state = event_checked(runtime, thread, thread->record.object, err);
    if (!state)
        return STEP_ERROR;
    state->life = LIFE_ALIVE;
    return STEP_DONE;
}

/* Returns at once; a pending record still completes. */
int event_destroy(struct runtime *runtime, struct host_thread *thread, struct err *err)
{
    struct event_state *state = event_checked(runtime, thread, thread->record.object, err);
    if (!state)
        return STEP_ERROR;
    state->life = LIFE_GONE;
    state->gone_place = thread->record.place;
    return STEP_DONE;
}

int64_t event_record_cost(struct runtime *runtime, struct host_thread *thread)
{
    uint32_t event = thread->record.object;
    return program_event_is_command(&runtime->program->events.rows[event])
               ? runtime->profile->call_cost[thread->record.call]
               : runtime->profile->value[PROFILE_host_record_no_timing];
}

int event_record_enter(struct runtime *runtime, struct host_thread *thread, struct err *err)
{
    return program_event_is_command(&runtime->program->events.rows[thread->record.object])
               ? enqueue_enter_record(runtime, thread)
               : enqueue_enter_attached(runtime, thread, err);
}

int event_record(struct runtime *runtime, struct host_thread *thread, struct err *err)
{
    uint32_t event = thread->record.object;
    struct event_state *state = event_checked(runtime, thread, event, err);
    if (!state || !stream_of_call(runtime, thread, err))
        return STEP_ERROR;
    state->generation++;
    uint32_t op = enqueue(runtime, thread,
                          &(struct enqueue){
                              .kind = OP_RECORD,
                              .machine = MACHINE_NONE,
                              .name = runtime->record_name,
                              .detail = event,
                              .generation = state->generation,
                          });
    past_drop(&runtime->after, state->past);
    state->record = op;
    state->looks = stream_state(runtime, thread->record.stream)->looks;
    state->stream = thread->record.stream;
    state->past = past_hold(stream_state(runtime, state->stream)->past);
    return STEP_DONE;
}

/* Binds to the latest record at the time of the call (S4.2). Where that is done, or of the same
 * stream, an engine does not see the wait between two copies (traces/experiments/copy-waits.json);
 * one that is done by the time an engine comes to the wait, the engine finds (S4.3). Never
 * recorded: waits for nothing (S4.1), and in the legacy stream it is no fence either, while a wait
 * for an event that is done is one (traces/experiments/legacy-stream.txt). */
int event_wait(struct runtime *runtime, struct host_thread *thread, struct err *err)
{
    uint32_t event = thread->record.object;
    struct event_state *state = event_checked(runtime, thread, event, err);
    if (!state || !stream_of_call(runtime, thread, err))
        return STEP_ERROR;
    bool is_done = state->record == NO_OP || op_done(runtime, state->record);
    struct candidate record = {
        .op = state->record, .stream = state->stream, .past = state->past, .rule = RULE_ID_EVENT};
    enqueue(runtime, thread,
            &(struct enqueue){
                .kind = OP_WAIT,
                .machine = MACHINE_NONE,
                .name = runtime->wait_name,
                .detail = event,
                .generation = state->generation,
                .event = state->record == NO_OP ? NULL : &record,
                .empty = is_done || state->stream == thread->record.stream,
                .no_fence = state->record == NO_OP,
            });
    if (!is_done)
        look_behind_event(&stream_state(runtime, thread->record.stream)->looks, &state->looks);
    return STEP_DONE;
}

bool event_was_recorded(const struct runtime *runtime, uint32_t event)
{
    return event < runtime->events.count && runtime->events.rows[event].record != NO_OP;
}

static void learn_event(struct runtime *runtime, struct host_thread *thread,
                        const struct event_state *state)
{
    if (state->record != NO_OP)
        knowledge_learn(&runtime->after, &thread->knowledge, state->record, state->stream,
                        state->past);
}

int64_t event_look_cost(struct runtime *runtime, struct host_thread *thread)
{
    uint32_t event = thread->record.object;
    int64_t call = runtime->profile->call_cost[thread->record.call];
    return event < runtime->events.count
               ? call + look_cost(runtime, &runtime->events.rows[event].looks)
               : call;
}

int event_query(struct runtime *runtime, struct host_thread *thread, struct err *err)
{
    struct event_state *state = event_checked(runtime, thread, thread->record.object, err);
    if (!state)
        return STEP_ERROR;
    if (state->record != NO_OP && !op_seen(runtime, thread, state->record))
        return poll_not_ready(runtime, thread, state->record, &state->unready, err);
    thread->now = duration_add(thread->now, look_cost(runtime, &state->looks));
    uint32_t version = thread->knowledge.version;
    if (!(thread->record.flags & RECORD_IGNORED)) /* it may as well not have been done yet */
        learn_event(runtime, thread, state);
    poll_ready(thread, &state->unready, version);
    thread->looked_end = state->looks.end;
    return STEP_DONE;
}

int event_synchronize(struct runtime *runtime, struct host_thread *thread, struct err *err)
{
    const struct event_state *state = event_checked(runtime, thread, thread->record.object, err);
    if (!state)
        return STEP_ERROR;
    if (state->record != NO_OP)
        await_op(runtime, thread, state->record, RULE_ID_EVENT_SYNCHRONIZE);
    learn_event(runtime, thread, state);
    thread->looked_end = state->looks.end;
    pool_trim(runtime, thread);
    return await(runtime, thread);
}

/* S4.4: never recorded or without timing: invalid handle; not done: not ready. */
int event_elapsed(struct runtime *runtime, struct host_thread *thread, struct err *err)
{
    const struct program_record *record = &thread->record;
    uint32_t events[2] = {record->object, (uint32_t)record->value};
    const struct event_state *states[2];
    for (int i = 0; i < 2; i++)
        if (!event_checked(runtime, thread, events[i], err))
            return STEP_ERROR;
    for (int i = 0; i < 2; i++)
        states[i] = event_state(runtime, events[i]);
    states[0] = event_state(runtime, events[0]); /* the table may have moved */
    for (int i = 0; i < 2; i++) {
        if (states[i]->record == NO_OP || !runtime->program->events.rows[events[i]].timing) {
            thread->result = CUDA_cudaErrorInvalidResourceHandle;
            return STEP_DONE;
        }
    }
    for (int i = 0; i < 2; i++) {
        if (!op_done(runtime, states[i]->record)) {
            thread->result = CUDA_cudaErrorNotReady;
            return STEP_DONE;
        }
    }
    const struct timeline_op *ops = runtime->timeline->ops.rows;
    int64_t step = runtime->profile->value[PROFILE_device_timer_step];
    thread->value = (ops[states[1]->record].end / step - ops[states[0]->record].end / step) * step;
    for (int i = 0; i < 2; i++)
        learn_event(runtime, thread, states[i]);
    return STEP_DONE;
}
