/* Streams: creation, destruction, queries, waits, attributes. */
#include "sim/script/binding_inside.h"

#include <string.h>

static enum vm_action create(struct vm_call *call, enum call which, uint64_t flags,
                             int32_t priority, struct err *err)
{
    uint64_t address;
    if (bind_pointer(call, 0, "pointer to the stream", &address, err) != 0)
        return VM_FAIL;
    if (address == 0 || flags > 1)
        return bind_refuse(call, which, CUDA_cudaErrorInvalidValue);
    struct script *script = script_of(call);
    uint32_t row = program_add_stream(
        script->program,
        &(struct program_stream){.kind = flags ? STREAM_NONBLOCKING : STREAM_BLOCKING,
                                 .priority = priority,
                                 .name = bind_name(call, 0, address)});
    struct program_record *record = bind_record(call, which);
    record->stream = record->object = row;
    bind_pending(call)->row = row;
    bind_pending(call)->address = address;
    return VM_SUSPEND;
}

static enum vm_action create_begin(struct vm_call *call, struct err *err)
{
    return create(call, CALL_cudaStreamCreate, 0, 0, err);
}

static enum vm_action create_flags_begin(struct vm_call *call, struct err *err)
{
    uint64_t flags;
    if (bind_number(call, 1, "stream flags", &flags, err) != 0)
        return VM_FAIL;
    return create(call, CALL_cudaStreamCreateWithFlags, flags, 0, err);
}

static enum vm_action create_priority_begin(struct vm_call *call, struct err *err)
{
    uint64_t flags, priority;
    if (bind_number(call, 1, "stream flags", &flags, err) != 0 ||
        bind_number(call, 2, "stream priority", &priority, err) != 0)
        return VM_FAIL;
    return create(call, CALL_cudaStreamCreateWithPriority, flags, (int32_t)priority, err);
}

static enum vm_action create_finish(struct vm_call *call, const void *answer, struct err *err)
{
    const struct bind_pending *pending = bind_pending(call);
    return bind_finish_writing(call, answer, pending->address,
                               HANDLE_STREAM + (uint64_t)pending->row * 16, 8, err);
}

static enum vm_action of_stream(struct vm_call *call, enum call which, struct err *err)
{
    uint32_t row;
    if (bind_stream(call, 0, &row, err) != 0)
        return VM_FAIL;
    struct program_record *record = bind_record(call, which);
    record->stream = record->object = row;
    return VM_SUSPEND;
}

static enum vm_action destroy_begin(struct vm_call *call, struct err *err)
{
    uint64_t handle;
    if (bind_number(call, 0, "stream", &handle, err) != 0)
        return VM_FAIL;
    if (handle < HANDLE_STREAM) /* the default streams cannot be destroyed */
        return bind_refuse(call, CALL_cudaStreamDestroy, CUDA_cudaErrorInvalidResourceHandle);
    return of_stream(call, CALL_cudaStreamDestroy, err);
}

static enum vm_action query_begin(struct vm_call *call, struct err *err)
{
    return of_stream(call, CALL_cudaStreamQuery, err);
}

static enum vm_action synchronize_begin(struct vm_call *call, struct err *err)
{
    return of_stream(call, CALL_cudaStreamSynchronize, err);
}

static enum vm_action synchronize_finish(struct vm_call *call, const void *answer, struct err *err)
{
    uint32_t stream;
    if (bind_stream(call, 0, &stream, err) != 0 || bind_end_leaving(call, stream, err) != 0)
        return VM_FAIL;
    return bind_finish(call, answer, err);
}

static enum vm_action wait_begin(struct vm_call *call, struct err *err)
{
    uint32_t stream, event;
    if (bind_stream(call, 0, &stream, err) != 0 || bind_event(call, 1, &event, err) != 0)
        return VM_FAIL;
    if (event == 0)
        return bind_refuse(call, CALL_cudaStreamWaitEvent, CUDA_cudaErrorInvalidResourceHandle);
    struct program_record *record = bind_record(call, CALL_cudaStreamWaitEvent);
    record->stream = stream;
    record->object = event;
    return VM_SUSPEND;
}

/* Calls that write one number about a stream. */
static enum vm_action get(struct vm_call *call, enum call which, struct err *err)
{
    uint64_t address;
    if (bind_pointer(call, 1, "pointer to the result", &address, err) != 0)
        return VM_FAIL;
    if (address == 0)
        return bind_refuse(call, which, CUDA_cudaErrorInvalidValue);
    bind_pending(call)->address = address;
    return of_stream(call, which, err);
}

static enum vm_action flags_begin(struct vm_call *call, struct err *err)
{
    return get(call, CALL_cudaStreamGetFlags, err);
}

static enum vm_action priority_begin(struct vm_call *call, struct err *err)
{
    return get(call, CALL_cudaStreamGetPriority, err);
}

static enum vm_action capturing_begin(struct vm_call *call, struct err *err)
{
    return get(call, CALL_cudaStreamIsCapturing, err);
}

static enum vm_action id_begin(struct vm_call *call, struct err *err)
{
    return get(call, CALL_cudaStreamGetId, err);
}

