/* What the runtime keeps while it runs a program: of host threads, streams, events, memory, and of
 * the whole. The files of this folder share it (inside.h), and only they. Times are ns of the
 * program's time.
 */
#ifndef SIM_RUNTIME_STATE_H
#define SIM_RUNTIME_STATE_H

#include "sim/base/duration.h"
#include "sim/base/hot.h"
#include "sim/model/cuda_errors.h"
#include "sim/runtime/after.h"
#include "sim/runtime/chance.h"
#include "sim/runtime/chunk.h"
#include "sim/runtime/locks.h"
#include "sim/runtime/memory.h"
#include "sim/runtime/ranges.h"
#include "sim/runtime/runtime.h"

#define NO_OP TIMELINE_NO_OP

/* Once the host has computed, or filled memory, for so long, ns, the caches hold little of what
 * calls and the worker of host functions need (traces/experiments/host-first.txt,
 * first-call.txt). */
enum { HOST_COOLS_AFTER = 1000000 };

/* What a core's own cache holds, bytes (traces/experiments/cold-calls.txt, pageable-again.txt). */
enum { CORE_CACHE = 2 << 20 };

/* Since which calls that is counted. */
enum since { SINCE_HOST_FUNCTION, SINCE_MALLOC, SINCE_FREE, SINCE_KINDS };

enum step { STEP_ERROR = -1, STEP_DONE = 0, STEP_BLOCKED = 1 };

enum thread_state { THREAD_UNBORN, THREAD_READY, THREAD_BLOCKED, THREAD_ENDED };
enum thread_phase { PHASE_FETCH, PHASE_ENTER, PHASE_COMMIT, PHASE_WAKE };
enum block_kind {
    BLOCK_NONE,
    BLOCK_OP,
    BLOCK_ROOM,
    BLOCK_JOIN,
    BLOCK_LOCK,
    BLOCK_TOLD,
    BLOCK_TURN,
    BLOCK_STREAM,
    BLOCK_CONTEXT
};

enum { RECENT_STREAMS = 32 }; /* of which a thread knows when it last called for them */

/* Calls that the driver's caches forget together when none of them is made for a while. */
enum rest_kind {
    REST_LAUNCH,
    REST_COPY,
    REST_MEMSET,
    REST_RECORD,
    REST_WAIT,
    REST_HOST, /* of these and those above the first call is dear, and the caches' loss was measured
                */
    REST_ASK,  /* queries and synchronizes */
    REST_TAKE, /* from a pool */
    REST_GIVE, /* to it */
    REST_MANAGE,
    REST_KINDS
};

/* Calls that make streams and memory and end them, by their ways through the driver. */
enum manage_kind {
    MANAGE_STREAM_MAKE,
    MANAGE_STREAM_END,
    MANAGE_TAKE,
    MANAGE_GIVE,
    MANAGE_HOST_TAKE,
    MANAGE_HOST_GIVE,
    MANAGE_KINDS
};

/* What the host does during a copy. */
enum host_part {
    HOST_RETURNS, /* at once */
    HOST_WAITS,   /* until the copy is done */
    HOST_STAGES,  /* until the bytes are in the staging buffer */
    HOST_COPIES,  /* it copies itself */
};

struct copy_plan {
    uint64_t bytes;
    enum copy_kind kind;
    enum host_part host;
    bool synchronous; /* the form without Async */
    bool pageable;    /* its host side; true of managed memory too */
    bool managed;
    bool fits_pitch;
    bool waits_first; /* for what its stream holds */
    int64_t pieces;   /* that pass through the staging buffers */
    int64_t missing;  /* of what a copy in reads: ppm that are slow to read */
    int64_t held; /* of what a copy out writes: bytes that its caches hold, written ones twice */
    int64_t moves, in_call; /* of a prefetch: ns that it takes, and of these the call itself */
    bool carried;           /* its bytes come with its command, whatever its stream waits for */
    bool in_command;        /* it travels with its command, as far as the host can see */
    bool known;             /* CUDA guarantees that the copy is done at the return */
    bool known_first;       /* ... that what the stream held before it is */
};

