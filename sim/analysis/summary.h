/* The summary of a run: how long it took, how busy each machine was, how much overlapped of what
 * could have, and what bounds it. */
#ifndef SIM_ANALYSIS_SUMMARY_H
#define SIM_ANALYSIS_SUMMARY_H

#include "sim/analysis/critical.h"
#include "sim/analysis/round_trips.h"
#include "sim/analysis/shares.h"
#include "sim/base/strbuf.h"
#include "sim/model/profile.h"
#include "sim/model/timeline.h"

#include <stddef.h>
#include <stdint.h>

struct summary_machine {
    enum machine_kind kind;
    unsigned index;
    size_t count;  /* operations */
    int64_t sum;   /* ns of their durations */
    int64_t busy;  /* ns with at least one of them (the union) */
    int64_t least; /* ns that the machine needs for them at best, see below */
};

enum summary_bound {
    BOUND_NONE,    /* no work */
    BOUND_MACHINE, /* one machine needs at least three quarters of the span for its work */
    BOUND_HOST,    /* most of the critical path is what the host does before it asks for work */
    BOUND_LATENCY, /* most of the critical path is the latency of the device, by round trips or
                      small operations; with no bound by anything else */
    BOUND_WAITING, /* a chain of operations that wait for each other, by `rule` */
};

#define SUMMARY_MACHINES 16

/* From which share of the span on a machine's least time is what bounds the run, parts of a million
 * (docs/verdict.md). */
#define SUMMARY_NEAR_BOUND 750000

struct summary {
    int64_t wall, span; /* ns, of the timeline */
    size_t count;       /* operations of the timed part */
    int64_t sum;        /* ns of all durations */
    int64_t any, many;  /* ns with at least one, two of them */
    size_t most;        /* at once */
    /* The least span that this mix of work allows: the largest `least` of the machines. A copy
     * engine and the host worker do one thing at a time. The SM array needs as long as its longest
     * kernel (with a profile: without having waited for room, as far as its blocks' times tell),
     * and with a profile at least as long as all blocks take when they fill it without a gap. What
     * runs on no machine (memsets, copies on the device) needs its longest. */
    int64_t least;
    int64_t sm_load; /* ns that all kernels need when their blocks fill the SM array without a gap;
                        0 without a profile */
    /* 1 - any / sum, parts of a million: how much of the durations ran beside other work, and the
     * same for `least` in place of `any`. What the verdict calls reached is the one of the other.
     * That nothing runs for a time is no part of it, but of span - any. */
    int64_t overlap, overlap_most;
    struct summary_machine machines[SUMMARY_MACHINES];
    size_t machine_count;
    size_t stream_count;     /* streams that had work */
    uint32_t longest_stream; /* the one with the largest sum of durations: */
    int64_t longest_sum;     /* ns */
    size_t longest_count;    /* operations */
    enum summary_bound bound;
    size_t most_machine;   /* row of machines: the one with the largest `least` */
    size_t bound_machine;  /* of BOUND_MACHINE: row of machines */
    enum rule bound_rule;  /* of BOUND_WAITING: that costs most; RULE_COUNT: none */
    enum rule named_rule;  /* the one that the verdict names first, see critical_worst_rule() */
    int64_t host;          /* ns of the critical path that are the host's: its calls, its work, its
                              sleep, its threads' waits for each other */
    int64_t host_share;    /* likewise, parts of a million */
    int64_t latency_share; /* likewise: the latency of the device */
    /* Of BOUND_HOST: what of the critical path the host spends on each kind, parts of a million,
     * and the line that has most of it; its `host` is false where no call stands for it. */
    int64_t host_on[SHARE_COUNT];
    struct shares_item host_most;
    enum share host_kind;   /* what most of the host's share is, of which that line is one; */
    int64_t host_kind_time; /* ns of it */
    struct shares_item memory_most; /* of calls that allocate or free memory, on the critical path:
                                       the line with most of it; `time` 0: there are none; */
    int64_t memory_time;            /* and all of theirs, ns */
    int64_t threads;        /* ns of the host's share that go into making host threads, until they
                               begin, and until it is told of their ends; */
    uint32_t threads_place; /* the line with most of it, 0: none, and whether there are others */
    bool threads_elsewhere;
    struct round_trips trips; /* where the device idles meanwhile, and that is not the bound anyway;
                                 else its count is 0 */
    int64_t host_work;  /* ns that one host thread works or sleeps as it says itself, but for what
                           it does between questions whether work is done, that which does so
                           longest; no division of the device's work ends sooner */
    int64_t chain;      /* ns of running on the critical path */
    size_t chain_count; /* operations there */
};

/* `profile` may be NULL: then kernels are taken to be able to run beside each other freely. */
void summary_find(struct summary *summary, const struct timeline *timeline,
                  const struct profile *profile, const struct critical *critical);

/* As `host_work`; `told`: by row of calls what does not count besides, or NULL. */
int64_t summary_host_work(const struct timeline *timeline, const bool *told);

/* A few lines, broken to `width` columns. */
void summary_text(struct strbuf *sb, const struct summary *summary, int width);

/* Of them those that hold of a part as well, which lacks operations that ran meanwhile: the times
 * and how busy it kept the machines. What the part leaves idle or waits for is no finding. */
void summary_part_text(struct strbuf *sb, const struct summary *summary, int width);

/* Only the sentence that says what bounds the run, without a line end. */
void summary_bound_text(struct strbuf *sb, const struct summary *summary);

#endif
