/* A timeline: what happened to each operation, predicted or measured.
 *
 * One type for both, so that every view, analysis and writer serves both. Times are ns; zero is the
 * entry of the first call that enqueues a kernel, copy, memset or host function in the timed part
 * (the writer and the reports subtract `zero`; what the engine stores counts from the process's
 * start). What a measurement cannot know is TIMELINE_UNKNOWN, never 0.
 */
#ifndef SIM_MODEL_TIMELINE_H
#define SIM_MODEL_TIMELINE_H

#include "sim/base/intern.h"
#include "sim/base/strbuf.h"
#include "sim/model/program.h"
#include "sim/model/rules.h"

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>

#define TIMELINE_UNKNOWN INT64_MIN
#define TIMELINE_NO_OP   UINT32_MAX /* "no operation": ids count from 0 */

enum op_kind { OP_KERNEL, OP_COPY, OP_MEMSET, OP_RECORD, OP_WAIT, OP_HOST, OP_FREE_ALLOC };

/* What executes; MACHINE_NONE for records and waits. */
enum machine_kind {
    MACHINE_NONE,
    MACHINE_SM,
    MACHINE_COPY, /* the index counts the copy engines: in, out, and MACHINE_COPY_DRIVER */
    MACHINE_HOST_WORKER,
    MACHINE_HOST, /* a host-to-host copy, done by the calling thread */
};

/* The index of what moves pages of managed memory that are prefetched: the driver, which does so
 * beside the copy engines in and out, one prefetch after the other
 * (traces/experiments/prefetch-rows.txt). Copies between peers would be there, which a program for
 * one device has none of. */
enum { MACHINE_COPY_DRIVER = 2 };

/* One operation. Ids are row numbers, in the order of the calls. `detail` by kind: kernel: row of
 * launches; copy, memset: row of copies; record, wait: row of events; host: row of hostfns. */
struct timeline_op {
    int64_t call, returned, ready, start, end;
    uint32_t name;   /* name id in the timeline's names */
    uint32_t stream; /* row of streams */
    uint32_t place;  /* row of places; 0: none */
    uint32_t detail;
    uint32_t first_wait, first_after; /* rows of waits and afters */
    uint16_t wait_count;
    uint16_t after_count;
    uint16_t thread;
    uint16_t connection; /* from 1; 0: none */
    uint8_t kind;        /* enum op_kind */
    uint8_t machine;     /* enum machine_kind */
    uint8_t machine_index;
    uint8_t flags; /* enum op_flag */
    union {
        uint32_t generation; /* of the event of a record or wait; 0: a wait on an event never
                                recorded */
        /* Of a predicted kernel given by work that had to wait for room beside others: how long a
         * block of it had its place in the mean, ns; 0: it had all its room, or nobody knows. */
        uint32_t block_mean;
    };
};
static_assert(sizeof(struct timeline_op) == 80, "ten millions of them must fit");

enum op_flag {
    OP_GUESSED = 1, /* its cost was assumed: shown with a question mark */
    OP_FAILED = 2,  /* did not run: the device was in an error state, or it caused one */
};

/* One stretch of waiting. It begins where the one before it ends, the first at the call. */
struct timeline_wait {
    int64_t to;
    uint32_t blocker; /* operation, or TIMELINE_NO_OP */
    uint32_t rule;    /* enum rule */
};

/* A host call: all that wait, and those that enqueue nothing. Others are known by their op. */
struct timeline_call {
    int64_t enter, returned;
    uint32_t place, op; /* op: TIMELINE_NO_OP if it enqueued none */
    uint32_t first_wait;
    uint16_t wait_count;
    uint16_t thread;
    uint16_t call;   /* enum call */
    uint16_t result; /* the CUDA error returned */
    uint16_t giver;  /* of one that waited for another host thread: 1 + the thread that let it go on
                        last, 0: not known; */
    uint32_t turns;  /* of work and sleeps: how many in a row are in it, as of a loop that looks
                        between them; 0: not known; TIMELINE_TIMED: a wait with an end */
    int64_t given;   /* of `giver`: when that was; it wakes later */
};

/* A wait for another thread that ends at a time if nobody has ended it before. */
#define TIMELINE_TIMED UINT32_MAX

