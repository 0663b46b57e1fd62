/* The device as a whole: synchronization, reset, properties, occupancy queries, limits. */
#include "sim/runtime/inside.h"

#include "sim/model/cost.h"

/* All work that was issued before; other threads may issue more meanwhile. */
static int wait_for_device(struct runtime *runtime, struct host_thread *thread)
{
    size_t count = fence_tails(runtime, thread);
    count = knowledge_learn_all(&runtime->after, &thread->knowledge, runtime->candidates, count,
                                (uint32_t)runtime->timeline->ops.count);
    for (size_t i = 0; i < count; i++)
        await_op(runtime, thread, runtime->candidates[i].op, RULE_ID_DEVICE_SYNCHRONIZE);
    thread->looked_end = (uint32_t)runtime->timeline->ops.count;
    pool_trim(runtime, thread);
    return await(runtime, thread);
}

int64_t device_look_cost(struct runtime *runtime, struct host_thread *thread)
{
    const struct looks all = {.end = runtime->commands_end};
    return runtime->profile->call_cost[thread->record.call] + look_cost(runtime, &all);
}

int device_synchronize(struct runtime *runtime, struct host_thread *thread, struct err *err)
{
    (void)err;
    return wait_for_device(runtime, thread);
}

/* Destroys what the program created; the error of the device is gone (RT cudaDeviceReset). */
int device_reset(struct runtime *runtime, struct host_thread *thread, struct err *err)
{
    (void)err;
    uint32_t place = thread->record.place;
    int rc = wait_for_device(runtime, thread);
    for (uint32_t i = 1; i < runtime->streams.count; i++) {
        struct stream_state *state = &runtime->streams.rows[i];
        if (stream_row(runtime, i)->kind == STREAM_PER_THREAD || state->life == LIFE_GONE)
            continue;
        state->life = LIFE_GONE;
        state->gone_place = place;
    }
    for (size_t i = 1; i < runtime->events.count; i++) {
        if (runtime->events.rows[i].life == LIFE_GONE)
            continue;
        runtime->events.rows[i].life = LIFE_GONE;
        runtime->events.rows[i].gone_place = place;
    }
    for (size_t i = 1; i < runtime->allocs.count; i++) {
        if (runtime->program->allocs.rows[i].kind == MEMORY_PAGEABLE)
            continue;
        runtime->allocs.rows[i].life = LIFE_GONE;
        runtime->allocs.rows[i].gone_place = place;
    }
    error_mark_ops(runtime);
    runtime->reset_op = (uint32_t)runtime->timeline->ops.count;
    runtime->memory_used = 0;
    runtime->device_error = 0;
    if (runtime->engine)
        engine_recover(runtime->engine);
    thread->last_error = 0;
    return rc;
}

/* Numbers of enum cudaDeviceAttr (driver_types.h) and what they answer: a profile value times and
 * over a factor, or a constant where the key is PROFILE_KEY_COUNT. */
