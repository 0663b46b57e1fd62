/* Pitfalls: what a program does that costs it time or gives it wrong figures, what to change, and
 * what that would gain.
 *
 * PITFALL_LIST is the only list: the finders, the report, JSON and `nullstream rules` name its
 * rows. A finder reads a program with its timeline and says where the rule applies; it simulates
 * nothing. What a change would gain is found in sim/study/gain.h, which does to the program what
 * the finding's remedy says. From a timeline alone (a trace) only what it holds can be found.
 */
#ifndef SIM_ANALYSIS_PITFALLS_H
#define SIM_ANALYSIS_PITFALLS_H

#include "sim/analysis/critical.h"
#include "sim/analysis/pinning.h"
#include "sim/analysis/summary.h"
#include "sim/base/strbuf.h"
#include "sim/model/edit.h"
#include "sim/model/profile.h"
#include "sim/model/program.h"
#include "sim/model/timeline.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What a rule's figure is. */
enum pitfall_kind {
    PITFALL_REWRITE, /* the simulation of the program with the change made */
    PITFALL_BOUND,   /* no mechanical change exists: "at most", with that resource made free */
    PITFALL_FIGURE,  /* no time is lost; what the program reports is wrong or hard to trace, or it
                        orders nothing where it seems to */
    PITFALL_LIMIT,   /* nothing to gain from streams, and why */
};

/* PITFALL(id, stable name, kind, what it looks for, what to do, lesson: a slug of the curriculum)
 */
