/* Host functions and callbacks: one worker runs them, in virtual time (semantics S3.3). */
#include "sim/runtime/inside.h"

int hostfn_commit(struct runtime *runtime, struct host_thread *thread, struct err *err)
{
    uint32_t row = thread->record.object;
    if (!stream_of_call(runtime, thread, err))
        return STEP_ERROR;
    if (runtime->computed[SINCE_HOST_FUNCTION] >= HOST_COOLS_AFTER)
        engine_cool_worker(runtime->engine);
    runtime->computed[SINCE_HOST_FUNCTION] = 0;
    runtime->hostfns++;
    enqueue(runtime, thread,
            &(struct enqueue){
                .kind = OP_HOST,
                .machine = MACHINE_HOST_WORKER,
                .name = runtime->program->hostfns.rows[row].name,
                .detail = row,
            });
    return STEP_DONE;
}

static uint32_t worker_thread(struct runtime *runtime)
{
    struct program *program = runtime->program;
    for (uint32_t i = 0; runtime->worker == NO_OP && i < program->threads.count; i++)
        if (program->threads.rows[i].kind == THREAD_WORKER)
            runtime->worker = i;
    if (runtime->worker == NO_OP)
        runtime->worker =
            program_add_thread(program, &(struct program_thread){
                                            .kind = THREAD_WORKER,
                                            .name = intern_adds(&program->names, "host functions"),
                                        });
    return runtime->worker;
}

/* What the worker knows: all that the function was put behind. */
static void take_knowledge(struct runtime *runtime, struct host_thread *worker, uint32_t op)
{
    struct timeline *timeline = runtime->timeline;
    knowledge_release(&runtime->after, &worker->knowledge);
    const struct timeline_op *row = &timeline->ops.rows[op];
    for (uint32_t i = 0; i < row->after_count; i++) {
        uint32_t before = timeline->afters.rows[row->first_after + i];
        knowledge_learn(&runtime->after, &worker->knowledge, before,
                        timeline->ops.rows[before].stream, NULL);
    }
}

int hostfn_due(struct runtime *runtime, uint32_t op, int64_t time, struct err *err)
{
    uint32_t id = worker_thread(runtime);
    struct host_thread *worker = thread_of(runtime, id);
    const struct timeline_op *row = &runtime->timeline->ops.rows[op];
    uint32_t hostfn = row->detail;
    const struct program_hostfn *function = &runtime->program->hostfns.rows[hostfn];
    bool failed = runtime->device_error && runtime->device_error_at <= time;
    if (failed && !function->callback) { /* skipped after an error; callbacks are called with it */
        runtime->hostfns--;
        engine_host_done(runtime->engine, op, time);
        return 0;
    }
    worker->worker = true;
    worker->hostfn_op = op;
    worker->phase = PHASE_FETCH;
    worker->answered = false;
    worker->work_row = worker->turns_before = NO_OP;
    worker->record.place = row->place;
    worker->record.column = 0;
    take_knowledge(runtime, worker, op);
    thread_ready(worker, runtime->options.free_host ? time : duration_add(time, function->time));
    if (runtime->options.record)
        record_mark(runtime, worker, CALL_cudaLaunchHostFunc, hostfn, row->place);
    if (!runtime->source->host_function)
        return 0;
    return runtime->source->host_function(runtime->source->context, hostfn, id,
                                          failed ? runtime->device_error : 0, err);
}

int hostfn_ended(struct runtime *runtime, struct host_thread *worker, struct err *err)
{
    (void)err;
    worker->state = THREAD_UNBORN;
    runtime->hostfns--;
    if (runtime->options.record)
        record_mark(runtime, worker, CALL_thread_end, 0, 0);
    engine_host_done(runtime->engine, worker->hostfn_op, worker->now);
    runtime->ended = (struct told){worker->now, worker->hostfn_op};
    worker->hostfn_op = NO_OP;
    return STEP_DONE;
}
