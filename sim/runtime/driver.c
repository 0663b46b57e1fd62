/* The driver: which host thread runs next, and how far the engine may go. */
#include "sim/runtime/inside.h"

#include "sim/base/hot.h"
#include "sim/base/mem.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct host_thread *thread_of(struct runtime *runtime, uint32_t thread)
{
    while (runtime->thread_count <= thread) {
        runtime->threads = mem_grow(runtime->threads, &runtime->thread_capacity,
                                    runtime->thread_count + 1, sizeof *runtime->threads);
        struct host_thread *state = mem_zalloc(sizeof *state);
        state->made_at = state->roused_at = state->goes_on = -1;
        state->op = state->last_record = state->hostfn_op = state->poll_row = NO_OP;
        state->work_row = state->turns_before = NO_OP;
        state->record.thread = (uint16_t)runtime->thread_count;
        state->listed = runtime->thread_count == 0 ? CORE_LIST_BYTES : 0;
        runtime->threads[runtime->thread_count++] = state;
    }
    return runtime->threads[thread];
}

void thread_ready(struct host_thread *thread, int64_t time)
{
    if (thread->now < time)
        thread->now = time;
    thread->state = THREAD_READY;
    thread->blocked = BLOCK_NONE;
}

struct place_text place_text(const struct runtime *runtime, uint32_t place)
{
    struct place_text out;
    if (place == 0 || place >= runtime->program->places.count) {
        snprintf(out.text, sizeof out.text, "an unknown place");
        return out;
    }
    const struct program_place *row = &runtime->program->places.rows[place];
    snprintf(out.text, sizeof out.text, "%.120s:%d", program_name(runtime->program, row->file),
             (int)row->line);
    return out;
}

int call_error(const struct runtime *runtime, const struct host_thread *thread, struct err *err,
               const char *format, ...)
{
    char message[sizeof err->message];
    va_list args;
    va_start(args, format);
    vsnprintf(message, sizeof message, format, args);
    va_end(args);
    uint32_t place = thread->record.place;
    if (place == 0 || place >= runtime->program->places.count) {
        err_set(err, ERR_INPUT, "%s", message);
    } else {
        const struct program_place *row = &runtime->program->places.rows[place];
        err_set_at(err, ERR_INPUT, program_name(runtime->program, row->file), (int)row->line, 0,
                   "%s", message);
    }
    return STEP_ERROR;
}

/* --- one call, step by step ----------------------------------------------------------------------
 */

/* Whether the rows that the record names exist. Row 0 means none where a call can do without. */
static int check_rows(const struct runtime *runtime, const struct host_thread *thread,
                      struct err *err)
{
    const struct program *program = runtime->program;
    const struct program_record *record = &thread->record;
    size_t count = SIZE_MAX;
    bool needed = false;
    switch (thread->info->object) {
    case OBJECT_STREAM:
        count = program->streams.count;
        break;
    case OBJECT_EVENT:
        count = program->events.count;
        needed = true;
        break;
    case OBJECT_LAUNCH:
        count = program->launches.count;
        needed = true;
        break;
    case OBJECT_COPY:
        count = program->copies.count;
        needed = thread->info->group != CALL_GROUP_HOST;
        break;
    case OBJECT_ALLOC:
        count = program->allocs.count;
        break;
    case OBJECT_HOSTFN:
        count = program->hostfns.count;
        needed = true;
        break;
    case OBJECT_POOL:
        count = program->pools.count;
        break;
    case OBJECT_KERNEL:
        count = program->kernels.count;
        break;
    case OBJECT_THREAD:
        count = program->threads.count;
        break;
    case OBJECT_NAME:
        count = program->names.count;
        break;
    case OBJECT_NONE:
    case OBJECT_LOCK:
        break;
    }
    if (record->object >= count || (needed && record->object == 0))
        return call_error(runtime, thread, err, "%s: there is no row %u of what it names",
                          thread->info->name, record->object);
    if (record->stream >= program->streams.count)
        return call_error(runtime, thread, err, "%s: there is no stream %u", thread->info->name,
                          record->stream);
    return STEP_DONE;
}

