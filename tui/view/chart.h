/* A timeline, or two over each other, made ready to be drawn, searched and explained.
 *
 * Everything that takes time in proportion to the run is done here, once, so that a key needs only
 * what the screen holds. Knows neither cursor nor screen.
 */
#ifndef TUI_VIEW_CHART_H
#define TUI_VIEW_CHART_H

#include "sim/analysis/compare.h"
#include "sim/analysis/explain.h"
#include "sim/draw/pair.h"
#include "sim/draw/window.h"
#include "sim/model/profile.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A wait for somebody: of an operation, by the rule that the inspector names. */
struct chart_wait {
    int64_t from, to; /* ns */
    uint32_t op;      /* that waited, TIMELINE_NO_OP: there is none */
    uint32_t blocker; /* that it waited for, TIMELINE_NO_OP: nobody known */
    uint32_t rule;
};

/* Operations (or calls) by name: those of one name stand together, in the order of their calls. */
struct chart_names {
    size_t count;  /* names: ids of timeline->names, or calls of the call list */
    size_t *first; /* by name, and one more: rows of ids */
    uint32_t *ids;
};

struct chart_span {
    int64_t from, to; /* ns */
};

enum { CHART_LARGEST = 1000 };

struct chart {
    const struct timeline *timeline; /* that is drawn: the caller's, or the pair's */
    const struct compare *compare;   /* of two; NULL: one timeline */
    struct pair pair;                /* of two */
    uint32_t *pair_of;               /* of two: operation of timeline to row of compare's match,
                                        UINT32_MAX: without a partner */
    uint32_t *worst;                 /* of two: rows of the match, largest error first, at most
                                        CHART_LARGEST */
    size_t worst_count;
    struct layout own; /* of one */
    const struct layout *layout;
    struct window window;
    struct explain explain[2]; /* of each of the timelines: what explain_text_pick() needs */
    const char *names[2];      /* what each is called; the caller's */

    bool own_stream_only; /* nothing waited for others: the waits below are for the own stream */
    uint32_t *waiting;    /* operations that waited for another stream or the hardware, by id */
    size_t waiting_count;
    struct chart_wait
        *largest; /* the longest of those waits, at most CHART_LARGEST, longest first */
    size_t largest_count;
    struct chart_names ops, calls;
    struct chart_span *busy; /* when each machine works, whatever runs beside each other */
    size_t *first_busy;      /* of it, by lane, and one more */
    int64_t *resident;       /* by sm step: threads times ns that were resident until then */
    int32_t most_threads;    /* that the device can hold; without a profile the most that it held */
};

/* The timeline must outlive the chart; `profile` may be NULL and need not. */
void chart_init(struct chart *chart, const struct timeline *timeline, const struct profile *profile,
                const char *name);

/* Two over each other: those that were compared, which must outlive the chart as the comparison
 * must. */
void chart_init_pair(struct chart *chart, const struct compare *compare,
                     const struct profile *profile, const char *first, const char *second);
void chart_release(struct chart *chart);

/* Whose an operation of chart->timeline is and how it is called there. Returns 0, or 1 for the
 * second of two. */
int chart_own_op(const struct chart *chart, uint32_t op, uint32_t *own);
int chart_own_call(const struct chart *chart, uint32_t call, uint32_t *own);

/* The other way round: how the chart calls an operation of its first (0) or second (1) timeline. */
uint32_t chart_op_of(const struct chart *chart, int side, uint32_t own);

/* The wait of an operation that matters most: the longest for another stream or the hardware, else
 * the longest for its own stream; op is TIMELINE_NO_OP if it waited for nobody. */
struct chart_wait chart_wait_of(const struct chart *chart, uint32_t op);

/* What a host call waited for last; the same. */
struct chart_wait chart_wait_of_call(const struct chart *chart, uint32_t call);

/* The same operation (or call) in the other of two; TIMELINE_NO_OP if it has no partner. */
uint32_t chart_partner(const struct chart *chart, uint32_t op);

/* Whether the machine of a lane works between two times, `to` excluded. */
bool chart_works(const struct chart *chart, size_t lane, int64_t from, int64_t to);

/* How many threads were resident on the device from one time to another, on average. */
int64_t chart_resident(const struct chart *chart, int64_t from, int64_t to);

#endif
