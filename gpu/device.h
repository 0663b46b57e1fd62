/* The device and the host beside it, as the executor sees them: behind this stands CUDA
 * (cuda_device.h) or, in tests, a fake that answers from the engine in virtual time
 * (tests/fake_device.h).
 *
 * A table of functions over an opaque device. What is created is named by opaque pointers that only
 * the device understands; memory is named by addresses, which can be added to but not read. Unless
 * said otherwise a function returns 0 or a number of enum cuda_error (`sim/model/cuda_errors.h`, or
 * one that is not listed there: error_text() knows it). Times are ns of now(), except those that
 * are said to be of the device's own clock.
 *
 * Knows nothing of programs, repetitions or statistics.
 */
#ifndef GPU_DEVICE_H
#define GPU_DEVICE_H

#include "sim/base/err.h"
#include "sim/model/calls.h"
#include "sim/model/program.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct device_stream; /* a stream; NULL is the legacy stream */
struct device_event;
struct device_pool; /* a memory pool; NULL is the default one */

/* The calling thread's own default stream. */
#define DEVICE_STREAM_PER_THREAD ((struct device_stream *)2)

/* No block runs longer, whatever it was to do, ns. */
#define DEVICE_BLOCK_MOST INT64_C(1000000000)

/* When and where one block ran. */
struct device_stamp {
    uint64_t start, end; /* ns of the device's clock (%globaltimer) */
    uint32_t sm, unused;
};

/* One launch of the kernel that stands for a program's kernel: its geometry and what its blocks
 * do. */
struct device_launch {
    uint32_t grid[3], block[3];
    uint32_t cluster;      /* blocks of a cluster, along x; 0 and 1: no cluster */
    uint32_t shared_bytes; /* of a block, all that the program's kernel has, static and dynamic */
    uint32_t registers;    /* of a thread of the program's kernel */
    int32_t carveout;      /* preferred, percent of the maximum; -1: default */
    int32_t priority;      /* by launch attribute; INT32_MIN: the stream's */
    bool cooperative;
    bool gate;                   /* one thread that waits for gate_open(), at most block_ns */
    int64_t block_ns;            /* every block spins so long; -1: by flops and bytes */
    int64_t flops, bytes;        /* totals of the grid: arithmetic and memory traffic */
    struct device_stamp *stamps; /* device memory, one a block (x fastest), or NULL */
    size_t stamp_count;          /* the first blocks only, if there are more */
};

struct device_copy {
    enum copy_kind kind;
    void *dst;
    const void *src;               /* not of a memset */
    uint64_t bytes;                /* of a row */
    uint64_t rows;                 /* 0 and 1: not a 2D copy */
    uint64_t dst_pitch, src_pitch; /* bytes between rows */
    int value;                     /* of a memset */
    bool synchronous;              /* the form without Async; `stream` is then the default one */
    bool prefetch;                 /* cudaMemPrefetchAsync of dst: to the device for COPY_H2D */
    bool peer;                     /* cudaMemcpyPeer(Async), from the device to itself */
};

/* A call that only asks or sets something, with what it names; all but `call` by the call. */
struct device_query {
    enum call call;
    struct device_stream *stream;
    struct device_stream *from; /* of cudaStreamCopyAttributes */
    struct device_pool *pool;
    void *pointer;
    uint32_t count; /* as in struct program_record */
    int64_t value;  /* likewise */
};

struct device_facts {
    char name[128];  /* of the device */
    char driver[64]; /* its version */
    uint64_t free_bytes, total_bytes;
    uint64_t host_bytes; /* of the host's memory, free for this process */
};

enum device_span_kind { DEVICE_KERNEL, DEVICE_COPY, DEVICE_MEMSET };

/* What the trace saw of one kernel, copy or memset. */
struct device_span {
    uint64_t order; /* rises with the calls of a thread */
    uint64_t tag;   /* what trace_tag() gave its call; 0 without tags */
    enum device_span_kind kind;
    int64_t start, end; /* ns of now() */
};

