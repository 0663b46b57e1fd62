/* The figures of a calibration: samples of profile values, and what becomes of them.
 *
 * A value is the mean of its samples without the lowest and the highest tenth: many latencies of a
 * device are spread evenly over microseconds, as if somebody polled, and a prediction that adds
 * them up is right on average with the mean; what comes late once in a while does not count. The
 * spread is the 10th to the 90th percentile of the samples. Choices are by majority.
 */
#ifndef SIM_STUDY_FIGURES_H
#define SIM_STUDY_FIGURES_H

#include "sim/base/strbuf.h"
#include "sim/model/profile.h"

struct figure {
    enum profile_key key; /* host.other when `call` is one */
    enum call call;       /* CALL_NONE: the key */
    int64_t size;         /* of a curve's point; 0 otherwise */
    const char *benchmark;
    int64_t *samples;
    size_t count, capacity;
    /* once figures_finish() has run */
    int64_t value, p10, p90;
};

struct figures {
    const char *benchmark; /* what is being fitted */
    /* From the start of a copy of 1 MiB to that of the next one in a row, by direction, and what of
     * it the instrument adds, ns; 0 until they were measured. */
    int64_t copy_period[2], copy_disturbance[2];
    struct figure *rows;
    size_t count, capacity;
};

/* One sample, in the key's unit (profile.h); a point of a curve at a size. */
void figures_add(struct figures *figures, enum profile_key key, int64_t value);
void figures_add_call(struct figures *figures, enum call call, int64_t ns);
void figures_add_at(struct figures *figures, enum profile_key key, int64_t size, int64_t ns);

/* The value by the samples so far, for a fit that builds on another's; `otherwise` without any. */
int64_t figures_value(const struct figures *figures, enum profile_key key, int64_t otherwise);

/* Sorts the samples and sets value, p10 and p90 of every figure; rows of one curve stand together,
 * by size. */
void figures_finish(struct figures *figures);

void figures_release(struct figures *figures);

#endif