struct timeline_sm_step {
    int64_t time;
    int32_t blocks, threads; /* resident on the device from then on */
};

struct timeline_range { /* NVTX */
    int64_t begin, end; /* end: TIMELINE_UNKNOWN while open */
    uint32_t name;
    uint16_t thread;
};

/* 10th and 90th percentile of a measured operation's start and end, relative to the medians. */
struct timeline_spread {
    int64_t start_p10, start_p90, end_p10, end_p90;
};

/* An operation is in its place when it is off by no more of the span: parts of a million (design
 * section 8). */
#define TIMELINE_NEAR_PLACE INT64_C(20000)

enum timeline_source { TIMELINE_PREDICTED, TIMELINE_MEASURED };

/* The figures by which a prediction is judged (design section 8), of separate processes against all
 * of them together: the noise floor. Shares in parts of a million; TIMELINE_UNKNOWN if not known.
 */
struct timeline_noise {
    int64_t wall;
    int64_t placement_median, placement_p95, placement_worst;
    int64_t relations, relations_right;
    uint32_t runs; /* that `undecided` counts; 0: not known */
    /* Operations of all runs, one by one, and how many of them are within TIMELINE_NEAR_PLACE of
     * where the timeline has them; 0: not known. */
    uint32_t run_places, run_places_near;
};

/* Two operations that do not stand to each other in every run as their medians do. */
struct timeline_undecided {
    uint32_t first, second; /* operations, first < second */
    uint32_t otherwise;     /* how many of measurement.noise.runs */
    uint32_t relations;     /* bits of enum relation: how they stand in a tenth of the runs or more;
                               0: not known */
};

/* What the program answered to a host that asked how long something took. */
struct timeline_answer {
    uint32_t call;    /* row of calls, ascending */
    int64_t elapsed;  /* ns, of cudaEventElapsedTime */
    int64_t p10, p90; /* relative to it; TIMELINE_UNKNOWN where it was not repeated */
};

/* One of several outcomes that the runs of one program have. */
struct timeline_mode {
    uint32_t runs;
    int64_t wall;        /* ns, median of those runs */
    uint32_t first_time; /* row of mode_times, one an operation; TIMELINE_NO_OP: not known */
};

struct timeline_mode_time {
    int64_t start, end;
};

struct timeline_measurement {
    uint32_t repetitions, processes;                 /* repetitions: of all processes together */
    uint32_t clock, driver, date, command, host_cpu; /* name ids */
    uint32_t crowded; /* runs, of the plain and the instrumented ones together, whose core something
                         else used at their end: their calls took longer */
    int64_t wall_p10, wall_p90;
    int64_t instrument_wall; /* wall time of the runs that gave the placement; its disturbance is
                                what it is above the wall time */
    struct timeline_noise noise;
};

struct timeline {
    enum timeline_source source;
    struct intern names;
    uint32_t scenario, device_name, profile, rules; /* name ids */
    char program_sha256[65];                        /* "" if unknown */
    PROGRAM_TABLE(program_place, places);
    PROGRAM_TABLE(program_thread, threads);
    PROGRAM_TABLE(program_stream, streams);
    PROGRAM_TABLE(program_event, events);
    PROGRAM_TABLE(program_copy, copies);
    PROGRAM_TABLE(program_launch, launches);
    PROGRAM_TABLE(program_hostfn, hostfns);
    PROGRAM_TABLE(program_host_move, host_moves);
    PROGRAM_TABLE(timeline_op, ops);
    PROGRAM_TABLE(timeline_wait, waits);
    PROGRAM_TABLE(timeline_call, calls);
    PROGRAM_TABLE(timeline_range, ranges);
    PROGRAM_TABLE(timeline_sm_step, sm_steps);
    PROGRAM_TABLE(timeline_spread, spreads); /* by op id, or empty */
    PROGRAM_TABLE(timeline_answer, answers);
    PROGRAM_TABLE(timeline_mode, modes); /* empty if all runs came out alike; most runs first, whose
                                            times are those of the operations */
    PROGRAM_TABLE(timeline_mode_time, mode_times);
    PROGRAM_TABLE(timeline_undecided, undecided); /* ascending; only those near each other */
    struct {
        uint32_t *rows; /* operation ids */
        size_t count, capacity;
    } afters;
    PROGRAM_TABLE(timeline_option, options); /* the command line that made it */
    int64_t zero;                            /* see above */
    int64_t span, wall;                      /* ns; TIMELINE_UNKNOWN until known */
    int64_t timed_from, timed_to; /* the range "nullstream", or all; in the clock of the ops */
    int64_t shown_from, shown_to; /* what charts show, ns from zero; all if they are equal */
    /* Of a prediction: a hash of the order in which host threads took each lock, and wrote and saw
     * each atomic; 0: none did. */
    uint64_t turns;
    struct timeline_measurement measurement; /* of a measured one */
    struct strbuf output;                    /* what the program printed */
    struct strbuf program; /* as an .nsp file, of a measured one: what was run; empty if not kept */
};