/* Every implementation begins with a struct device whose `api` is its table. */
struct device {
    const struct device_api *api;
};

/* Bytes of the chunks from which the driver cuts small memory (semantics S3.1); the executor's own
 * is made of whole ones, so that they have no room for what the program takes. */
enum { DEVICE_CHUNK = 2 << 20 };

struct device_api {
    void (*close)(struct device *device);

    /* Afterwards streams take connections and engines serve them as in a process that has used none
     * yet. Nothing that was created may be left; no trace may run. */
    int (*reset)(struct device *device);
    int (*facts)(struct device *device, struct device_facts *facts);
    const char *(*error_text)(int error);

    /* --- the host --- */

    /* Runs `body` as the program's main thread and returns when it has returned. Only calls made
     * from within, or from threads that it starts, are part of the program; what is done before
     * and after is set-up. `err` says what went wrong with the run as a whole (-1). */
    int (*run)(struct device *device, void (*body)(void *context), void *context, struct err *err);

    /* Before a run of a program of so many host threads: brings the calling thread to a core of the
     * host that nothing else uses (gpu/cores.h). Returns whether it came from another one. */
    bool (*cores_take)(struct device *device, uint32_t threads);

    /* Then: the other cores that the program's threads may begin on are held awake (gpu/awake.h),
     * until all have begun, as any thread may say. */
    void (*cores_hold)(struct device *device);
    void (*cores_let_go)(struct device *device);

    /* The run begins, whatever was prepared on that core before it. */
    void (*cores_begin)(struct device *device);

    /* After it: the thread may run anywhere again. Returns whether nothing else used its core. */
    bool (*cores_leave)(struct device *device);

    /* ns. A host clock; between trace_begin() and trace_end() the one that spans are given in. */
    int64_t (*now)(struct device *device);

    /* Keeps the calling thread busy for `ns`. */
    void (*work)(struct device *device, int64_t ns);

    /* Lets it sleep for `ns`, as the program does. */
    void (*sleep)(struct device *device, int64_t ns);

    /* Reads pageable memory, or writes it, as the program's host code does. */
    void (*touch)(struct device *device, void *memory, uint64_t bytes, bool write);

    /* Starts a host thread under the program's number for it; joins it. An error of the host's is
     * CUDA_cudaErrorUnknown. */
    int (*thread_start)(struct device *device, uint32_t thread, void (*body)(void *context),
                        void *context);
    int (*thread_join)(struct device *device, uint32_t thread);

    /* Locks by number. Whoever asks first gets it first; a release gives it to the next one that
     * waits, whoever holds it. */
    void (*lock_acquire)(struct device *device, uint32_t lock);
    void (*lock_release)(struct device *device, uint32_t lock, bool for_holder);

    /* --- streams and events --- */

    int (*stream_create)(struct device *device, bool nonblocking, int priority,
                         struct device_stream **stream);
    int (*stream_destroy)(struct device *device, struct device_stream *stream);
    int (*stream_query)(struct device *device, struct device_stream *stream);
    int (*stream_synchronize)(struct device *device, struct device_stream *stream);
    int (*stream_wait)(struct device *device, struct device_stream *stream,
                       struct device_event *event);
    int (*event_create)(struct device *device, bool timing, bool blocking,
                        struct device_event **event);
    int (*event_destroy)(struct device *device, struct device_event *event);
    int (*event_record)(struct device *device, struct device_event *event,
                        struct device_stream *stream);
    int (*event_query)(struct device *device, struct device_event *event);
    int (*event_synchronize)(struct device *device, struct device_event *event);
    int (*event_elapsed)(struct device *device, struct device_event *start,
                         struct device_event *end, int64_t *ns);
    int (*synchronize)(struct device *device); /* cudaDeviceSynchronize */

    /* --- memory --- */

