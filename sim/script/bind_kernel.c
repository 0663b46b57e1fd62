/* Kernels as functions: attributes and occupancy. */
#include "sim/script/binding_inside.h"

/* enum cudaFuncAttribute */
enum { MAX_DYNAMIC_SHARED = 8, PREFERRED_CARVEOUT = 9 };

/* The kernel of argument `index`; -1 when it is none. */
static int kernel_at(const struct vm_call *call, int index, int *kernel, struct err *err)
{
    uint64_t address;
    if (bind_number(call, index, "kernel", &address, err) != 0)
        return -1;
    *kernel = bind_kernel(binding_of(call), address);
    return 0;
}

static enum vm_action set_attribute_begin(struct vm_call *call, struct err *err)
{
    int kernel;
    uint64_t attribute, value;
    if (kernel_at(call, 0, &kernel, err) != 0 ||
        bind_number(call, 1, "attribute", &attribute, err) != 0 ||
        bind_number(call, 2, "value", &value, err) != 0)
        return VM_FAIL;
    if (kernel < 0)
        return bind_refuse(call, CALL_cudaFuncSetAttribute, CUDA_cudaErrorInvalidResourceHandle);
    int32_t number = (int32_t)value;
    if (attribute < MAX_DYNAMIC_SHARED || attribute > 15 ||
        (attribute == PREFERRED_CARVEOUT && (number < -1 || number > 100)))
        return bind_refuse(call, CALL_cudaFuncSetAttribute, CUDA_cudaErrorInvalidValue);
    struct program_record *record = bind_record(call, CALL_cudaFuncSetAttribute);
    record->object = bind_kernel_row(binding_of(call), kernel);
    record->count = (uint32_t)attribute;
    record->value = number;
    return VM_SUSPEND;
}

static enum vm_action set_attribute_finish(struct vm_call *call, const void *answer,
                                           struct err *err)
{
    struct binding *binding = binding_of(call);
    int kernel = bind_kernel(binding, call->args[0].u);
    if (((const struct runtime_answer *)answer)->error == 0 && kernel >= 0) {
        if (call->args[1].u == PREFERRED_CARVEOUT)
            binding->kernels[kernel].carveout = (int32_t)call->args[2].u;
        else if (call->args[1].u == MAX_DYNAMIC_SHARED)
            binding->kernels[kernel].dynamic_shared = (int32_t)call->args[2].u;
    }
    return bind_finish(call, answer, err);
}

static enum vm_action get_attributes_begin(struct vm_call *call, struct err *err)
{
    int kernel;
    uint64_t address;
    if (bind_pointer(call, 0, "pointer to the attributes", &address, err) != 0 ||
        kernel_at(call, 1, &kernel, err) != 0)
        return VM_FAIL;
    if (kernel < 0 || address == 0)
        return bind_refuse(call, CALL_cudaFuncGetAttributes,
                           kernel < 0 ? CUDA_cudaErrorInvalidResourceHandle
                                      : CUDA_cudaErrorInvalidValue);
    bind_record(call, CALL_cudaFuncGetAttributes)->object =
        bind_kernel_row(binding_of(call), kernel);
    return VM_SUSPEND;
}

/* cudaFuncAttributes as sim/script/headers/cuda_types.txt has it. */
struct function_attributes {
    uint64_t shared, constant, local;
    int32_t max_threads, registers, ptx_version, binary_version, cache_mode, max_dynamic_shared,
        carveout, cluster[5], non_portable_cluster, reserved[16];
};

static enum vm_action get_attributes_finish(struct vm_call *call, const void *answer,
                                            struct err *err)
{
    struct binding *binding = binding_of(call);
    int kernel = bind_kernel(binding, call->args[1].u);
    if (((const struct runtime_answer *)answer)->error == 0 && kernel >= 0) {
        const struct function *function = binding->costs.kernels[kernel].function;
        const struct program_kernel *row =
            &binding->script->program->kernels.rows[bind_kernel_row(binding, kernel)];
        const int64_t *profile = binding->script->profile->value;
        int version = (int)profile[PROFILE_device_compute_capability];
        struct function_attributes attributes = {
            .shared = row->static_shared_bytes,
            .max_threads = function->max_threads ? function->max_threads
                                                 : (int)profile[PROFILE_sm_block_threads],
            .registers = (int)row->registers,
            .ptx_version = version,
            .binary_version = version,
            .max_dynamic_shared =
                binding->kernels[kernel].dynamic_shared
                    ? binding->kernels[kernel].dynamic_shared
                    : (int)(profile[PROFILE_sm_shared_default] - row->static_shared_bytes),
            .carveout = binding->kernels[kernel].carveout,
        };
        if (vm_write_bytes(call, call->args[0].u, &attributes, sizeof attributes, 0, err) != 0)
            return VM_FAIL;
    }
    return bind_finish(call, answer, err);
}

