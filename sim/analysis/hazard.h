/* The hazards of a program: accesses without an order that CUDA guarantees, and misuse of events,
 * streams and memory. Decided by happens-before (happens.h), not by when things were predicted to
 * happen, so a race is found also where the predicted schedule hides it.
 */
#ifndef SIM_ANALYSIS_HAZARD_H
#define SIM_ANALYSIS_HAZARD_H

#include "sim/analysis/happens.h"
#include "sim/analysis/hazards.h"
#include "sim/analysis/wrong_bytes.h"
#include "sim/model/program.h"

#include <stdbool.h>
#include <stdint.h>

/* Pairs with the same rule, lines and calls are one finding; the first of them is shown. */
struct hazard {
    enum hazard_rule rule;
    bool certain;
    /* The two sides in the order of the records. A misuse has only the later one, and the earlier
     * where another call matters, else HAZARD_NO_EVENT. */
    happens_event earlier, later;
    bool earlier_writes, later_writes;
    struct program_range range; /* of the first pair; alloc 0: none */
    uint32_t event;             /* of a misuse of an event */
    bool found_later;     /* EVENT_UNRECORDED: a later wait for the event finds a record, so that
                             the first may have been meant as none */
    uint32_t given;       /* POOL_REUSE: the record that gave the block back between the two */
    happens_event reader; /* EVENT_UNRECORDED: what reads the range behind the wait, which nothing
                             has written by then; HAZARD_NO_EVENT: not known */
    uint32_t block,
        block_before; /* name ids: of the caching allocator's block that the range is in,
                         and of what was given back there before; 0: none, not known */
    uint64_t block_from, block_bytes; /* in the alloc */
    uint32_t kernel;      /* of a possible one: the kernel whose accesses are not known */
    uint32_t count;       /* pairs */
    bool several_streams; /* the pairs' earlier sides are in more than one, */
    bool one_name;        /* all of those have the same name, */
    bool one_array;       /* or are elements of one array */
    bool several_threads; /* likewise, their calls' threads */
    uint32_t cause;   /* of a certain one: the row whose repair orders these two as well; its own */
    uint32_t further; /* 1 + the row in `further` of the last kept pair of the same finding, and of
                         that the one before; 0: no more */
};

/* Two sides that stand for the finding's in a run that goes wrong. */
struct hazard_schedule {
    happens_event earlier, later;
};

#define HAZARD_NO_EVENT 0u

enum { HAZARD_PAIRS_KEPT = 16 }; /* of a finding; more are only counted */

struct hazards {
    struct happens happens;
    struct hazard *rows; /* certain ones first, then by the later side's place in the program */
    size_t count, capacity;
    size_t certain;             /* how many are */
    size_t causes;              /* certain ones that are their own cause */
    size_t operations, touches; /* looked at: operations, accesses to ranges */
    uint32_t *unfinished; /* records of the last work of each stream that nobody waits for: one
                             finding, since one synchronize would do for all */
    size_t unfinished_count, unfinished_capacity;
    uint32_t failed; /* record: the first call that returned an error to a program which looks;
                        HAPPENS_NONE: none */
    struct hazard *further; /* pairs of the findings behind their first, certain ones */
    size_t further_count, further_capacity;
    bool by_locks; /* some are none only as threads took locks in the order that was predicted */
    /* Calls of two threads into one stream, in an order that matters and that only locks make. */
    struct hazard_schedule by_lock[HAZARD_PAIRS_KEPT];
    size_t by_lock_count;
    /* Waits that find an event not recorded yet which another thread then records, taken to be
     * meant so: `later` the wait, `earlier` the record. */
    struct hazard_schedule first_turns[HAZARD_PAIRS_KEPT];
    size_t first_turn_count;
    /* What the caller found out of runs with other orders of threads (sim/study/lock_orders.h). */
    bool others_looked; /* there were any */
    bool others_differ; /* one of them, or the predicted one, has certain ones that are not here */
    uint32_t late;      /* 1 + the thread that came late in this run; 0: it is the predicted one */
    bool late_end;      /* it came late to its end */
    struct hazard_schedule other_way;  /* one of by_lock that was the other way round in one; its
                                          sides are equal: none */
    struct hazard_schedule other_wait; /* likewise, one of first_turns */
    struct values values;              /* what `wrong` is told with; only with `wrong` */
    struct wrong_bytes *wrong;         /* by row: what comes of it; NULL: was not asked for */
    struct hazard_schedule *schedules; /* by row, with `wrong`: of which two */
};

/* The program must outlive them. */
void hazards_find(struct hazards *hazards, const struct program *program);

/* One more certain one, which takes a run of another order to find (hazard_turns.h). */
void hazards_insert(struct hazards *hazards, const struct hazard *hazard);

/* What comes of the certain races: fills `wrong`. Where the first pair's bytes come out the same
 * whichever is first, that of another pair of the finding, or of a write to the bytes which came
 * before the earlier side in its stream and is as late as that. Computes the program's values
 * several times. */
void hazards_find_wrong(struct hazards *hazards);

/* Whether it lacks a certain one that another run of the same scenario has, by rule and lines. */
bool hazards_lack(const struct hazards *hazards, const struct hazards *other);

void hazards_release(struct hazards *hazards);

#endif
