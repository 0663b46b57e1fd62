/* Putting an operation into a stream. */
#include "sim/runtime/inside.h"

#include "sim/base/duration.h"
#include "sim/base/hot.h"

int enqueue_turn(struct runtime *runtime, struct host_thread *thread)
{
    if (runtime->host_busy <= thread->now)
        return STEP_DONE;
    thread_ready(thread, runtime->host_busy);
    return STEP_BLOCKED;
}

/* Blocks while the queue is full that a command of the call's stream would enter (S7.1). */
HOT static int wait_for_room(struct runtime *runtime, struct host_thread *thread, enum op_kind kind,
                             enum engine_path path)
{
    if (enqueue_turn(runtime, thread) == STEP_BLOCKED)
        return STEP_BLOCKED;
    uint32_t first = NO_OP;
    if (!engine_is_full(runtime->engine, thread->record.stream, kind, path, &first))
        return STEP_DONE;
    thread->state = THREAD_BLOCKED;
    thread->blocked = BLOCK_ROOM;
    thread->room = thread->record.stream;
    return STEP_BLOCKED;
}

int enqueue_enter(struct runtime *runtime, struct host_thread *thread, struct err *err)
{
    (void)err;
    return wait_for_room(runtime, thread, OP_KERNEL, PATH_D2D);
}

int enqueue_enter_record(struct runtime *runtime, struct host_thread *thread)
{
    return wait_for_room(runtime, thread, OP_RECORD, PATH_D2D);
}

int enqueue_enter_copy(struct runtime *runtime, struct host_thread *thread, enum engine_path path)
{
    return wait_for_room(runtime, thread, OP_COPY, path);
}

int enqueue_enter_attached(struct runtime *runtime, struct host_thread *thread, struct err *err)
{
    (void)err;
    return enqueue_turn(runtime, thread);
}

/* Whether it has no command of its own: an event wait, most records without timing, and (assumed)
 * what stream-ordered allocation keeps in order. */
static bool is_attached(const struct runtime *runtime, const struct program_record *record,
                        enum op_kind kind)
{
    if (kind == OP_RECORD)
        return !program_event_is_command(&runtime->program->events.rows[record->object]);
    return kind == OP_WAIT || kind == OP_FREE_ALLOC;
}

static int64_t time_at(int64_t amount, int64_t rate)
{
    const int64_t second = 1000000000;
    return amount > 0 && rate > 0 ? duration_divide(amount, second, rate) : 0;
}

/* One block in place of all, by time, so that no shares of the device are to be found. */
static struct engine_kernel one_block(const struct profile *profile,
                                      const struct engine_kernel *kernel)
{
    const int64_t *value = profile->value;
    struct engine_kernel block = *kernel;
    int64_t places = kernel->occupancy.blocks * value[PROFILE_device_sm_count];
    int64_t flops = time_at(kernel->flops, value[PROFILE_device_flops]);
    int64_t bytes = time_at(kernel->bytes, value[PROFILE_device_memory_rate]);
    if (kernel->block_time < 0)
        block.block_time = flops > bytes ? flops : bytes;
    else if (kernel->blocks > places && places > 0)
        block.block_time = duration_divide(kernel->block_time, kernel->blocks, places);
    block.blocks = kernel->blocks > 0;
    block.cooperative = false;
    return block;
}

HOT uint32_t enqueue(struct runtime *runtime, struct host_thread *thread,
                     const struct enqueue *what)
{
    struct timeline *timeline = runtime->timeline;
    const struct program_record *record = &thread->record;
    uint32_t op = timeline_add_op(timeline);
    struct timeline_op *row = &timeline->ops.rows[op];
    row->call = thread->enter;
    row->returned = thread->now;
    row->name = what->name;
    row->stream = record->stream;
    row->place = record->place;
    row->detail = what->detail;
    row->thread = record->thread;
    row->kind = (uint8_t)what->kind;
    row->machine = (uint8_t)what->machine;
    row->flags = what->flags;
    row->generation = what->generation;
    thread->op = op;
    thread->enqueued++;

    enum call_fences fences =
        what->no_fence ? FENCES_NO : call_info((enum call)record->call)->fences_observed;
    if (what->loads)
        load_begin(runtime);
    size_t dependencies = fence_place(runtime, thread, op, record->stream, fences, what->event);
    if (thread->op_wait_count)
        add_op_wait(thread, thread->now, NO_OP, RULE_ID_ISSUE);
    if (what->on_host)
        return op;
    bool attached = is_attached(runtime, record, what->kind);
    look_behind(runtime, &stream_state(runtime, record->stream)->looks, op, what, attached);
    if (runtime->load_count)
        dependencies = load_wait(runtime, record->stream, dependencies);
    struct engine_work work = {
        .op = op,
        .issued = thread->now,
        .dependencies = runtime->dependencies,
        .dependency_count = dependencies,
        .waits = thread->op_waits,
        .wait_count = thread->op_wait_count,
        .attached = attached,
        .keeps = stream_row(runtime, record->stream)->kind == STREAM_LEGACY,
        .empty = what->empty,
        .kernel = what->kernel,
        .copy = what->copy,
    };
    struct engine_kernel block;
    if (runtime->options.brief_kernels && what->kernel) {
        block = one_block(runtime->profile, what->kernel);
        work.kernel = &block;
    }
    engine_submit(runtime->engine, &work);
    return op;
}
