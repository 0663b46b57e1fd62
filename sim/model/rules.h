/* The rule list: every reason for which an operation or a host thread waits, one row each.
 *
 * A closed list (design section 7). The engine and the runtime blame by these ids, files carry the
 * names, views and explanations the sentences. Order rules go before resource rules where both
 * hold.
 */
#ifndef SIM_MODEL_RULES_H
#define SIM_MODEL_RULES_H

#include <stdbool.h>

enum rule_group {
    RULE_ORDER,    /* a dependency that the program asked for */
    RULE_RESOURCE, /* something else held the hardware */
    RULE_TIME,     /* takes its time; nobody to blame */
    RULE_HOST,     /* a host thread waits in a call */
};

/* RULE(id, name in files, group, sentence, lesson, source) */
#define RULE_LIST(RULE)                                                                            \
    RULE(STREAM, "stream", ORDER, "operations of one stream run in the order of their calls",      \
         "queue", "S1.1")                                                                          \
    RULE(EVENT, "event", ORDER, "the stream was told to wait for an event", "events", "S4.2")      \
    RULE(LEGACY_FENCE, "legacy-fence", ORDER,                                                      \
         "work in the default stream waits for all blocking streams, and they for it",             \
         "legacy-fence", "S1.2; H")                                                                \
    RULE(GRAPH_EDGE, "graph-edge", ORDER, "a node of a graph waits for the nodes before it",       \
         "host-bound", "S5.11")                                                                    \
    RULE(GRAPH_LAUNCH, "graph-launch", ORDER,                                                      \
         "launches of one executable graph run one after the other", "host-bound", "S5.11")        \
    RULE(LAUNCH_QUEUE, "launch-queue", RESOURCE,                                                   \
         "the launch queue is full: the call waits for room", "host-bound", "S7.1; H")             \
    RULE(CONNECTION, "connection", RESOURCE,                                                       \
         "another stream's command stands before it in the same hardware connection",              \
         "connections", "S3.6; H")                                                                 \
    RULE(SIGNAL_DELAY, "signal-delay", RESOURCE,                                                   \
         "the device can check a dependency only once all earlier launches have started",          \
         "connections", "S3.9")                                                                    \
    RULE(COPY_ENGINE, "copy-engine", RESOURCE, "the copy engine serves another copy", "engines",   \
         "S6.1; H")                                                                                \
    RULE(SM_FULL, "sm-full", RESOURCE, "no SM has room for one of its blocks", "side-by-side",     \
         "S5.4")                                                                                   \
    RULE(HEAD_OF_LINE, "head-of-line", RESOURCE,                                                   \
         "an earlier kernel with blocks to be placed holds back those behind it", "side-by-side",  \
         "S5.3 X1, S5.13; H")                                                                      \
    RULE(CARVEOUT, "carveout", RESOURCE,                                                           \
         "the SMs must drain before their shared memory can be divided anew", "side-by-side",      \
         "S5.2; H")                                                                                \
    RULE(GRID_LIMIT, "grid-limit", RESOURCE, "as many grids are resident as the device can hold",  \
         "side-by-side", "S5.8")                                                                   \
    RULE(HOST_WORKER, "host-worker", RESOURCE, "host functions run one at a time",                 \
         "host-functions", "S3.3")                                                                 \
    RULE(STAGING, "staging", RESOURCE,                                                             \
         "a copy from pageable memory passes through the host's staging buffer", "pinned",         \
         "S2.3; H")                                                                                \
    RULE(CLEARING, "clearing", RESOURCE,                                                           \
         "the engine that copies in clears device memory that was freed", "hidden-fences",         \
         "S3.1; H")                                                                                \
    RULE(MODULE_LOAD, "module-load", RESOURCE, "the kernel's code is loaded at its first launch",  \
         "timing", "S3.4")                                                                         \
    RULE(ISSUE, "issue", TIME, "the host was still making the call", "queue", "S7")                \
    RULE(LATENCY, "latency", TIME, "the hardware takes a moment between two operations", "queue",  \
         "H")                                                                                      \
    RULE(DEVICE_SYNCHRONIZE, "device-synchronize", HOST,                                           \
         "the host waits for all work of the device", "who-waits", "S3.1")                         \
    RULE(STREAM_SYNCHRONIZE, "stream-synchronize", HOST, "the host waits for a stream",            \
         "who-waits", "S3.1")                                                                      \
    RULE(EVENT_SYNCHRONIZE, "event-synchronize", HOST, "the host waits for an event", "who-waits", \
         "S3.1")                                                                                   \
    RULE(COPY, "copy", HOST, "the call returns when the copy, or its staging, is done", "pinned",  \
         "S2.1")                                                                                   \
    RULE(LAUNCH_BLOCKING, "launch-blocking", HOST,                                                 \
         "CUDA_LAUNCH_BLOCKING makes every launch wait for its end", "debugging", "S3.5")          \
    RULE(FREE, "free", HOST, "freeing memory waits for the device", "hidden-fences", "S3.1; H")    \
    RULE(MAPPING, "mapping", HOST,                                                                 \
         "memory is mapped by the engine that copies out, behind its copies or its time slice",    \
         "hidden-fences", "S3.1; H")                                                               \
    RULE(JOIN, "join", HOST, "the host thread waits for another to end", "who-waits", "")          \
    RULE(LOCK, "lock", HOST, "the host thread waits for a lock", "who-waits", "")                  \
    RULE(CONDITION, "condition", HOST,                                                             \
         "the host thread waits until another one, or a host function, lets it go on: at a "       \
         "condition, barrier, latch, semaphore, future or atomic",                                 \
         "who-waits", "")

enum rule {
#define RULE(id, ...) RULE_ID_##id,
    RULE_LIST(RULE)
#undef RULE
        RULE_COUNT
};

struct rule_info {
    const char *name;
    enum rule_group group;
    const char *sentence;
    const char *lesson; /* its slug */
    const char *source;
};

const struct rule_info *rule_info(enum rule rule);

/* Whether the host waits for another thread, not for the device. */
static inline bool rule_is_of_thread(unsigned rule)
{
    return rule == RULE_ID_JOIN || rule == RULE_ID_LOCK || rule == RULE_ID_CONDITION;
}

/* By its name in files; -1 if there is none. */
int rule_find(const char *name);

#endif
