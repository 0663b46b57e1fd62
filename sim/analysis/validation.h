/* How good many predictions are: a row of figures for each scenario, and what they come to.
 *
 * Rows are taken from comparisons (compare.h), which need not live on. Shares are parts of a
 * million; LABEL_UNKNOWN where they cannot be given.
 */
#ifndef SIM_ANALYSIS_VALIDATION_H
#define SIM_ANALYSIS_VALIDATION_H

#include "sim/analysis/compare.h"
#include "sim/analysis/feature.h"
#include "sim/base/strbuf.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct validation_row {
    char *name;           /* of the scenario or its trace */
    char *label;          /* the same, with the folders that tell it from others of the name */
    int64_t measured;     /* ns of wall time, of the nearest mode */
    bool whole;           /* too much unmatched otherwise, or this: no figures */
    bool calls_of_others; /* as compare's */
    struct compare_figures ours, serial, streams;
    bool better_is_serial; /* which null model is the better one */
    int64_t beyond;        /* wall error beyond the noise, without a sign */
    int64_t noise_wall, noise_p95;
    size_t operations, unmatched;
    enum match_how how;
    /* Of the places that are scored, those that are off by no more than TIMELINE_NEAR_PLACE; and of
     * single runs of the hardware, as in struct compare. 0 of no place. */
    size_t places, places_near, run_places, run_places_near;
    size_t relations;
    size_t relations_typical;
    uint32_t noise_runs; /* as in struct compare, with the four after it */
    size_t runs_agreeing, undecided, undecided_right, undecided_ways;
    size_t modes, mode; /* of the measurement; 0 if it has but one */
    int64_t disturbance;
    bool disturbed; /* placement is not scored */
    size_t answers; /* elapsed times */
    int64_t answer_median, answer_worst;
    bool says_nothing; /* a null model is as good */
    uint32_t features; /* bits of enum feature */
    size_t group;      /* of the validation */
};

struct validation_error {
    int64_t share;
    size_t row;
};

struct validation {
    struct validation_row *rows;
    size_t count, capacity;
    struct validation_error *errors; /* of placement, of all operations that are scored */
    size_t error_count, error_capacity;
    int64_t null_tolerance; /* within which a null model is as good */
    char **groups;          /* sets that are also summed up apart: folders of traces */
    size_t group_count, group_capacity;
};

/* Median, 90th percentile and the largest of a figure over scenarios; the scenario of the largest.
 * LABEL_UNKNOWN if none has the figure. */
struct validation_spread {
    int64_t median, p90, worst;
    size_t worst_row;
};

/* Of the scenarios that have something in common. */
struct validation_class {
    size_t scenarios;
    struct validation_spread beyond;
    int64_t placement_p95;                                   /* of all their operations */
    size_t places, places_near, run_places, run_places_near; /* as in a row */
    size_t relations, right;
    size_t null_wrong; /* that the better null model of each scenario has wrong */
    size_t gained;     /* of those, right in the prediction */
    /* Of the relations whose traces tell of single runs, `repeated`: those that these leave open.
     */
    size_t repeated, repeated_right, undecided, undecided_right, undecided_ways;
    size_t typical;   /* right by the typical runs alone */
    int64_t agreeing; /* share of all their runs that stand as the medians */
};

struct validation_summary {
    size_t scenarios, whole, calls_of_others, disturbed, with_modes, say_nothing, operations;
    struct validation_spread error, beyond, noise; /* of wall times, without signs */
    struct validation_spread serial, streams;      /* the null models' wall errors */
    struct validation_spread placement;            /* of the scenarios' 95th percentiles */
    struct validation_spread placement_beyond;     /* what of them is beyond their noise */
    int64_t relations_share;                       /* right of all */
    struct validation_spread answers;              /* of the scenarios' worst elapsed times */
    struct validation_class all, classes[FEATURE_COUNT];
    struct validation_class undisturbed;
    struct validation_class *groups; /* of the validation */
};

/* `null_tolerance`: parts of a million. */
void validation_init(struct validation *validation, int64_t null_tolerance);

/* Takes a row from a comparison; `name` and `group` are copied. */
const struct validation_row *validation_add(struct validation *validation, const char *name,
                                            const char *group, const struct compare *compare);

const struct compare_figures *validation_better_null(const struct validation_row *row);

/* Of rows that have the same name, puts as many of the last folders before each as tell them apart
 * into their labels. To be called when all are there; until then labels are names. */
void validation_tell_apart(struct validation *validation);

/* validation_summary_release() ends it. */
void validation_summarize(const struct validation *validation, struct validation_summary *summary);

/* A line for each scenario, under a head. */
void validation_text_rows(struct strbuf *sb, const struct validation *validation);

/* The summary, and each class of feature that occurs. */
void validation_text_summary(struct strbuf *sb, const struct validation *validation,
                             const struct validation_summary *summary);

void validation_summary_release(struct validation_summary *summary);
void validation_release(struct validation *validation);

#endif
