/* The figures of a calibration: samples of profile values, and what becomes of them.
 *
 * A pass has one value of a figure, the mean of the middle half of its samples: many latencies of a
 * device are spread evenly over microseconds, as if somebody polled, and a prediction that adds
 * them up is right on average with the mean; what comes late once in a while, as host functions do,
 * does not count. Of what a call costs the host it is the mean of all but a twentieth at each end:
 * programs add many up. Where the system wakes somebody, late by ten times the usual once in a
 * while, it is the median. The figure's value is the median of its passes', which stand apart in
 * time, so that a machine that was slow for a while in some of them does not count either; of what
 * the host does, the quicker of two in the middle; of the link's rates, which other users of the
 * host make slower and nothing quicker, the quickest pass's. The spread is the 10th to the 90th
 * percentile of all samples, and holds the values of all passes. Choices are by majority.
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
    struct figure_sample {
        int64_t value;
        uint32_t pass;
    } * samples;
    size_t count, capacity;
    /* once figures_finish() has run */
    int64_t value, p10, p90;
    bool settled; /* figures_settled() */
};

struct figures {
    const char *benchmark; /* what is being fitted */
    uint32_t pass;         /* that samples come from */
    /* What the instrument saw in this pass, to be corrected by what the same takes without it. */
    struct figures_seen {
        const char *chain; /* its name: a literal */
        enum profile_key key;
        int64_t value;
    } * seen;
    size_t seen_count, seen_capacity;
    int64_t kernel_disturbance; /* what the instrument adds between two kernels, ns */
    struct figure *rows;
    size_t count, capacity;
};

/* The middle of at least one sample, which are sorted here. */
int64_t figures_median(int64_t *samples, size_t count);

/* One sample, in the key's unit (profile.h); a point of a curve at a size. */
void figures_add(struct figures *figures, enum profile_key key, int64_t value);
void figures_add_call(struct figures *figures, enum call call, int64_t ns);
void figures_add_at(struct figures *figures, enum profile_key key, int64_t size, int64_t ns);

/* The value by the samples so far, for a fit that builds on another's; `otherwise` without any. */
int64_t figures_value(const struct figures *figures, enum profile_key key, int64_t otherwise);

int64_t figures_call_value(const struct figures *figures, enum call call, int64_t otherwise);
int64_t figures_value_at(const struct figures *figures, enum profile_key curve, int64_t size,
                         int64_t otherwise);

/* The same by the samples of the pass in progress alone: for what a cost is above another. */
int64_t figures_pass_value(const struct figures *figures, enum profile_key key, int64_t otherwise);
int64_t figures_pass_call_value(const struct figures *figures, enum call call, int64_t otherwise);

/* The mean of what was seen of a key in a chain; `otherwise` where nothing was. */
void figures_see(struct figures *figures, const char *chain, enum profile_key key, int64_t value);
int64_t figures_seen(const struct figures *figures, const char *chain, enum profile_key key,
                     int64_t otherwise);

/* Makes samples of it: scaled so that their mean is `mean`. */
void figures_take_seen(struct figures *figures, const char *chain, enum profile_key key,
                       int64_t mean);

/* Whether the passes agree on it: most of them (two thirds, three at least, if there were several)
 * have spreads that overlap in one place. */
bool figures_settled(const struct figure *figure);

/* Sorts the samples and sets value, p10 and p90 of every figure; rows of one curve stand together,
 * by size. */
void figures_finish(struct figures *figures);

void figures_release(struct figures *figures);

#endif