static enum vm_action device_begin(struct vm_call *call, struct err *err)
{
    return get(call, CALL_cudaStreamGetDevice, err);
}

static enum vm_action get_finish(struct vm_call *call, const void *answer, struct err *err)
{
    const struct runtime_answer *a = answer;
    return bind_finish_writing(call, answer, bind_pending(call)->address, (uint64_t)a->value, 4,
                               err);
}

static enum vm_action id_finish(struct vm_call *call, const void *answer, struct err *err)
{
    const struct runtime_answer *a = answer;
    return bind_finish_writing(call, answer, bind_pending(call)->address, (uint64_t)a->value, 8,
                               err);
}

static enum vm_action copy_attributes_begin(struct vm_call *call, struct err *err)
{
    uint32_t to, from;
    if (bind_stream(call, 0, &to, err) != 0 || bind_stream(call, 1, &from, err) != 0)
        return VM_FAIL;
    struct program_record *record = bind_record(call, CALL_cudaStreamCopyAttributes);
    record->stream = record->object = to;
    record->value = from;
    return VM_SUSPEND;
}

/* union cudaLaunchAttributeValue: 64 bytes, whole numbers at its start. */
enum { ATTRIBUTE_BYTES = 64 };

static enum vm_action attribute(struct vm_call *call, enum call which, struct err *err)
{
    uint64_t id, address;
    if (bind_number(call, 1, "attribute", &id, err) != 0 ||
        bind_pointer(call, 2, "pointer to the value", &address, err) != 0)
        return VM_FAIL;
    if (address == 0)
        return bind_refuse(call, which, CUDA_cudaErrorInvalidValue);
    int32_t value = 0;
    if (which == CALL_cudaStreamSetAttribute &&
        bind_read(call, address, &value, sizeof value, "the attribute's value", err) != 0)
        return VM_FAIL;
    bind_pending(call)->address = address;
    enum vm_action action = of_stream(call, which, err);
    if (action == VM_SUSPEND) {
        script_of(call)->record.count = (uint32_t)id;
        script_of(call)->record.value = value;
    }
    return action;
}

static enum vm_action get_attribute_begin(struct vm_call *call, struct err *err)
{
    return attribute(call, CALL_cudaStreamGetAttribute, err);
}

static enum vm_action set_attribute_begin(struct vm_call *call, struct err *err)
{
    return attribute(call, CALL_cudaStreamSetAttribute, err);
}

static enum vm_action get_attribute_finish(struct vm_call *call, const void *answer,
                                           struct err *err)
{
    const struct runtime_answer *a = answer;
    if (a->error == 0) {
        char bytes[ATTRIBUTE_BYTES] = {0};
        int32_t value = (int32_t)a->value;
        memcpy(bytes, &value, sizeof value);
        if (vm_write_bytes(call, bind_pending(call)->address, bytes, sizeof bytes, 0, err) != 0)
            return VM_FAIL;
    }
    return bind_finish(call, answer, err);
}

static enum vm_action attach_begin(struct vm_call *call, struct err *err)
{
    uint32_t stream;
    uint64_t address;
    if (bind_stream(call, 0, &stream, err) != 0 ||
        bind_pointer(call, 1, "pointer", &address, err) != 0)
        return VM_FAIL;
    uint32_t alloc = bind_find_alloc(binding_of(call), address);
    if (!alloc || bind_memory_kind(binding_of(call), address) != MEMORY_MANAGED)
        return bind_refuse(call, CALL_cudaStreamAttachMemAsync, CUDA_cudaErrorInvalidValue);
    struct program_record *record = bind_record(call, CALL_cudaStreamAttachMemAsync);
    record->stream = stream;
    record->object = alloc;
    return VM_SUSPEND;
}

static enum vm_action reset_l2_begin(struct vm_call *call, struct err *err)
{
    (void)err;
    return bind_plain(call, CALL_cudaCtxResetPersistingL2Cache);
}

const struct vm_builtin bind_stream_builtins[] = {
    {"cudaStreamCreate", create_begin, create_finish},
    {"cudaStreamCreateWithFlags", create_flags_begin, create_finish},
    {"cudaStreamCreateWithPriority", create_priority_begin, create_finish},
    {"cudaStreamDestroy", destroy_begin, bind_finish},
    {"cudaStreamQuery", query_begin, bind_finish_timed},
    {"cudaStreamSynchronize", synchronize_begin, synchronize_finish},
    {"cudaStreamWaitEvent", wait_begin, bind_finish},
    {"cudaStreamGetFlags", flags_begin, get_finish},
    {"cudaStreamGetPriority", priority_begin, get_finish},
    {"cudaStreamIsCapturing", capturing_begin, get_finish},
    {"cudaStreamGetId", id_begin, id_finish},
    {"cudaStreamGetDevice", device_begin, get_finish},
    {"cudaStreamCopyAttributes", copy_attributes_begin, bind_finish},
    {"cudaStreamGetAttribute", get_attribute_begin, get_attribute_finish},
    {"cudaStreamSetAttribute", set_attribute_begin, bind_finish},
    {"cudaStreamAttachMemAsync", attach_begin, bind_finish},
    {"cudaCtxResetPersistingL2Cache", reset_l2_begin, bind_finish},
    {0},
};
