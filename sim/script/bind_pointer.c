/* What CUDA says of a pointer, a symbol, or all memory. */
#include "sim/script/binding_inside.h"

static enum vm_action device_pointer_begin(struct vm_call *call, struct err *err)
{
    uint64_t result, address;
    if (bind_pointer(call, 0, "pointer to the address", &result, err) != 0 ||
        bind_pointer(call, 1, "pointer", &address, err) != 0)
        return VM_FAIL;
    enum memory_kind kind = bind_memory_kind(binding_of(call), address);
    if (result == 0 || (kind != MEMORY_PINNED && kind != MEMORY_REGISTERED))
        return bind_refuse(call, CALL_cudaHostGetDevicePointer, CUDA_cudaErrorInvalidValue);
    struct program_range range = bind_range(binding_of(call), address, 1);
    bind_record(call, CALL_cudaHostGetDevicePointer)->object = range.alloc;
    *bind_pending(call) = (struct bind_pending){.address = result, .bytes = address};
    return VM_SUSPEND;
}

static enum vm_action device_pointer_finish(struct vm_call *call, const void *answer,
                                            struct err *err)
{
    const struct bind_pending *pending = bind_pending(call);
    return bind_finish_writing(call, answer, pending->address, pending->bytes, 8, err);
}

enum { HOST_MAPPED = 2 }; /* cudaHostAllocMapped: all of it is, with unified addresses */

static enum vm_action host_flags_begin(struct vm_call *call, struct err *err)
{
    struct binding *binding = binding_of(call);
    uint64_t result, address;
    if (bind_pointer(call, 0, "pointer to the flags", &result, err) != 0 ||
        bind_pointer(call, 1, "pointer", &address, err) != 0)
        return VM_FAIL;
    enum memory_kind kind = bind_memory_kind(binding, address);
    if (result == 0 || (kind != MEMORY_PINNED && kind != MEMORY_REGISTERED))
        return bind_refuse(call, CALL_cudaHostGetFlags, CUDA_cudaErrorInvalidValue);
    struct program_range range = bind_range(binding, address, 1);
    bind_record(call, CALL_cudaHostGetFlags)->object = range.alloc;
    *bind_pending(call) = (struct bind_pending){
        .address = result, .row = binding->allocs[range.alloc].flags | HOST_MAPPED};
    return VM_SUSPEND;
}

static enum vm_action host_flags_finish(struct vm_call *call, const void *answer, struct err *err)
{
    const struct bind_pending *pending = bind_pending(call);
    return bind_finish_writing(call, answer, pending->address, pending->row, 4, err);
}

/* struct cudaPointerAttributes: type, device, devicePointer, hostPointer, reserved. */
struct pointer_attributes {
    int32_t type, device;
    uint64_t device_pointer, host_pointer;
    int64_t reserved[8];
};

static enum vm_action attributes_begin(struct vm_call *call, struct err *err)
{
    uint64_t result, address;
    if (bind_pointer(call, 0, "pointer to the attributes", &result, err) != 0 ||
        bind_pointer(call, 1, "pointer", &address, err) != 0)
        return VM_FAIL;
    if (result == 0)
        return bind_refuse(call, CALL_cudaPointerGetAttributes, CUDA_cudaErrorInvalidValue);
    bind_record(call, CALL_cudaPointerGetAttributes)->object =
        bind_find_alloc(binding_of(call), address);
    return VM_SUSPEND;
}

static enum vm_action attributes_finish(struct vm_call *call, const void *answer, struct err *err)
{
    uint64_t address = call->args[1].u;
    struct pointer_attributes attributes = {0};
    attributes.device = -2; /* cudaInvalidDeviceId */
    switch (bind_memory_kind(binding_of(call), address)) {
    case MEMORY_DEVICE:
        attributes.type = 2;
        attributes.device_pointer = address;
        break;
    case MEMORY_MANAGED:
        attributes.type = 3;
        attributes.device_pointer = attributes.host_pointer = address;
        break;
    case MEMORY_PINNED:
    case MEMORY_REGISTERED:
        attributes.type = 1;
        attributes.device_pointer = attributes.host_pointer = address;
        break;
    default: /* cudaMemoryTypeUnregistered */
        attributes.host_pointer = address;
        break;
    }
    if (attributes.type)
        attributes.device = 0;
    if (((const struct runtime_answer *)answer)->error == 0 &&
        vm_write_bytes(call, call->args[0].u, &attributes, sizeof attributes, 0, err) != 0)
        return VM_FAIL;
    return bind_finish(call, answer, err);
}

static enum vm_action symbol(struct vm_call *call, enum call which, struct err *err)
{
    uint64_t result, address;
    if (bind_pointer(call, 0, "pointer to the result", &result, err) != 0 ||
        bind_pointer(call, 1, "symbol", &address, err) != 0)
        return VM_FAIL;
    uint32_t alloc = bind_find_alloc(binding_of(call), address);
    enum memory_kind kind = bind_memory_kind(binding_of(call), address);
    if (result == 0 || !alloc || (kind != MEMORY_DEVICE && kind != MEMORY_MANAGED))
        return bind_refuse(call, which, CUDA_cudaErrorInvalidSymbol);
    bind_record(call, which)->object = alloc;
    *bind_pending(call) = (struct bind_pending){
        .address = result,
        .bytes =
            which == CALL_cudaGetSymbolAddress ? address : binding_of(call)->allocs[alloc].bytes};
    return VM_SUSPEND;
}

static enum vm_action symbol_address_begin(struct vm_call *call, struct err *err)
{
    return symbol(call, CALL_cudaGetSymbolAddress, err);
}

static enum vm_action symbol_size_begin(struct vm_call *call, struct err *err)
{
    return symbol(call, CALL_cudaGetSymbolSize, err);
}

static enum vm_action info_begin(struct vm_call *call, struct err *err)
{
    (void)err;
    return bind_plain(call, CALL_cudaMemGetInfo);
}

static enum vm_action info_finish(struct vm_call *call, const void *answer, struct err *err)
{
    const struct runtime_answer *a = answer;
    uint64_t total = (uint64_t)binding_of(call)->script->profile->value[PROFILE_device_memory];
    if (a->error == 0 && (bind_write(call, call->args[0].u, (uint64_t)a->value, 8, err) != 0 ||
                          bind_write(call, call->args[1].u, total, 8, err) != 0))
        return VM_FAIL;
    return bind_finish(call, answer, err);
}

static enum vm_action advise_begin(struct vm_call *call, struct err *err)
{
    uint64_t address;
    if (bind_pointer(call, 0, "pointer", &address, err) != 0)
        return VM_FAIL;
    if (bind_memory_kind(binding_of(call), address) != MEMORY_MANAGED)
        return bind_refuse(call, CALL_cudaMemAdvise, CUDA_cudaErrorInvalidValue);
    struct program_range range = bind_range(binding_of(call), address, 1);
    bind_record(call, CALL_cudaMemAdvise)->object = range.alloc;
    return VM_SUSPEND;
}

const struct vm_builtin bind_pointer_builtins[] = {
    {"cudaHostGetDevicePointer", device_pointer_begin, device_pointer_finish},
    {"cudaHostGetFlags", host_flags_begin, host_flags_finish},
    {"cudaPointerGetAttributes", attributes_begin, attributes_finish},
    {"cudaGetSymbolAddress", symbol_address_begin, device_pointer_finish},
    {"cudaGetSymbolSize", symbol_size_begin, device_pointer_finish},
    {"cudaMemGetInfo", info_begin, info_finish},
    {"cudaMemAdvise", advise_begin, bind_finish},
    {0},
};