enum host_touch { HOST_COPIED_OUT, HOST_READ, HOST_WROTE };
enum { HOST_RANGES = 32 };

struct host_range {
    uint32_t alloc;
    enum host_touch touch; /* HOST_WROTE once the host has written it, until a copy out does */
    int reads;             /* since it was filled or a copy out wrote it, at most 2 */
    uint64_t from, to;     /* bytes */
};

/* Pageable memory that the host or copies in have touched, newest last; no two ranges overlap. */
struct host_cache {
    struct host_range ranges[HOST_RANGES];
    size_t count;
};

/* A core's own cache, as far as its thread's memory drives the driver's out of it. */
struct core_cache {
    struct range_list touched;
    uint64_t passed;  /* bytes that came into it, so far */
    uint64_t pending; /* of them, by the touches that the next piece of work makes */
};

struct out_cache {
    struct range_list written; /* page-locked memory, by copies out */
    uint64_t targets;          /* bytes of the allocations that they have gone to */
};

/* A host thread, or the worker that runs host functions. Same row as in program.threads. */
struct host_thread {
    int64_t now; /* virtual time, ns */
    enum thread_state state;
    enum thread_phase phase;
    enum block_kind blocked;
    uint32_t target; /* operation, thread or lock that it is blocked on */
    uint32_t room;   /* the stream whose launch queue is full */
    bool worker;
    bool used, worked;       /* a call before needed the device, enqueued something */
    bool called[REST_KINDS]; /* one of the kind */
    int64_t *readings;       /* ns: the times that it read from clocks, so far */
    size_t reading_count, reading_capacity;
    int64_t slept;                /* ns that it has slept, so far, */
    int64_t slept_called;         /* when it last made a call of these kinds, */
    int64_t slept_at[REST_KINDS]; /* and one of the kind */
    struct core_cache core;
    uint64_t passed_at[REST_KINDS];         /* core.passed when it last called one of the kind, */
    uint64_t passed_at_system[SINCE_KINDS]; /* and asked the system for memory, or gave it back */
    uint32_t at_system[SINCE_KINDS];        /* how often: for device memory, and to give it back */
    bool managed[MANAGE_KINDS];             /* made a call of the kind */
    uint32_t host_frees; /* of its calls, those that gave page-locked pages back */
    int64_t listed;      /* bytes of pages in its core's list */
    uint32_t enqueued;   /* operations, so far */
    int64_t cuda_at;     /* when its last CUDA call returned */
    int64_t goes_on;     /* when it went on behind its last call, if that was one of CUDA; or -1 */
    int64_t made_at;     /* when it had last made a thread; -1: never */
    int64_t roused_at;   /* when it had last woken one of a condition; -1: never */
    enum rest_kind row_kind;         /* of its last calls that enqueue: the kind of all of them */
    uint32_t row_length;             /* and how many they are */
    uint32_t recent[RECENT_STREAMS]; /* streams that its calls went to, the last one first */
    uint32_t recent_count;
    uint32_t looked_end; /* of the looks that the call in progress is about; 0: none */
    bool lock_asked;     /* the call in progress has found its stream's lock taken, */
    bool lock_woken;     /* was woken for it, */
    int64_t lock_since;  /* has slept since then, */
    int64_t lock_rest;   /* has so many ns to go once it has let go, */
    int64_t lock_let_go; /* and wakes another thread until then */
    bool holds_context;  /* the call in progress has the context's lock, */
    bool context_asked;  /* or has found it taken, */
    bool context_late;   /* too late to have its turn next */
    bool answered;
    struct runtime_answer answer;
    int32_t last_error;   /* what cudaGetLastError returns */
    uint32_t last_record; /* its last row in program.records, or NO_OP */
    struct knowledge knowledge;
    /* The call in progress. */
    struct program_record record;
    const struct call_info *info;
    int64_t enter, entered; /* its entry; when its entry stopped blocking */
    int64_t giving_back;    /* ns of its work once it has waited */
    uint64_t pool_bytes;    /* that pools give back then */
    int64_t map_by;         /* when its memory is mapped at the latest; 0: not asked for yet */
    uint32_t map_op;        /* the copy out that it waits for until then, or NO_OP */
    bool map_waits, mapped; /* it has waited for that; it is done */
    bool again;             /* its commit is made again when it goes on */
    bool lost;              /* woken for a lock, it found that taken */
    int32_t result;
    int64_t value;
    uint32_t op;  /* that it enqueued, or NO_OP */
    bool silent;  /* gets no row among the calls */
    bool paced;   /* its time has come, where calls come at a given pace */
    bool loads;   /* the launch loads its kernel */
    bool planned; /* `copy` is this call's */
    bool grows;   /* its pool takes memory from the device for it */
    bool begun;   /* what it does before it comes to its stream is done */
    struct copy_plan copy;
    struct engine_dependency *awaited; /* operations it waits for, one after the other */
    size_t awaited_count, awaited_capacity, awaited_next;
    struct timeline_wait *waits; /* of the call so far */
    size_t wait_count, wait_capacity;
    uint16_t giver; /* as in struct timeline_call, of the call so far */
    int64_t given;
    struct timeline_wait *op_waits; /* of the operation it will enqueue, so far */
    size_t op_wait_count, op_wait_capacity;
    uint32_t poll_row;     /* of the run of unsuccessful queries that it is in, or NO_OP */
    uint32_t work_row;     /* of its last call, if that was host work, or NO_OP */
    bool work_waits;       /* turns of a loop that only waits are that work, */
    bool work_looks;       /* and this is the last part of a wait with an end, */
    int64_t work_from;     /* its last turn begins */
    uint32_t turns_before; /* and these, at another place, right before it; or NO_OP */
    uint32_t poll_object, poll_stream;
    uint32_t poll_blocker; /* what the last query found unfinished, or what one has now seen end */
    bool poll_ended;       /* its query has told what an earlier one had said is not ready */
    uint32_t vain_polls;   /* since anybody but this thread could go on */

