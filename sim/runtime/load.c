/* Kernels are loaded at their first launch (S3.4). On an H200 the launch returns after a few us
 * more than usual, but the device does nothing that is issued from then on before all that was
 * pending is done, in any stream (traces/experiments/lazy-loading.txt). Only with --cold: otherwise
 * the process is warm. */
#include "sim/runtime/inside.h"

#include "sim/base/mem.h"

int64_t load_kernel(struct runtime *runtime, struct host_thread *thread, uint32_t kernel)
{
    if (!runtime->options.cold || !runtime->lazy)
        return 0;
    STATE_ROOM(runtime->kernels, kernel);
    struct kernel_state *state = &runtime->kernels.rows[kernel];
    if (state->loaded)
        return 0;
    state->loaded = thread->loads = true;
    int64_t load =
        runtime->profile
            ->value[runtime->module_loaded ? PROFILE_host_kernel_load : PROFILE_host_module_load];
    runtime->module_loaded = true;
    add_wait(thread, thread->now + load, NO_OP, RULE_ID_MODULE_LOAD);
    add_op_wait(thread, thread->now + load, NO_OP, RULE_ID_MODULE_LOAD);
    return load;
}

int64_t load_cost(struct runtime *runtime, struct host_thread *thread)
{
    return runtime->profile->call_cost[thread->record.call] +
           load_kernel(runtime, thread, thread->record.object);
}

void load_begin(struct runtime *runtime)
{
    runtime->load_count = 0;
    struct candidate tail;
    for (uint32_t s = runtime->newest; s != NO_OP; s = runtime->streams.rows[s].older) {
        if (!fence_tail(runtime, s, &tail) || op_done(runtime, tail.op))
            continue;
        runtime->load_awaits = mem_grow(runtime->load_awaits, &runtime->load_capacity,
                                        runtime->load_count + 1, sizeof *runtime->load_awaits);
        runtime->load_awaits[runtime->load_count++] = tail.op;
    }
}

size_t load_wait(struct runtime *runtime, uint32_t stream, size_t count)
{
    size_t left = 0;
    for (size_t i = 0; i < runtime->load_count; i++) {
        uint32_t op = runtime->load_awaits[i];
        if (op_done(runtime, op))
            continue;
        runtime->load_awaits[left++] = op;
        if (runtime->timeline->ops.rows[op].stream == stream)
            continue; /* behind it anyway */
        runtime->dependencies = mem_grow(runtime->dependencies, &runtime->dependency_capacity,
                                         count + 1, sizeof *runtime->dependencies);
        runtime->dependencies[count++] =
            (struct engine_dependency){.op = op, .rule = RULE_ID_MODULE_LOAD};
    }
    runtime->load_count = left;
    return count;
}