/* What is refused before anything happens; a CUDA error may be the result already. */
static int check_call(struct runtime *runtime, struct host_thread *thread, struct err *err)
{
    const struct program_record *record = &thread->record;
    if (record->call == CALL_NONE || record->call >= CALL_COUNT)
        return call_error(runtime, thread, err, "call number %u is not in the call list",
                          (unsigned)record->call);
    const struct call_info *info = thread->info = call_info((enum call)record->call);
    if (info->state == CALL_GRAPH) {
        call_error(runtime, thread, err, "%s: graphs are not predicted yet", info->name);
        return err_hint(err, "issue the work into streams; 'nullstream rules' lists what is known");
    }
    if (info->state == CALL_DEVICES && record->value != 0 && info->object != OBJECT_POOL) {
        call_error(runtime, thread, err, "%s names device %lld: only device 0 is predicted yet",
                   info->name, (long long)record->value);
        return err_hint(err, "use device 0 throughout");
    }
    if (runtime->options.max_calls && ++runtime->calls > runtime->options.max_calls) {
        call_error(runtime, thread, err, "the program makes more than %llu calls",
                   (unsigned long long)runtime->options.max_calls);
        return err_hint(err, "raise the limit on calls");
    }
    if (!(record->flags & RECORD_REFUSED) && check_rows(runtime, thread, err) != STEP_DONE)
        return STEP_ERROR;
    /* No CUDA calls inside host functions (S3.3). */
    if (thread->worker && info->group != CALL_GROUP_HOST)
        thread->result = CUDA_cudaErrorNotPermitted;
    return STEP_DONE;
}

static void begin_call(struct host_thread *thread, uint32_t id)
{
    thread->record.thread = (uint16_t)id;
    thread->enter = thread->now;
    /* A source refuses what only it can see, such as a pointer to nowhere. */
    thread->result = thread->record.flags & RECORD_REFUSED ? thread->record.result : 0;
    thread->record.result = 0;
    thread->value = 0;
    thread->op = NO_OP;
    thread->giving_back = 0;
    thread->pool_bytes = 0;
    thread->map_by = 0;
    thread->map_op = NO_OP;
    thread->map_waits = thread->mapped = thread->again = thread->lost = false;
    thread->silent = thread->planned = thread->loads = thread->paced = false;
    thread->begun = thread->lock_asked = thread->lock_woken = false;
    thread->lock_let_go = thread->lock_rest = 0;
    thread->awaited_count = thread->awaited_next = 0;
    thread->wait_count = thread->op_wait_count = 0;
    thread->giver = 0;
    if (thread->touches.count > 0 && !call_is_touch(thread->record.call) &&
        !call_is_work(thread->record.call))
        thread->touches.count = 0;
}

/* What a call does once it has waited: a copy out empties the staging buffers, unless the device
 * has failed. */
static void give_back(struct runtime *runtime, struct host_thread *thread)
{
    bool copies = thread->info->object == OBJECT_COPY;
    /* A pool's memory is cleared from when the first of it is given back (pool-release.txt). */
    const int64_t *value = runtime->profile->value;
    if (thread->pool_bytes)
        alloc_clear(runtime,
                    duration_add(thread->now, value[PROFILE_host_pool_release]) -
                        value[PROFILE_copy_clear_ahead],
                    thread->pool_bytes);
    if (thread->giving_back == 0 || (copies && error_sticky(runtime, thread)))
        return;
    thread->now = duration_add(thread->now, thread->giving_back);
    if (copies)
        add_wait(thread, thread->now, thread->op, RULE_ID_COPY);
}

