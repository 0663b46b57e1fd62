/* How good a prediction is (design section 8): two timelines, figure by figure.
 *
 * `a` is the prediction, `b` what it is held against. Beside every figure stand those of two null
 * models, which know nothing of streams or nothing of machines: a scenario that one of them
 * predicts as well says nothing about ours.
 */
#ifndef SIM_ANALYSIS_COMPARE_H
#define SIM_ANALYSIS_COMPARE_H

#include "sim/analysis/label.h"
#include "sim/analysis/match.h"
#include "sim/base/strbuf.h"
#include "sim/model/timeline.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Shares in parts of a million; LABEL_UNKNOWN where they cannot be given. */
struct compare_figures {
    int64_t wall;       /* ns; TIMELINE_UNKNOWN if unknown */
    int64_t wall_error; /* (wall - b's wall) / b's wall, with its sign */
    /* Of each operation the larger of its start's and end's error, both from the start of the
     * first operation, as a share of b's span. */
    int64_t placement_median, placement_p95, placement_worst;
    uint32_t worst; /* pair */
    /* Of the contested near pairs, how many stand in the same relation. */
    size_t relations_right;
};

struct compare_wrong {
    uint32_t first, second; /* pairs of the match */
    int8_t a, b;            /* their relation: -1 before, 0 overlap, 1 after */
};

enum { COMPARE_WRONG_KEPT = 20 };

struct compare {
    const struct timeline *a, *b;
    struct match match;
    struct compare_figures ours, serial, streams; /* the null models: one after the other in order
                                                     of issue; each stream back to back */
    /* Pairs that no stream, event, fence or host wait orders, and that overlap or are closer than
     * the longer of the two in either timeline. */
    size_t relations;
    bool relations_sampled; /* too many operations: only neighbours in time were looked at */
    bool relations_unknown; /* far too many */
    struct compare_wrong wrong[COMPARE_WRONG_KEPT];
    size_t wrong_count; /* kept */
    /* The order of copies of each direction. */
    size_t copies;        /* matched ones */
    bool copies_in_order; /* the same in both */
    uint32_t first_copy;  /* pair of a's copy where the orders part */
    /* Of b, where its measurement says: half the range from the 10th to the 90th percentile, or
     * the farther of the two from the median. */
    int64_t noise_wall, noise_median, noise_p95, noise_worst;
};

/* The timelines must outlive the comparison. */
void compare_find(struct compare *compare, const struct timeline *a, const struct timeline *b);

/* Whether single figures mean something: the unmatched hold at most 2 % of the busy time. */
bool compare_is_whole(const struct compare *compare);

/* Whether a null model is within `tolerance` of the wall time and has every relation right. */
bool compare_says_nothing(const struct compare *compare, int64_t tolerance);

/* The report, some 15 lines, and a table of all operations if `rows`. */
void compare_text(struct strbuf *sb, const struct compare *compare, bool rows);

void compare_release(struct compare *compare);

#endif