static const struct {
    int attribute;
    enum profile_key key;
    int64_t factor, divisor;
} attributes[] = {
#define CONSTANT(value) PROFILE_KEY_COUNT, value, 1
    {1, PROFILE_sm_block_threads, 1, 1},  /* MaxThreadsPerBlock */
    {2, PROFILE_sm_block_threads, 1, 1},  /* MaxBlockDimX */
    {3, PROFILE_sm_block_threads, 1, 1},  /* MaxBlockDimY */
    {4, CONSTANT(LAUNCH_BLOCK_Z_MOST)},   /* MaxBlockDimZ */
    {5, CONSTANT(LAUNCH_GRID_X_MOST)},    /* MaxGridDimX */
    {6, CONSTANT(LAUNCH_GRID_YZ_MOST)},   /* MaxGridDimY */
    {7, CONSTANT(LAUNCH_GRID_YZ_MOST)},   /* MaxGridDimZ */
    {8, PROFILE_sm_shared_default, 1, 1}, /* MaxSharedMemoryPerBlock */
    {9, CONSTANT(65536)},                 /* TotalConstantMemory */
    {10, CONSTANT(32)},                   /* WarpSize */
    {11, CONSTANT(INT32_MAX)},            /* MaxPitch */
    {12, PROFILE_sm_registers, 1, 1},     /* MaxRegistersPerBlock */
    {13, PROFILE_device_clock, 1, 1},     /* ClockRate, kHz */
    {14, CONSTANT(512)},                  /* TextureAlignment */
    {15, CONSTANT(1)},                    /* GpuOverlap */
    {16, PROFILE_device_sm_count, 1, 1},  /* MultiProcessorCount */
    {17, CONSTANT(0)},                    /* KernelExecTimeout */
    {18, CONSTANT(0)},                    /* Integrated */
    {19, CONSTANT(1)},                    /* CanMapHostMemory */
    {20, CONSTANT(0)},                    /* ComputeMode: default */
    {31, PROFILE_rules_concurrent_kernels, 1, 1},
    {32, CONSTANT(1)},              /* EccEnabled */
    {33, CONSTANT(0)},              /* PciBusId */
    {34, CONSTANT(0)},              /* PciDeviceId */
    {35, CONSTANT(0)},              /* TccDriver */
    {38, PROFILE_device_l2, 1, 1},  /* L2CacheSize */
    {39, PROFILE_sm_threads, 1, 1}, /* MaxThreadsPerMultiProcessor */
    {40, PROFILE_device_async_engine_count, 1, 1},
    {41, CONSTANT(1)},                              /* UnifiedAddressing */
    {50, CONSTANT(0)},                              /* PciDomainId */
    {75, PROFILE_device_compute_capability, 1, 10}, /* ComputeCapabilityMajor */
    {78, CONSTANT(1)},                              /* StreamPrioritiesSupported */
    {79, CONSTANT(1)},                              /* GlobalL1CacheSupported */
    {80, CONSTANT(1)},                              /* LocalL1CacheSupported */
    {81, PROFILE_sm_shared, 1, 1},                  /* MaxSharedMemoryPerMultiprocessor */
    {82, PROFILE_sm_registers, 1, 1},               /* MaxRegistersPerMultiprocessor */
    {83, CONSTANT(1)},                              /* ManagedMemory */
    {84, CONSTANT(0)},                              /* IsMultiGpuBoard */
    {88, CONSTANT(0)},                              /* PageableMemoryAccess */
    {89, CONSTANT(1)},                              /* ConcurrentManagedAccess */
    {90, CONSTANT(1)},                              /* ComputePreemptionSupported */
    {91, CONSTANT(1)},                              /* CanUseHostPointerForRegisteredMem */
    {95, CONSTANT(1)},                              /* CooperativeLaunch */
    {97, PROFILE_sm_shared_block, 1, 1},            /* MaxSharedMemoryPerBlockOptin */
    {99, CONSTANT(1)},                              /* HostRegisterSupported */
    {106, PROFILE_sm_blocks, 1, 1},                 /* MaxBlocksPerMultiprocessor */
    {111, PROFILE_sm_shared_reserved, 1, 1},        /* ReservedSharedMemoryPerBlock */
    {115, CONSTANT(1)},                             /* MemoryPoolsSupported */
#undef CONSTANT
};

enum { ATTRIBUTE_CAPABILITY_MINOR = 76 };

bool runtime_attribute_of(const struct profile *profile, int attribute, int64_t *value)
{
    if (attribute == ATTRIBUTE_CAPABILITY_MINOR) {
        *value = profile->value[PROFILE_device_compute_capability] % 10;
        return true;
    }
    for (size_t i = 0; i < sizeof attributes / sizeof *attributes; i++) {
        if (attributes[i].attribute != attribute)
            continue;
        int64_t base =
            attributes[i].key == PROFILE_KEY_COUNT ? 1 : profile->value[attributes[i].key];
        *value = base * attributes[i].factor / attributes[i].divisor;
        return true;
    }
    return false;
}

bool runtime_attribute(const struct runtime *runtime, int attribute, int64_t *value)
{
    return runtime_attribute_of(runtime->profile, attribute, value);
}

static const int64_t default_limits[] = {
    1024,    /* cudaLimitStackSize */
    1048576, /* cudaLimitPrintfFifoSize */
    8388608, /* cudaLimitMallocHeapSize */
    2,       /* cudaLimitDevRuntimeSyncDepth */
    2048,    /* cudaLimitDevRuntimePendingLaunchCount */
    64,      /* cudaLimitMaxL2FetchGranularity */
    0,       /* cudaLimitPersistingL2CacheSize */
};

static void limit_call(struct runtime *runtime, struct host_thread *thread)
{
    uint32_t limit = thread->record.count;
    if (limit >= sizeof default_limits / sizeof *default_limits)
        thread->result = CUDA_cudaErrorInvalidValue;
    else if (thread->record.call == CALL_cudaDeviceSetLimit)
        runtime->limits[limit] = thread->record.value;
    else
        thread->value = runtime->limits[limit] < 0 ? default_limits[limit] : runtime->limits[limit];
}

