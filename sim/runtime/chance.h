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

/* A call that takes about `time` ns: from 70 to 130 % of it, all alike
 * (traces/experiments/lock-turns.txt: of launches of two to four threads a tenth takes below 77 %,
 * a tenth above 128 % of the median). */
int64_t chance_call(struct chance *chance, int64_t time);

/* A thread that is awake after about `time` ns: from 85 to 115 % of it (the same; if it scattered
 * as calls do, threads that launch all the time would come to the lock more often than they did).
 */
int64_t chance_wake(struct chance *chance, int64_t time);

#endif
