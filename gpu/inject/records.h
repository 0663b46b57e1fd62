/* What the injection library saw of a process, as plain data.
 *
 * The library calls the program's main several times in one process; each time is a run. Times are
 * ns of one clock, ids are CUPTI's own. Knows nothing of CUDA's headers, so that what is made of it
 * (native_timeline.h) is tested without a GPU.
 */
#ifndef GPU_INJECT_RECORDS_H
#define GPU_INJECT_RECORDS_H

#include "sim/model/calls.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define NATIVE_NO_STREAM UINT32_MAX /* the call takes none, or it is not known yet */

/* One runtime call of a host thread. */
struct native_call {
    int64_t enter, returned;
    uint64_t event;       /* the handle that it makes or names; 0: none */
    uint32_t correlation; /* joins it with what it enqueued */
    uint32_t run;         /* from 0 */
    uint32_t thread;      /* rises in the order in which threads were made; main is 0 */
    uint32_t stream;      /* CUPTI's id of the stream that it makes or names */
    uint32_t flags;       /* of a stream or an event that it makes, as the API has them */
    int32_t priority;     /* of a stream that it makes */
    uint16_t call;        /* enum call */
    uint16_t result;      /* the CUDA error that it returned */
    bool per_thread;      /* `stream` is the thread's own default stream */
    bool outside;         /* made before the timed part begins or after it ends */
};

/* The NVTX range "nullstream" of a traced run, which limits its timed part. */
struct native_range {
    int64_t begin, end;
    uint32_t run, thread;
};

enum native_kind { NATIVE_KERNEL, NATIVE_COPY, NATIVE_MEMSET };

/* Device work, by a CUPTI activity record. */
struct native_span {
    int64_t start, end;
    enum native_kind kind;
    uint32_t correlation;
    uint32_t stream;
    uint32_t grid[3], block[3], shared_bytes, registers; /* of a kernel; as in program_launch */
    uint64_t bytes;                                      /* of a copy or memset */
    uint8_t copy_kind;                                   /* enum copy_kind */
    uint8_t host_memory;                                 /* enum memory_kind */
    char *name;                                          /* of a kernel, mangled; owned */
};

/* When a call of the timed part that can wait for the device returned, in a run with the clock
 * only. */
struct native_return {
    int64_t returned;
    uint32_t run, thread;
};

struct native_records {
    struct native_call *calls; /* of the traced runs, in the order in which they returned */
    size_t call_count, call_capacity;
    struct native_span *spans; /* in any order */
    size_t span_count, span_capacity;
    struct native_return *returns; /* of the plain runs; of a thread in the order of the calls */
    size_t return_count, return_capacity;
    struct native_range *ranges; /* at most one a run */
    size_t range_count, range_capacity;
    int64_t *zeros; /* by plain run: entry of the first call that enqueues work */
    size_t plain_runs, zero_capacity;
    size_t traced_runs;
    size_t warm_ups; /* runs before the first traced one that counts */
    uint32_t legacy_stream;
    uint32_t
        own_stream; /* the recorder's, whose work is not the program's; NATIVE_NO_STREAM: none */
    const char *scenario, *device, *driver, *date; /* NULL: unknown */
    const char *const *options;                    /* of `nullstream predict` for the same run */
    size_t option_count;
};

/* What a call means for the recording. */
enum native_role {
    NATIVE_IGNORED,  /* not recorded */
    NATIVE_NOTED,    /* recorded, does not enqueue work */
    NATIVE_ORDERS,   /* an event record or wait: an operation, but no work */
    NATIVE_ENQUEUES, /* a kernel, copy, memset or host function */
};

enum native_role native_role(enum call call);

/* Whether the call can return only when device work is done. Of a query: whether its success says
 * so. Copies that are asynchronous by name are not among them. */
bool native_waits(enum call call);

/* The call by the name that CUPTI gives it, "cudaMemcpyAsync_ptsz_v7000" or
 * "__cudaLaunchKernel_v13000"; CALL_NONE if the program knows no such call. */
enum call native_call_find(const char *cupti_name);

/* "scale" of "_Z5scalePfi", "_ZN4math5scaleIfEEvPT_i" or "scale(float *, int)", into `text`. */
void native_short_name(const char *name, char *text, size_t size);

#endif
