/* What each call does: its row of the call list (sim/model/call_list.h) says what is known about
 * it, this table who does it. A call without a row here takes its time on the host and succeeds. */
#include "sim/runtime/inside.h"

#define ENQUEUES(what)                                                                             \
    {                                                                                              \
        .enqueues = true, .enter = enqueue_enter, .commit = (what)                                 \
    }
#define DOES(what)                                                                                 \
    {                                                                                              \
        .commit = (what)                                                                           \
    }
#define LOOKS(what, of)                                                                            \
    {                                                                                              \
        .cost = of##_look_cost, .commit = (what)                                                   \
    }
#define COPIES                                                                                     \
    {                                                                                              \
        .enqueues = true, .enter = copy_enter, .cost = copy_cost, .commit = copy_commit            \
    }
#define LAUNCHES                                                                                   \
    {                                                                                              \
        .enqueues = true, .enter = launch_enter, .cost = launch_cost, .commit = launch_commit      \
    }
#define FREES                                                                                      \
    {                                                                                              \
        .enter = alloc_free_enter, .cost = alloc_free_cost, .commit = alloc_free                   \
    }
#define POOL_MALLOC                                                                                \
    {                                                                                              \
        .enqueues = true, .before = pool_grow_cost, .enter = pool_enter, .commit = pool_malloc     \
    }

