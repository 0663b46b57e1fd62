/* What the wall time went into: each moment of the critical path counts for one kind, so the shares
 * sum to the wall time exactly.
 *
 * A running operation counts as what it is, except for the time in which the next one on the path
 * was already waiting for it by a fence or a false dependency: without that it could have run
 * beside it, so that time is the fence's.
 */
#ifndef SIM_ANALYSIS_SHARES_H
#define SIM_ANALYSIS_SHARES_H

#include "sim/analysis/critical.h"
#include "sim/base/strbuf.h"
#include "sim/model/timeline.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* SHARE(id, name in files, for people) */
#define SHARE_LIST(SHARE)                                                                          \
    SHARE(KERNEL, "kernel", "kernels")                                                             \
    SHARE(H2D, "h2d", "copies to the device")                                                      \
    SHARE(D2H, "d2h", "copies to the host")                                                        \
    SHARE(D2D, "d2d", "copies on the device")                                                      \
    SHARE(MEMSET, "memset", "memsets")                                                             \
    SHARE(FENCE, "fence", "waiting at fences")                                                     \
    SHARE(FALSE, "false-dependency", "false dependencies")                                         \
    SHARE(LAUNCH, "launch", "CUDA calls of the host")                                              \
    SHARE(CLEARING, "clearing", "clearing of freed memory")                                        \
    SHARE(LATENCY, "latency", "latency of the device")                                             \
    SHARE(HOST_FUNCTION, "host-function", "calling host functions")                                \
    SHARE(HOST_WORK, "host-work", "host work")                                                     \
    SHARE(SLEEP, "sleep", "host threads sleep")                                                    \
    SHARE(IDLE, "idle", "idle: threads wait")                                                      \
    SHARE(UNKNOWN, "unknown", "not known")

enum share {
#define SHARE(id, name, text) SHARE_ID_##id,
    SHARE_LIST(SHARE)
#undef SHARE
        SHARE_COUNT
};

/* What one thing in a source line has of a share. */
struct shares_item {
    enum share share; /* of FENCE and FALSE: what waited; of the others: what ran */
    bool host;        /* calls of the host; otherwise operations */
    bool mixed;       /* of operations that are not all called the same (label_op()) */
    uint32_t place;   /* 0: unknown */
    uint32_t op;      /* one of them; TIMELINE_NO_OP: calls that enqueue none */
    uint32_t call;    /* then the row of one of them */
    size_t count;
    int64_t time; /* ns */
};

struct shares {
    int64_t wall; /* ns: their sum. The wall time; of a measurement what the run took whose starts
                     and ends are shown (the instrument makes it longer) */
    int64_t time[SHARE_COUNT];   /* ns */
    int64_t host[SHARE_COUNT];   /* ns of them: of the host's threads, which do not wait for the
                                    device then */
    int64_t staged[SHARE_COUNT]; /* ns of them, of copies: the host moves their bytes, the engine
                                    does nothing of theirs */
    int64_t begins;              /* ns of the host's: threads that were made have not begun */
    struct shares_item *items;   /* the longest first */
    size_t count, capacity;
};

void shares_find(struct shares *shares, const struct timeline *timeline,
                 const struct critical *critical);

void shares_release(struct shares *shares);

/* "4 times process", "12 calls of step": what a line did. */
void shares_item_text(struct strbuf *sb, const struct timeline *timeline,
                      const struct shares_item *item);

/* "process": what each of its operations is called. */
void shares_item_name(struct strbuf *sb, const struct timeline *timeline,
                      const struct shares_item *item);

const char *share_name(enum share share); /* in files */
const char *share_text(enum share share); /* for people */

#endif
