/* What if: the same program under other conditions, predicted again.
 *
 * Where flags can say the condition, a scenario is interpreted again from its source, so that a
 * program that branches on time stays right, unless its calls are known to be the same; what only
 * an edit of the program can say is replayed, with the orders that the data needs kept
 * (sim/model/edit.h), and is not known of a program that branches on time. These are answers to
 * questions, not advice: sim/study/fix.h proves that a change is harmless.
 */
#ifndef SIM_STUDY_WHATIF_H
#define SIM_STUDY_WHATIF_H

#include "sim/model/edit.h"
#include "sim/study/predict.h"
#include "sim/study/proof.h"

/* WHATIF(id, name, sentence, how it is made). A name or sentence that ends in '=' or ' ' is
 * completed by what is tried, one row for each. */
#define WHATIF_LIST(WHATIF)                                                                        \
    WHATIF(PINNED, "pinned", NULL, EDIT)                                                           \
    WHATIF(NONBLOCKING_STREAM, "own-stream", NULL, EDIT)                                           \
    WHATIF(NONBLOCKING_STREAMS, "non-blocking", NULL, EDIT)                                        \
    WHATIF(ASYNC, "async", NULL, EDIT)                                                             \
    WHATIF(NO_SYNCHRONIZE, "no-synchronize", NULL, EDIT)                                           \
    WHATIF(HOIST, "hoist", NULL, EDIT)                                                             \
    WHATIF(KEEP_POOL, "keep-pool", NULL, EDIT)                                                     \
    WHATIF(BREADTH, "breadth-first", NULL, EDIT)                                                   \
    WHATIF(DEPTH, "depth-first", NULL, EDIT)                                                       \
    WHATIF(LAUNCH_BLOCKING, "no-launch-blocking", NULL, EDIT)                                      \
    WHATIF(PER_THREAD, "per-thread", NULL, FLAG)                                                   \
    WHATIF(CONNECTIONS, "connections=", "hardware connections: ", FLAG)                            \
    WHATIF(STREAMS, "streams:", "streams: ", TUNING)                                               \
    WHATIF(CHUNKS, "chunks:", "chunks: ", TUNING)                                                  \
    WHATIF(BANDWIDTH, "bandwidth", "twice the bandwidth between host and device", PROFILE)         \
    WHATIF(MEMORY, "memory", "twice the bandwidth of device memory", PROFILE)                      \
    WHATIF(FREE_HOST, "free-host", "an infinitely fast host: calls and host work take no time",    \
           PROFILE)                                                                                \
    WHATIF(FREE_COPIES, "free-copies", "copies from and to the host take no time", PROFILE)        \
    WHATIF(FREE_KERNELS, "free-kernels", "kernels take no time", PROFILE)                          \
    WHATIF(GPU, "gpu=", "another device: ", PROFILE)

enum whatif_id {
#define ID(id, ...) WHATIF_##id,
    WHATIF_LIST(ID)
#undef ID
        WHATIF_COUNT
};

enum whatif_outcome {
    WHATIF_CAME_OUT,
    WHATIF_SKIPPED, /* it does not apply: nothing is pageable, ... */
    WHATIF_UNKNOWN, /* the program branches on time, and this is an edit of it */
    WHATIF_ORDER,   /* host threads would go on in another order (bound.h), and likewise */
    WHATIF_FAILED,  /* `failure` says why */
};

struct whatif {
    enum whatif_id id;
    enum whatif_outcome outcome;
    bool is_change; /* its author can do it with this device; otherwise the device or host is
                       another one, or a resource is free: a bound */
    char name[96];
    char sentence[128];
    int64_t wall, gain;         /* ns, of WHATIF_CAME_OUT */
    bool less_set_up;           /* most of the gain: no more is gained for the work (set_up.h) */
    struct proof_breach breach; /* of a change that gains: what of the program it breaks */
    bool other_results; /* likewise, if it breaks nothing: nothing proves that it computes the same
                         */
    char failure[200];
};

struct whatifs {
    int64_t wall;        /* ns, as it is */
    struct whatif *rows; /* by gain, largest first; then what did not come out, as listed */
    size_t count;
};

/* Tries everything of the list. `path`: the scenario that was predicted with `options`; NULL: a
 * recorded program. On `threads` threads at most (0: one a core). A row that fails is one of the
 * results. */
void whatifs_find(struct whatifs *whatifs, const struct prediction *prediction, const char *path,
                  const struct predict_options *options, unsigned threads);
void whatifs_release(struct whatifs *whatifs);

/* The wall time, in ns, of a prediction's program after an edit that is proven harmless (fix.h), or
 * with as many connections as the device can have if `more_connections`; everything else as it was
 * (`options`: those of the prediction). TIMELINE_UNKNOWN in *wall when the edit does not apply to
 * the program or is not proven, when the program is very large, or when it branched on answers that
 * depend on time, so that its calls would not be the same. */
int whatif_wall(const struct prediction *prediction, const struct predict_options *options,
                enum edit_kind edit, bool more_connections, int64_t *wall, struct err *err);

#endif
