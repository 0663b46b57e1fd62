/* The verdict: the first line of a report. How much overlapped, why not more, and what one change
 * would gain.
 *
 * Finding it names the change to try; what that gains is simulated elsewhere (sim/study) and handed
 * to verdict_text().
 */
#ifndef SIM_ANALYSIS_VERDICT_H
#define SIM_ANALYSIS_VERDICT_H

#include "sim/analysis/critical.h"
#include "sim/analysis/pinning.h"
#include "sim/analysis/summary.h"
#include "sim/base/strbuf.h"
#include "sim/model/edit.h"
#include "sim/model/timeline.h"

enum verdict_cause {
    VERDICT_NOTHING,     /* no work */
    VERDICT_ALONE,       /* one operation */
    VERDICT_NO_TIME,     /* several operations, none of which takes any time */
    VERDICT_GOOD,        /* at least 90 % of the possible overlap, or hardly any was possible */
    VERDICT_LEGACY,      /* `op` is in the default stream */
    VERDICT_ONE_STREAM,  /* all work is in the stream of `op` */
    VERDICT_ROUND_TRIPS, /* so it is, and the host waits in `call` for a few bytes time and again */
    VERDICT_PAGEABLE,    /* `op` copies from or to pageable memory */
    VERDICT_BLOCKING,    /* the host waits in `call` before it asks for more */
    VERDICT_CONNECTION,  /* `op` waits in a connection behind `blocker` of another stream */
    VERDICT_SIGNAL,      /* `op` waits as dependencies cannot be checked yet */
    VERDICT_FULL,        /* `op` finds no room beside `blocker` */
    VERDICT_COPY_ENGINE, /* `op` waits for the copy engine behind `blocker` */
    VERDICT_EVENT,       /* `op` waits for an event after `blocker` */
    VERDICT_STREAM,      /* `op` waits for `blocker` in its own stream */
    VERDICT_MACHINE,     /* the machine with most to do has work for most of the span */
    VERDICT_CHAIN,       /* the operations of stream `stream`, one after the other, take most of
                            the span */
    VERDICT_HOST,        /* the host asks too late */
    VERDICT_GAPS,  /* one stream, hardly anything to overlap: the moments between operations */
    VERDICT_OTHER, /* `op` waits by `rule` */
};

struct verdict {
    enum verdict_cause cause;
    uint32_t op, blocker;   /* TIMELINE_NO_OP: none */
    uint32_t call;          /* row of the timeline's calls, of VERDICT_BLOCKING */
    uint32_t lock;          /* likewise: where others wait meanwhile for a lock that its thread
                               holds, row of places; 0: they do not */
    uint32_t stream;        /* of VERDICT_CHAIN, with: */
    size_t chain_count;     /* its operations */
    int64_t chain, span;    /* ns that they, or the machine's work, take; of the whole */
    size_t others;          /* as many more of the kind of `op` (or calls) share the fault */
    enum rule rule;         /* RULE_COUNT: none */
    enum edit_kind edit;    /* the change to try; EDIT_NONE: none that a program shows */
    enum edit_kind simpler; /* a simpler one to try before it; EDIT_NONE: none */
    bool more_connections;  /* try the most connections instead */
    int64_t reached;        /* of the possible overlap, parts of a million; -1: if it were all
                               reached, less than 5 % would be gained */
    bool overlapped;        /* two operations were at once, for however short a time */
    int64_t idle;           /* share of the span with nothing on the device, parts of a million,
                               where hardly anything could overlap and that is the point; else 0 */
    int64_t empty;          /* of VERDICT_ROUND_TRIPS: share of the span with nothing on the device,
                               parts of a million, and: */
    uint64_t bytes;         /* that the host waits for, at most, in each */
    enum machine_kind most_kind; /* the machine that has most to do */
    unsigned most_index;
    bool full;             /* of VERDICT_MACHINE: nine tenths and more, whatever waited beside it */
    struct pinning set_up; /* what the change itself takes before the timed part */
    struct shares_item host; /* of VERDICT_HOST: the line that most of its time goes into; */
    enum share host_kind;    /* what that is, */
    int64_t host_kind_time;  /* and what all of that kind take, ns */
    struct shares_item
        memory;          /* what calls for memory have of the critical path, where that is worth
                            a word: the line that most of it goes into; `time` 0: it is not; */
    int64_t memory_time; /* and all of it, ns */
    uint32_t starts;     /* likewise, where that line may be set-up: the operation that the timed
                            part begins with; TIMELINE_NO_OP: it is none */
    int64_t threads; /* likewise, where making host threads takes most of the host's share: ns of
                        that; 0: it does not */
    uint32_t threads_place; /* and its line, 0: none is known, */
    bool threads_elsewhere; /* and whether there are others */
    int64_t wall;           /* ns */
    size_t failed;          /* calls that were to ask for work and failed, */
    uint32_t failed_call;   /* row of the timeline's calls: the first of them */
};

void verdict_find(struct verdict *verdict, const struct timeline *timeline,
                  const struct summary *summary, const struct critical *critical);

/* One or two sentences without a line end: "Nothing overlapped: k2 is in the default stream
 * (fence.cu:14). A non-blocking stream would cut 916 to 321 us." `alternative_wall` is the wall
 * time after the change, TIMELINE_UNKNOWN if it was not tried. */
void verdict_text(struct strbuf *sb, const struct verdict *verdict, const struct timeline *timeline,
                  int64_t alternative_wall);

#endif
