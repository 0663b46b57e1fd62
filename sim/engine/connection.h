/* Connections: the hardware channels between streams and machines, each an in-order queue.
 *
 * A command takes the connection of its stream's last one, unless another stream has used that
 * since; then the next free one in turn, a turn being a command of another stream than the one
 * before, the legacy stream's left out (connection-turns.txt; copies: the one unused longest); else
 * the one whose last command came longest ago; so even a busy stream may change, but for the legacy
 * one, which always has the first compute connection (legacy-connection.json) (measured on
 * an H200: connection-users.json, connection-copies.json and next-copy-8.txt in traces/experiments;
 * rules.connection "dynamic").
 * Free is one whose commands have all been read, copies aside, which hold theirs until they end
 * (connection-free.json, copy-connection-free.json). What counts is what was so when the host call
 * began: an event record is over before the call after it returns, and yet takes a connection from
 * it. Commands of kernels, memsets, records with timing, host functions and copies whose bytes come
 * with them pass through the compute connections, other copies through sets of their own, one for
 * each direction: a copy that waits for its stream holds back others of its direction only. A
 * record with timing behind such a copy is in no compute connection (record-queue.txt). A command
 * leaves its queue when it can be handed to its machine; one that cannot holds back everything
 * behind it, also of other streams: the false dependency.
 *
 * Knows nothing of machines and latencies.
 */
#ifndef SIM_ENGINE_CONNECTION_H
#define SIM_ENGINE_CONNECTION_H

#include "sim/engine/live.h"

/* Copies have one for each direction, from SET_COPY on; where engines serve all, one. */
enum connection_set { SET_COMPUTE, SET_COPY, SET_COUNT = SET_COPY + LIVE_DIRECTIONS };

enum { CONNECTION_PBDMAS = 32 }; /* at most (the range of connections.pbdmas) */

struct connection_queue {
    uint32_t head, tail; /* slots */
    uint32_t waiting;    /* commands in it, and records that an engine is to write behind these */
    uint32_t pbdma;      /* that serves it; of the compute queues */
};

struct connection {
    uint32_t pending;   /* commands that hold it: in its queue, or copies that have not ended */
    int64_t free_since; /* when the last of them let go */
    uint64_t last;      /* number of the last command that entered it; 0: none */
    uint32_t user;      /* the stream that this was of */
};

/* A host thread waits for room for a command of this stream. */
struct connection_want {
    uint32_t stream;
    int direction;
};

struct connection_stream {
    uint32_t pending[SET_COUNT]; /* commands that have not ended */
    uint16_t held[SET_COUNT];    /* the connection of its last command */
    bool used[SET_COUNT];        /* ever */
    bool keeps;                  /* what it took for compute */
    bool copied;                 /* it has had a copy, of which `copy` was the last */
    uint8_t last_set;            /* where the last command called goes */
    uint32_t copy;
    int64_t idle_since[SET_COUNT];
};

struct connections {
    uint32_t compute, copy; /* how many; copy: of each direction */
    uint32_t row_count;
    uint64_t commands;                          /* that have entered, so far */
    uint32_t held_back;                         /* compute queues that hold commands back */
    uint32_t held_by[CONNECTION_PBDMAS];        /* of them, those that each PBDMA serves (S6.3) */
    uint32_t copies_held_back[LIVE_DIRECTIONS]; /* queues for copies that do, by direction if those
                                                   have queues of their own, else the first */
    uint32_t directions;                        /* queues of a copy connection */
    uint32_t fetched;                           /* commands of a queue that are fetched ahead */
    uint32_t depth;                             /* commands that wait in a queue at most */
    uint32_t turn;      /* how often a compute command's stream was another than the last one's */
    uint32_t last_user; /* the stream of the last compute command; UINT32_MAX: none yet */
    int64_t rule;
    bool copies_compute;           /* copies pass through the compute connections */
    struct connection *rows;       /* compute, then copy */
    struct connection_queue *lane; /* compute, then copy by direction */
    struct connection_stream *streams;
    size_t stream_capacity;
    struct connection_want *wanted;
    size_t wanted_count, wanted_capacity;
};

void connections_init(struct connections *connections, const struct profile *profile,
                      const struct engine_options *options);

/* The operation reaches the device: takes its place in its queue. The host chose the connection at
 * `chosen`. `direction` of a copy that an engine carries out, -1 for all else. */
void connections_enter(struct connections *connections, struct live *live, uint32_t slot,
                       int64_t chosen, int direction);

/* Whether the stream has had nothing pending since a time. */
bool connections_idle(const struct connections *connections, uint32_t stream, int64_t since);

/* What the stream has called last is a copy that an engine carries out (`direction` as above), or
 * is none: -1. */
void connections_called(struct connections *connections, uint32_t stream, int direction);

/* To the connections for copies of which direction that goes; -1: to one for compute. */
int connections_copied_last(const struct connections *connections, uint32_t stream);

/* A record that an engine writes reaches the device: it takes a turn, unless it is the legacy
 * stream's, no connection, and room in the queue of the copies that it is behind until it begins
 * (record-room.txt). */
void connections_take_room(struct connections *connections, struct live_op *record);
void connections_give_room(struct connections *connections, const struct live_op *record);

/* Whether it stands first. */
static inline bool connections_first(const struct connections *connections, const struct live *live,
                                     uint32_t slot)
{
    return connections->lane[live_get(live, slot)->queue].head == slot;
}

/* The first command leaves at `time`; returns the one that is first now, or 0. */
uint32_t connections_leave(struct connections *connections, struct live *live, uint32_t slot,
                           int64_t time);

/* An operation that has left its queue ended at `time`. */
void connections_end(struct connections *connections, struct live *live, uint32_t slot,
                     int64_t time);

/* Takes a stream that wanted room and has it now; false if there is none. Only to be asked while
 * some stream wants room (`wanted_count`). */
bool connections_room(struct connections *connections, uint32_t *stream);

/* Whether a command of the stream would find its queue full: what has left it, such as a kernel
 * that runs, does not count, and copies have queues of their own (traces/experiments/
 * launch-queue.txt). *first is the operation that stands first in it, if one does. Notes that the
 * stream wants room. */
bool connections_full(struct connections *connections, const struct live *live, uint32_t stream,
                      int direction, uint32_t *first);

/* How many queues for copies of the direction hold some back. */
static inline uint32_t connections_copies_held(const struct connections *connections, int direction)
{
    return connections->copies_held_back[connections->directions > 1 ? direction : 0];
}

/* Number for the timeline, from 1 in each set. */
uint16_t connections_number(const struct connections *connections, const struct live_op *op);

void connections_release(struct connections *connections);

#endif