    struct host_cache touches; /* of pageable memory, right before the call in progress */

    uint32_t *open_ranges; /* rows of timeline.ranges */
    size_t open_count, open_capacity;
    uint32_t hostfn_op; /* of a worker: the operation that it runs, or NO_OP */
};

enum life { LIFE_UNKNOWN, LIFE_ALIVE, LIFE_GONE };

/* How far the driver knows what a stream or event stands for to be done (look.c). */
struct looks {
    uint32_t end; /* operations up to its last one; 0: none */
    bool lasts;   /* once seen to be done it is known */
    bool known;
};

struct stream_state {
    uint32_t tail;         /* its last operation, or NO_OP */
    uint32_t fences_seen;  /* legacy fences that its tail is ordered after */
    uint32_t devices_seen; /* likewise of device-wide fences */
    uint32_t listed_at;    /* the count of legacy fences when it was listed for the next */
    uint32_t known;        /* version of the knowledge that its tail has taken in */
    struct stream_lock lock;
    uint32_t newer, older; /* streams by their tails */
    uint32_t gone_place;
    struct past *past; /* of its tail */
    int32_t priority;  /* in force: clamped */
    uint8_t kind;      /* enum stream_kind: the row's */
    uint8_t life;
    bool attached; /* in the list by tails */
    uint32_t
        unready; /* what the last query about it found unfinished, counted from 1; 0: nothing */
    struct looks looks;
};

struct event_state {
    uint32_t generation; /* records so far */
    uint32_t record;     /* operation of the last one, or NO_OP */
    uint32_t stream;
    uint32_t gone_place;
    struct past *past;
    uint8_t life;
    uint32_t unready; /* as of a stream */
    struct looks looks;
};

struct alloc_state {
    uint8_t life;
    bool pooled;  /* allocated in stream order */
    bool written; /* counted in out_cache.targets */
    uint32_t gone_place;
    uint32_t chunk; /* that it was cut from, counted from 1; 0: none */
    uint64_t at;    /* bytes behind the beginning of its chunk */
};