int device_query(struct runtime *runtime, struct host_thread *thread, struct err *err)
{
    (void)err;
    const struct program_record *record = &thread->record;
    switch (record->call) {
    case CALL_cudaGetDeviceCount:
        thread->value = 1;
        break;
    case CALL_cudaDeviceGetAttribute:
        if (!runtime_attribute(runtime, (int)record->count, &thread->value))
            thread->result = CUDA_cudaErrorInvalidValue;
        break;
    case CALL_cudaDeviceGetStreamPriorityRange: /* the greatest; the least is 0 */
        thread->value = runtime->profile->value[PROFILE_device_priority_greatest];
        break;
    case CALL_cudaSetDeviceFlags:
        runtime->device_flags = (uint32_t)record->value;
        break;
    case CALL_cudaGetDeviceFlags:
        thread->value = runtime->device_flags;
        break;
    case CALL_cudaDeviceSetLimit:
    case CALL_cudaDeviceGetLimit:
        limit_call(runtime, thread);
        break;
    case CALL_cudaDeviceSetCacheConfig:
        runtime->cache_config = (uint32_t)record->value;
        break;
    case CALL_cudaDeviceGetCacheConfig:
        thread->value = runtime->cache_config;
        break;
    case CALL_cudaDeviceEnablePeerAccess: /* a device is no peer of itself */
    case CALL_cudaDeviceDisablePeerAccess:
        thread->result = CUDA_cudaErrorInvalidDevice;
        break;
    case CALL_cudaDriverGetVersion:
    case CALL_cudaRuntimeGetVersion:
        thread->value = 13000;
        break;
    default: /* device 0, or nothing to answer */
        break;
    }
    return STEP_DONE;
}

/* --- occupancy -----------------------------------------------------------------------------------
 */

static struct occupancy occupancy_with(const struct runtime *runtime,
                                       const struct program_kernel *kernel, int64_t threads,
                                       int64_t dynamic)
{
    struct occupancy_need need = {
        .threads = (int32_t)threads,
        .registers = (int32_t)kernel->registers,
        .shared_bytes = (int64_t)kernel->static_shared_bytes + dynamic,
        .carveout = -1,
    };
    struct occupancy out;
    occupancy_of(runtime->profile, &need, &out);
    return out;
}

/* The block size with the most resident threads, the largest of several, as cuda_occupancy.h. */
static int64_t potential_block_size(const struct runtime *runtime,
                                    const struct program_kernel *kernel, int64_t limit,
                                    int64_t dynamic)
{
    int64_t most = runtime->profile->value[PROFILE_sm_block_threads];
    if (limit <= 0 || limit > most)
        limit = most;
    int64_t best_size = 0, best_blocks = 0;
    for (int64_t size = (limit + 31) / 32 * 32; size > 0; size -= 32) {
        int64_t threads = size < limit ? size : limit;
        int64_t blocks = occupancy_with(runtime, kernel, threads, dynamic).blocks;
        if (blocks * threads > best_blocks * best_size) {
            best_size = threads;
            best_blocks = blocks;
        }
    }
    return best_blocks * runtime->profile->value[PROFILE_device_sm_count] << 32 | best_size;
}

/* The most dynamic shared memory with which `blocks` of a size fit on an SM. */
static int64_t available_shared(const struct runtime *runtime, const struct program_kernel *kernel,
                                int64_t threads, int64_t blocks)
{
    int64_t low = -1, high = runtime->profile->value[PROFILE_sm_shared_block] + 1;
    while (high - low > 1) { /* low fits, high does not */
        int64_t middle = low + (high - low) / 2;
        if (occupancy_with(runtime, kernel, threads, middle).blocks >= blocks)
            low = middle;
        else
            high = middle;
    }
    return low;
}

int device_occupancy(struct runtime *runtime, struct host_thread *thread, struct err *err)
{
    (void)err;
    const struct program_record *record = &thread->record;
    const struct program_kernel *kernel = &runtime->program->kernels.rows[record->object];
    if (record->value < 0) {
        thread->result = CUDA_cudaErrorInvalidValue;
        return STEP_DONE;
    }
    switch (record->call) {
    case CALL_cudaOccupancyMaxPotentialBlockSize:
        thread->value = potential_block_size(runtime, kernel, record->count, record->value);
        break;
    case CALL_cudaOccupancyAvailableDynamicSMemPerBlock:
        thread->value = available_shared(runtime, kernel, record->count, record->value);
        if (thread->value < 0)
            thread->result = CUDA_cudaErrorInvalidValue;
        break;
    default:
        if (record->count == 0 || record->count > runtime->profile->value[PROFILE_sm_block_threads])
            thread->result = CUDA_cudaErrorInvalidValue;
        else
            thread->value = occupancy_with(runtime, kernel, record->count, record->value).blocks;
        break;
    }
    return STEP_DONE;
}
