/* Other orders in which threads take locks.
 *
 * Who is first in two critical sections is chance, and what a lock orders in the predicted run it
 * may order the other way round in the next. What threads do there may depend on who was first, so
 * that the other order is not to be had from the records: the scenario is run again, once for each
 * thread that shares a lock, as if it came late to its first one.
 */
#ifndef SIM_STUDY_LOCK_ORDERS_H
#define SIM_STUDY_LOCK_ORDERS_H

#include "sim/study/predict.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    LOCK_ORDERS_MOST = 8,          /* threads that are late in turn */
    LOCK_ORDERS_RECORDS = 1 << 15, /* longer programs are not run again */
};

/* The threads that take a lock which another thread of the program takes, at most LOCK_ORDERS_MOST;
 * none where that is more than is run again. Returns how many. */
size_t lock_orders_threads(const struct program *program, uint32_t threads[LOCK_ORDERS_MOST]);

/* Predicts the scenario at `path` as if the thread came late. Returns -1 if that run fails, as it
 * may where the thread is waited for: it says nothing then. prediction_release() is needed in any
 * case. */
int lock_orders_predict(struct prediction *prediction, const char *path,
                        const struct predict_options *options, uint32_t thread);

/* Whether two records of the program, of two threads, come in the other order in that run. */
bool lock_orders_turn(const struct program *program, uint32_t earlier, uint32_t later,
                      const struct program *late);

#endif
