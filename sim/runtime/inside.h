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

#include "sim/runtime/state.h"

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

/* The allocation that the thread's call is about. */
static inline const struct program_alloc *alloc_row(const struct runtime *runtime,
                                                    const struct host_thread *thread)
{
    return &runtime->program->allocs.rows[thread->record.object];
}
void thread_ready(struct host_thread *thread, int64_t time);

/* In stream_lock.c: of those that are blocked so, on that, who has slept longest since it last
 * looked, ties by id; NULL if nobody sleeps. */
struct host_thread *lock_longest_asleep(const struct runtime *runtime, enum block_kind blocked,
                                        uint32_t target);

/* Whether the thread, which has just asked for something in vain, has done so for long while nobody
 * else could go on: it would ask for ever. */
bool in_vain(const struct runtime *runtime, struct host_thread *thread);
/* The thread's query found `op` unfinished. An error if it has asked for long while nobody else
 * could go on: it would ask for ever. */
int poll_not_ready(struct runtime *runtime, struct host_thread *thread, uint32_t op,
                   uint32_t *unready, struct err *err);
/* A query has succeeded; `version` is that of what the thread knew before it. */
void poll_ready(struct host_thread *thread, uint32_t *unready, uint32_t version);

/* --- deadlock.c --- */

/* Nobody can go on: an error if any thread still wants to. */
int deadlock_check(struct runtime *runtime, struct err *err);

/* --- rest.c --- */

/* REST_KINDS: none. */
enum rest_kind rest_kind(const struct host_thread *thread);

/* ns that a call takes longer as none of its kind was made for a while, or never in this thread. */
int64_t rest_cost(struct runtime *runtime, struct host_thread *thread, uint32_t id);

/* The call returns: who waited in it has kept its way warm. */
void rest_returned(struct runtime *runtime, const struct host_thread *thread);

/* The thread sleeps until `to`, ns, from when it is at. */
void rest_slept(struct host_thread *thread, int64_t to);

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
void extra_returned(struct runtime *runtime, struct host_thread *thread);

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
/* Whether all that the stream got is done. */
bool fence_idle(const struct runtime *runtime, uint32_t stream);

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
/* Its rows, as far as there are numbers for them. */
static inline int64_t copy_rows(const struct program_copy *copy)
{
    return copy->rows > INT64_MAX ? INT64_MAX : (int64_t)copy->rows;
}

int64_t cache_copy_time(struct runtime *runtime, const struct program_copy *copy, uint64_t bytes);
/* Device memory is read or written by another operation; by a kernel, unknown memory. */
void cache_touch(struct runtime *runtime, const struct program_range *range);
void cache_pass(struct runtime *runtime, uint64_t bytes);
/* A copy from or to the host moved it. */
void cache_drop(struct runtime *runtime, const struct program_range *range);

/* --- unwritten.c: what level 2 has still to write --- */

/* An operation on the device writes so many bytes. */
void unwritten_add(struct runtime *runtime, uint64_t bytes);
/* A kernel reads so many; how many have to be written for that. */
uint64_t unwritten_driven(struct runtime *runtime, uint64_t bytes);

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

/* core_cache.c: the calling thread's core. A touch that counts once the work that makes it takes
 * time, bytes that come into its cache now, and whether that work has taken some. */
void core_cache_touch(struct core_cache *core, const struct program_range *range);
void core_cache_pass(struct core_cache *core, uint64_t bytes);
void core_cache_commit(struct core_cache *core, bool happened);

/* migrate.c: prefetches. Whether the call is one that the driver carries out by itself; what the
 * call takes before it moves anything; the operation; and once that is in its queue, what of it the
 * call does. */
bool migrates(const struct runtime *runtime, const struct host_thread *thread);
int64_t migrate_cost(struct runtime *runtime, struct host_thread *thread);
struct engine_copy migrate_part(struct runtime *runtime, struct host_thread *thread);
void migrate_wait(struct runtime *runtime, struct host_thread *thread, uint32_t op);
/* The host touches the range, or it is gone: it is not on the device any more. */
void migrate_back(struct runtime *runtime, const struct program_range *range);

/* copy_rows.c: ns that a copy from or to page-locked memory takes alone, where its rows are the
 * limit of it, however few bytes they have; -1: its bytes are. */
int64_t copy_rows_time(const struct runtime *runtime, const struct program_copy *copy, bool in,
                       int64_t bytes);

/* Whether rows of a copy out lie so far apart, and are so narrow, that copies in feel it. */
bool copy_rows_apart(const struct program_copy *copy);

/* out_cache.c: page-locked memory and the host's caches. The memory is gone. */
void out_cache_forget(struct runtime *runtime, uint32_t alloc);
/* Whether a copy out finds most of where it goes in no cache. Its bytes count as written. */
bool out_cache_write(struct runtime *runtime, const struct program_copy *copy);

/* --- told.c --- */

int told_publish(struct runtime *runtime, struct host_thread *thread, struct err *err);
int told_observe(struct runtime *runtime, struct host_thread *thread, struct err *err);
/* An operation of the device has ended: a loop may wait for what it wrote. */
void told_by_device(struct runtime *runtime, uint32_t op);
/* The loop of the thread's last turns is over: by what ended right then? */
void told_by_end(struct runtime *runtime, const struct host_thread *thread);
/* The thread takes a lock: where it gave that away for a wait with an end, which is over before
 * that, the one who had it meanwhile ended the wait. */
void told_by_lock(struct runtime *runtime, const struct host_thread *thread);

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
int64_t host_sleep_cost(struct runtime *runtime, struct host_thread *thread);
int host_quiet(struct runtime *runtime, struct host_thread *thread, struct err *err);
int host_clock(struct runtime *runtime, struct host_thread *thread, struct err *err);
int host_touches(struct runtime *runtime, struct host_thread *thread, struct err *err);
int host_gate_open(struct runtime *runtime, struct host_thread *thread, struct err *err);
int host_work_commit(struct runtime *runtime, struct host_thread *thread, struct err *err);
int64_t host_thread_cost(struct runtime *runtime, struct host_thread *thread);
int host_thread_create(struct runtime *runtime, struct host_thread *thread, struct err *err);
int host_thread_join(struct runtime *runtime, struct host_thread *thread, struct err *err);
int host_leave(struct runtime *runtime, struct host_thread *thread, struct err *err);
int host_thread_end(struct runtime *runtime, struct host_thread *thread, struct err *err);
struct lock_state *lock_state(struct runtime *runtime, uint32_t lock);
void lock_turn(struct lock_state *lock, const struct host_thread *thread);
int check_lock(struct runtime *runtime, struct host_thread *thread, struct err *err);
int host_lock(struct runtime *runtime, struct host_thread *thread, struct err *err);
int host_unlock(struct runtime *runtime, struct host_thread *thread, struct err *err);
int host_range_push(struct runtime *runtime, struct host_thread *thread, struct err *err);
int host_range_pop(struct runtime *runtime, struct host_thread *thread, struct err *err);
int host_set_variable(struct runtime *runtime, struct host_thread *thread, struct err *err);

#endif
