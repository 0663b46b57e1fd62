/* What the files of the runtime share; others see only runtime.h.
 *
 * A call goes through three steps, behind what a new thread's first call takes (extra.c) and the
 * locks of the context and of the stream. `enter`: on entry, at the thread's time; may block (a
 * full launch queue, a free that waits for the device) and is asked again when woken. Then its cost
 * on the host passes. `commit`: what it does, at the time when the host has put it into the queue;
 * so that the engine gets work in order of time whatever the threads do. It may block again, until
 * the call's end. Both may fail with an error of ours or set a CUDA error as result.
 */
#ifndef SIM_RUNTIME_INSIDE_H
#define SIM_RUNTIME_INSIDE_H

#include "sim/base/duration.h"
#include "sim/base/hot.h"
#include "sim/model/cuda_errors.h"
#include "sim/runtime/after.h"
#include "sim/runtime/chance.h"
#include "sim/runtime/locks.h"
#include "sim/runtime/memory.h"
#include "sim/runtime/runtime.h"

#define NO_OP TIMELINE_NO_OP

/* Once the host has computed, or filled memory, for so long, ns, the caches hold little of what
 * calls and the worker of host functions need (traces/experiments/host-first.txt,
 * first-call.txt). */
enum { HOST_COOLS_AFTER = 1000000 };

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
    BLOCK_TURN,
    BLOCK_STREAM,
    BLOCK_CONTEXT
};