enum { CACHE_RANGES = 32 };

/* Memory that was touched; of alloc 0, any. */
struct cache_range {
    uint32_t alloc;
    uint64_t from, to; /* bytes */
};

/* Level 2 of the device: what was touched last, newest last. */
struct cache {
    struct cache_range ranges[CACHE_RANGES];
    size_t count;
};

enum { UNWRITTEN_PARTS = 16 };

/* What level 2 has still to write, oldest first. */
struct unwritten {
    struct unwritten_part {
        uint64_t left, passed; /* bytes; since it was written, of others */
    } parts[UNWRITTEN_PARTS];
    size_t count;
};

/* Memory of a pool that was freed in stream order and not given back. */
struct pool_block {
    uint64_t bytes;
    uint64_t at;         /* bytes behind the beginning of its chunk, of what that goes on in */
    uint32_t stream, op; /* where it was freed; NO_OP: free at once */
    uint32_t chunk;      /* of the pool */
    bool fresh;          /* to the end of its chunk, of which some was never used */
    bool known;          /* a synchronize has waited for the free, */
    bool apart;          /* and nothing beside it was free for all */
};

/* The last of a stream's frees. */
struct pool_free {
    uint32_t stream, op;
};

/* Memory that a pool took from the system, and gives back as a whole, but not before the chunk that
 * goes on in its rest. */
struct pool_chunk {
    uint64_t bytes;  /* 0: given back */
    uint64_t rest;   /* more: what was left of the chunk before */
    uint32_t before; /* that chunk, if there was a rest */
    uint32_t live;   /* allocations in it */
};

struct pool_state {
    uint64_t reserved, used;
    int64_t threshold; /* bytes that a synchronize leaves with the pool; -1: as the row says */
    struct pool_block *blocks;
    size_t block_count, block_capacity;
    struct pool_chunk *chunks;
    size_t chunk_count, chunk_capacity;
    uint32_t newest; /* of the chunks */
    struct pool_free *frees;
    size_t free_count, free_capacity;
    uint8_t life;
    uint32_t gone_place;
    uint64_t used_high, reserved_high; /* bytes, the most there were */
    unsigned no_reuse;                 /* a bit for each attribute of reuse that is off */
};

struct kernel_state {
    bool loaded;
    int32_t shared_most; /* dynamic shared memory allowed by the opt-in; 0: the default */
};

/* What is the same for all launches of a row. */
struct launch_state {
    bool known;
    bool lasts_years;
    int32_t error; /* that the launch returns */
    struct engine_kernel kernel;
};

/* When something was told to threads that may wait for it, and by which host function. */
struct told {
    int64_t time; /* -1: never */
    uint32_t op;  /* NO_OP: by a thread */
};

struct lock_state {
    uint32_t holder;   /* thread, or NO_OP */
    uint32_t posted;   /* releases on behalf of a holder that came before it asked */
    struct told told;  /* of an atomic: its last publication, */
    int64_t tellings;  /* and how many there were */
    uint16_t freed_by; /* of a lock: 1 + the thread that released it last, 0: nobody has, */
    int64_t freed;     /* and when */
    uint64_t turns;    /* hash of which threads took it, or wrote or saw the atomic, in order */
    struct knowledge knowledge;
};

/* A table that grows with one of the program's. */
#define STATE_TABLE(type, name)                                                                    \
    struct {                                                                                       \
        struct type *rows;                                                                         \
        size_t count, capacity;                                                                    \
    } name

struct runtime {
    bool exited;       /* the process has ended: threads that still wait are no deadlock */
    bool paced;        /* `pace_zero` is known */
    int64_t pace_zero; /* the time that is 0 in options.pace, ns */
    const struct profile *profile;
    struct profile recorded; /* the engine's while CUPTI records */
    struct runtime_options options;
    struct program *program;
    struct timeline *timeline;
    struct engine *engine; /* NULL until the context is created */
    const struct runtime_source *source;
    struct after after;

