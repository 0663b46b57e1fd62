/* Events: creation, records, queries, elapsed times. */
#include "sim/script/binding_inside.h"

/* cudaEventBlockingSync, cudaEventDisableTiming, cudaEventInterprocess (driver_types.h). */
enum { EVENT_BLOCKING = 1, EVENT_NO_TIMING = 2, EVENT_INTERPROCESS = 4 };

static enum vm_action create(struct vm_call *call, enum call which, uint64_t flags, struct err *err)
{
    uint64_t address;
    if (bind_pointer(call, 0, "pointer to the event", &address, err) != 0)
        return VM_FAIL;
    /* An event for other processes must not time (RT cudaEventCreateWithFlags). */
    if (address == 0 || flags > 7 || ((flags & EVENT_INTERPROCESS) && !(flags & EVENT_NO_TIMING)))
        return bind_refuse(call, which, CUDA_cudaErrorInvalidValue);
    uint32_t row = program_add_event(script_of(call)->program,
                                     &(struct program_event){.name = bind_name(call, 0, address),
                                                             .timing = !(flags & EVENT_NO_TIMING),
                                                             .blocking = flags & EVENT_BLOCKING});
    bind_record(call, which)->object = row;
    bind_pending(call)->row = row;
    bind_pending(call)->address = address;
    return VM_SUSPEND;
}

/* cudaEventCreate has an overload with flags in C++. */
static enum vm_action create_begin(struct vm_call *call, struct err *err)
{
    uint64_t flags = 0;
    if (call->arg_count > 1 && bind_number(call, 1, "event flags", &flags, err) != 0)
        return VM_FAIL;
    return create(call, call->arg_count > 1 ? CALL_cudaEventCreateWithFlags : CALL_cudaEventCreate,
                  flags, err);
}

static enum vm_action create_flags_begin(struct vm_call *call, struct err *err)
{
    uint64_t flags;
    if (bind_number(call, 1, "event flags", &flags, err) != 0)
        return VM_FAIL;
    return create(call, CALL_cudaEventCreateWithFlags, flags, err);
}

static enum vm_action create_finish(struct vm_call *call, const void *answer, struct err *err)
{
    const struct bind_pending *pending = bind_pending(call);
    return bind_finish_writing(call, answer, pending->address,
                               HANDLE_EVENT + (uint64_t)pending->row * 16, 8, err);
}

static enum vm_action record(struct vm_call *call, enum call which, struct err *err)
{
    uint32_t event, stream;
    if (bind_event(call, 0, &event, err) != 0 || bind_stream(call, 1, &stream, err) != 0)
        return VM_FAIL;
    if (event == 0)
        return bind_refuse(call, which, CUDA_cudaErrorInvalidResourceHandle);
    struct program_record *record = bind_record(call, which);
    record->stream = stream;
    record->object = event;
    return VM_SUSPEND;
}

static enum vm_action record_begin(struct vm_call *call, struct err *err)
{
    return record(call, CALL_cudaEventRecord, err);
}

static enum vm_action record_flags_begin(struct vm_call *call, struct err *err)
{
    return record(call, CALL_cudaEventRecordWithFlags, err);
}

static enum vm_action of_event(struct vm_call *call, enum call which, struct err *err)
{
    uint32_t event;
    if (bind_event(call, 0, &event, err) != 0)
        return VM_FAIL;
    if (event == 0)
        return bind_refuse(call, which, CUDA_cudaErrorInvalidResourceHandle);
    bind_record(call, which)->object = event;
    return VM_SUSPEND;
}

static enum vm_action query_begin(struct vm_call *call, struct err *err)
{
    return of_event(call, CALL_cudaEventQuery, err);
}

static enum vm_action synchronize_begin(struct vm_call *call, struct err *err)
{
    return of_event(call, CALL_cudaEventSynchronize, err);
}

static enum vm_action destroy_begin(struct vm_call *call, struct err *err)
{
    return of_event(call, CALL_cudaEventDestroy, err);
}

static enum vm_action elapsed_begin(struct vm_call *call, struct err *err)
{
    uint64_t address;
    uint32_t start, end;
    if (bind_pointer(call, 0, "pointer to the time", &address, err) != 0 ||
        bind_event(call, 1, &start, err) != 0 || bind_event(call, 2, &end, err) != 0)
        return VM_FAIL;
    if (address == 0)
        return bind_refuse(call, CALL_cudaEventElapsedTime, CUDA_cudaErrorInvalidValue);
    if (start == 0 || end == 0)
        return bind_refuse(call, CALL_cudaEventElapsedTime, CUDA_cudaErrorInvalidResourceHandle);
    struct program_record *record = bind_record(call, CALL_cudaEventElapsedTime);
    record->object = start;
    record->value = end;
    bind_pending(call)->address = address;
    return VM_SUSPEND;
}

static enum vm_action elapsed_finish(struct vm_call *call, const void *answer, struct err *err)
{
    const struct runtime_answer *a = answer;
    if (a->error == 0 && bind_write_float(call, bind_pending(call)->address,
                                          (float)((double)a->value / 1e6), MEMORY_TIMED, err) != 0)
        return VM_FAIL;
    return bind_finish(call, answer, err);
}

const struct vm_builtin bind_event_builtins[] = {
    {"cudaEventCreate", create_begin, create_finish},
    {"cudaEventCreateWithFlags", create_flags_begin, create_finish},
    {"cudaEventRecord", record_begin, bind_finish},
    {"cudaEventRecordWithFlags", record_flags_begin, bind_finish},
    {"cudaEventQuery", query_begin, bind_finish_timed},
    {"cudaEventSynchronize", synchronize_begin, bind_finish},
    {"cudaEventElapsedTime", elapsed_begin, elapsed_finish},
    {"cudaEventDestroy", destroy_begin, bind_finish},
    {0},
};
