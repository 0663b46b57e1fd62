/* CUDA's errors as a program sees them: the last error of a thread, and the error of the device,
 * which appears at the first call that can see it and sticks (S3.3, RT cudaGetLastError). */
#include "sim/runtime/inside.h"

void error_device(struct runtime *runtime, int32_t error, int64_t time)
{
    if (runtime->device_error)
        return;
    runtime->device_error = error;
    runtime->device_error_at = time;
    engine_fail(runtime->engine);
}

int32_t error_sticky(const struct runtime *runtime, const struct host_thread *thread)
{
    return runtime->device_error && runtime->device_error_at <= thread->now ? runtime->device_error
                                                                            : 0;
}

/* Those that don't touch the context. cudaGetLastError and cudaPeekAtLastError look themselves. */
bool error_exempt(enum call call)
{
    switch (call) {
    case CALL_cudaGetLastError:
    case CALL_cudaPeekAtLastError:
    case CALL_cudaDeviceReset:
    case CALL_cudaGetDeviceCount:
    case CALL_cudaGetDevice:
    case CALL_cudaSetDevice:
    case CALL_cudaGetDeviceProperties:
    case CALL_cudaDeviceGetAttribute:
    case CALL_cudaDriverGetVersion:
    case CALL_cudaRuntimeGetVersion:
        return true;
    default:
        return false;
    }
}

int error_peek(struct runtime *runtime, struct host_thread *thread, struct err *err)
{
    (void)err;
    thread->result = error_sticky(runtime, thread);
    if (!thread->result)
        thread->result = thread->last_error;
    return STEP_DONE;
}

int error_get(struct runtime *runtime, struct host_thread *thread, struct err *err)
{
    error_peek(runtime, thread, err);
    thread->last_error = 0;
    return STEP_DONE;
}

/* What started when the device had failed did not run, nor what had not started yet. */
void error_mark_ops(struct runtime *runtime)
{
    if (!runtime->device_error)
        return;
    int64_t at = runtime->device_error_at;
    for (size_t i = runtime->reset_op; i < runtime->timeline->ops.count; i++) {
        struct timeline_op *op = &runtime->timeline->ops.rows[i];
        bool causes = op->kind == OP_KERNEL && runtime->program->launches.rows[op->detail].fails &&
                      op->end <= at;
        if (causes || op->start >= at || op->start == TIMELINE_UNKNOWN)
            op->flags |= OP_FAILED;
    }
}