static const struct call_action actions[CALL_COUNT] = {
    [CALL_cudaStreamCreate] = DOES(stream_create),
    [CALL_cudaStreamCreateWithFlags] = DOES(stream_create),
    [CALL_cudaStreamCreateWithPriority] = DOES(stream_create),
    [CALL_cudaStreamDestroy] = DOES(stream_destroy),
    [CALL_cudaStreamQuery] = DOES(stream_query),
    [CALL_cudaStreamSynchronize] = LOOKS(stream_synchronize, stream),
    [CALL_cudaStreamWaitEvent] = {.enqueues = true,
                                  .enter = enqueue_enter_attached,
                                  .commit = event_wait},
    [CALL_cudaStreamGetFlags] = DOES(stream_attribute),
    [CALL_cudaStreamGetPriority] = DOES(stream_attribute),
    [CALL_cudaStreamIsCapturing] = DOES(stream_attribute),
    [CALL_cudaStreamGetId] = DOES(stream_attribute),
    [CALL_cudaStreamGetDevice] = DOES(stream_attribute),
    [CALL_cudaStreamCopyAttributes] = DOES(stream_attribute),
    [CALL_cudaStreamGetAttribute] = DOES(stream_attribute),
    [CALL_cudaStreamSetAttribute] = DOES(stream_attribute),
    [CALL_cudaStreamAttachMemAsync] = ENQUEUES(alloc_attach),

    [CALL_cudaEventCreate] = DOES(event_create),
    [CALL_cudaEventCreateWithFlags] = DOES(event_create),
    [CALL_cudaEventRecord] = {.enqueues = true,
                              .enter = event_record_enter,
                              .cost = event_record_cost,
                              .commit = event_record},
    [CALL_cudaEventRecordWithFlags] = {.enqueues = true,
                                       .enter = event_record_enter,
                                       .cost = event_record_cost,
                                       .commit = event_record},
    [CALL_cudaEventQuery] = DOES(event_query),
    [CALL_cudaEventSynchronize] = LOOKS(event_synchronize, event),
    [CALL_cudaEventElapsedTime] = DOES(event_elapsed),
    [CALL_cudaEventDestroy] = DOES(event_destroy),

    [CALL_cudaMemcpy] = COPIES,
    [CALL_cudaMemcpyAsync] = COPIES,
    [CALL_cudaMemcpy2D] = COPIES,
    [CALL_cudaMemcpy2DAsync] = COPIES,
    [CALL_cudaMemcpyPeer] = COPIES,
    [CALL_cudaMemcpyPeerAsync] = COPIES,
    [CALL_cudaMemcpyToSymbol] = COPIES,
    [CALL_cudaMemcpyToSymbolAsync] = COPIES,
    [CALL_cudaMemcpyFromSymbol] = COPIES,
    [CALL_cudaMemcpyFromSymbolAsync] = COPIES,
    [CALL_cudaMemset] = COPIES,
    [CALL_cudaMemsetAsync] = COPIES,
    [CALL_cudaMemset2D] = COPIES,
    [CALL_cudaMemset2DAsync] = COPIES,
    [CALL_cudaMemPrefetchAsync] = COPIES,

    [CALL_cudaMalloc] = {.cost = alloc_device_cost, .commit = alloc_device},
    [CALL_cudaMallocPitch] = {.cost = alloc_device_cost, .commit = alloc_device},
    [CALL_cudaMallocManaged] = {.cost = alloc_device_cost, .commit = alloc_device},
    [CALL_cudaMallocHost] = {.cost = alloc_host_cost, .commit = alloc_host},
    [CALL_cudaHostAlloc] = {.cost = alloc_host_cost, .commit = alloc_host},
    [CALL_cudaHostRegister] = {.cost = alloc_register_cost, .commit = alloc_host},
    [CALL_cudaFree] = FREES,
    [CALL_cudaFreeHost] = FREES,
    [CALL_cudaHostUnregister] = FREES,
    [CALL_cudaMallocAsync] = POOL_MALLOC,
    [CALL_cudaMallocFromPoolAsync] = POOL_MALLOC,
    [CALL_cudaFreeAsync] = {.enqueues = true, .enter = pool_enter, .commit = pool_free},
    [CALL_cudaMemPoolCreate] = DOES(pool_call),
    [CALL_cudaMemPoolDestroy] = DOES(pool_call),
    [CALL_cudaMemPoolSetAttribute] = DOES(pool_call),
    [CALL_cudaMemPoolGetAttribute] = DOES(pool_call),
    [CALL_cudaMemPoolTrimTo] = DOES(pool_call),
    [CALL_cudaMemGetInfo] = DOES(alloc_info),

    [CALL_cudaLaunchKernel] = LAUNCHES,
    [CALL_cudaLaunchKernelExC] = LAUNCHES,
    [CALL_cudaLaunchCooperativeKernel] = LAUNCHES,
    [CALL_cudaLaunchHostFunc] = ENQUEUES(hostfn_commit),
    [CALL_cudaStreamAddCallback] = ENQUEUES(hostfn_commit),
    [CALL_cudaFuncSetAttribute] = DOES(launch_attribute),
    [CALL_cudaFuncGetAttributes] = {.cost = load_cost},
    [CALL_cudaOccupancyMaxActiveBlocksPerMultiprocessor] = DOES(device_occupancy),
    [CALL_cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags] = DOES(device_occupancy),
    [CALL_cudaOccupancyMaxPotentialBlockSize] = DOES(device_occupancy),
    [CALL_cudaOccupancyAvailableDynamicSMemPerBlock] = DOES(device_occupancy),

    [CALL_cudaDeviceSynchronize] = LOOKS(device_synchronize, device),
    [CALL_cudaDeviceReset] = DOES(device_reset),
    [CALL_cudaGetDeviceCount] = DOES(device_query),
    [CALL_cudaDeviceGetAttribute] = DOES(device_query),
    [CALL_cudaDeviceGetStreamPriorityRange] = DOES(device_query),
    [CALL_cudaSetDeviceFlags] = DOES(device_query),
    [CALL_cudaGetDeviceFlags] = DOES(device_query),
    [CALL_cudaDeviceSetLimit] = DOES(device_query),
    [CALL_cudaDeviceGetLimit] = DOES(device_query),
    [CALL_cudaDeviceSetCacheConfig] = DOES(device_query),
    [CALL_cudaDeviceGetCacheConfig] = DOES(device_query),
    [CALL_cudaDeviceEnablePeerAccess] = DOES(device_query),
    [CALL_cudaDeviceDisablePeerAccess] = DOES(device_query),
    [CALL_cudaDriverGetVersion] = DOES(device_query),
    [CALL_cudaRuntimeGetVersion] = DOES(device_query),
    [CALL_cudaGetLastError] = DOES(error_get),
    [CALL_cudaPeekAtLastError] = DOES(error_peek),

    [CALL_host_work] = {.cost = host_work_cost, .commit = host_work_commit},
    [CALL_host_sleep] = {.cost = host_sleep_cost, .commit = host_work_commit},
    [CALL_host_read] = DOES(host_touches),
    [CALL_host_write] = DOES(host_touches),
    [CALL_host_clock] = DOES(host_clock),
    [CALL_publish] = DOES(told_publish),
    [CALL_observe] = DOES(told_observe),
    [CALL_block_take] = DOES(host_quiet),
    [CALL_block_give] = DOES(host_quiet),
    [CALL_gate_open] = DOES(host_gate_open),
    [CALL_thread_create] = {.cost = host_thread_cost, .commit = host_thread_create},
    [CALL_thread_join] = DOES(host_thread_join),
    [CALL_thread_end] = DOES(host_leave),
    [CALL_lock_acquire] = DOES(host_lock),
    [CALL_lock_release] = DOES(host_unlock),
    [CALL_range_push] = DOES(host_range_push),
    [CALL_range_pop] = DOES(host_range_pop),
    [CALL_set_variable] = DOES(host_set_variable),
};

const struct call_action *call_action(enum call call)
{
    return &actions[call];
}
