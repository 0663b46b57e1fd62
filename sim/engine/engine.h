/* The engine: queues, connections, copy engines, the SM array. Work in, spans out.
 *
 * It knows nothing of CUDA's call names: the runtime hands it work with its dependencies already
 * decided, in the order in which the host issued it, and the engine decides when each piece starts
 * and ends and what it waited for. It writes ready, start, end, machine, connection and the waits
 * of each operation into the timeline that it was given, and nothing else there. It never calls
 * up: what the host must do (run a host function, wake a thread) comes back as a notice.
 *
 * Equal times are served in order of arrival.
 */
#ifndef SIM_ENGINE_ENGINE_H
#define SIM_ENGINE_ENGINE_H

#include "sim/model/occupancy.h"
#include "sim/model/profile.h"
#include "sim/model/timeline.h"

#include <stdbool.h>
#include <stdint.h>

struct engine;

struct engine_options {
    int32_t compute_connections; /* 0: the profile's */
    int32_t copy_connections;    /* 0: the profile's */
    int32_t launch_queue;        /* commands that wait in a queue at most; 0: the profile's */
    bool record_sm_steps;        /* steps of occupancy into the timeline */
};

/* An operation that must end before this one starts, and the order rule that says so. */
struct engine_dependency {
    uint32_t op;
    enum rule rule; /* of group RULE_ORDER, or RULE_ID_MODULE_LOAD */
};

/* A kernel as the SM array sees it. */
struct engine_kernel {
    int64_t blocks;             /* of the whole grid */
    struct occupancy occupancy; /* what a block takes of an SM */
    int32_t block_threads;
    int32_t priority;     /* lower is more urgent */
    bool cooperative;     /* all blocks start together or none */
    int64_t block_time;   /* ns; of COST_TIME and COST_BLOCK_TIME; -1: by work */
    int64_t flops, bytes; /* totals; of COST_WORK */
    int64_t driven;       /* bytes that the memory has to write for what it reads */
    bool copies;          /* a copy on the device or a memset */
};

enum engine_path {
    PATH_H2D,
    PATH_D2H,
    PATH_D2D, /* also memset: takes `duration`, on no copy engine */
    PATH_P2P,
};

enum { STAGING_BUFFERS = 2 }; /* of the whole context (semantics S2.3) */

struct engine_copy {
    enum engine_path path;
    int64_t bytes;
    int64_t duration; /* ns; -1: by the path's latency and rate, shared as the profile says */
    bool staged;      /* from or to pageable memory, driven by the host: to the device the last
                         byte leaves the host only at staged_at, known at submission */
    int64_t staged_at;
    bool far;     /* from the device, to memory that the host's caches have lost */
    bool apart;   /* if so, to rows 32 KiB apart and more */
    bool carried; /* to the device, its bytes come with the command whatever the stream waits for:
                     it needs no engine; or a memset */
    bool in_rows; /* of several rows, which never come with the command */
    /* A staged copy of more than `piece` bytes moves in pieces, to the device each when the host
     * has filled a buffer with it, from there as it has emptied one, which takes it
     * `piece_time` ns; 0: as a whole. Between two pieces the engine may carry out other copies
     * (traces/experiments/pageable-pieces.txt). */
    int64_t piece, piece_time;
    /* The engine's own: ns from when a piece is staged to its start; pieces that have moved, while
     * `bytes` are the others; when the last of these ended; from the device: when the host has
     * emptied the buffer of the last but one. */
    int64_t lag, moved, moved_at, emptied_at;
};

