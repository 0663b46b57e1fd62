/* The calls of the call list by number, what its columns say of one, and what kind of call it is
 * for those who ask. Knows no program: who made a call, and with what, stands in
 * sim/model/program.h. */
#ifndef SIM_MODEL_CALLS_H
#define SIM_MODEL_CALLS_H

#include "sim/model/call_list.h"

#include <stdbool.h>
#include <stdint.h>

enum call {
    CALL_NONE,
#define CALL(name, ...) CALL_##name,
    CALL_LIST(CALL)
#undef CALL
        CALL_COUNT
};

enum call_group {
#define GROUP(id, text) CALL_GROUP_##id,
    CALL_GROUPS(GROUP)
#undef GROUP
        CALL_GROUP_COUNT
};

struct call_info {
    const char *name;
    const char *parameters;
    enum call_group group;
    enum call_object object;
    enum call_state state;
    enum call_blocks blocks_guaranteed, blocks_observed;
    enum call_fences fences_guaranteed, fences_observed;
    const char *source;
};

/* Of any call but CALL_NONE. Static. */
const struct call_info *call_info(enum call call);

/* By name, as in C; CALL_NONE if there is no such row. */
enum call call_find(const char *name);

/* The call that does the same but returns before it is done: cudaMemcpyAsync for cudaMemcpy and so
 * on. CALL_NONE of all but synchronous copies and memsets; cudaMemcpyPeer is none, it is
 * asynchronous to the host (S2.1). */
enum call call_async(enum call call);

/* Whether it puts an operation into a stream. */
bool call_enqueues(enum call call);

bool call_is_event_record(enum call call);

/* Whether it only makes or unmakes what others use: memory, streams and events. */
bool call_sets_up(enum call call);

/* Whether that is memory: it allocates, page-locks or frees some. */
bool call_allocates(enum call call);

static inline bool call_creates_stream(unsigned call)
{
    return call == CALL_cudaStreamCreate || call == CALL_cudaStreamCreateWithFlags ||
           call == CALL_cudaStreamCreateWithPriority;
}

/* Memory that is had or given back in the order of a stream. */
static inline bool call_is_stream_ordered(enum call call)
{
    return call == CALL_cudaMallocAsync || call == CALL_cudaMallocFromPoolAsync ||
           call == CALL_cudaFreeAsync;
}

/* Whether it gives memory back, or pinned memory to the host. */
static inline bool call_frees(unsigned call)
{
    return call == CALL_cudaFree || call == CALL_cudaFreeHost || call == CALL_cudaFreeAsync ||
           call == CALL_cudaHostUnregister;
}

/* The host's own time: it works, or sleeps. */
static inline bool call_is_work(unsigned call)
{
    return call == CALL_host_work || call == CALL_host_sleep;
}

/* Whether a call of one run can be that of another: recordings of before 2026-11-29 call a sleep
 * work. */
static inline bool call_is_alike(unsigned one, unsigned other)
{
    return one == other || (call_is_work(one) && call_is_work(other));
}

/* Whether it returns when the device, a stream or an event is done, and does nothing else. */
static inline bool call_is_synchronize(unsigned call)
{
    return call == CALL_cudaDeviceSynchronize || call == CALL_cudaStreamSynchronize ||
           call == CALL_cudaEventSynchronize;
}

/* Whether it asks if a stream or an event is done, and waits for nothing. */
static inline bool call_is_query(unsigned call)
{
    return call == CALL_cudaStreamQuery || call == CALL_cudaEventQuery;
}

/* Whether its result is the error of an earlier call. */
static inline bool call_reports_error(unsigned call)
{
    return call == CALL_cudaGetLastError || call == CALL_cudaPeekAtLastError;
}

/* Whether it is no call but the program's own host code that reads or writes memory. */
static inline bool call_is_touch(uint16_t call)
{
    return call == CALL_host_read || call == CALL_host_write;
}

const char *call_group_name(enum call_group group);
/* Whether the host may wait in it for work of any kind, as observed. */
bool call_waits_for_work(enum call call);

const char *call_blocks_name(enum call_blocks blocks); /* "never", "device", ... */
const char *call_fences_name(enum call_fences fences); /* "no", "legacy", "device" */

#endif
