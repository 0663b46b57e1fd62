/* Latencies: the moment that the hardware takes between an operation and one that waited for it.
 *
 * By the kinds of the two and the way between them, from the profile's section [latency]. Marks
 * (records without timing, waits, frees) take no time of their own, however many there are: a mark
 * is over when what it marks is, and what comes behind it goes by that (hearing.h;
 * traces/experiments/event-hops.txt, chains.txt). Records with timing are commands, which take
 * latency.record. They write to the host's memory, across a link that copies may use meanwhile:
 * then what they write takes longer, and so does what comes behind them
 * (traces/experiments/timed-beside.txt). A memset that comes with its command takes longer then,
 * too, and what comes behind a copy that does; what is done on the SMs does not
 * (beside-chain.txt).
 */
#ifndef SIM_ENGINE_LATENCY_H
#define SIM_ENGINE_LATENCY_H

#include "sim/engine/engine.h"

/* What an operation is to its neighbours; kept as uint8_t. */
enum latency_role {
    ROLE_KERNEL,
    ROLE_H2D,
    ROLE_D2H,
    ROLE_P2P,
    ROLE_MEMSET, /* and copies on the device or in the command stream */
    ROLE_SET,    /* a memset that comes with its command */
    ROLE_INLINE, /* a copy in that does so whatever its stream waits for */
    ROLE_TIMED,  /* a record with timing, a command of its own */
    ROLE_HOST,
    ROLE_NONE, /* nothing that takes time to be heard of */
    ROLE_MARK, /* a record without timing, a wait, a free; never what ends */
    ROLE_COUNT,
};

/* How they are ordered; kept as uint8_t. Through several the last one of these counts. */
enum latency_way { WAY_STREAM, WAY_EVENT, WAY_FENCE, WAY_COUNT };

enum { LATENCY_CONNECTIONS = 128 };

/* What crosses the link between host and device. Queues are fetched across it, too: while copies
 * come in, that takes longest (traces/experiments/waiting-queues.txt). */
enum latency_link { LINK_IDLE, LINK_OUT, LINK_IN, LINK_COUNT };

struct latency {
    /* ns, from the end of one to the start of the other */
    int64_t between[WAY_COUNT][ROLE_COUNT][ROLE_COUNT];
    int64_t beside; /* from a copy, beside a connection whose first command waits for a kernel */
    /* More between copies out while one comes in, half to any and half from any; likewise memsets
     * and copies that come with their commands. */
    int64_t out_beside;
    /* from the end of the call to the start on an idle device */
    int64_t issue[LINK_COUNT][ROLE_COUNT];
    int64_t longest;           /* of `between`, with what may come on top */
    int64_t record;            /* duration of a record with timing on an idle link */
    int64_t flush[LINK_COUNT]; /* more of it and behind it; of ROLE_SET; behind ROLE_INLINE */
    int64_t relay;             /* of a mark that is a command of its own (hearing.c) */
    int64_t command_next;      /* from a kernel that leaves its queue to the one behind it, ns */
    /* More, by the number of connections of one PBDMA that hold commands back: it comes round to
     * them in turn. */
    int64_t pending[LINK_COUNT][LATENCY_CONNECTIONS + 1];
    /* where one of the two is a copy and the other none, by the number of all queues that do: of a
     * direction's for a copy, of those for kernels behind one */
    int64_t pending_copy[LATENCY_CONNECTIONS + 1];
    const struct profile *profile; /* for the curves of [loaded] */
};

/* The profile must outlive it. */
void latency_init(struct latency *latency, const struct profile *profile);

/* ns from the end of the call to the start on an idle device. */
int64_t latency_issue(const struct latency *latency, uint8_t role, enum latency_link link,
                      int64_t on_way);

/* ns that a kernel starts later behind one that reads so many bytes, and for each line of its queue
 * that has to be fetched anew. */
void latency_behind_reads(const struct latency *latency, int64_t bytes, enum latency_link link,
                          int32_t *behind, int32_t *line);

/* `attached` as in struct engine_work, `carried` as in struct engine_copy. */
uint8_t latency_role(enum op_kind kind, enum engine_path path, bool attached, bool carried);

/* One that an engine carries out. */
static inline bool latency_is_copy(uint8_t role)
{
    return role == ROLE_H2D || role == ROLE_D2H || role == ROLE_P2P;
}

/* What goes on meanwhile. How many queues hold commands back: those for kernels, of these such as
 * the PBDMA of the later operation serves, those for copies of its direction; and what crosses the
 * link. */
struct latency_pending {
    uint32_t compute, served, copy;
    bool looks;     /* another connection's first command waits for one on the SMs */
    bool elsewhere; /* the earlier one is a record with timing that another PBDMA served */
    enum latency_link link;
    int64_t on_way; /* bytes, from memory (loaded.h) */
};

/* What those add between the two; less than 0 from a copy to a kernel where `looks` lets it be
 * noticed soon. A fence's latency was measured with three streams and contains it. */
int64_t latency_more(const struct latency *latency, uint8_t from, uint8_t to, uint8_t way,
                     const struct latency_pending *pending);

#endif
