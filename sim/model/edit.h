/* Edits: a program made into another one, to ask what would happen then.
 *
 * An edit is a change of the code as its author would make it, done to what the program did: calls
 * are changed, left out, moved or added, and events are put in that keep every order between two
 * accesses to the same bytes that the original guaranteed. The list of changes says what to write
 * where. Whether the result computes the same is for sim/study/fix.h to prove.
 *
 * The edited program is predicted again by replay. Knows no times, and nothing of who suggests it.
 */
#ifndef SIM_MODEL_EDIT_H
#define SIM_MODEL_EDIT_H

#include "sim/base/err.h"
#include "sim/base/strbuf.h"
#include "sim/model/program.h"

#include <stdatomic.h>

/* EDIT(id, what it does, in the imperative). What each looks at stands in struct edit. */
#define EDIT_LIST(EDIT)                                                                            \
    EDIT(NONBLOCKING_STREAM, "give the default stream's work a stream of its own")                 \
    EDIT(NONBLOCKING_STREAMS, "create the streams with cudaStreamNonBlocking")                     \
    EDIT(PER_THREAD, "compile with --default-stream per-thread")                                   \
    EDIT(PINNED, "allocate the host memory with cudaMallocHost")                                   \
    EDIT(PAGEABLE, "allocate the host memory with malloc")                                         \
    EDIT(ASYNC, "copy and set memory asynchronously, in the stream that uses it")                  \
    EDIT(MOVE, "put the call into the stream whose work it follows")                               \
    EDIT(LAUNCH, "launch the kernel in the stream of the work whose data it takes")                \
    EDIT(TURNS, "put each turn of the loop into the next of the streams that are made for it")     \
    EDIT(APART, "give the copies in, or what stands in a line, a stream of their own")             \
    EDIT(NO_SYNCHRONIZE, "wait once, after the loop")                                              \
    EDIT(RELEASE, "release the lock before the wait for the device")                               \
    EDIT(ONE_STREAM, "wait for the stream whose work is needed, not for the device")               \
    EDIT(NO_WAIT, "leave out waits for events that the data does not need")                        \
    EDIT(NARROW_WAIT, "record the event right behind what is waited for")                          \
    EDIT(HOIST, "allocate before the timed part and free after it")                                \
    EDIT(KEEP_POOL, "let the pool keep what is freed: cudaMemPoolAttrReleaseThreshold")            \
    EDIT(BREADTH, "issue one step of all streams, then the next step")                             \
    EDIT(DEPTH, "issue all steps of one stream, then the next stream")                             \
    EDIT(NO_TIMING, "create events that nobody asks for times with cudaEventDisableTiming")        \
    EDIT(LAUNCH_BLOCKING, "unset CUDA_LAUNCH_BLOCKING")

enum edit_kind {
    EDIT_NONE,
#define EDIT(id, ...) EDIT_##id,
    EDIT_LIST(EDIT)
#undef EDIT
        EDIT_COUNT
};

#define EDIT_ANY UINT32_MAX

/* One edit, and to what. Zero and EDIT_ANY select everything. */
struct edit {
    enum edit_kind kind;
    uint32_t place; /* NONBLOCKING_STREAM, ASYNC, MOVE, LAUNCH, APART, NO_SYNCHRONIZE, RELEASE,
                       ONE_STREAM, NO_WAIT, NARROW_WAIT, HOIST: only calls at this row of places; 0:
                       all. TURNS: the streams are made there; 0: the first that are */
    uint32_t alloc; /* PINNED, PAGEABLE: only this row of allocs; 0: all. A buffer that several rows
                       of the same name stand for is changed as one */
    uint32_t stream; /* NONBLOCKING_STREAMS: only this row of streams; EDIT_ANY: all.
                        ASYNC, MOVE: into this row; EDIT_ANY: where the data is used, or the last
                        work was put */
};

/* What was changed, in the order of the source; equal changes are one with their number. */
enum edit_change_kind {
    CHANGE_STREAM_FLAG, /* `stream` is created non-blocking, at `place` */
    CHANGE_NEW_STREAM,  /* `stream` is created for the calls that were moved into it */
    CHANGE_STREAM,      /* the call at `place` goes into `stream` */
    CHANGE_LAUNCH,      /* the launch of kernel `object` at `place` names `stream`, which the source
                           calls `name` there (name id; 0: in no way that is known), and which is
                           that of the call (`new_call`) at `other` (0: of several), whose data it
                           takes, or `behind`: to whom it gives its own */
    CHANGE_TURNS,       /* the call at `place` goes into `stream`, one of those that get turns */
    CHANGE_POOL,        /* the pool `object` keeps what is freed; `place` allocates from it */
    CHANGE_PER_THREAD,  /* as edit_kind PER_THREAD */
    CHANGE_PINNED,      /* `object`: row of allocs */
    CHANGE_PAGEABLE,    /* likewise */
    CHANGE_REGISTER,    /* the call at `place` is made once, before the first copy, at `other` */
    CHANGE_UNREGISTER,  /* the call at `place` is made once, after the last copy */
    CHANGE_CALL,        /* the call at `place` (`call`) becomes `new_call`, in `stream` */
    CHANGE_DROPPED,     /* the call at `place` is left out; `other`: where the host waits for the
                           device right behind its last turn (0: nothing is said) */
    CHANGE_LAST_ONLY,   /* the call at `place` is made once, the last time, behind the loop that it
                           stands in; `called`: that its function is called in, at `other` (0: in
                           several places, or one that is not known) */
    CHANGE_LAST_THREAD, /* likewise, where each of several threads makes it once */
    CHANGE_RELEASE, /* the lock that is taken at `other` is released before the call at `place` */
    CHANGE_WAIT, /* record after `place` in `stream`; before `other`, `to` waits for it. `object`:
                    the place where the program does that already; 0: it does not */
    CHANGE_SYNCHRONIZE, /* likewise, but before `other` the host waits for it */
    CHANGE_END,         /* behind `place` the host waits for the device */
    CHANGE_ALLOCATE,    /* the call at `place` (`call`) stands before the timed part; `made` buffers
                           serve all, each in `stream` (EDIT_ANY: in several) */
    CHANGE_FREE,        /* the call at `place` stands after it */
    CHANGE_ORDER, /* the calls at `place` are issued in another order; `call` is EDIT_BREADTH or
                     EDIT_DEPTH; in the source they move behind the line at `other`, each behind the
                     one before it that does (0: no such moves make that order) */
    CHANGE_EVENT_FLAG, /* the events that the call at `place` (`call`) creates have no timing */
    CHANGE_VARIABLE,   /* CUDA_LAUNCH_BLOCKING is unset */
};

