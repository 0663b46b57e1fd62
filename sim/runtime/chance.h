/* What changes from run to run of one program, where it decides what happens.
 *
 * How long a call takes, or a thread until it is awake, scatters. With one thread that moves ends
 * by little, and the middle will do; which of several threads is first at a lock it decides. So a
 * run may be given a seed: then such times are drawn, each by itself, and many runs, each with its
 * own seed, have the middles and the spread that a measurement of many runs has
 * (sim/study/chances.h). Without a seed all times are the middle ones.
 */
#ifndef SIM_RUNTIME_CHANCE_H
#define SIM_RUNTIME_CHANCE_H

#include <stdbool.h>
#include <stdint.h>

struct chance {
    uint64_t state;
    bool on; /* else nothing is left to chance */
};

void chance_seed(struct chance *chance, uint64_t seed);

/* A call that takes `time` ns in the mean. The slow ones are farther from it than the quick ones: a
 * tenth takes less than 70 %, half less than 93 %, a tenth more than 128 %, one in a hundred more
 * than 2.5 times as long (traces/experiments/barrier-calls.txt: launches, copies and records of one
 * to four threads alike). So who meets others at a barrier waits for the slowest, which the means
 * do not show. */
int64_t chance_call(struct chance *chance, int64_t time);

/* A thread that sleeps for another and is awake `time` ns after in the mean: half within 93 % of
 * it, one in a hundred after more than 2.3 times (the same). */
int64_t chance_wake(struct chance *chance, int64_t time);

/* Likewise one that sleeps for a stream's lock: from 85 to 115 %
 * (traces/experiments/lock-turns.txt; if it scattered more, threads that launch all the time would
 * come to the lock more often than they did). */
int64_t chance_lock(struct chance *chance, int64_t time);

#endif
