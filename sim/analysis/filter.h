/* A part of a timeline: only some streams, kinds or kernels, what a range asked for, or what ran
 * within a stretch of time.
 *
 * Selecting and cutting are two steps, so that of two timelines the same operations can be kept.
 */
#ifndef SIM_ANALYSIS_FILTER_H
#define SIM_ANALYSIS_FILTER_H

#include "sim/base/err.h"
#include "sim/model/timeline.h"

#include <stdbool.h>
#include <stddef.h>

enum filter_key { FILTER_DEVICE, FILTER_STREAM, FILTER_THREAD, FILTER_KIND, FILTER_NAME };

struct filter_only {
    enum filter_key key;
    const char *list; /* values with commas between them; the caller's */
};

struct filter {
    struct filter_only *only; /* all of them must hold */
    size_t only_count, only_capacity;
    const char *range; /* name of an NVTX range, `range_length` bytes; NULL: any; the caller's */
    size_t range_length;
    uint32_t range_number; /* the how-manieth of that name, from 1; 0: all of them */
    bool has_time;
    int64_t from, to; /* ns from the timeline's zero */
};

void filter_init(struct filter *filter);

/* "stream=7,13", "stream=a", "kind=kernel,h2d", "name=scale", "thread=main", "device=0". */
int filter_add_only(struct filter *filter, const char *text, struct err *err);

/* "NAME", "NAME#3". */
int filter_set_range(struct filter *filter, const char *text, struct err *err);

/* "100us..1.5ms", "2ms..", "..1ms"; both ends belong to it. */
int filter_set_time(struct filter *filter, const char *text, struct err *err);

/* Whether it leaves everything as it is. */
bool filter_is_empty(const struct filter *filter);

/* keep[id] for every operation: an array of timeline->ops.count, which the caller frees. With a
 * stretch of time an operation is kept if it runs in it at least for a moment, with a range if it
 * was asked for while one was open, by whatever thread. Errors: a value of `only` or a range that
 * the timeline does not know, or no operation left. */
int filter_select(const struct filter *filter, const struct timeline *timeline, bool **keep,
                  struct err *err);

/* Takes everything else out of the timeline; ids are given anew, in the same order. Blockers that
 * went are no longer named; orderings through them stay. Zero and the wall time stay those of the
 * whole run, except that a range is timed by itself, as the range "nullstream" is; the span is that
 * of what is left. Charts show the stretch of time, if there is one. */
void filter_cut(const struct filter *filter, struct timeline *timeline, const bool *keep);

void filter_release(struct filter *filter);

#endif