struct edit_change {
    enum edit_change_kind kind;
    uint16_t call, new_call; /* enum call */
    uint32_t place, other;   /* rows of places; 0: none */
    uint32_t stream, to;     /* rows of streams, of the edited program */
    uint32_t object, name;
    bool behind, called;
    uint8_t column; /* of WAIT and SYNCHRONIZE: of the call, where its line has several alike and
                       the wait; 0: otherwise */
    size_t count;   /* calls, rows or events */
    size_t made;    /* of ALLOCATE: buffers; of LAST_ONLY: calls that are left */
    /* Of WAIT and SYNCHRONIZE: how often at least the call at `place` is issued again between the
     * record and the wait: in the stream (0: its last turn there is meant), and in any. */
    size_t turns, turns_anywhere;
    size_t turns_most; /* likewise, in the stream, how often at most */
    size_t waits;      /* likewise: how many for what was issued at `place` one call has at most */
};

struct edit_changes {
    struct edit_change *rows;
    size_t count, capacity;
    size_t changed;      /* records and rows in all; 0: the edits do not apply */
    bool stay;           /* nothing comes of it: each wait that is moved stands again, for the same
                            work, where it stood */
    const char *refused; /* why they do not, a sentence; static; NULL if they do */
};

/* Makes all of them, one after the other, on a copy, and keeps the orders that the data needs.
 * `edited` must not be initialised; it is a copy of the original where nothing changed. Once
 * `*stop` is set (NULL: never) it ends soon, and what it made is of no use. */
void edit_rewrite(struct program *edited, const struct program *original, const struct edit *edits,
                  size_t count, const atomic_bool *stop, struct edit_changes *changes);

/* The changes as a person would make them, a line each without indentation, with the names and
 * lines of the program: "fence.cu:14: give k2 a stream of its own: ...". */
void edit_text(struct strbuf *sb, const struct program *edited, const struct edit_changes *changes);

/* What to write so that the host memory of a row of allocs is pinned: "allocate in once with
 * cudaMallocHost (and free it with cudaFreeHost)". */
void edit_pinned_text(struct strbuf *sb, const struct program *program, uint32_t alloc);

/* Whether that is done by cudaHostRegister, where the memory is. */
bool edit_registers(const struct program *program, uint32_t alloc);

/* Streams that are made in one place, a loop or a list, and hardly used. */
struct edit_idle {
    uint32_t place;  /* row of places */
    uint32_t stream; /* that has all the work: one of them, or the default stream */
    uint32_t *rows;  /* of streams: all of them, as they are made */
    size_t count, unused;
};

/* Those made at a place (0: the first there are); false: there are none. edit_idle_release() is
 * needed in any case. */
bool edit_find_idle(struct edit_idle *idle, const struct program *program, uint32_t place);
void edit_idle_release(struct edit_idle *idle);

/* By record: whether it allocates from a pool what that has given back when the host waited, as its
 * release threshold says. NULL: none does. free() it. */
bool *edit_given_back(const struct program *program);

/* By row of places: whether a thread waits for the device there and reads a time next, before it
 * asks for more: the wait is the end of what is timed. free() it. */
bool *edit_timed_places(const struct program *program);

/* In what loops of host threads wait for another thread: they last until that has come so far.
 * Every changed program has it done to it, edit_rewrite() does it by itself. */
void edit_bind_loops(struct program *program);

/* Whether that can be done to all loops that look at an atomic: of turns that differ in what they
 * do only the source can tell how many there are. */
bool edit_knows_loops(const struct program *program);

/* Whether a host thread takes a lock and releases it in many turns that do nothing else, until
 * another one has had it: it looks for what that does. How often is in the records; in a changed
 * program only its source can tell. */
bool edit_looks_under_locks(const struct program *program);

void edit_changes_release(struct edit_changes *changes);

/* The imperative of EDIT_LIST. */
const char *edit_sentence(enum edit_kind kind);

/* The most that a gate waits, ns. */
#define EDIT_GATE_MOST INT64_C(1000000000)

/* A start gate: a kernel in a stream of its own, for which every stream waits before its first
 * operation, and which ends when the host has put everything into the streams (gate_open). So what
 * the calls cost the host says nothing of when operations start. *launch is its row; its time is
 * EDIT_GATE_MOST until the caller knows better.
 *
 * ERR_INPUT at a place where the host waits before all is queued, where there are 1000 launches or
 * more (the queue would be full, S7.1), several host threads, or answers that branches depend on.
 */
int edit_gate(struct program *program, uint32_t *launch, struct err *err);

/* A copy of everything. `copy` must not be initialised. */
void edit_copy_program(struct program *copy, const struct program *program);

#endif