#define PITFALL_LIST(PITFALL)                                                                      \
    PITFALL(                                                                                       \
        DEFAULT_STREAM, "default-stream", REWRITE,                                                 \
        "a kernel or copy in the default stream holds apart what other streams could overlap",     \
        "launch the kernel in the stream of the work whose data it takes, create the other "       \
        "streams with cudaStreamNonBlocking, or give the work a stream of its own; where it is "   \
        "several host threads', compile with --default-stream per-thread",                         \
        "legacy-fence")                                                                            \
    PITFALL(HIDDEN_FENCE, "hidden-fence", REWRITE,                                                 \
            "a memset, event record, event wait or host function in the default stream holds "     \
            "other streams apart",                                                                 \
            "give it the stream whose work it belongs to", "hidden-fences")                        \
    PITFALL(PAGEABLE_COPY, "pageable-copy", REWRITE,                                               \
            "a copy from or to pageable memory holds up the host, an asynchronous one too",        \
            "allocate the buffer with cudaMallocHost, once", "pinned")                             \
    PITFALL(SYNC_ALL, "sync-all", REWRITE,                                                         \
            "the host waits for all streams where it needs what one of them does",                 \
            "cudaStreamSynchronize on the stream whose work is needed", "who-waits")               \
    PITFALL(SYNC_IN_LOOP, "sync-in-loop", REWRITE,                                                 \
            "the host waits for the device, again and again, before it asks for more",             \
            "let a stream wait for an event instead, and synchronize once behind the loop",        \
            "who-waits")                                                                           \
    PITFALL(SYNC_COPY, "sync-copy", REWRITE,                                                       \
            "the host waits in a synchronous copy where an asynchronous one would do",             \
            "cudaMemcpyAsync in the stream that uses the data, from pinned memory", "pinned")      \
    PITFALL(TIMED_ALLOCATION, "timed-allocation", REWRITE,                                         \
            "memory is allocated or freed in the timed part",                                      \
            "allocate once, before the work, and free behind it; device memory may be "            \
            "cudaMallocAsync's",                                                                   \
            "hidden-fences")                                                                       \
    PITFALL(POOL_THRESHOLD, "pool-threshold", REWRITE,                                             \
            "a pool gives back what is freed whenever the host waits, and takes it anew",          \
            "set cudaMemPoolAttrReleaseThreshold to UINT64_MAX, once", "hidden-fences")            \
    PITFALL(LAUNCH_BLOCKING, "launch-blocking", REWRITE,                                           \
            "CUDA_LAUNCH_BLOCKING makes the host wait for every launch",                           \
            "unset CUDA_LAUNCH_BLOCKING: it is for debugging", "debugging")                        \
    PITFALL(SHARED_CONNECTION, "shared-connection", REWRITE,                                       \
            "streams share a hardware connection and wait for each other without need",            \
            "set CUDA_DEVICE_MAX_CONNECTIONS to at least the number of busy streams",              \
            "connections")                                                                         \
    PITFALL(ISSUE_ORDER, "issue-order", REWRITE,                                                   \
            "the order of the calls starves a machine that has work to do",                        \
            "issue in the order in which the machines can take the work", "issue-order")           \
    PITFALL(UNUSED_STREAMS, "unused-streams", REWRITE,                                             \
            "streams are created and never used, while all work is put into one",                  \
            "put each turn of the loop into the next of them: s[i] in place of s[0]", "pipeline")  \
    PITFALL(STREAM_ORDER, "stream-order", REWRITE,                                                 \
            "a stream holds work of one machine behind work of another that is about other data",  \
            "put the copies, or the kernel, into a stream of their own, with events for what the " \
            "data needs",                                                                          \
            "pipeline")                                                                            \
    PITFALL(STREAM_COUNT, "stream-count", REWRITE, "another number of streams would be quicker",   \
            "change the number of streams", "how-many")                                            \
    PITFALL(CHUNK_SIZE, "chunk-size", REWRITE, "another size of the chunks would be quicker",      \
            "change the size of the chunks", "how-many")                                           \
    PITFALL(ORDER_TOO_MUCH, "order-too-much", REWRITE,                                             \
            "a wait for an event orders more than the data needs",                                 \
            "take the wait away, or record the event directly behind what is needed", "events")    \
    PITFALL(TIMED_EVENT, "timed-event", REWRITE,                                                   \
            "an event that only orders is created with timing, which its records cost",            \
            "create it with cudaEventDisableTiming", "events")                                     \
    PITFALL(FULL_KERNEL, "full-kernel", BOUND,                                                     \
            "a kernel fills every SM, so that kernels of other streams wait for it",               \
            "give it fewer blocks, each doing more, so that some SMs stay free", "side-by-side")   \
    PITFALL(HEAD_OF_LINE, "head-of-line", BOUND,                                                   \
            "a kernel that does not fit yet holds back smaller ones behind it",                    \
            "launch the small kernels first, or give their stream a higher priority",              \
            "side-by-side")                                                                        \
    PITFALL(CARVEOUT, "carveout", REWRITE,                                                         \
            "a kernel waits for another to leave the SMs, to divide their shared memory",          \
            "set cudaFuncAttributePreferredSharedMemoryCarveout alike for both kernels",           \
            "side-by-side")                                                                        \
    PITFALL(TAIL_WAVE, "tail-wave", BOUND,                                                         \
            "the last wave of a kernel's blocks leaves most of the SMs idle",                      \
            "choose a grid that fills its last wave, or more and smaller blocks", "side-by-side")  \
    PITFALL(HOST_BOUND, "host-bound", BOUND,                                                       \
            "the device waits for the host to launch many short operations",                       \
            "capture the sequence into a CUDA graph, or merge the kernels", "host-bound")          \
    PITFALL(SMALL_COPIES, "small-copies", BOUND,                                                   \
            "many small copies follow each other where one would do",                              \
            "put what they copy side by side, and copy it at once", "wire")                        \
    PITFALL(STAGED_COPY, "staged-copy", BOUND,                                                     \
            "the host copies memory into a page-locked buffer, to be copied in from there",        \
            "page-lock the memory itself, and copy from there", "pinned")                          \
    PITFALL(ONE_COPY_ENGINE, "one-copy-engine", BOUND,                                             \
            "copies in both directions share the device's one copy engine",                        \
            "nothing in the program; a device with two copy engines overlaps them", "wire")        \
    PITFALL(HOST_TIMER, "host-timer", FIGURE,                                                      \
            "a host clock is read around asynchronous work that it does not wait for",             \
            "synchronize before the clock is read, or time with events", "timing")                 \
    PITFALL(EARLY_ELAPSED, "early-elapsed", FIGURE,                                                \
            "the elapsed time is asked for before the end event is done",                          \
            "call cudaEventSynchronize on the end event first", "timing")                          \
    PITFALL(BLIND_EVENTS, "blind-events", FIGURE,                                                  \
            "two events are recorded in a stream that does not see the work between them",         \
            "record both events in the stream of the work", "timing")                              \
    PITFALL(SELF_WAIT, "self-wait", FIGURE,                                                        \
            "a stream waits for an event that it recorded itself, which orders nothing",           \
            "let the stream wait that needs the work, or leave the wait out", "events")            \
    PITFALL(DISTANT_ERROR, "distant-error", FIGURE,                                                \
            "an error is reported by a call far from the launch that caused it",                   \
            "while debugging, synchronize behind each launch and check what it returns",           \
            "debugging")                                                                           \
    PITFALL(                                                                                       \
        FREED_ELSEWHERE, "freed-elsewhere", FIGURE,                                                \
        "memory is freed in another stream, which does not wait for its last use",                 \
        "free it in the stream that used it last, or let the freeing stream wait for an event",    \
        "pytorch-streams")                                                                         \
    PITFALL(TRANSFER_BOUND, "transfer-bound", LIMIT,                                               \
            "a copy engine is busy nearly all the time: nothing to gain from streams",             \
            "move fewer bytes, or keep them on the device", "wire")                                \
    PITFALL(COMPUTE_BOUND, "compute-bound", LIMIT,                                                 \
            "kernels fill the device nearly all the time: nothing to gain from streams",           \
            "make the kernels themselves faster", "no-help")

