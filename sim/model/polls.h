/* Loops that wait for streams or events by asking, for several one after the other, or that work or
 * sleep between their looks.
 *
 * A run of queries of one thing is one record, which a run repeats until the device is done. But a
 * loop until (query(a) && query(b) && query(c)) asks for a again before each look at b, and one
 * that works meanwhile does so: they were recorded turn by turn, as many as the prediction's calls
 * had time for. A device whose answer comes earlier in this count ends the loop there, and so must
 * a run, or the program once it is changed; where it comes later, it makes further turns like the
 * last one.
 */
#ifndef SIM_MODEL_POLLS_H
#define SIM_MODEL_POLLS_H

#include "sim/model/program.h"

#define POLLS_NONE UINT32_MAX

/* By record. Until: of a query that found its stream or event not ready, in a row of records which
 * only ask, or are what a loop that asks does meanwhile, and in which a later one of its like found
 * it done: the next that is the first of its like to do so, or else the next of its like, where a
 * thread goes on whose device is done already. Turns: of a query that found its stream or event
 * done, behind a turn that did more than ask, that turn's first record. Others POLLS_NONE. */
struct polls {
    uint32_t *until, *turns;
};

/* `first` is each thread's first record, `following` by record the next one of its thread: both
 * past the end where there is none. */
void polls_find(struct polls *polls, const struct program *program, const uint32_t *first,
                const uint32_t *following);

/* The record that is next when a query with an `until` has been told that what it asks for is done:
 * behind the one that the recording found it with, or one that waits for something else first. */
uint32_t polls_behind(const struct polls *polls, const struct program *program,
                      const uint32_t *following, uint32_t query);

void polls_release(struct polls *polls);

#endif