    struct host_thread **threads; /* by row; NULL until first asked for */
    size_t thread_count, thread_capacity;
    STATE_TABLE(stream_state, streams);
    STATE_TABLE(event_state, events);
    STATE_TABLE(alloc_state, allocs);
    STATE_TABLE(chunk, chunks);
    STATE_TABLE(pool_state, pools);
    STATE_TABLE(kernel_state, kernels);
    STATE_TABLE(launch_state, launches);
    STATE_TABLE(lock_state, locks);

    /* Fences. */
    uint32_t fence_count;   /* operations in the legacy stream that fenced */
    uint32_t *fence_listed; /* blocking streams with operations since the last one */
    size_t fence_listed_count, fence_listed_capacity;
    uint32_t fence;          /* the last of them */
    struct past *fence_own;  /* its past */
    struct past *fence_past; /* of an operation whose only predecessor is the last fence */
    uint32_t device_fence, device_fence_count;
    uint32_t device_fence_stream;
    struct past *device_fence_past;
    uint32_t staging[STAGING_BUFFERS]; /* the copy that has, or had, each staging buffer */
    uint32_t staging_next;             /* whose turn it is */
    struct cache cache;
    struct unwritten unwritten;
    struct host_cache host_cache;
    struct out_cache out_cache;
    struct range_list resident; /* managed memory that prefetches have brought to the device */
    uint32_t commands_end;      /* operations up to the last that is a command of its own */
    uint32_t looked; /* operations that a synchronize of the device has seen the end of */
    struct chance chance;
    const struct host_thread *context_owner; /* whose call has its lock alone, or NULL */
    struct host_thread *context_next;        /* it, or who waits for others' calls to have it */
    int64_t last_calls[REST_KINDS];          /* when one of the kind was called last */
    int64_t computed[SINCE_KINDS];           /* ns that the host has worked since such a call */
    bool began_cold;      /* it had for HOST_COOLS_AFTER when main called first */
    uint32_t hostfns;     /* host functions pending */
    struct told ended;    /* the last that may have told a loop so */
    int64_t making_until; /* a thread is being made by the last call for one */
    bool several;         /* a thread was made: CUPTI is told of each call whose it is */
    bool pool_grew;       /* a pool has grown for a call of the program */
    bool pool_gave;       /* and one has given memory back */
    int64_t host_busy;    /* until when a host-to-host copy runs: enqueuing calls wait for it */
    uint32_t newest;      /* stream with the latest tail, or NO_OP */
    struct candidate *candidates;
    size_t candidate_capacity;
    struct engine_dependency *dependencies;
    size_t dependency_capacity;

    /* The context. */
    bool launch_blocking;
    bool lazy;
    bool module_loaded; /* some kernel's code is */
    /* What was pending when a kernel was loaded last: what is enqueued later waits for it, too. */
    uint32_t *load_awaits;
    size_t load_count, load_capacity;
    int32_t device_error;    /* sticks; 0: none */
    int64_t device_error_at; /* ns */
    uint32_t reset_op;       /* the first operation after the last cudaDeviceReset */
    uint32_t device_flags;
    uint64_t memory_used;
    uint32_t worker; /* thread that runs host functions, or NO_OP */
    uint64_t calls;

    /* Variables that the program set itself, newest last: name ids of "NAME=VALUE". */
    uint32_t *set_variables;
    size_t set_variable_count, set_variable_capacity;
    int64_t limits[8]; /* of cudaDeviceSetLimit; -1: default */
    uint32_t cache_config;
    uint32_t copy_names[8], record_name, wait_name, alloc_name, free_name; /* name ids */
};

/* Grows `table` to hold `row`; new rows are zero. */
#define STATE_ROOM(table, row)                                                                     \
    ((row) < (table).count ? (void)0                                                               \
                           : state_room((void **)&(table).rows, &(table).count, &(table).capacity, \
                                        (row) + (size_t)1, sizeof *(table).rows))
void state_room(void **rows, size_t *count, size_t *capacity, size_t need, size_t bytes) COLD;

#endif
