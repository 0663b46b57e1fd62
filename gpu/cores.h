/* Cores of the host that nothing else uses.
 *
 * While another program runs on the second hardware thread of a core, or in the slot that a virtual
 * machine shares with it, calls take up to 1.8 times as long, from one millisecond to the next
 * (traces/experiments/shared-cores.txt): more than most differences that a measurement is for. A
 * loop of a microsecond that keeps the core's units busy tells, as it takes twice as long then.
 *
 * Knows nothing of devices or programs.
 */
#ifndef GPU_CORES_H
#define GPU_CORES_H

#include <sched.h>
#include <stdbool.h>
#include <stdint.h>

struct cores {
    cpu_set_t allowed;    /* where the process may run */
    int count;            /* of those; 0: not known, nothing is done then */
    int64_t best;         /* the least that the loop took on any of them so far, ns; 0: never run */
    int at;               /* the core that was taken last; -1: none */
    cpu_set_t quiet;      /* what was found when it was looked around last */
    int fresh;            /* for how many times more it counts as that */
    long interrupted;     /* how often the thread had been taken off its core by cores_begin() */
    uint32_t table[4096]; /* what the loop reads and writes: half of a core's first cache */
};

/* What runs that do not count, as their core did not stay quiet, may still take: ns, and how many.
 */
struct cores_again {
    int64_t time;
    uint32_t runs;
};

void cores_init(struct cores *cores);

/* Brings the calling thread to a core that is quiet, the one of the last time if that is, or the
 * quietest there is; threads that it starts may use the other quiet ones, and at least as many as
 * `threads`, itself counted, and one for a driver; all, if it starts none and stays where it is.
 * Where it stays, others are not looked at each time: a program that begins later after the last
 * one's calls finds the driver's way out of the caches (traces/experiments/first-beside.txt).
 * Returns whether it came to another core than the one of the last time: one whose caches know
 * nothing of what it does. */
bool cores_take(struct cores *cores, int threads);

/* What is to be undisturbed begins. */
void cores_begin(struct cores *cores);

/* The thread may run anywhere again. Returns whether its core is quiet and it was not taken off it
 * since cores_begin(): what does that for milliseconds at a time is not seen by a loop of one
 * microsecond. */
bool cores_leave(struct cores *cores);

/* For so many runs that count: as many again may be made twice, but at least eight, and `time` ns
 * of them. */
void cores_again_init(struct cores_again *again, int64_t time, uint32_t count);

/* Whether a run of `took` ns that was disturbed may be made again; it does not count then. */
bool cores_again(struct cores_again *again, int64_t took);

#endif
