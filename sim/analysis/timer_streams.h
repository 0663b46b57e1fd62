/* Which work asked for before a reading of the host's clock a timer from there on counts: that
 * which the work it measures, or the host, waits for. What other streams do meanwhile is none of
 * it: who times short work beside long work wants to know just that.
 */
#ifndef SIM_ANALYSIS_TIMER_STREAMS_H
#define SIM_ANALYSIS_TIMER_STREAMS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Operations by their rows in the timeline; ends in ns. */
struct timer_stream {
    uint32_t op, earlier_op;    /* that which ends last, since the last reading and before it */
    int64_t done, earlier_done; /* their ends; INT64_MIN: there is none */
    bool used;                  /* since the last reading the host uses it or waits for it */
};

/* Of one host thread; begins with all of it 0. */
struct timer_streams {
    struct timer_stream *rows; /* by stream */
    size_t count, capacity;
    uint32_t *used;
    size_t used_count, used_capacity;
    bool all;            /* since the last reading there was an order with streams of any name */
    int64_t latest;      /* end of all work before the last reading */
    uint32_t waited_op;  /* the last to end of that which is waited for by name, and its end; */
    int64_t waited_done; /* INT64_MIN: there is none */
};

/* The thread puts work into a stream. */
void timer_streams_work(struct timer_streams *streams, uint32_t stream, uint32_t op, int64_t end);

/* It waits for a stream; for any, or lets one stream wait for others. */
void timer_streams_wait(struct timer_streams *streams, uint32_t stream);
void timer_streams_wait_for_all(struct timer_streams *streams);

/* It waits for an operation from before the last reading, whatever came behind that in its stream.
 */
void timer_streams_wait_for(struct timer_streams *streams, uint32_t op, int64_t end);

/* A reading of the clock. */
void timer_streams_read(struct timer_streams *streams);

/* Of the work before the last reading, which was at `begin`, that which the timer counts until
 * `now` and that ends last; TIMELINE_NO_OP: none. */
uint32_t timer_streams_counted(const struct timer_streams *streams, int64_t begin, int64_t now);

void timer_streams_release(struct timer_streams *streams);

#endif