static enum vm_action cache_config_begin(struct vm_call *call, struct err *err)
{
    int kernel;
    if (kernel_at(call, 0, &kernel, err) != 0)
        return VM_FAIL;
    if (kernel < 0)
        return bind_refuse(call, CALL_cudaFuncSetCacheConfig, CUDA_cudaErrorInvalidResourceHandle);
    bind_record(call, CALL_cudaFuncSetCacheConfig)->object =
        bind_kernel_row(binding_of(call), kernel);
    return VM_SUSPEND;
}

/* ---- occupancy ---- */

/* `kernel_index` is the argument of the kernel, then those of the threads and the shared bytes. */
static enum vm_action occupancy(struct vm_call *call, enum call which, int kernel_index,
                                int threads_index, int value_index, struct err *err)
{
    int kernel;
    uint64_t threads, value, address;
    if (bind_pointer(call, 0, "pointer to the result", &address, err) != 0 ||
        kernel_at(call, kernel_index, &kernel, err) != 0 ||
        bind_number(call, threads_index, "block size", &threads, err) != 0 ||
        bind_number(call, value_index, "shared memory size", &value, err) != 0)
        return VM_FAIL;
    if (kernel < 0)
        return bind_refuse(call, which, CUDA_cudaErrorInvalidResourceHandle);
    if (address == 0 || (int32_t)threads < 0)
        return bind_refuse(call, which, CUDA_cudaErrorInvalidValue);
    struct program_record *record = bind_record(call, which);
    record->object = bind_kernel_row(binding_of(call), kernel);
    record->count = (uint32_t)threads;
    record->value = (int64_t)value;
    return VM_SUSPEND;
}

static enum vm_action active_begin(struct vm_call *call, struct err *err)
{
    return occupancy(call, CALL_cudaOccupancyMaxActiveBlocksPerMultiprocessor, 1, 2, 3, err);
}

static enum vm_action active_flags_begin(struct vm_call *call, struct err *err)
{
    return occupancy(call, CALL_cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags, 1, 2, 3,
                     err);
}

static enum vm_action available_begin(struct vm_call *call, struct err *err)
{
    /* The record's value holds the blocks. */
    return occupancy(call, CALL_cudaOccupancyAvailableDynamicSMemPerBlock, 1, 3, 2, err);
}

static enum vm_action potential_begin(struct vm_call *call, struct err *err)
{
    return occupancy(call, CALL_cudaOccupancyMaxPotentialBlockSize, 2, 4, 3, err);
}

static enum vm_action potential_finish(struct vm_call *call, const void *answer, struct err *err)
{
    const struct runtime_answer *a = answer;
    uint64_t grid = (uint64_t)a->value >> 32, block = (uint64_t)a->value & UINT32_MAX;
    if (a->error == 0 && (bind_write(call, call->args[0].u, grid, 4, err) != 0 ||
                          bind_write(call, call->args[1].u, block, 4, err) != 0))
        return VM_FAIL;
    return bind_finish(call, answer, err);
}

const struct vm_builtin bind_kernel_builtins[] = {
    {"cudaFuncSetAttribute", set_attribute_begin, set_attribute_finish},
    {"cudaFuncGetAttributes", get_attributes_begin, get_attributes_finish},
    {"cudaFuncSetCacheConfig", cache_config_begin, bind_finish},
    {"cudaOccupancyMaxActiveBlocksPerMultiprocessor", active_begin, bind_finish_int},
    {"cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags", active_flags_begin, bind_finish_int},
    {"cudaOccupancyMaxPotentialBlockSize", potential_begin, potential_finish},
    {"cudaOccupancyAvailableDynamicSMemPerBlock", available_begin, bind_finish_size},
    {0},
};
