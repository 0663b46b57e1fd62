#include "gpu/inject/arguments.h"

#include <cupti.h>

/* The legacy and the per-thread stream have handles of their own besides 0. */
static void set_stream(struct native_call *row, const CUpti_CallbackData *data, bool per_thread,
                       cudaStream_t stream)
{
    if (stream == cudaStreamLegacy || stream == cudaStreamPerThread) {
        per_thread = stream == cudaStreamPerThread;
        stream = NULL;
    }
    row->per_thread = per_thread && stream == NULL;
    if (cuptiGetStreamIdEx(data->context, stream, per_thread, &row->stream) != CUPTI_SUCCESS)
        row->stream = NATIVE_NO_STREAM;
}

#define PARAMETERS(call) const call##_params *p = data->functionParams

/* The parameters of the variants for per-thread default streams have the same layout. Those of a
 * launch are not in the headers of CUDA 13.0; its activity record has them. */
void arguments_set(struct native_call *row, const void *callback_data, bool per_thread)
{
    const CUpti_CallbackData *data = callback_data;
    switch (row->call) {
    case CALL_cudaStreamCreate: {
        PARAMETERS(cudaStreamCreate_v3020);
        set_stream(row, data, false, *p->pStream);
        break;
    }
    case CALL_cudaStreamCreateWithFlags: {
        PARAMETERS(cudaStreamCreateWithFlags_v5000);
        row->flags = p->flags;
        set_stream(row, data, false, *p->pStream);
        break;
    }
    case CALL_cudaStreamCreateWithPriority: {
        PARAMETERS(cudaStreamCreateWithPriority_v5050);
        row->flags = p->flags;
        row->priority = p->priority;
        set_stream(row, data, false, *p->pStream);
        break;
    }
    case CALL_cudaStreamSynchronize: {
        PARAMETERS(cudaStreamSynchronize_v3020);
        set_stream(row, data, per_thread, p->stream);
        break;
    }
    case CALL_cudaStreamQuery: {
        PARAMETERS(cudaStreamQuery_v3020);
        set_stream(row, data, per_thread, p->stream);
        break;
    }
    case CALL_cudaEventCreate: {
        PARAMETERS(cudaEventCreate_v3020);
        row->event = (uintptr_t)*p->event;
        break;
    }
    case CALL_cudaEventCreateWithFlags: {
        PARAMETERS(cudaEventCreateWithFlags_v3020);
        row->flags = p->flags;
        row->event = (uintptr_t)*p->event;
        break;
    }
    case CALL_cudaEventSynchronize: {
        PARAMETERS(cudaEventSynchronize_v3020);
        row->event = (uintptr_t)p->event;
        break;
    }
    case CALL_cudaEventQuery: {
        PARAMETERS(cudaEventQuery_v3020);
        row->event = (uintptr_t)p->event;
        break;
    }
    case CALL_cudaEventRecord: {
        PARAMETERS(cudaEventRecord_v3020);
        row->event = (uintptr_t)p->event;
        set_stream(row, data, per_thread, p->stream);
        break;
    }
    case CALL_cudaEventRecordWithFlags: {
        PARAMETERS(cudaEventRecordWithFlags_v11010);
        row->event = (uintptr_t)p->event;
        set_stream(row, data, per_thread, p->stream);
        break;
    }
    case CALL_cudaStreamWaitEvent: {
        PARAMETERS(cudaStreamWaitEvent_v3020);
        row->event = (uintptr_t)p->event;
        set_stream(row, data, per_thread, p->stream);
        break;
    }
    case CALL_cudaLaunchHostFunc: {
        PARAMETERS(cudaLaunchHostFunc_v10000);
        set_stream(row, data, per_thread, p->stream);
        break;
    }
    case CALL_cudaStreamAddCallback: {
        PARAMETERS(cudaStreamAddCallback_v5000);
        set_stream(row, data, per_thread, p->stream);
        break;
    }
    default:
        break;
    }
}

#undef PARAMETERS