struct engine_work {
    uint32_t op; /* its row in the timeline; kind, stream and call are read there. Rows ascend from
                    one submission to the next; some are skipped (host to host copies) */
    int64_t
        issued; /* when the host has put it into the queue; never before an earlier submission */
    /* A record without timing or an event wait: no command of its own. The record is the mark that
     * the operation before it leaves anyway, the wait goes before the stream's next command, so
     * neither takes a connection nor holds back a queue (traces/experiments/connections.json, the
     * last cases). */
    bool attached;
    /* Its stream keeps the connection that its first command took, whoever else uses it: CUDA's
     * legacy stream (traces/experiments/legacy-connection.json). */
    bool keeps;
    bool empty; /* a wait that cannot wait: never recorded, done, or of its own stream */
    const struct engine_dependency *dependencies;
    size_t dependency_count;
    /* What it waited for on the host from its call until `issued`, in order, the last one's `to`
     * being `issued` (a full launch queue, a stream that a pageable copy waits for, module loading,
     * the call itself); they come before the engine's own waits. None: all of it is RULE_ID_ISSUE.
     */
    const struct timeline_wait *waits;
    size_t wait_count;
    const struct engine_kernel *kernel; /* of an OP_KERNEL */
    const struct engine_copy *copy;     /* of an OP_COPY or OP_MEMSET */
};

enum engine_notice_kind {
    NOTICE_DONE,     /* a watched operation ended */
    NOTICE_HOST_DUE, /* a host function's turn: run it from `time` on, then engine_host_done() */
    NOTICE_ROOM,     /* a watched stream's launch queue has room again */
    NOTICE_STARTED,  /* every operation's start, only if asked for by engine_notify_all() */
    NOTICE_ENDED,    /* every operation's end, likewise */
};

struct engine_notice {
    enum engine_notice_kind kind;
    uint32_t op; /* of NOTICE_ROOM: the stream */
    int64_t time;
    uint32_t blocker; /* of NOTICE_ROOM: the operation that left the queue */
};

/* The profile and the timeline must outlive the engine. */
struct engine *engine_new(const struct profile *profile, const struct engine_options *options,
                          struct timeline *timeline);

/* Takes work (copied). Its issue time must not lie before the time already advanced to. */
void engine_submit(struct engine *engine, const struct engine_work *work);

/* Asks for a NOTICE_DONE when the operation ends (at once if it has ended). */
void engine_watch(struct engine *engine, uint32_t op);

/* Whether the launch queue is full, at the present time, that the stream's next command would
 * enter: an OP_COPY between host and device by this path, an OP_RECORD with timing, or any other.
 * If so, a NOTICE_ROOM for the stream follows when it has room, and *first is the operation that
 * stands first in it, TIMELINE_NO_OP if it holds none but records behind a copy that runs. */
bool engine_is_full(struct engine *engine, uint32_t stream, enum op_kind kind,
                    enum engine_path path, uint32_t *first);

/* NOTICE_STARTED and NOTICE_ENDED for every operation, for a runtime that applies effects. */
void engine_notify_all(struct engine *engine, bool on);

/* The time of the next event inside; DURATION_NEVER if nothing is due. */
int64_t engine_next(const struct engine *engine);

/* Advances to `until`, at most. Returns true with the first notice that comes due (the engine then
 * stands at notice->time: call again), false when it stands at `until` without one. */
bool engine_advance(struct engine *engine, int64_t until, struct engine_notice *notice);

/* The host has computed for long: what the worker of host functions needs is in no cache when it
 * wakes next. */
void engine_cool_worker(struct engine *engine);

/* Device memory was given back: from `from` on, which may lie before the time advanced to, the
 * engine that copies in clears it for so long, ns. */
void engine_clear_memory(struct engine *engine, int64_t from, int64_t ns);

/* A host function has returned at `time`. */
void engine_host_done(struct engine *engine, uint32_t op, int64_t time);

/* The device has failed, at the time advanced to: what runs is stopped, what is queued and what is
 * still submitted passes in its order and takes no time; host functions are due as ever. */
void engine_fail(struct engine *engine);

/* It was reset. */
void engine_recover(struct engine *engine);

/* Whether the operation has ended at the time advanced to. */
bool engine_is_done(const struct engine *engine, uint32_t op);

/* Operations submitted and not ended. */
uint64_t engine_pending(const struct engine *engine);

/* The copy that an engine has that way at `now`: its row of ops (UINT32_MAX: it is between two of
 * them), when the engine began, with no moment since in which no copy was ready, and when the copy
 * will be over as things are now (0: not known yet). False: none has. */
struct engine_copying {
    uint32_t op;
    int64_t from, until;
};
bool engine_copies(const struct engine *engine, enum engine_path path, int64_t now,
                   struct engine_copying *copying);

void engine_free(struct engine *engine);

#endif