/* Calls that the driver's caches forget together when none of them is made for a while. */
enum rest_kind {
    REST_LAUNCH,
    REST_COPY,
    REST_MEMSET,
    REST_RECORD,
    REST_WAIT,
    REST_HOST,
    REST_KINDS
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
    int64_t held;    /* of what a copy out writes: bytes that its caches hold, written ones twice */
    bool in_command; /* it travels with its command, as far as the host can see */
    bool known;      /* CUDA guarantees that the copy is done at the return */
    bool known_first; /* ... that what the stream held before it is */
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

/* A host thread, or the worker that runs host functions. Same row as in program.threads. */
struct host_thread {
    int64_t now; /* virtual time, ns */
    enum thread_state state;
    enum thread_phase phase;
    enum block_kind blocked;
    uint32_t target; /* operation, thread or lock that it is blocked on */
    uint32_t room;   /* the stream whose launch queue is full */
    bool worker;
    bool used, worked;               /* a call before needed the device, enqueued something */
    bool called[REST_KINDS];         /* one of the kind */
    bool was_at_system[SINCE_KINDS]; /* for device memory, and to give it back */
    uint32_t enqueued;               /* operations, so far */
    int64_t cuda_at;                 /* when its last CUDA call returned */
    int64_t made_at;                 /* when it had last made a thread; -1: never */
    enum rest_kind row_kind;         /* of its last calls that enqueue: the kind of all of them */
    uint32_t row_length;             /* and how many they are */
    uint32_t looked_end;             /* of the looks that the call in progress is about; 0: none */
    bool lock_asked;                 /* the call in progress has found its stream's lock taken, */
    bool lock_woken;                 /* was woken for it, */
    int64_t lock_since;              /* has slept since then, */
    int64_t lock_rest;               /* has so many ns to go once it has let go, */
    int64_t lock_let_go;             /* and wakes another thread until then */
    bool holds_context;              /* the call in progress has the context's lock, */
    bool context_asked;              /* or has found it taken */
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
    int32_t result;
    int64_t value;
    uint32_t op;  /* that it enqueued, or NO_OP */
    bool silent;  /* gets no row among the calls */
    bool paced;   /* its time has come, where calls come at a given pace */
    bool loads;   /* the launch loads its kernel */
    bool planned; /* `copy` is this call's */
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
    uint32_t poll_row; /* of the run of unsuccessful queries that it is in, or NO_OP */
    uint32_t work_row; /* of its last call, if that was host work, or NO_OP */
    bool work_waits;   /* turns of a loop that only waits are that work */
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
    bool pooled; /* allocated in stream order */
    uint32_t gone_place;
    uint32_t chunk; /* that it was cut from, counted from 1; 0: none */
};

/* Memory that small allocations are cut from, on the device or page-locked. */
struct chunk {
    bool host;
    uint32_t live; /* allocations in it; 0: it was given back */
    int64_t room;  /* bytes */
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

/* Memory of a pool that was freed in stream order and not given back. */
struct pool_block {
    uint64_t bytes;
    uint32_t stream, op; /* where it was freed; NO_OP: free at once */
    uint32_t chunk;      /* of the pool */
};

/* Memory that a pool took from the system, and gives back as a whole. */
struct pool_chunk {
    uint64_t bytes; /* 0: given back */
    uint32_t live;  /* allocations in it */
};

struct pool_state {
    uint64_t reserved, used;
    int64_t threshold; /* bytes that a synchronize leaves with the pool; -1: as the row says */
    struct pool_block *blocks;
    size_t block_count, block_capacity;
    struct pool_chunk *chunks;
    size_t chunk_count, chunk_capacity;
    uint8_t life;
    uint32_t gone_place;
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
    uint32_t holder;  /* thread, or NO_OP */
    uint32_t posted;  /* releases on behalf of a holder that came before it asked */
    struct told told; /* of an atomic: its last publication */
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
    struct host_cache host_cache;
    uint32_t commands_end; /* operations up to the last that is a command of its own */
    uint32_t looked;       /* operations that a synchronize of the device has seen the end of */
    struct chance chance;
    const struct host_thread *context_owner; /* whose call has its lock alone, or NULL */
    struct host_thread *context_next;        /* it, or who waits for others' calls to have it */
    int64_t last_calls[REST_KINDS];          /* when one of the kind was called last */
    int64_t computed[SINCE_KINDS];           /* ns that the host has worked since such a call */
    bool began_cold;   /* it had for HOST_COOLS_AFTER when main called first */
    uint32_t hostfns;  /* host functions pending */
    struct told ended; /* the last host function that did */
    bool several;      /* a thread was made: CUPTI is told of each call whose it is */
    bool pool_grew;    /* a pool has grown for a call of the program */
    int64_t host_busy; /* until when a host-to-host copy runs: enqueuing calls wait for it */
    uint32_t newest;   /* stream with the latest tail, or NO_OP */
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

/* --- runtime.c: the context --- */

/* The first CUDA call creates the context: variables are read, the engine begins. Returns what it
 * costs the host. */
int64_t context_create(struct runtime *runtime) COLD;

/* --- driver.c --- */

int driver_run(struct runtime *runtime, struct err *err);

/* An error of ours at the place of the thread's call. Returns STEP_ERROR. */
int call_error(const struct runtime *runtime, const struct host_thread *thread, struct err *err,
               const char *format, ...) __attribute__((cold, format(printf, 4, 5)));

/* "file.cu:12", or "unknown place". In a static-size buffer of the caller's. */
struct place_text {
    char text[160];
};
struct place_text place_text(const struct runtime *runtime, uint32_t place);

struct host_thread *thread_of(struct runtime *runtime, uint32_t thread);
void thread_ready(struct host_thread *thread, int64_t time);

/* The thread's query found `op` unfinished. An error if it has asked for long while nobody else
 * could go on: it would ask for ever. */
int poll_not_ready(struct runtime *runtime, struct host_thread *thread, uint32_t op,
                   uint32_t *unready, struct err *err);
/* A query has succeeded; `version` is that of what the thread knew before it. */
void poll_ready(struct host_thread *thread, uint32_t *unready, uint32_t version);

/* --- deadlock.c --- */

/* Nobody can go on: an error if any thread still wants to. */
int deadlock_check(struct runtime *runtime, struct err *err);

/* --- extra.c --- */

/* ns that a new thread's first CUDA call takes before it comes to a stream; 0: it is not that. */
int64_t extra_begin(const struct runtime *runtime, struct host_thread *thread, uint32_t id);

/* ns that a CUDA call takes of the host beyond what its kind always does. */
int64_t extra_cost(struct runtime *runtime, struct host_thread *thread, uint32_t id);

/* The profile with the gaps that CUPTI makes between operations: of the runtime, for its run. */
const struct profile *cupti_profile(struct runtime *runtime, const struct profile *profile);

/* Kernels end in the timeline when CUPTI notes it, once all has run. */
void cupti_note_ends(struct runtime *runtime);

/* The call returns: from now on the thread has called, as others see it, unless the call never came
 * to the device. */
void extra_returned(const struct runtime *runtime, struct host_thread *thread);

/* ns from its return to the thread's next step. */
int64_t extra_between(const struct runtime *runtime, const struct host_thread *thread);

/* --- calls.c: the table of what calls do --- */

struct call_action {
    bool enqueues; /* puts an operation into a stream */
    /* ns of its work before it comes to its stream; NULL: none. */
    int64_t (*before)(struct runtime *runtime, struct host_thread *thread);
    int (*enter)(struct runtime *runtime, struct host_thread *thread, struct err *err);
    int64_t (*cost)(struct runtime *runtime, struct host_thread *thread); /* NULL: the profile's */
    int (*commit)(struct runtime *runtime, struct host_thread *thread, struct err *err);
};
const struct call_action *call_action(enum call call);

/* --- wait.c: host threads that wait for operations --- */

bool op_done(const struct runtime *runtime, uint32_t op);

/* Whether a query that returns now finds it done: the host sees it as late as a synchronize does
 * that waits for it, which looks once more and returns (traces/experiments/host-chains.txt:
 * "query", as "kernel"). */
bool op_seen(const struct runtime *runtime, const struct host_thread *thread, uint32_t op);

/* Adds an operation to those that the thread waits for, unless it has ended. */
void await_op(struct runtime *runtime, struct host_thread *thread, uint32_t op, enum rule rule);

/* Blocks on what was added: STEP_DONE if nothing is left. */
int await(struct runtime *runtime, struct host_thread *thread);

/* An operation ended at `time`: threads that wait for it go on to their next, or wake. */
void await_ended(struct runtime *runtime, uint32_t op, int64_t time);

/* Turns the operations awaited into waits of the call, the last until `to`: the one that ended last
 * is blamed from the end of the one before it. With `of_op` they are predecessors of the operation
 * to come: its waits by their rules, each until its blocker's end, and the call's as a
 * stream-synchronize. Forgets the awaited. */
void await_blame(struct runtime *runtime, struct host_thread *thread, int64_t to, bool of_op);

void add_wait(struct host_thread *thread, int64_t to, uint32_t blocker, enum rule rule);
void add_op_wait(struct host_thread *thread, int64_t to, uint32_t blocker, enum rule rule);

/* --- fence.c: which operations a new one comes after --- */

/* Fills runtime->candidates for an operation that a call puts into `stream`, which fences as said;
 * returns their count. Does not change anything. */
size_t fence_candidates(struct runtime *runtime, uint32_t stream, enum call_fences fences);

/* Adds the operation `op` to the stream: `after`, fences, dependencies for the engine (returns
 * their count, in runtime->dependencies). `event`: a record that it waits for, or NULL. */
size_t fence_place(struct runtime *runtime, struct host_thread *thread, uint32_t op,
                   uint32_t stream, enum call_fences fences, const struct candidate *event);

/* Candidates of all streams with operations that a thread doesn't know to have ended. */
size_t fence_tails(struct runtime *runtime, const struct host_thread *thread);

/* Room for `count` candidates. */
void fence_room(struct runtime *runtime, size_t count);

/* The tail of one stream as a candidate; false if it has none. */
bool fence_tail(const struct runtime *runtime, uint32_t stream, struct candidate *candidate);

/* --- load.c: kernels are loaded at their first launch --- */

/* What loading the kernel costs the host: 0 if it is loaded, or all were with the context. Then the
 * call's launch, if it is one, is the one that loads. */
int64_t load_kernel(struct runtime *runtime, struct host_thread *thread, uint32_t kernel);

/* The cost of a call that loads its kernel without launching it. */
int64_t load_cost(struct runtime *runtime, struct host_thread *thread);

/* Notes what is pending in all streams, before the operation that loads is placed. */
void load_begin(struct runtime *runtime);

/* Adds what an operation of `stream` waits for on behalf of loading to the `count` dependencies in
 * runtime->dependencies; returns their count. */
size_t load_wait(struct runtime *runtime, uint32_t stream, size_t count);

/* --- enqueue.c: putting an operation into a stream --- */

struct enqueue {
    enum op_kind kind;
    enum machine_kind machine;
    uint32_t name, detail, generation;
    uint8_t flags;
    const struct candidate *event; /* of a wait */
    const struct engine_kernel *kernel;
    const struct engine_copy *copy;
    bool on_host;  /* the calling thread does it: the engine never sees it */
    bool empty;    /* a wait that cannot wait: never recorded, done, or of its own stream */
    bool no_fence; /* in the legacy stream too, whatever is usual for the call */
    bool loads;    /* loads its kernel's code */
};

/* Behind a host-to-host copy of another thread. */
int enqueue_turn(struct runtime *runtime, struct host_thread *thread);

/* `enter` of every call that enqueues: blocks while the launch queue is full. */
int enqueue_enter(struct runtime *runtime, struct host_thread *thread, struct err *err);
int enqueue_enter_copy(struct runtime *runtime, struct host_thread *thread, enum engine_path path);
int enqueue_enter_record(struct runtime *runtime, struct host_thread *thread); /* with timing */
/* What has no command of its own never waits for room (traces/experiments/launch-queue.txt). */
int enqueue_enter_attached(struct runtime *runtime, struct host_thread *thread, struct err *err);

/* Adds the operation at the thread's time and submits it; returns its row. */
uint32_t enqueue(struct runtime *runtime, struct host_thread *thread, const struct enqueue *what);

/* --- errors.c --- */

/* The error that every call returns from now on, if the device has failed by the thread's time. */
int32_t error_sticky(const struct runtime *runtime, const struct host_thread *thread);
bool error_exempt(enum call call);
bool error_reports(enum call call); /* gives back an earlier call's error */
void error_device(struct runtime *runtime, int32_t error, int64_t time);
int error_get(struct runtime *runtime, struct host_thread *thread, struct err *err);
int error_peek(struct runtime *runtime, struct host_thread *thread, struct err *err);
void error_mark_ops(struct runtime *runtime);

/* --- row.c --- */

/* The call returns now: its row, if it gets one. */
void row_add(struct runtime *runtime, struct host_thread *thread);

/* --- record.c --- */

void record_call(struct runtime *runtime, struct host_thread *thread);
void record_mark(struct runtime *runtime, struct host_thread *worker, enum call call,
                 uint32_t object, uint32_t place);

/* --- stream.c --- */

struct stream_state *stream_state_new(struct runtime *runtime, uint32_t stream) COLD;
static inline struct stream_state *stream_state(struct runtime *runtime, uint32_t stream)
{
    return stream < runtime->streams.count ? &runtime->streams.rows[stream]
                                           : stream_state_new(runtime, stream);
}
const struct program_stream *stream_row(const struct runtime *runtime, uint32_t stream);

/* The stream that the thread's call is into or about. */
uint32_t stream_named(const struct host_thread *thread);
/* The stream of the thread's call, checked to be alive; NULL after an error of ours. */
struct stream_state *stream_of_call(struct runtime *runtime, const struct host_thread *thread,
                                    struct err *err);
/* The thread now knows that what the stream holds has ended. */
void stream_learn(struct runtime *runtime, struct host_thread *thread, uint32_t stream);
int stream_create(struct runtime *runtime, struct host_thread *thread, struct err *err);
int stream_destroy(struct runtime *runtime, struct host_thread *thread, struct err *err);
int64_t stream_look_cost(struct runtime *runtime, struct host_thread *thread);
int stream_query(struct runtime *runtime, struct host_thread *thread, struct err *err);
int stream_synchronize(struct runtime *runtime, struct host_thread *thread, struct err *err);
int stream_attribute(struct runtime *runtime, struct host_thread *thread, struct err *err);

/* --- event.c --- */

int event_create(struct runtime *runtime, struct host_thread *thread, struct err *err);
int event_record_enter(struct runtime *runtime, struct host_thread *thread, struct err *err);
int event_record(struct runtime *runtime, struct host_thread *thread, struct err *err);
int64_t event_record_cost(struct runtime *runtime, struct host_thread *thread);
int event_wait(struct runtime *runtime, struct host_thread *thread, struct err *err);
bool event_was_recorded(const struct runtime *runtime, uint32_t event);
int64_t event_look_cost(struct runtime *runtime, struct host_thread *thread);
int event_query(struct runtime *runtime, struct host_thread *thread, struct err *err);
int event_synchronize(struct runtime *runtime, struct host_thread *thread, struct err *err);
int event_elapsed(struct runtime *runtime, struct host_thread *thread, struct err *err);
int event_destroy(struct runtime *runtime, struct host_thread *thread, struct err *err);

/* --- copy.c --- */

int copy_enter(struct runtime *runtime, struct host_thread *thread, struct err *err);
int64_t copy_cost(struct runtime *runtime, struct host_thread *thread);
int copy_commit(struct runtime *runtime, struct host_thread *thread, struct err *err);

/* --- staging.c --- */

/* How many pieces of such a copy pass through the buffers; 0: it does not need them. */
int64_t staging_pieces(const struct runtime *runtime, uint64_t bytes);
/* Gives the engine's part its pieces, which the host fills in `time` ns, or empties in what is left
 * of `time` from the copy's start until its call returns: returns how long that is after its end.
 */
void staging_fill(const struct runtime *runtime, struct engine_copy *part, int64_t time);
int64_t staging_empty(const struct runtime *runtime, struct engine_copy *part, int64_t time);
/* When the buffers of the first pieces became free, ns; the copies that had them are done. */
int64_t staging_free_at(const struct runtime *runtime, int64_t pieces);
/* Waits for the copies that hold the buffers of the first pieces. */
void staging_await(struct runtime *runtime, struct host_thread *thread, int64_t pieces);
/* The copy holds its buffers until it is done. */
void staging_take(struct runtime *runtime, int64_t pieces, uint32_t op);

/* --- cache.c: what level 2 holds --- */

/* ns that a copy of `bytes` on the device takes alone, and what it leaves in level 2. */
int64_t cache_copy_time(struct runtime *runtime, const struct program_copy *copy, uint64_t bytes);
/* Device memory is read or written by another operation; by a kernel, unknown memory. */
void cache_touch(struct runtime *runtime, const struct program_range *range);
void cache_pass(struct runtime *runtime, uint64_t bytes);
/* A copy from or to the host moved it. */
void cache_drop(struct runtime *runtime, const struct program_range *range);

/* look.c: what the driver knows to be done. */
/* The operation comes behind what the stream has; `attached` as in struct engine_work. */
void look_behind(struct runtime *runtime, struct looks *looks, uint32_t op,
                 const struct enqueue *what, bool attached);
/* So does a wait for an event that was not done. */
void look_behind_event(struct looks *looks, const struct looks *event);
/* What asking for it takes, ns beyond the call. */
int64_t look_cost(const struct runtime *runtime, const struct looks *looks);
/* The thread's call returns: it has seen the end of what looked_end says. */
void look_returned(struct runtime *runtime, struct host_thread *thread);

/* host_cache.c: pageable memory and the host's caches. */
void host_cache_touch(struct host_cache *cache, const struct profile *profile,
                      const struct program_range *range, enum host_touch touch);
/* Notes a touch that is to be made later. */
void host_cache_note(struct host_cache *notes, const struct program_range *range,
                     enum host_touch touch);
/* ppm of the range that is slow to read: nobody has since it was filled or a copy out wrote it. */
int64_t host_cache_missing(const struct runtime *runtime, const struct program_range *range);
/* Bytes of the range that the caches hold, twice those that the host wrote. */
int64_t host_cache_held(const struct runtime *runtime, const struct program_range *range);

/* --- told.c --- */

int told_publish(struct runtime *runtime, struct host_thread *thread, struct err *err);
int told_observe(struct runtime *runtime, struct host_thread *thread, struct err *err);
/* The loop of the thread's last turns is over: by a host function that ended right then? */
void told_by_end(struct runtime *runtime, const struct host_thread *thread);

/* --- launch.c --- */

int launch_enter(struct runtime *runtime, struct host_thread *thread, struct err *err);
int64_t launch_cost(struct runtime *runtime, struct host_thread *thread);
int launch_commit(struct runtime *runtime, struct host_thread *thread, struct err *err);
int launch_attribute(struct runtime *runtime, struct host_thread *thread, struct err *err);

/* --- hostfn.c --- */

int hostfn_commit(struct runtime *runtime, struct host_thread *thread, struct err *err);
int hostfn_due(struct runtime *runtime, uint32_t op, int64_t time, struct err *err);
int hostfn_ended(struct runtime *runtime, struct host_thread *worker, struct err *err);

/* --- device.c --- */

int64_t device_look_cost(struct runtime *runtime, struct host_thread *thread);
int device_synchronize(struct runtime *runtime, struct host_thread *thread, struct err *err);
int device_reset(struct runtime *runtime, struct host_thread *thread, struct err *err);
int device_query(struct runtime *runtime, struct host_thread *thread, struct err *err);
int device_occupancy(struct runtime *runtime, struct host_thread *thread, struct err *err);

/* --- host.c: what the host does besides --- */

int64_t host_work_cost(struct runtime *runtime, struct host_thread *thread);
int host_quiet(struct runtime *runtime, struct host_thread *thread, struct err *err);
int host_touches(struct runtime *runtime, struct host_thread *thread, struct err *err);
int host_gate_open(struct runtime *runtime, struct host_thread *thread, struct err *err);
int host_work_commit(struct runtime *runtime, struct host_thread *thread, struct err *err);
int64_t host_thread_cost(struct runtime *runtime, struct host_thread *thread);
int host_thread_create(struct runtime *runtime, struct host_thread *thread, struct err *err);
int host_thread_join(struct runtime *runtime, struct host_thread *thread, struct err *err);
int host_leave(struct runtime *runtime, struct host_thread *thread, struct err *err);
int host_thread_end(struct runtime *runtime, struct host_thread *thread, struct err *err);
struct lock_state *lock_state(struct runtime *runtime, uint32_t lock);
int check_lock(struct runtime *runtime, struct host_thread *thread, struct err *err);
int host_lock(struct runtime *runtime, struct host_thread *thread, struct err *err);
int host_unlock(struct runtime *runtime, struct host_thread *thread, struct err *err);
int host_range_push(struct runtime *runtime, struct host_thread *thread, struct err *err);
int host_range_pop(struct runtime *runtime, struct host_thread *thread, struct err *err);
int host_set_variable(struct runtime *runtime, struct host_thread *thread, struct err *err);

#endif
