/* The device: synchronization, properties, attributes, limits, errors; graphs, which come later. */
#include "sim/script/binding_inside.h"

#include <string.h>

#define PLAIN(name)                                                                                \
    static enum vm_action begin_##name(struct vm_call *call, struct err *err)                      \
    {                                                                                              \
        (void)err;                                                                                 \
        return bind_plain(call, CALL_##name);                                                      \
    }
PLAIN(cudaDeviceSynchronize)
PLAIN(cudaDeviceReset)
PLAIN(cudaGetLastError)
PLAIN(cudaPeekAtLastError)
PLAIN(cudaProfilerStart)
PLAIN(cudaProfilerStop)
/* Refused by the runtime, with a message of its own. */
PLAIN(cudaStreamBeginCapture)
PLAIN(cudaStreamEndCapture)
PLAIN(cudaGraphCreate)
PLAIN(cudaGraphInstantiate)
PLAIN(cudaGraphLaunch)
PLAIN(cudaGraphUpload)
PLAIN(cudaGraphExecDestroy)
PLAIN(cudaGraphDestroy)
PLAIN(cudaGraphInstantiateWithFlags)
PLAIN(cudaGraphClone)
PLAIN(cudaGraphGetNodes)
PLAIN(cudaGraphAddKernelNode)
PLAIN(cudaGraphAddMemcpyNode1D)
PLAIN(cudaGraphAddMemsetNode)
PLAIN(cudaGraphAddHostNode)
PLAIN(cudaGraphAddEmptyNode)
PLAIN(cudaGraphAddChildGraphNode)
PLAIN(cudaGraphAddMemFreeNode)
PLAIN(cudaGraphAddDependencies)
PLAIN(cudaGraphKernelNodeSetParams)
PLAIN(cudaGraphExecKernelNodeSetParams)
PLAIN(cudaGraphDestroyNode)
PLAIN(cudaGraphDebugDotPrint)
PLAIN(cudaThreadExchangeStreamCaptureMode)
PLAIN(cudaDeviceGetByPCIBusId)
#undef PLAIN

static enum vm_action synchronize_finish(struct vm_call *call, const void *answer, struct err *err)
{
    if (bind_end_leaving(call, BIND_ALL_STREAMS, err) != 0)
        return VM_FAIL;
    return bind_finish(call, answer, err);
}

/* Calls whose first argument gets a number. */
static enum vm_action result(struct vm_call *call, enum call which, struct err *err)
{
    uint64_t address;
    if (bind_pointer(call, 0, "pointer to the result", &address, err) != 0)
        return VM_FAIL;
    if (address == 0)
        return bind_refuse(call, which, CUDA_cudaErrorInvalidValue);
    return bind_plain(call, which);
}

#define RESULT(name)                                                                               \
    static enum vm_action begin_##name(struct vm_call *call, struct err *err)                      \
    {                                                                                              \
        return result(call, CALL_##name, err);                                                     \
    }
RESULT(cudaGetDeviceCount)
RESULT(cudaGetDevice)
RESULT(cudaGetDeviceFlags)
RESULT(cudaChooseDevice)
RESULT(cudaDeviceGetCacheConfig)
RESULT(cudaDriverGetVersion)
RESULT(cudaRuntimeGetVersion)
#undef RESULT

/* Calls with a number at `index` that goes into the record's value. */
static enum vm_action value(struct vm_call *call, enum call which, int index, const char *what,
                            struct err *err)
{
    uint64_t number;
    if (bind_number(call, index, what, &number, err) != 0)
        return VM_FAIL;
    bind_record(call, which)->value = (int64_t)number;
    return VM_SUSPEND;
}

/* Only device 0 is there: CUDA's answer to any other number (RT). */
static enum vm_action device(struct vm_call *call, enum call which, int index, struct err *err)
{
    uint64_t number;
    if (bind_number(call, index, "device", &number, err) != 0)
        return VM_FAIL;
    bind_record(call, which)->value = (int32_t)number;
    return VM_SUSPEND;
}

static enum vm_action begin_cudaSetDevice(struct vm_call *call, struct err *err)
{
    return device(call, CALL_cudaSetDevice, 0, err);
}

static enum vm_action begin_cudaInitDevice(struct vm_call *call, struct err *err)
{
    return device(call, CALL_cudaInitDevice, 0, err);
}

static enum vm_action begin_cudaDeviceEnablePeerAccess(struct vm_call *call, struct err *err)
{
    return device(call, CALL_cudaDeviceEnablePeerAccess, 0, err);
}

static enum vm_action begin_cudaDeviceDisablePeerAccess(struct vm_call *call, struct err *err)
{
    return device(call, CALL_cudaDeviceDisablePeerAccess, 0, err);
}

static enum vm_action begin_cudaDeviceCanAccessPeer(struct vm_call *call, struct err *err)
{
    return device(call, CALL_cudaDeviceCanAccessPeer, call->args[1].u ? 1 : 2, err);
}

static enum vm_action begin_cudaSetDeviceFlags(struct vm_call *call, struct err *err)
{
    return value(call, CALL_cudaSetDeviceFlags, 0, "flags", err);
}

static enum vm_action begin_cudaDeviceSetCacheConfig(struct vm_call *call, struct err *err)
{
    return value(call, CALL_cudaDeviceSetCacheConfig, 0, "configuration", err);
}

static enum vm_action begin_cudaDeviceSetLimit(struct vm_call *call, struct err *err)
{
    uint64_t limit;
    if (bind_number(call, 0, "limit", &limit, err) != 0)
        return VM_FAIL;
    enum vm_action action = value(call, CALL_cudaDeviceSetLimit, 1, "value", err);
    script_of(call)->record.count = (uint32_t)limit;
    return action;
}

static enum vm_action begin_cudaDeviceGetLimit(struct vm_call *call, struct err *err)
{
    uint64_t limit;
    if (bind_number(call, 1, "limit", &limit, err) != 0)
        return VM_FAIL;
    enum vm_action action = result(call, CALL_cudaDeviceGetLimit, err);
    script_of(call)->record.count = (uint32_t)limit;
    return action;
}

static enum vm_action begin_cudaDeviceGetAttribute(struct vm_call *call, struct err *err)
{
    uint64_t attribute, number, address;
    if (bind_pointer(call, 0, "pointer to the value", &address, err) != 0 ||
        bind_number(call, 1, "attribute", &attribute, err) != 0 ||
        bind_number(call, 2, "device", &number, err) != 0)
        return VM_FAIL;
    if (address == 0)
        return bind_refuse(call, CALL_cudaDeviceGetAttribute, CUDA_cudaErrorInvalidValue);
    struct program_record *record = bind_record(call, CALL_cudaDeviceGetAttribute);
    record->count = (uint32_t)attribute;
    record->value = (int32_t)number;
    return VM_SUSPEND;
}

static enum vm_action begin_cudaDeviceGetStreamPriorityRange(struct vm_call *call, struct err *err)
{
    (void)err;
    return bind_plain(call, CALL_cudaDeviceGetStreamPriorityRange);
}

/* Either pointer may be null (RT). */
static enum vm_action priority_finish(struct vm_call *call, const void *answer, struct err *err)
{
    const struct runtime_answer *a = answer;
    uint64_t least = call->args[0].u, greatest = call->args[1].u;
    if (a->error == 0 &&
        ((least && bind_write(call, least, 0, 4, err) != 0) ||
         (greatest && bind_write(call, greatest, (uint64_t)a->value, 4, err) != 0)))
        return VM_FAIL;
    return bind_finish(call, answer, err);
}

static enum vm_action begin_cudaDeviceGetPCIBusId(struct vm_call *call, struct err *err)
{
    return device(call, CALL_cudaDeviceGetPCIBusId, 2, err);
}

static enum vm_action bus_id_finish(struct vm_call *call, const void *answer, struct err *err)
{
    static const char id[] = "0000:00:00.0"; /* the profile knows none */
    uint64_t bytes = call->args[1].u < sizeof id ? call->args[1].u : sizeof id;
    if (((const struct runtime_answer *)answer)->error == 0 && bytes > 0 &&
        vm_write_bytes(call, call->args[0].u, id, bytes, 0, err) != 0)
        return VM_FAIL;
    return bind_finish(call, answer, err);
}

/* ---- properties ---- */

/* Members of cudaDeviceProp and the attribute that says the same (driver_types.h). */
static const struct {
    const char *member;
    int attribute;
} properties[] = {
    {"sharedMemPerBlock", 8},
    {"regsPerBlock", 12},
    {"warpSize", 10},
    {"memPitch", 11},
    {"maxThreadsPerBlock", 1},
    {"totalConstMem", 9},
    {"major", 75},
    {"minor", 76},
    {"textureAlignment", 14},
    {"multiProcessorCount", 16},
    {"integrated", 18},
    {"canMapHostMemory", 19},
    {"concurrentKernels", 31},
    {"ECCEnabled", 32},
    {"asyncEngineCount", 40},
    {"unifiedAddressing", 41},
    {"l2CacheSize", 38},
    {"maxThreadsPerMultiProcessor", 39},
    {"streamPrioritiesSupported", 78},
    {"globalL1CacheSupported", 79},
    {"localL1CacheSupported", 80},
    {"sharedMemPerMultiprocessor", 81},
    {"regsPerMultiprocessor", 82},
    {"managedMemory", 83},
    {"concurrentManagedAccess", 89},
    {"computePreemptionSupported", 90},
    {"canUseHostPointerForRegisteredMem", 91},
    {"cooperativeLaunch", 95},
    {"sharedMemPerBlockOptin", 97},
    {"hostRegisterSupported", 99},
    {"maxBlocksPerMultiProcessor", 106},
    {"reservedSharedMemPerBlock", 111},
    {"memoryPoolsSupported", 115},
};

static enum vm_action begin_cudaGetDeviceProperties(struct vm_call *call, struct err *err)
{
    uint64_t address;
    if (bind_pointer(call, 0, "pointer to the properties", &address, err) != 0)
        return VM_FAIL;
    if (address == 0)
        return bind_refuse(call, CALL_cudaGetDeviceProperties, CUDA_cudaErrorInvalidValue);
    return device(call, CALL_cudaGetDeviceProperties, 1, err);
}

static void put(char *bytes, const struct member *member, int index, int64_t number)
{
    int64_t size = member->type->kind == TYPE_ARRAY ? member->type->base->size : member->type->size;
    char *at = bytes + member->offset + index * size;
    if (size == 8) {
        memcpy(at, &number, 8);
    } else {
        int32_t narrow = (int32_t)number;
        memcpy(at, &narrow, 4);
    }
}

static void fill_member(const struct script *script, const struct member *member, char *bytes)
{
    int64_t number;
    const char *name = member->name;
    for (size_t i = 0; i < sizeof properties / sizeof *properties; i++) {
        if (strcmp(properties[i].member, name) == 0 &&
            runtime_attribute(script->runtime, properties[i].attribute, &number))
            put(bytes, member, 0, number);
    }
    if (strcmp(name, "name") == 0)
        memcpy(bytes + member->offset, script->profile->name,
               strnlen(script->profile->name, (size_t)member->type->size - 1));
    else if (strcmp(name, "totalGlobalMem") == 0)
        put(bytes, member, 0, script->profile->value[PROFILE_device_memory]);
    for (int i = 0; i < 3; i++) { /* attributes 2 to 4 and 5 to 7 */
        if (strcmp(name, "maxThreadsDim") == 0 &&
            runtime_attribute(script->runtime, 2 + i, &number))
            put(bytes, member, i, number);
        if (strcmp(name, "maxGridSize") == 0 && runtime_attribute(script->runtime, 5 + i, &number))
            put(bytes, member, i, number);
    }
}

/* What the source mentions of them is what its calls may depend on, unless it looks at the bytes.
 */
static void note_properties(struct program *program, const struct record *record)
{
    program->other_properties |= record->bytes_seen;
    for (int i = 0; i < record->count; i++) {
        const struct member *member = &record->members[i];
        bool known = false;
        for (size_t k = 0; k < sizeof properties / sizeof *properties; k++) {
            unsigned attribute = (unsigned)properties[k].attribute;
            if (!member->is_mentioned || strcmp(properties[k].member, member->name) != 0)
                continue;
            known = true;
            program->properties[attribute / 64] |= UINT64_C(1) << attribute % 64;
        }
        program->other_properties |= member->is_mentioned && !known;
    }
}

enum { MOST_PROPERTIES = 4096 };

static enum vm_action properties_finish(struct vm_call *call, const void *answer, struct err *err)
{
    char bytes[MOST_PROPERTIES] = {0};
    const struct function *function = call->site->function;
    const struct type *type = function ? function->type->parameters[0]->base : NULL;
    if (((const struct runtime_answer *)answer)->error == 0 && type && type->kind == TYPE_RECORD &&
        type->size <= MOST_PROPERTIES) {
        for (int i = 0; i < type->record->count; i++)
            fill_member(script_of(call), &type->record->members[i], bytes);
        if (vm_write_bytes(call, call->args[0].u, bytes, (uint64_t)type->size, 0, err) != 0)
            return VM_FAIL;
        note_properties(script_of(call)->program, type->record);
    }
    return bind_finish(call, answer, err);
}

#define ROW(name, finish)                                                                          \
    {                                                                                              \
#name, begin_##name, finish                                                                \
    }
const struct vm_builtin bind_device_builtins[] = {
    ROW(cudaDeviceSynchronize, synchronize_finish),
    ROW(cudaDeviceReset, synchronize_finish),
    ROW(cudaGetLastError, bind_finish),
    ROW(cudaPeekAtLastError, bind_finish),
    ROW(cudaProfilerStart, bind_finish),
    ROW(cudaProfilerStop, bind_finish),
    ROW(cudaGetDeviceCount, bind_finish_int),
    ROW(cudaGetDevice, bind_finish_int),
    ROW(cudaGetDeviceFlags, bind_finish_int),
    ROW(cudaChooseDevice, bind_finish_int),
    ROW(cudaDeviceGetCacheConfig, bind_finish_int),
    ROW(cudaDriverGetVersion, bind_finish_int),
    ROW(cudaRuntimeGetVersion, bind_finish_int),
    ROW(cudaSetDevice, bind_finish),
    ROW(cudaInitDevice, bind_finish),
    ROW(cudaDeviceEnablePeerAccess, bind_finish),
    ROW(cudaDeviceDisablePeerAccess, bind_finish),
    ROW(cudaDeviceCanAccessPeer, bind_finish_int),
    ROW(cudaSetDeviceFlags, bind_finish),
    ROW(cudaDeviceSetCacheConfig, bind_finish),
    ROW(cudaDeviceSetLimit, bind_finish),
    ROW(cudaDeviceGetLimit, bind_finish_size),
    ROW(cudaDeviceGetAttribute, bind_finish_int),
    ROW(cudaDeviceGetStreamPriorityRange, priority_finish),
    ROW(cudaDeviceGetPCIBusId, bus_id_finish),
    ROW(cudaGetDeviceProperties, properties_finish),
    ROW(cudaStreamBeginCapture, bind_finish),
    ROW(cudaStreamEndCapture, bind_finish),
    ROW(cudaGraphCreate, bind_finish),
    ROW(cudaGraphInstantiate, bind_finish),
    ROW(cudaGraphLaunch, bind_finish),
    ROW(cudaGraphUpload, bind_finish),
    ROW(cudaGraphExecDestroy, bind_finish),
    ROW(cudaGraphDestroy, bind_finish),
    ROW(cudaGraphInstantiateWithFlags, bind_finish),
    ROW(cudaGraphClone, bind_finish),
    ROW(cudaGraphGetNodes, bind_finish),
    ROW(cudaGraphAddKernelNode, bind_finish),
    ROW(cudaGraphAddMemcpyNode1D, bind_finish),
    ROW(cudaGraphAddMemsetNode, bind_finish),
    ROW(cudaGraphAddHostNode, bind_finish),
    ROW(cudaGraphAddEmptyNode, bind_finish),
    ROW(cudaGraphAddChildGraphNode, bind_finish),
    ROW(cudaGraphAddMemFreeNode, bind_finish),
    ROW(cudaGraphAddDependencies, bind_finish),
    ROW(cudaGraphKernelNodeSetParams, bind_finish),
    ROW(cudaGraphExecKernelNodeSetParams, bind_finish),
    ROW(cudaGraphDestroyNode, bind_finish),
    ROW(cudaGraphDebugDotPrint, bind_finish),
    ROW(cudaThreadExchangeStreamCaptureMode, bind_finish),
    ROW(cudaDeviceGetByPCIBusId, bind_finish_int),
    {0},
};
#undef ROW