enum pitfall_rule {
#define PITFALL(id, ...) PITFALL_ID_##id,
    PITFALL_LIST(PITFALL)
#undef PITFALL
        PITFALL_COUNT
};

struct pitfall_info {
    const char *name;
    enum pitfall_kind kind;
    const char *looks_for, *fix, *lesson;
};

const struct pitfall_info *pitfall_info(enum pitfall_rule rule);

/* By its name in files; -1 if there is none. */
int pitfall_find(const char *name);

/* "rewrite", "bound", "figure", "limit". */
const char *pitfall_kind_name(enum pitfall_kind kind);

/* What is done to the program to see what a change gains. */
enum pitfall_remedy {
    REMEDY_NONE,
    REMEDY_EDIT, /* one of `edits`: the one that gains most and is proven */
    /* What is no change of the program's code: */
    REMEDY_CONNECTIONS, /* as many connections as the device can have */
    /* Of the launches `objects`: */
    REMEDY_SMALL,    /* each takes the room of one warp, and as long as alone */
    REMEDY_PRIORITY, /* each has the highest priority */
    REMEDY_NO_TAIL,  /* each takes the time that its blocks need without a tail */
    REMEDY_CARVEOUT, /* each asks for all shared memory that an SM can have */
    /* Of copies: `objects` are their records, each run of them behind its number: */
    REMEDY_ONE_COPY, /* the first of a run copies the bytes of all, the others are left out */
    /* Of the host's work `objects`, rows of records: */
    REMEDY_NO_MEMCPY, /* it takes no time */
    /* Of options: */
    REMEDY_ONE_LAUNCH,  /* all calls of the timed part together cost the host what one launch does,
                            and its kernels follow each other at once */
    REMEDY_TWO_ENGINES, /* copies in and out have an engine each */
};

enum { PITFALL_EDITS = 5 };

#define PITFALL_NOWHERE UINT32_MAX

struct pitfall {
    enum pitfall_rule rule;
    enum pitfall_kind kind; /* the rule's, or less where only a bound can be given here */
    uint32_t op;            /* evidence: an operation, TIMELINE_NO_OP if none; */
    uint32_t other;         /* the one that it holds up or waits for, likewise; */
    uint32_t record;        /* the record of the program at fault, PITFALL_NOWHERE if none; */
    uint32_t place;         /* where the change is made: row of places, 0 if unknown */
    size_t count;           /* instances of this one cause */
    int64_t held; /* ns that it held things up, on the critical path where that is known */
    struct strbuf evidence; /* a sentence without its full stop */
    struct strbuf fix;      /* likewise: the change in the program's own names */
    enum pitfall_remedy remedy;
    struct edit edits[PITFALL_EDITS]; /* of REMEDY_EDIT: ways to make the change; */
    size_t edit_count;
    size_t edit;       /* the one that was found best */
    uint32_t *objects; /* of the others: rows of launches, or of records */
    size_t object_count;
    size_t others;       /* other places whose findings the same change takes away; */
    size_t again;        /* instances in its own place of further such findings, of other buffers */
    int64_t with_others; /* ns that it and all those held things up; 0: there are none */
    size_t merged_into;  /* of one of those: the row of the finding that stands for it, from 1 */
    bool merged;         /* is one of those, or another one makes it needless */
    bool refused;        /* no way to make the change is proven to keep the program right */
    bool kept;    /* host threads would come to locks and atomics in another order: the gain is
                     that of each of them doing what it did */
    int64_t gain; /* ns of wall time; TIMELINE_UNKNOWN: not simulated, or nothing to */
    struct pinning set_up; /* what the change itself takes, before the timed part */
    char turns[240]; /* what each turn of a loop needs of the wait that the change moves, and what
                        that takes, a sentence; "": nothing */
    char ungained[200]; /* why it was not simulated; "": it was, or there is nothing to */
};