/* The call returns: its row among the calls, its record, its answer. */
static void finish_call(struct runtime *runtime, struct host_thread *thread)
{
    struct timeline *timeline = runtime->timeline;
    bool cuda = thread->info->group != CALL_GROUP_HOST;
    if (thread->awaited_count) {
        await_blame(runtime, thread, thread->now, false);
        int32_t sticky = error_sticky(runtime, thread);
        if (sticky && cuda && thread->result == CUDA_cudaSuccess)
            thread->result = sticky;
    }
    give_back(runtime, thread);
    stream_lock_release(runtime, thread, true);
    context_lock_leave(runtime, thread, thread->now);
    if (thread->now < thread->lock_let_go)
        thread->now = thread->lock_let_go;
    look_returned(runtime, thread);
    if (thread->op != NO_OP)
        timeline->ops.rows[thread->op].returned = thread->now;
    extra_returned(runtime, thread);
    bool failed = thread->result != CUDA_cudaSuccess && thread->result != CUDA_cudaErrorNotReady;
    if (failed && cuda && !call_reports_error(thread->record.call))
        thread->last_error = thread->result;
    row_add(runtime, thread);
    thread->record.result = (uint16_t)thread->result;
    if (!failed && !call_is_query(thread->record.call)) /* whose success is an answer */
        thread->record.flags &= (uint8_t)~RECORD_IGNORED;
    if (runtime->options.record)
        record_call(runtime, thread);
    thread->answer = (struct runtime_answer){
        .error = thread->result, .now = thread->now, .value = thread->value};
    thread->answered = true;
    thread->now = duration_add(thread->now, extra_between(runtime, thread));
    if (cuda)
        thread->goes_on = thread->now;
    thread->phase = PHASE_FETCH;
}

static int end_thread(struct runtime *runtime, struct host_thread *thread, struct err *err)
{
    if (thread->worker)
        return hostfn_ended(runtime, thread, err);
    return host_thread_end(runtime, thread, err);
}

/* The call in progress at the given pace, if it is there. */
static const struct pace_call *paced_call(const struct runtime *runtime,
                                          const struct host_thread *thread)
{
    if (thread->worker || !call_action((enum call)thread->record.call)->enqueues)
        return NULL;
    return pace_call(runtime->options.pace, thread->record.thread, thread->enqueued);
}

/* Whether the thread is early. One that is late goes on at once. */
static bool wait_for_pace(struct runtime *runtime, struct host_thread *thread)
{
    const struct pace_call *call = thread->paced ? NULL : paced_call(runtime, thread);
    thread->paced = true;
    if (!call)
        return false;
    if (!runtime->paced)
        runtime->pace_zero = thread->now - call->enter;
    runtime->paced = true;
    if (runtime->pace_zero + call->enter <= thread->now)
        return false;
    thread->enter = thread->now = runtime->pace_zero + call->enter;
    return true;
}

/* Sets what the call takes at the given pace. How long it waits for the device is for the engine to
 * say: then its cost stays. */
static void take_pace(const struct runtime *runtime, const struct host_thread *thread,
                      int64_t *cost)
{
    const struct pace_call *call = paced_call(runtime, thread);
    bool waits = thread->now > thread->enter || runtime->launch_blocking ||
                 (thread->planned && thread->copy.host != HOST_RETURNS);
    if (call && !waits && call->returned != TIMELINE_UNKNOWN)
        *cost = call->returned - call->enter;
}

/* How long a call takes matters by chance only where other threads call too. */
static int64_t scattered(struct runtime *runtime, int64_t time)
{
    return runtime->thread_count < 2 ? time : chance_call(&runtime->chance, time);
}

enum { TIME_MOST_LOG2 = 60 };
#define TIME_MOST (INT64_C(1) << TIME_MOST_LOG2) /* ns; times can be added without care */

