/* Copy engines: which copy runs next, and how long it takes.
 *
 * One engine for each direction, or engines shared by all copies (rules.copy_streams). Two copies
 * of one direction never share: one runs whole, then the other. Copies of opposite directions do,
 * and both slow down a little (duplex rates); a change of rate in the middle of a copy is followed
 * exactly, in whole bytes. A copy in pieces takes its engine for each of them anew, with others'
 * copies between as it comes. Which copy is next: by rules.copy_order, "stream" first finishes all
 * that is seen to be ready in the connection it is serving and goes on to the next that has
 * something ready, "fifo" takes the one that was ready first.
 *
 * Knows nothing of dependencies: copies come when theirs are met.
 */
#ifndef SIM_ENGINE_COPY_ENGINE_H
#define SIM_ENGINE_COPY_ENGINE_H

#include "sim/engine/attribute.h"

enum { COPY_ENGINES = 16 };

enum copy_phase {
    /* each with what happens when it is due */
    COPY_IDLE,    /* looks for work */
    COPY_CLAIMED, /* has chosen a copy, which starts */
    COPY_LATENCY, /* the copy has started; its bytes begin to move */
    COPY_MOVING,  /* done, if no rate changes; its bytes move from `settled` on */
    COPY_FIXED,   /* a copy of given duration: done */
};

/* How much longer bytes take across the link, per mille, for what else it carries (fetching.h). */
struct copy_slow {
    uint32_t in, out;
};

struct copy_engine {
    enum copy_phase phase;
    uint32_t slot; /* of the copy claimed or running */
    int64_t last_end;
    int64_t gap;     /* ns, from there to a copy of another stream in another connection */
    int64_t writing; /* ns, before other streams' copies; its own count it (timed_marks) */
    uint32_t last_stream;
    uint32_t last_lane;  /* the one it is serving; UINT32_MAX at first */
    int64_t since;       /* when it took that one up */
    int64_t busy_from;   /* when it last began behind a moment in which no copy was ready */
    int64_t clear_until; /* it clears freed memory, if it is not moving a copy */
    int64_t clear_left;  /* ns of that to do once the copy in progress has ended */
    bool clearing;       /* it does so now, */
    int64_t clear_due;   /* and when that is to be looked at again, or begins; or never */
    /* of a moving copy: bytes not yet moved at `settled` (which may lie ahead: as long as nothing
     * moves the other way, its latency needs no step of its own), and the fraction in 1e-9 bytes */
    int64_t bytes_left, fraction_left;
    int64_t settled;
    int64_t rate;
    bool staged, far, apart; /* as engine_copy says of the copy */
    bool writes;             /* what it has is no copy but a record */
    enum engine_path path;
    struct service_log log;
};

/* Copies that are ready, of one connection for one engine. */
struct copy_lane {
    uint32_t head, tail;
    uint32_t place; /* of the first among the candidates */
};

/* The first copy of a lane: what the choice needs to know of it, close together. */
struct copy_candidate {
    int64_t issued;
    int64_t free_at; /* when nothing but the engine was in its way */
    int64_t start_at;
    uint32_t id, lane;
    enum engine_path path;
};

struct copy_candidates {
    struct copy_candidate *rows; /* in no order */
    uint32_t count;
};

struct copy_engines {
    const struct profile *profile;
    uint32_t count;
    bool shared, stream_first;
    struct copy_slow slow;     /* of copies that no staging holds back anyway */
    int64_t on_way;            /* bytes that kernels have on their way from memory (loaded.h) */
    int64_t window, gap, turn; /* ns: same stream follows on; between streams, between queues */
    int64_t out_beside;        /* ns: more from one out to the next while one comes in */
    int64_t record;            /* ns that it takes to write one between two copies of a stream, */
    int64_t across_in, across_out; /* and more beside a copy in, or out */
    int64_t choice;            /* ns: of copies ready within so long the first called goes first */
    int64_t notice;            /* ns: what became ready so shortly before is not seen yet */
    int64_t due[COPY_ENGINES]; /* when each engine's phase is over */
    int64_t next;              /* the earliest of them */
    struct copy_engine engine[COPY_ENGINES];
    struct copy_lane *lanes; /* by connection, then engine (shared: the first) */
    uint32_t lane_count;
    struct copy_candidates candidates[LIVE_DIRECTIONS]; /* by engine (shared: the first) */
};

enum copy_event_kind {
    COPY_STARTED,
    COPY_PAUSED,  /* a piece has moved, the next has not begun to */
    COPY_RESUMED, /* it begins to */
    COPY_ENDED,
    COPY_CLEARS,  /* no copy: the engine begins to clear memory */
    COPY_CLEARED, /* or is done with that */
};

struct copy_event {
    enum copy_event_kind kind;
    uint32_t slot;
    int64_t time;
    uint8_t engine;
};

void copy_engines_init(struct copy_engines *engines, const struct profile *profile,
                       uint32_t connection_count);

/* The copy's dependencies are met; it may start at op->start_at. */
void copy_engines_submit(struct copy_engines *engines, struct live *live, uint32_t slot,
                         int64_t now);

/* Whether the engine that would serve the operation has a copy of another queue, or is about to. */
bool copy_engines_elsewhere(const struct copy_engines *engines, const struct live_op *op);

/* The engine's copy has just ended, and the next of its queue waits for something that is no copy:
 * to turn to another queue takes longer (latency.engine_turn). */
void copy_engines_turn(struct copy_engines *engines, uint32_t index);

/* The engine's copy has just ended, and before it turns to another stream it writes for so long,
 * ns, what stands behind that. */
void copy_engines_write(struct copy_engines *engines, uint32_t index, int64_t ns);

/* From `from` on, or once its copy has ended or a piece of it has moved, the engine that copies in
 * clears memory for so long, ns, and begins no copy until that is done (docs/semantics.md S3.1),
 * nor in a moment that is left before `from`. */
void copy_engines_clear(struct copy_engines *engines, int64_t from, int64_t ns, int64_t now);

/* From now on bytes move by so much more slowly. */
void copy_engines_slow(struct copy_engines *engines, struct copy_slow slow, int64_t now);

/* When the copy that moves that way will be over as things are now; 0: none does. */
int64_t copy_engines_busy_until(const struct copy_engines *engines, enum engine_path path);

/* The engine that has a copy of that path, moving or about to, or that is between two of them, the
 * next being ready (its slot is 0 then); NULL: none has. */
const struct copy_engine *copy_engines_serving(const struct copy_engines *engines,
                                               enum engine_path path, int64_t now);

/* Of a staged copy: bytes of its next piece, and when that can begin to move (ns). */
int64_t copy_piece_bytes(const struct engine_copy *copy);
int64_t copy_piece_at(const struct engine_copy *copy);

/* Time of the next event; DURATION_NEVER if none. */
static inline int64_t copy_engines_next(const struct copy_engines *engines)
{
    return engines->next;
}

/* Makes the next step that is due at or before `until`. Returns true if it is an event; false if
 * nothing to report happened (ask for the next time again). */
bool copy_engines_step(struct copy_engines *engines, struct live *live, int64_t until,
                       struct copy_event *event);

void copy_engines_release(struct copy_engines *engines);

#endif
