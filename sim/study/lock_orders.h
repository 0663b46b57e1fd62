/* Other orders in which threads take locks and write atomics.
 *
 * Who is first in two critical sections is chance, and what a lock orders in the predicted run it
 * may order the other way round in the next. Whoever looks at an atomic may come before the write
 * that it happened to see, unless it waits for that. What threads do there may depend on who was
 * first, so that the other order is not to be had from the records: the scenario is run again, once
 * for each thread that shares a lock or tells others something, as if it came late to its first
 * one; and where main joins not all threads, as if it were late to its end: how far they get is
 * chance.
 */
#ifndef SIM_STUDY_LOCK_ORDERS_H
#define SIM_STUDY_LOCK_ORDERS_H

#include "sim/study/predict.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    LOCK_ORDERS_MOST = 9,          /* runs */
    LOCK_ORDERS_RECORDS = 1 << 15, /* longer programs are not run again */
};

struct lock_order {
    uint32_t thread; /* who is late, */
    bool at_end;     /* to its end; else to its first lock or write */
};

/* Of the threads that take a lock which another thread of the program takes, or write an atomic
 * that another one sees, and of main's end; at most LOCK_ORDERS_MOST, none where the program is
 * longer than what is run again. Returns how many. */
size_t lock_orders_find(const struct program *program, struct lock_order orders[LOCK_ORDERS_MOST]);

/* Predicts the scenario at `path`, whose run without that is given, with a thread that is late.
 * Returns -1 if that run fails, as it may where the thread is waited for, or takes far more calls:
 * it says nothing then. prediction_release() is needed in any case. */
int lock_orders_predict(struct prediction *prediction, const char *path,
                        const struct predict_options *options, const struct prediction *predicted,
                        struct lock_order order);

/* Where the thread makes the same call for the same time in the other run; SIZE_MAX: it does not.
 */
size_t lock_orders_find_again(const struct program *program, uint32_t record,
                              const struct program *other);

/* Whether two records of the program, of two threads, come in the other order in that run. */
bool lock_orders_turn(const struct program *program, uint32_t earlier, uint32_t later,
                      const struct program *late);

#endif
