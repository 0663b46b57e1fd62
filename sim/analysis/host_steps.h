/* What each host thread called, in order, and the steps that a reader makes along it: to the next
 * call, back to the one before.
 *
 * A step is where a thread enters a call, or where it returns from one and does not enter the next
 * at once. Steps of all threads have one order: by time, then thread, then the order of the
 * thread's calls; so to go forwards and backwards leads through the same points, and calls that
 * take no time are gone through one by one.
 */
#ifndef SIM_ANALYSIS_HOST_STEPS_H
#define SIM_ANALYSIS_HOST_STEPS_H

#include "sim/model/timeline.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define HOST_ANY     UINT32_MAX /* thread: any */
#define HOST_NO_STEP UINT64_MAX
#define HOST_NO_CALL UINT32_MAX

/* A moment of a run. Without a step: everything of that time has happened. With one: so far as the
 * step, in the order above; threads are then not further than it. */
struct host_point {
    int64_t time;    /* ns, in the timeline's clock */
    uint32_t thread; /* of the step */
    uint64_t step;   /* of that thread, 2 * call's number (+ 1: its return); HOST_NO_STEP: none */
};

/* One call: a row of calls, or of an operation that has no such row. */
struct host_call {
    uint32_t row;            /* of calls; HOST_NO_CALL: only the operation is known */
    uint32_t op;             /* that it enqueued; TIMELINE_NO_OP: none */
    int64_t enter, returned; /* ns; TIMELINE_UNKNOWN: not known */
    uint32_t place;          /* row of places; 0: not known */
};

struct host_steps {
    const struct timeline *timeline;
    uint32_t threads;
    uint32_t *first; /* by thread, and one more: its first of `calls` */
    uint32_t *calls; /* rows of calls, or HOST_STEPS_OP + id of an operation */
};
#define HOST_STEPS_OP UINT32_C(0x80000000)

/* The timeline must outlive it. Near linear. */
void host_steps_init(struct host_steps *steps, const struct timeline *timeline);

/* How many calls a thread makes, and the n-th. */
uint32_t host_steps_count(const struct host_steps *steps, uint32_t thread);
struct host_call host_steps_call(const struct host_steps *steps, uint32_t thread, uint32_t n);

/* All of that time has happened. */
struct host_point host_point_at(int64_t time);

/* The next step of a thread, or of any, and the one before. False, with *to untouched: there is
 * none. Cost: threads times the logarithm of their calls. */
bool host_steps_next(const struct host_steps *steps, const struct host_point *from, uint32_t thread,
                     struct host_point *to);
bool host_steps_previous(const struct host_steps *steps, const struct host_point *from,
                         uint32_t thread, struct host_point *to);

enum host_state {
    HOST_BEFORE,  /* it has made no call yet */
    HOST_IN_CALL, /* in `call` */
    HOST_UNKNOWN, /* in `call` or behind it: its return is not known */
    HOST_BETWEEN, /* behind `call`, before the next one: the program's own code */
    HOST_ENDED,   /* behind its last call, `call` */
};

/* Where a thread is. *n is the number of the call that it is in or was in last, HOST_NO_CALL before
 * the first. */
enum host_state host_steps_state(const struct host_steps *steps, const struct host_point *point,
                                 uint32_t thread, uint32_t *n);

void host_steps_release(struct host_steps *steps);

#endif