/* Takes the thread as far as it gets without its time passing. */
HOT static int step(struct runtime *runtime, struct host_thread *thread, uint32_t id,
                    struct err *err)
{
    if (thread->phase == PHASE_FETCH) {
        int more =
            runtime->source->next(runtime->source->context, id,
                                  thread->answered ? &thread->answer : NULL, &thread->record, err);
        if (more < 0)
            return STEP_ERROR;
        if (more == 0 || (thread->record.call == CALL_thread_end && thread->worker))
            return end_thread(runtime, thread, err);
        int32_t refused = thread->record.result;
        begin_call(thread, id);
        if (check_call(runtime, thread, err) != STEP_DONE)
            return STEP_ERROR;
        if (thread->record.flags & RECORD_REFUSED) /* by what only the source can see */
            thread->result = refused;
        thread->phase = thread->result ? PHASE_COMMIT : PHASE_ENTER;
    }
    enum call call = (enum call)thread->record.call;
    const struct call_action *action = call_action(call);
    bool cuda = thread->info->group != CALL_GROUP_HOST;
    if (thread->phase == PHASE_ENTER) {
        if (runtime->options.pace && wait_for_pace(runtime, thread))
            return STEP_BLOCKED; /* others may come first */
        if (cuda && !runtime->engine) {
            thread->now += context_create(runtime);
            if (thread->now > thread->enter)
                return STEP_BLOCKED; /* others may come first */
        }
        if (cuda && !thread->begun && !runtime->options.pace) {
            thread->begun = true;
            int64_t first = extra_begin(runtime, thread, id) +
                            (action->before ? action->before(runtime, thread) : 0);
            if (first > 0) {
                thread->now = duration_add(thread->now, scattered(runtime, first));
                return STEP_BLOCKED;
            }
        }
        if (context_lock_enter(runtime, thread) == STEP_BLOCKED ||
            stream_lock_enter(runtime, thread) == STEP_BLOCKED)
            return STEP_BLOCKED;
        if (action->enter) {
            int rc = action->enter(runtime, thread, err);
            if (rc != STEP_DONE)
                return rc;
        }
        thread->entered = thread->now;
        int64_t cost =
            action->cost ? action->cost(runtime, thread) : runtime->profile->call_cost[call];
        if (cuda)
            cost = scattered(runtime, cost + extra_cost(runtime, thread, id));
        cost = cost < 0 ? 0 : cost;
        if (runtime->options.pace)
            take_pace(runtime, thread, &cost);
        thread->now = duration_add(thread->now, cost);
        stream_lock_hold(runtime, thread, cost);
        if (thread->now > TIME_MOST)
            return call_error(runtime, thread, err, "%s: more than 36 years have passed",
                              thread->info->name);
        thread->phase = PHASE_COMMIT;
        if (cost > 0)
            return STEP_BLOCKED;
    }
    if (thread->phase == PHASE_COMMIT) {
        stream_lock_release(runtime, thread, false);
        if (thread->lock_rest > 0) {
            thread->now = duration_add(thread->now, thread->lock_rest);
            thread->lock_rest = 0;
            return STEP_BLOCKED; /* others may come first */
        }
        if (action->enqueues && enqueue_turn(runtime, thread) == STEP_BLOCKED)
            return STEP_BLOCKED;
        int32_t sticky = cuda && !error_exempt(call) ? error_sticky(runtime, thread) : 0;
        if (sticky)
            thread->result = sticky;
        if (thread->result == CUDA_cudaSuccess && action->commit) {
            int rc = action->commit(runtime, thread, err);
            if (rc == STEP_ERROR)
                return rc;
            if (rc == STEP_BLOCKED) {
                if (thread->phase == PHASE_COMMIT && !thread->again)
                    thread->phase = PHASE_WAKE;
                thread->again = false;
                return rc;
            }
        }
    }
    finish_call(runtime, thread);
    return STEP_DONE;
}

enum { VAIN_POLLS_MOST = 100000 };

/* What the thread has learnt since in another way, it does not wait for in its queries. */
void poll_ready(struct host_thread *thread, uint32_t *unready, uint32_t version)
{
    thread->poll_ended = *unready && thread->knowledge.version != version;
    if (thread->poll_ended)
        thread->poll_blocker = *unready - 1;
    *unready = 0;
}

bool in_vain(const struct runtime *runtime, struct host_thread *thread)
{
    thread->vain_polls =
        runtime_stands_still(runtime, thread->record.thread) ? thread->vain_polls + 1 : 0;
    return thread->vain_polls > VAIN_POLLS_MOST;
}