struct timeline_option {
    uint32_t text; /* name id */
};

void timeline_init(struct timeline *timeline);

/* Makes room for about so many operations and their waits, for speed. */
void timeline_reserve(struct timeline *timeline, size_t ops);

/* Appends an op with all times unknown and returns its id. */
uint32_t timeline_add_op(struct timeline *timeline);

/* Appends `count` waits, in order, and returns the row of the first. */
uint32_t timeline_add_waits(struct timeline *timeline, const struct timeline_wait *waits,
                            size_t count);
uint32_t timeline_add_after(struct timeline *timeline, uint32_t op);
void timeline_add_call(struct timeline *timeline, const struct timeline_call *call);

/* The answer of the call that was added last. */
void timeline_add_answer(struct timeline *timeline, int64_t elapsed, int64_t p10, int64_t p90);

/* Another mode, without times of its operations. */
struct timeline_mode *timeline_add_mode(struct timeline *timeline, uint32_t runs, int64_t wall);

/* Room for the times of every operation in the mode that was added last, all unknown. The pointer
 * is good until the next mode is added. */
struct timeline_mode_time *timeline_add_mode_times(struct timeline *timeline);

/* To be called in ascending order of the operations. */
void timeline_add_undecided(struct timeline *timeline, const struct timeline_undecided *pair);

/* Copies the tables of the program that reports need, and its names, which keep their ids: ops and
 * ranges may name by the ids of the program. The timeline's own names (device, profile, options,
 * measurement) are carried over. Ends what was interned into `names` for ops or ranges before. */
void timeline_take_tables(struct timeline *timeline, const struct program *program);

/* Sets timed_from, timed_to, zero, span and wall from ops, calls and ranges (docs/scenarios.md).
 * Without any work, span and wall are 0. */
void timeline_finish(struct timeline *timeline);

/* The range that limits the timed part, the first that is called "nullstream", or NULL. */
const struct timeline_range *timeline_timed_range(const struct timeline *timeline);

/* Kernel, copy, memset or host function: what span and overlap count. */
bool timeline_is_work(const struct timeline_op *op);

/* Whether it is known when it started and when it ended. */
static inline bool timeline_has_times(const struct timeline_op *op)
{
    return op->start != TIMELINE_UNKNOWN && op->end != TIMELINE_UNKNOWN;
}

/* Whether it is in the legacy stream; whether it is a copy from or to pageable memory. */
bool timeline_is_legacy(const struct timeline *timeline, uint32_t op);
bool timeline_is_pageable(const struct timeline *timeline, uint32_t op);
/* Whether it is a prefetch of managed memory, which the driver moves beside the copy engines. */
bool timeline_is_prefetch(const struct timeline *timeline, uint32_t op);

/* Whether it was called (or, where that is not known, started) within the timed part. */
bool timeline_is_timed(const struct timeline *timeline, const struct timeline_op *op);

/* Whether anything in it waits by the rule; whether a call does. */
bool timeline_waits_by(const struct timeline *timeline, enum rule rule);
bool timeline_call_waits_by(const struct timeline *timeline, const struct timeline_call *call,
                            enum rule rule);

/* Makes an operation a measured copy or memset of the kind, on the machine that does such: which
 * engine of a direction's it was, no instrument says. */
void timeline_set_copy(struct timeline_op *op, enum copy_kind kind);

const char *timeline_name(const struct timeline *timeline, uint32_t name);
const char *op_kind_name(enum op_kind kind);
const char *machine_kind_name(enum machine_kind kind);
void timeline_release(struct timeline *timeline);

#endif
