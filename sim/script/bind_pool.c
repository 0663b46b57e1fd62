/* Stream-ordered allocation and memory pools. */
#include "sim/script/binding_inside.h"

#include "sim/base/mem.h"

enum { RELEASE_THRESHOLD = 4 }; /* cudaMemPoolAttrReleaseThreshold */

/* The pool of argument `index`: row 0 is the device's default pool. */
static int pool_at(const struct vm_call *call, int index, uint32_t *row, struct err *err)
{
    uint64_t handle;
    if (bind_number(call, index, "memory pool", &handle, err) != 0)
        return -1;
    uint64_t pool = (handle - HANDLE_POOL) / 16;
    if (handle < HANDLE_POOL || handle % 16 ||
        pool >= script_of(call)->program->pools.count + (pool == 0))
        return err_set(err, ERR_INPUT, "this value is no memory pool");
    *row = (uint32_t)pool;
    return 0;
}

static enum vm_action make(struct vm_call *call, enum call which, int stream_index, uint32_t pool,
                           struct err *err)
{
    struct binding *binding = binding_of(call);
    uint64_t address, bytes;
    uint32_t stream;
    if (bind_pointer(call, 0, "pointer to the address", &address, err) != 0 ||
        bind_number(call, 1, "size", &bytes, err) != 0 ||
        bind_stream(call, stream_index, &stream, err) != 0)
        return VM_FAIL;
    if (address == 0)
        return bind_refuse(call, which, CUDA_cudaErrorInvalidValue);
    uint32_t row =
        bind_add_alloc(binding, MEMORY_DEVICE, bind_name(call, 0, address), 0, bytes, pool);
    struct program_record *record = bind_record(call, which);
    record->object = row;
    record->stream = stream;
    *bind_pending(call) = (struct bind_pending){.row = row, .address = address, .bytes = bytes};
    return VM_SUSPEND;
}

static enum vm_action malloc_begin(struct vm_call *call, struct err *err)
{
    return make(call, CALL_cudaMallocAsync, 2, 0, err);
}

static enum vm_action malloc_pool_begin(struct vm_call *call, struct err *err)
{
    uint32_t pool = 0;
    if (pool_at(call, 2, &pool, err) != 0)
        return VM_FAIL;
    return make(call, CALL_cudaMallocFromPoolAsync, 3, pool, err);
}

static enum vm_action free_begin(struct vm_call *call, struct err *err)
{
    struct binding *binding = binding_of(call);
    uint64_t address;
    uint32_t stream, row = 0;
    if (bind_pointer(call, 0, "pointer", &address, err) != 0 ||
        bind_stream(call, 1, &stream, err) != 0)
        return VM_FAIL;
    if (address != 0) {
        row = bind_find_alloc(binding, address);
        if (!row || binding->allocs[row].kind != MEMORY_DEVICE)
            return bind_refuse(call, CALL_cudaFreeAsync, CUDA_cudaErrorInvalidValue);
    }
    struct program_record *record = bind_record(call, CALL_cudaFreeAsync);
    record->object = row;
    record->stream = stream;
    *bind_pending(call) = (struct bind_pending){.row = row, .bytes = stream};
    return VM_SUSPEND;
}

/* Work that was put into the stream before still uses the memory. */
static enum vm_action free_finish(struct vm_call *call, const void *answer, struct err *err)
{
    struct binding *binding = binding_of(call);
    const struct bind_pending *pending = bind_pending(call);
    if (((const struct runtime_answer *)answer)->error == 0 && pending->row) {
        binding->leaving = mem_grow(binding->leaving, &binding->leaving_capacity,
                                    binding->leaving_count + 1, sizeof *binding->leaving);
        binding->alloc_changes++;
        binding->leaving[binding->leaving_count++] =
            (struct bind_leaving){pending->row, (uint32_t)pending->bytes};
    }
    return bind_finish(call, answer, err);
}

int bind_end_leaving(const struct vm_call *call, uint32_t stream, struct err *err)
{
    struct binding *binding = binding_of(call);
    size_t kept = 0;
    int rc = 0;
    for (size_t i = 0; i < binding->leaving_count; i++) {
        struct bind_leaving leaving = binding->leaving[i];
        if (stream != BIND_ALL_STREAMS && stream != leaving.stream)
            binding->leaving[kept++] = leaving;
        else if (rc == 0)
            rc = bind_end_alloc(binding, call, leaving.alloc, err);
    }
    binding->leaving_count = kept;
    return rc;
}

/* ---- pools ---- */

static enum vm_action create_begin(struct vm_call *call, struct err *err)
{
    uint64_t address;
    if (bind_pointer(call, 0, "pointer to the pool", &address, err) != 0)
        return VM_FAIL;
    if (address == 0 || call->args[1].u == 0)
        return bind_refuse(call, CALL_cudaMemPoolCreate, CUDA_cudaErrorInvalidValue);
    uint32_t row = program_add_pool(script_of(call)->program,
                                    &(struct program_pool){.name = bind_name(call, 0, address)});
    bind_record(call, CALL_cudaMemPoolCreate)->object = row;
    *bind_pending(call) = (struct bind_pending){.row = row, .address = address};
    return VM_SUSPEND;
}

static enum vm_action handle_finish(struct vm_call *call, const void *answer, struct err *err)
{
    const struct bind_pending *pending = bind_pending(call);
    return bind_finish_writing(call, answer, pending->address,
                               HANDLE_POOL + (uint64_t)pending->row * 16, 8, err);
}