/* Changes that gain more together than anything that is offered alone. */
enum { PITFALL_COMPANY_MOST = 3 };

struct pitfall_company {
    size_t count; /* of parts; 0: there are none */
    struct pitfall_part {
        enum pitfall_rule rule; /* whose change it is */
        int64_t gain; /* ns that it gains alone; TIMELINE_UNKNOWN: it is not proven alone */
    } parts[PITFALL_COMPANY_MOST];
    int64_t gain;          /* ns, of all of them */
    struct pinning set_up; /* as of a pitfall */
    bool kept;             /* likewise */
    struct strbuf fix;     /* what to write where, a line each */
};

struct pitfalls {
    struct pitfall *rows;
    size_t count, capacity;
    struct pitfall_company company;
    int64_t wall;       /* ns, as it is */
    int64_t host_work;  /* ns, as of the summary, but for what a thread does until another one tells
                           it to stop */
    int64_t floor;      /* ns that its machines need for the work at best, or a host thread for its
                           own: no change of calls and launches ends sooner */
    int64_t together;   /* ns gained with all remedies of what matters at once; TIMELINE_UNKNOWN */
    bool together_kept; /* as of a pitfall */
    size_t together_left; /* of those: as many take some of that back, or add nothing, and are left
                             out */
    struct strbuf untold; /* which wait for an event could not be looked at, a sentence without its
                             full stop; "": none that costs much */
    bool time_dependent;  /* the program branches on times: its calls were taken as they came */
    bool interpreted;     /* such a program, whose source was interpreted again where flags alone
                             change something */
};

/* Everything that the finders see. `program` and `profile` may be NULL: of a trace. */
struct pitfall_input {
    const struct program *program;
    const struct timeline *timeline;
    const struct profile *profile;
    const struct summary *summary;
    const struct critical *critical;
};

/* In the order of the list, then of the program. pitfalls_release() is needed. */
void pitfalls_find(struct pitfalls *pitfalls, const struct pitfall_input *input);

/* By row of places: whether a timer of the program's own that ends there measures something else
 * than it is taken for. NULL: the program has no timers. free() it. */
bool *pitfalls_timers(const struct program *program, const struct timeline *timeline);

/* Of a timeline alone, which cannot be predicted again: what holds things up for 2 % of the wall
 * time or more is shown without a gain, the rest is not. Then sorts them. */
void pitfalls_without_gain(struct pitfalls *pitfalls);

/* Whether it is shown as one that matters: a gain of at least 2 % of the wall time (issue 4), or
 * none that is counted in time. */
bool pitfall_matters(const struct pitfalls *pitfalls, const struct pitfall *pitfall);

/* Whether only the proof of a change says that there is such a pitfall at all: the order of calls,
 * of a stream's work, and waits that the data may need. */
bool pitfall_needs_proof(enum pitfall_rule rule);

/* Whether one that does not matter is named all the same, with why nothing is to be changed: it
 * holds things up for 2 % of the wall time or more, which a reader sees in the waits, but no change
 * is proven right, or the best one gains less. */
bool pitfall_is_left(const struct pitfalls *pitfalls, const struct pitfall *pitfall);

/* Those that matter first, by their gain, the largest first; then the list's order. */
void pitfalls_sort(struct pitfalls *pitfalls);

void pitfalls_release(struct pitfalls *pitfalls);

#endif