    /* `kind` is MEMORY_PAGEABLE (touched), MEMORY_PINNED, MEMORY_DEVICE or MEMORY_MANAGED; `bytes`
     * at least 1. */
    int (*allocate)(struct device *device, enum memory_kind kind, uint64_t bytes, void **memory);
    int (*release)(struct device *device, enum memory_kind kind, void *memory);
    /* Takes what the executor's own memory has left free in the driver's chunks, so that what the
     * program takes finds what it would in a process of its own. Given back with the device. */
    int (*fill_rests)(struct device *device);
    int (*host_register)(struct device *device, void *memory, uint64_t bytes);
    int (*host_unregister)(struct device *device, void *memory);
    int (*pool_create)(struct device *device, struct device_pool **pool);
    int (*pool_destroy)(struct device *device, struct device_pool *pool);
    int (*pool_threshold)(struct device *device, struct device_pool *pool, uint64_t bytes);
    int (*pool_trim)(struct device *device, struct device_pool *pool, uint64_t keep);
    /* Bytes that the pool has of the device's memory, in use or not. */
    int (*pool_reserved)(struct device *device, struct device_pool *pool, uint64_t *bytes);
    int (*allocate_async)(struct device *device, struct device_pool *pool, uint64_t bytes,
                          struct device_stream *stream, void **memory);
    int (*release_async)(struct device *device, void *memory, struct device_stream *stream);

    /* --- work --- */

    int (*copy)(struct device *device, const struct device_copy *copy,
                struct device_stream *stream);

    /* To be called once for each kind of launch before any is made: loads what it needs, and may
     * take device memory, of which `spared` bytes are to stay free.
     * *blocks is how many of its blocks an SM really holds. CUDA_cudaErrorInvalidValue when a
     * thread would have more to do than fits (gpu/kernel_work.h). */
    int (*launch_prepare)(struct device *device, const struct device_launch *launch,
                          uint64_t spared, int *blocks);
    int (*launch)(struct device *device, const struct device_launch *launch,
                  struct device_stream *stream);

    /* Opens all gates that were launched. */
    void (*gate_open)(struct device *device);

    /* cudaLaunchHostFunc, or cudaStreamAddCallback. */
    int (*host_function)(struct device *device, struct device_stream *stream, bool callback,
                         void (*function)(void *context), void *context);

    /* What is left of the call list: cudaMemGetInfo, cudaGetDeviceProperties, ... Calls that the
     * device does not know do nothing. */
    int (*query)(struct device *device, const struct device_query *query);

    /* --- instruments --- */

    /* Begins to note when kernels, copies and memsets start and end; ERR_UNAVAILABLE if nothing
     * here can. With `tagged`, trace_tag() names the calls that its thread makes from then on
     * (from 1; 0: none), which costs the host a little. */
    int (*trace_begin)(struct device *device, bool tagged, struct err *err);
    void (*trace_tag)(struct device *device, uint64_t tag);

    /* All spans since the last call, by order; the device must be idle. The array is the device's
     * own and valid until the next call. */
    int (*trace_take)(struct device *device, const struct device_span **spans, size_t *count,
                      struct err *err);
    void (*trace_end)(struct device *device);

    /* The host's clock and the device's own, which stamps are given in, at one moment, and how many
     * ns they may lie apart. The device must be idle. */
    int (*clocks)(struct device *device, int64_t *host, int64_t *own, int64_t *apart);

    /* Copies stamps to the host; the device must be idle. */
    int (*read_stamps)(struct device *device, const struct device_stamp *stamps, size_t count,
                       struct device_stamp *to);
};

/* What a device is opened with. */
struct device_options {
    /* Variables to set before the device is touched: "NAME", "VALUE" pairs. */
    const struct device_variable {
        const char *name, *value;
    } * variables;
    size_t variable_count;
};

/* Opens device 0 of this process: ERR_UNAVAILABLE when there is none. To be closed by the caller.
 */
typedef int device_open(const struct device_options *options, struct device **device,
                        struct err *err);

#endif