int poll_not_ready(struct runtime *runtime, struct host_thread *thread, uint32_t op,
                   uint32_t *unready, struct err *err)
{
    thread->result = CUDA_cudaErrorNotReady;
    thread->poll_blocker = op;
    *unready = op + 1;
    if (thread->now == thread->enter) /* free on this profile: a loop of polls still ends */
        thread->now = duration_add(thread->now, RUNTIME_TURN);
    if (!in_vain(runtime, thread))
        return STEP_DONE;
    return call_error(
        runtime, thread, err, "deadlock: %s asks for what nobody goes on with (enqueued at %s)",
        thread->info->name, place_text(runtime, runtime->timeline->ops.rows[op].place).text);
}

/* --- the loop ------------------------------------------------------------------------------------
 */

/* The ready thread with the smallest time, ties by id; NO_OP if there is none. */
static uint32_t pick(const struct runtime *runtime)
{
    uint32_t best = NO_OP;
    for (size_t i = 0; i < runtime->thread_count; i++)
        if (runtime->threads[i]->state == THREAD_READY &&
            (best == NO_OP || runtime->threads[i]->now < runtime->threads[best]->now))
            best = (uint32_t)i;
    return best;
}

static int take_notice(struct runtime *runtime, const struct engine_notice *notice, struct err *err)
{
    switch (notice->kind) {
    case NOTICE_DONE: {
        const struct timeline_op *op = &runtime->timeline->ops.rows[notice->op];
        int32_t fails =
            op->kind == OP_KERNEL ? runtime->program->launches.rows[op->detail].fails : 0;
        if (fails)
            error_device(runtime, fails, notice->time);
        await_ended(runtime, notice->op, notice->time);
        return 0;
    }
    case NOTICE_ROOM:
        for (size_t i = 0; i < runtime->thread_count; i++) {
            struct host_thread *thread = runtime->threads[i];
            if (thread->state == THREAD_BLOCKED && thread->blocked == BLOCK_ROOM &&
                thread->room == notice->op) {
                thread_ready(thread, notice->time);
                add_wait(thread, thread->now, notice->blocker, RULE_ID_LAUNCH_QUEUE);
                add_op_wait(thread, thread->now, notice->blocker, RULE_ID_LAUNCH_QUEUE);
            }
        }
        return 0;
    case NOTICE_HOST_DUE:
        return hostfn_due(runtime, notice->op, notice->time, err);
    case NOTICE_ENDED: {
        const struct timeline_op *op = &runtime->timeline->ops.rows[notice->op];
        bool touches = op->kind == OP_KERNEL || op->kind == OP_COPY || op->kind == OP_MEMSET;
        told_by_device(runtime, notice->op);
        if (touches && runtime->source->effect)
            return runtime->source->effect(runtime->source->context, op, err);
        return 0;
    }
    case NOTICE_STARTED:
        return 0;
    }
    return 0;
}

HOT int driver_run(struct runtime *runtime, struct err *err)
{
    const atomic_bool *stop = runtime->options.stop;
    thread_ready(thread_of(runtime, 0), 0);
    for (;;) {
        uint32_t id = pick(runtime);
        int64_t until = id == NO_OP ? DURATION_NEVER : runtime->threads[id]->now;
        if (runtime->engine && (id != NO_OP || engine_next(runtime->engine) != DURATION_NEVER)) {
            struct engine_notice notice;
            if (engine_advance(runtime->engine, until, &notice)) {
                if (take_notice(runtime, &notice, err) != 0)
                    return -1;
                continue;
            }
        }
        if (id == NO_OP)
            return deadlock_check(runtime, err);
        if (stop && atomic_load_explicit(stop, memory_order_relaxed))
            return err_set(err, ERR_INPUT, "stopped");
        if (step(runtime, runtime->threads[id], id, err) == STEP_ERROR)
            return -1;
    }
}
