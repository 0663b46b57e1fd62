/* Launches: geometry, cost on the host, and what the SM array gets (semantics S3.4, S3.5, S5). */
#include "sim/runtime/inside.h"

#include "sim/base/hot.h"
#include "sim/model/cost.h"

static struct kernel_state *kernel_state(struct runtime *runtime, uint32_t kernel)
{
    STATE_ROOM(runtime->kernels, kernel);
    return &runtime->kernels.rows[kernel];
}

/* The error that a launch of this geometry returns (RT cudaLaunchKernel, S5.1, S5.9). CUDA 13 gives
 * cudaErrorInvalidValue where older ones gave cudaErrorInvalidConfiguration
 * (traces/experiments/launch-errors.txt). */
static int32_t geometry_error(const struct runtime *runtime, const struct program_launch *launch,
                              const struct engine_kernel *kernel)
{
    const int64_t *value = runtime->profile->value;
    static const uint32_t grid_most[3] = {LAUNCH_GRID_X_MOST, LAUNCH_GRID_YZ_MOST,
                                          LAUNCH_GRID_YZ_MOST};
    for (int i = 0; i < 3; i++)
        if (launch->grid[i] == 0 || launch->grid[i] > grid_most[i] || launch->block[i] == 0)
            return CUDA_cudaErrorInvalidValue;
    uint64_t threads = (uint64_t)launch->block[0] * launch->block[1];
    int64_t most = value[PROFILE_sm_block_threads];
    if (launch->block[2] > LAUNCH_BLOCK_Z_MOST || launch->block[0] > most ||
        launch->block[1] > most || threads * launch->block[2] > (uint64_t)most)
        return CUDA_cudaErrorInvalidValue;
    if (launch->shared_bytes > value[PROFILE_sm_shared_block])
        return CUDA_cudaErrorInvalidValue;
    if (kernel->occupancy.blocks == 0)
        return CUDA_cudaErrorLaunchOutOfResources;
    /* The cluster's shape is not kept: what has no whole number of them by any shape. A kernel may
     * allow more than the portable 8 blocks, which is taken as allowed. */
    enum { CLUSTER_MOST = 16 };
    if (launch->cluster_blocks > 1 &&
        (kernel->blocks % launch->cluster_blocks != 0 || launch->cluster_blocks > CLUSTER_MOST))
        return CUDA_cudaErrorInvalidClusterSize;
    if (launch->cooperative &&
        kernel->blocks > (int64_t)kernel->occupancy.blocks * value[PROFILE_device_sm_count])
        return CUDA_cudaErrorCooperativeLaunchTooLarge;
    return CUDA_cudaSuccess;
}

/* Whether the launch alone would take more than two years: that is a mistake, and a few such are
 * beyond what times can say. */
static bool lasts_years(const struct runtime *runtime, const struct engine_kernel *kernel)
{
    const int64_t *value = runtime->profile->value;
    const double years = 0x1p56; /* ns */
    double blocks = (double)kernel->blocks;
    double places = (double)kernel->occupancy.blocks * (double)value[PROFILE_device_sm_count];
    return blocks * (double)value[PROFILE_sm_dispatch] > years ||
           (kernel->block_time > 0 && blocks / places * (double)kernel->block_time > years) ||
           (double)kernel->flops / (double)value[PROFILE_device_flops] * 1e9 > years ||
           (double)kernel->bytes / (double)value[PROFILE_device_memory_rate] * 1e9 > years;
}

static const struct launch_state *launch_state(struct runtime *runtime, uint32_t row)
{
    STATE_ROOM(runtime->launches, row);
    struct launch_state *state = &runtime->launches.rows[row];
    if (state->known)
        return state;
    const struct program_launch *launch = &runtime->program->launches.rows[row];
    struct occupancy_need need = cost_need(launch);
    state->known = true;
    occupancy_of(runtime->profile, &need, &state->kernel.occupancy);
    state->kernel.blocks = cost_grid_blocks(launch);
    state->kernel.block_threads = need.threads;
    state->kernel.cooperative = launch->cooperative;
    state->kernel.block_time = -1;
    state->error = geometry_error(runtime, launch, &state->kernel);
    if (state->error)
        return state;
    if (launch->cost == COST_WORK) {
        state->kernel.flops = launch->flops;
        state->kernel.bytes = launch->bytes;
    } else {
        state->kernel.block_time =
            cost_block_time(runtime->profile, launch, &state->kernel.occupancy);
    }
    state->lasts_years = lasts_years(runtime, &state->kernel);
    return state;
}

