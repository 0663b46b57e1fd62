#include "sim/model/calls.h"

#include <stddef.h>
#include <string.h>

static const struct call_info infos[CALL_COUNT] = {
#define ROW(group, name, parameters, object, state, bg, bo, fg, fo, source)                        \
    [CALL_##name] = {#name,       parameters,  CALL_GROUP_##group, OBJECT_##object, CALL_##state,  \
                     BLOCKS_##bg, BLOCKS_##bo, FENCES_##fg,        FENCES_##fo,     source},
#define CALL(...) ROW(STREAMS, __VA_ARGS__)
    CALL_LIST_STREAMS(CALL)
#undef CALL
#define CALL(...) ROW(EVENTS, __VA_ARGS__)
        CALL_LIST_EVENTS(CALL)
#undef CALL
#define CALL(...) ROW(COPIES, __VA_ARGS__)
            CALL_LIST_COPIES(CALL)
#undef CALL
#define CALL(...) ROW(MEMORY, __VA_ARGS__)
                CALL_LIST_MEMORY(CALL)
#undef CALL
#define CALL(...) ROW(KERNELS, __VA_ARGS__)
                    CALL_LIST_KERNELS(CALL)
#undef CALL
#define CALL(...) ROW(DEVICE, __VA_ARGS__)
                        CALL_LIST_DEVICE(CALL)
#undef CALL
#define CALL(...) ROW(GRAPHS, __VA_ARGS__)
                            CALL_LIST_GRAPHS(CALL)
#undef CALL
#define CALL(...) ROW(HOST, __VA_ARGS__)
                                CALL_LIST_HOST(CALL)
#undef CALL
#undef ROW
};

const struct call_info *call_info(enum call call)
{
    return &infos[call];
}

enum call call_find(const char *name)
{
    for (int i = CALL_NONE + 1; i < CALL_COUNT; i++)
        if (strcmp(infos[i].name, name) == 0)
            return (enum call)i;
    return CALL_NONE;
}

enum call call_async(enum call call)
{
    switch (call) {
    case CALL_cudaMemcpy:
        return CALL_cudaMemcpyAsync;
    case CALL_cudaMemcpy2D:
        return CALL_cudaMemcpy2DAsync;
    case CALL_cudaMemcpyToSymbol:
        return CALL_cudaMemcpyToSymbolAsync;
    case CALL_cudaMemcpyFromSymbol:
        return CALL_cudaMemcpyFromSymbolAsync;
    case CALL_cudaMemset:
        return CALL_cudaMemsetAsync;
    case CALL_cudaMemset2D:
        return CALL_cudaMemset2DAsync;
    default:
        return CALL_NONE;
    }
}

bool call_sets_up(enum call call)
{
    switch (call) {
    case CALL_cudaMalloc:
    case CALL_cudaMallocPitch:
    case CALL_cudaFree:
    case CALL_cudaMallocHost:
    case CALL_cudaHostAlloc:
    case CALL_cudaFreeHost:
    case CALL_cudaHostRegister:
    case CALL_cudaHostUnregister:
    case CALL_cudaMallocManaged:
    case CALL_cudaStreamCreate:
    case CALL_cudaStreamCreateWithFlags:
    case CALL_cudaStreamCreateWithPriority:
    case CALL_cudaStreamDestroy:
    case CALL_cudaEventCreate:
    case CALL_cudaEventCreateWithFlags:
    case CALL_cudaEventDestroy:
        return true;
    default:
        return false;
    }
}

bool call_allocates(enum call call)
{
    return call_sets_up(call) && call_info(call)->object == OBJECT_ALLOC;
}

bool call_is_event_record(enum call call)
{
    return call == CALL_cudaEventRecord || call == CALL_cudaEventRecordWithFlags;
}

bool call_enqueues(enum call call)
{
    const struct call_info *info = call_info(call);
    switch (info->object) {
    case OBJECT_LAUNCH:
    case OBJECT_HOSTFN:
        return true;
    case OBJECT_COPY:
        return info->group != CALL_GROUP_HOST;
    default:
        return call_is_event_record(call) || call == CALL_cudaStreamWaitEvent ||
               call == CALL_cudaMallocAsync || call == CALL_cudaFreeAsync ||
               call == CALL_cudaMallocFromPoolAsync;
    }
}

const char *call_group_name(enum call_group group)
{
    static const char *const names[] = {
#define GROUP(id, text) text,
        CALL_GROUPS(GROUP)
#undef GROUP
    };
    return names[group];
}

bool call_waits_for_work(enum call call)
{
    enum call_blocks blocks = call_info(call)->blocks_observed;
    return blocks != BLOCKS_NEVER && blocks != BLOCKS_OUT;
}

const char *call_blocks_name(enum call_blocks blocks)
{
    static const char *const names[] = {"never", "device", "stream", "event",
                                        "copy",  "may",    "host",   "out"};
    return names[blocks];
}

const char *call_fences_name(enum call_fences fences)
{
    static const char *const names[] = {"no", "legacy", "device"};
    return names[fences];
}