static enum vm_action of_pool(struct vm_call *call, enum call which, struct err *err)
{
    uint32_t pool = 0;
    if (pool_at(call, 0, &pool, err) != 0)
        return VM_FAIL;
    bind_record(call, which)->object = pool;
    return VM_SUSPEND;
}

static enum vm_action destroy_begin(struct vm_call *call, struct err *err)
{
    return of_pool(call, CALL_cudaMemPoolDestroy, err);
}

static enum vm_action trim_begin(struct vm_call *call, struct err *err)
{
    uint64_t bytes;
    if (bind_number(call, 1, "size", &bytes, err) != 0)
        return VM_FAIL;
    enum vm_action action = of_pool(call, CALL_cudaMemPoolTrimTo, err);
    script_of(call)->record.value = bytes > INT64_MAX ? INT64_MAX : (int64_t)bytes;
    return action;
}

/* The first three attributes are ints, the others 64 bits (enum cudaMemPoolAttr). */
static unsigned attribute_bytes(uint64_t attribute)
{
    return attribute < RELEASE_THRESHOLD ? 4 : 8;
}

static enum vm_action set_attribute_begin(struct vm_call *call, struct err *err)
{
    uint64_t attribute, address, value = 0;
    if (bind_number(call, 1, "attribute", &attribute, err) != 0 ||
        bind_pointer(call, 2, "pointer to the value", &address, err) != 0)
        return VM_FAIL;
    if (attribute < 1 || attribute > 8 || address == 0)
        return bind_refuse(call, CALL_cudaMemPoolSetAttribute, CUDA_cudaErrorInvalidValue);
    if (bind_read(call, address, &value, attribute_bytes(attribute), "the attribute's value",
                  err) != 0)
        return VM_FAIL;
    enum vm_action action = of_pool(call, CALL_cudaMemPoolSetAttribute, err);
    script_of(call)->record.count = (uint32_t)attribute;
    script_of(call)->record.value = value > INT64_MAX ? INT64_MAX : (int64_t)value;
    return action;
}

static enum vm_action get_attribute_begin(struct vm_call *call, struct err *err)
{
    uint64_t attribute, address;
    if (bind_number(call, 1, "attribute", &attribute, err) != 0 ||
        bind_pointer(call, 2, "pointer to the value", &address, err) != 0)
        return VM_FAIL;
    if (attribute < 1 || attribute > 8 || address == 0)
        return bind_refuse(call, CALL_cudaMemPoolGetAttribute, CUDA_cudaErrorInvalidValue);
    enum vm_action action = of_pool(call, CALL_cudaMemPoolGetAttribute, err);
    script_of(call)->record.count = (uint32_t)attribute;
    return action;
}

static enum vm_action get_attribute_finish(struct vm_call *call, const void *answer,
                                           struct err *err)
{
    const struct runtime_answer *a = answer;
    return bind_finish_writing(call, answer, call->args[2].u, (uint64_t)a->value,
                               attribute_bytes(call->args[1].u), err);
}

/* cudaDeviceGetDefaultMemPool and cudaDeviceGetMemPool: the default pool, always. */
static enum vm_action device_pool(struct vm_call *call, enum call which, struct err *err)
{
    uint64_t address, device;
    if (bind_pointer(call, 0, "pointer to the pool", &address, err) != 0 ||
        bind_number(call, 1, "device", &device, err) != 0)
        return VM_FAIL;
    if (address == 0)
        return bind_refuse(call, which, CUDA_cudaErrorInvalidValue);
    if (device != 0)
        return bind_refuse(call, which, CUDA_cudaErrorInvalidDevice);
    bind_record(call, which);
    *bind_pending(call) = (struct bind_pending){.address = address};
    return VM_SUSPEND;
}

static enum vm_action default_pool_begin(struct vm_call *call, struct err *err)
{
    return device_pool(call, CALL_cudaDeviceGetDefaultMemPool, err);
}

static enum vm_action device_pool_begin(struct vm_call *call, struct err *err)
{
    return device_pool(call, CALL_cudaDeviceGetMemPool, err);
}

static enum vm_action set_device_pool_begin(struct vm_call *call, struct err *err)
{
    uint32_t pool = 0;
    if (pool_at(call, 1, &pool, err) != 0)
        return VM_FAIL;
    if (pool != 0) {
        err_set(err, ERR_INPUT,
                "another pool than the default one for the device is not predicted");
        err_hint(err, "name the pool in each allocation: cudaMallocFromPoolAsync");
        return VM_FAIL;
    }
    bind_record(call, CALL_cudaDeviceSetMemPool);
    return VM_SUSPEND;
}

const struct vm_builtin bind_pool_builtins[] = {
    {"cudaMallocAsync", malloc_begin, bind_make_finish},
    {"cudaMallocFromPoolAsync", malloc_pool_begin, bind_make_finish},
    {"cudaFreeAsync", free_begin, free_finish},
    {"cudaMemPoolCreate", create_begin, handle_finish},
    {"cudaMemPoolDestroy", destroy_begin, bind_finish},
    {"cudaMemPoolSetAttribute", set_attribute_begin, bind_finish},
    {"cudaMemPoolGetAttribute", get_attribute_begin, get_attribute_finish},
    {"cudaMemPoolTrimTo", trim_begin, bind_finish},
    {"cudaDeviceGetDefaultMemPool", default_pool_begin, handle_finish},
    {"cudaDeviceGetMemPool", device_pool_begin, handle_finish},
    {"cudaDeviceSetMemPool", set_device_pool_begin, bind_finish},
    {0},
};