HOT int launch_enter(struct runtime *runtime, struct host_thread *thread, struct err *err)
{
    uint32_t row = thread->record.object;
    uint32_t kernel = runtime->program->launches.rows[row].kernel;
    if (kernel == 0 || kernel >= runtime->program->kernels.count)
        return call_error(runtime, thread, err, "kernel %u does not exist", kernel);
    if (!stream_of_call(runtime, thread, err))
        return STEP_ERROR;
    const struct launch_state *state = launch_state(runtime, row);
    if (state->error)
        return STEP_DONE;
    if (state->lasts_years)
        return call_error(
            runtime, thread, err, "%lld blocks of kernel %s would take years",
            (long long)state->kernel.blocks,
            program_name(runtime->program, runtime->program->kernels.rows[kernel].name));
    return enqueue_enter(runtime, thread, err);
}

HOT int64_t launch_cost(struct runtime *runtime, struct host_thread *thread)
{
    const int64_t *value = runtime->profile->value;
    const struct program_launch *launch = &runtime->program->launches.rows[thread->record.object];
    int64_t cost = runtime->profile->call_cost[thread->record.call];
    if (engine_pending(runtime->engine) > 0 && value[PROFILE_host_launch_pending] > 0)
        cost = value[PROFILE_host_launch_pending];
    return cost + load_kernel(runtime, thread, launch->kernel);
}

/* More than 48 KB of shared memory need the opt-in. A program that was not recorded by us may lack
 * the call that gave it. */
static bool lacks_opt_in(struct runtime *runtime, const struct program_launch *launch)
{
    if (!runtime->options.record ||
        launch->shared_bytes <= runtime->profile->value[PROFILE_sm_shared_default])
        return false;
    uint32_t fixed = runtime->program->kernels.rows[launch->kernel].static_shared_bytes;
    uint32_t dynamic = launch->shared_bytes > fixed ? launch->shared_bytes - fixed : 0;
    return kernel_state(runtime, launch->kernel)->shared_most < (int64_t)dynamic;
}

HOT int launch_commit(struct runtime *runtime, struct host_thread *thread, struct err *err)
{
    (void)err;
    uint32_t row = thread->record.object;
    const struct launch_state *state = launch_state(runtime, row);
    const struct program_launch *launch = &runtime->program->launches.rows[row];
    thread->result = state->error;
    if (!thread->result && lacks_opt_in(runtime, launch))
        thread->result = CUDA_cudaErrorInvalidValue;
    if (thread->result)
        return STEP_DONE;
    struct engine_kernel work = state->kernel;
    const struct program_kernel *kernel = &runtime->program->kernels.rows[launch->kernel];
    int32_t greatest = (int32_t)runtime->profile->value[PROFILE_device_priority_greatest];
    work.priority = launch->priority == INT32_MIN
                        ? stream_state(runtime, thread->record.stream)->priority
                    : launch->priority > 0        ? 0
                    : launch->priority < greatest ? greatest
                                                  : launch->priority;
    if (launch->cost == COST_WORK && launch->bytes > 0) {
        cache_pass(runtime, (uint64_t)launch->bytes);
        work.driven = (int64_t)unwritten_driven(runtime, (uint64_t)launch->bytes);
    }
    uint32_t op = enqueue(runtime, thread,
                          &(struct enqueue){
                              .kind = OP_KERNEL,
                              .machine = MACHINE_SM,
                              .name = kernel->name,
                              .detail = row,
                              .flags = kernel->guessed ? OP_GUESSED : 0,
                              .kernel = &work,
                              .loads = thread->loads,
                          });
    if (launch->fails)
        engine_watch(runtime->engine, op);
    if (!runtime->launch_blocking)
        return STEP_DONE;
    stream_learn(runtime, thread, thread->record.stream);
    await_op(runtime, thread, op, RULE_ID_LAUNCH_BLOCKING);
    return await(runtime, thread);
}

enum { FUNCTION_SHARED_MOST = 8 }; /* cudaFuncAttributeMaxDynamicSharedMemorySize */

int launch_attribute(struct runtime *runtime, struct host_thread *thread, struct err *err)
{
    (void)err;
    const struct program_record *record = &thread->record;
    if (record->call != CALL_cudaFuncSetAttribute || record->count != FUNCTION_SHARED_MOST)
        return STEP_DONE;
    int64_t fixed = runtime->program->kernels.rows[record->object].static_shared_bytes;
    if (record->value < 0 ||
        record->value + fixed > runtime->profile->value[PROFILE_sm_shared_block])
        thread->result = CUDA_cudaErrorInvalidValue;
    else
        kernel_state(runtime, record->object)->shared_most = (int32_t)record->value;
    return STEP_DONE;
}
