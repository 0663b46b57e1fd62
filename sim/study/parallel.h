/* Independent pieces of work on all cores.
 *
 * Which thread does which piece, and when, is left open; so a piece writes only to what is its own,
 * and results are read in order of index when all are done: then output is the same on every run.
 * Knows nothing of what is done.
 */
#ifndef SIM_STUDY_PARALLEL_H
#define SIM_STUDY_PARALLEL_H

#include <stddef.h>

/* Of each thread: the parser of scenarios is recursive, and this is what the main thread has on any
 * Linux. */
#define PARALLEL_STACK_BYTES ((size_t)8 << 20)

/* Calls work(context, i) once for every i below `count`, on `threads` threads at most, the caller's
 * among them (0: one a core), and returns when all calls have. With one thread, or where the system
 * gives no more, all run in the caller's, in order. */
void parallel_run(size_t count, unsigned threads, void (*work)(void *context, size_t index),
                  void *context);

/* How many cores the system lends us; at least 1. No prediction depends on it. */
unsigned parallel_cores(void);

#endif
