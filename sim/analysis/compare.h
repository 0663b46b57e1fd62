/* How good a prediction is (design section 8): two timelines, figure by figure.
 *
 * `a` is the prediction, `b` what it is held against. Beside every figure stand those of two null
 * models, which know nothing of streams or nothing of machines: a scenario that one of them
 * predicts as well says nothing about ours. Knows nothing of scenarios and of sets of them; those
 * are validation.h's.
 */
#ifndef SIM_ANALYSIS_COMPARE_H
#define SIM_ANALYSIS_COMPARE_H

#include "sim/analysis/elapsed.h"
#include "sim/analysis/label.h"
#include "sim/analysis/match.h"
#include "sim/base/strbuf.h"
#include "sim/model/relation.h"
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
    /* Of the contested near pairs, how many stand in the same relation, or in one that a tenth of
     * b's runs or more have: where they go several ways, each is a valid answer. */
    size_t relations_right;
    size_t relations_gained; /* of a null model: those that it has wrong and the prediction right */
};

/* Where both timelines have an operation, in ns from the first start of all pairs. */
struct compare_place {
    struct relation_span a, b;
    struct relation_span serial, streams; /* where the null models have it */
    bool known;                           /* all four times of a and b */
    bool ends;                            /* not starts, but both ends: from the first of such */
    int64_t error;                        /* ns, the larger of start and end; of known ones */
};

struct compare_wrong {
    uint32_t first, second; /* pairs of the match */
    int8_t a, b;            /* their relation: -1 before, 0 overlap, 1 after */
};

enum { COMPARE_WRONG_KEPT = 20 };

/* An instrument that changes the wall time by more says nothing of placement. */
#define COMPARE_MOST_DISTURBANCE 10000 /* ppm; design section 8 */

struct compare {
    const struct timeline *a, *b;
    struct match match;
    struct compare_place *places; /* by pair */
    size_t known;                 /* places that are */
    /* a has b's calls, and its threads shared the work otherwise: these are of other work. */
    bool calls_of_others;
    int64_t b_wall; /* ns; of the mode that is nearest */
    /* ns, of the known places; b's is what errors of placement are shares of */
    int64_t a_span, b_span;
    size_t mode, mode_count; /* of b: the nearest to a's wall time; 0 modes: one outcome only */
    bool mode_has_places;    /* its operations' times are known */
    struct compare_figures ours, serial, streams; /* the null models: one after the other in order
                                                     of issue; each stream back to back */
    /* Pairs that no stream, event, fence or host wait orders, and that overlap or are closer than
     * the longer of the two in either timeline; without those of which b has all three relations in
     * a tenth of its runs or more. */
    size_t relations;
    size_t relations_typical; /* right by b's typical run alone */
    bool relations_sampled;   /* too many operations: only neighbours in time were looked at */
    struct compare_wrong wrong[COMPARE_WRONG_KEPT];
    size_t wrong_count; /* kept */
    /* The order of copies of each direction. */
    size_t copies;        /* matched ones */
    bool copies_in_order; /* the same in both */
    uint32_t first_copy;  /* pair of a's copy where the orders part */
    /* The noise floor, of b: between its processes where the measurement says that, else half the
     * range from the 10th to the 90th percentile, or the farther of the two from the median. */
    int64_t noise_wall, noise_median, noise_p95, noise_worst;
    bool noise_of_processes;
    int64_t noise_relations, noise_relations_right; /* TIMELINE_UNKNOWN if not measured */
    /* What the hardware itself leaves open (b's `undecided`). Of the relations, in each of
     * `noise_runs` runs: how many stand as the medians say, which is what the hardware would score
     * against itself. A relation is undecided when a tenth of the runs or more go otherwise. */
    uint32_t noise_runs; /* 0: not known */
    size_t runs_agreeing;
    size_t undecided, undecided_right;
    size_t undecided_ways; /* whose ways b tells */
    /* Operations of single runs of b, and how many are in their place; 0: not known. */
    size_t run_places, run_places_near;
    /* How much longer the runs took that gave b's places: share of b's wall time, signed. */
    int64_t disturbance;
    bool disturbed;         /* by more than COMPARE_MOST_DISTURBANCE: placement is not scored */
    struct elapsed elapsed; /* what cudaEventElapsedTime answered */
};

/* "before", "beside", "after": a relation as struct compare_wrong has it. */
const char *compare_relation_name(int8_t relation);

/* A share in parts of a million; LABEL_UNKNOWN of nothing. */
int64_t compare_share(int64_t part, int64_t whole);

/* The timelines must outlive the comparison. */
void compare_find(struct compare *compare, const struct timeline *a, const struct timeline *b);

/* Takes the null models' wall times from a comparison of `plain`, where `a` is what an instrument
 * sees of the same run: measured wall times are those of plain runs. */
void compare_take_walls(struct compare *compare, const struct timeline *plain);

/* Whether single figures mean something: the unmatched hold at most 2 % of the busy time. */
bool compare_is_whole(const struct compare *compare);

/* The wall error beyond the noise floor, without a sign; LABEL_UNKNOWN if there is none. */
int64_t compare_beyond_noise(const struct compare *compare);

/* Whether there are figures, and a null model is within `tolerance` of the wall time and has every
 * relation right. */
bool compare_says_nothing(const struct compare *compare, int64_t tolerance);

/* The better null model: the one with more relations right, then the smaller wall error. */
const struct compare_figures *compare_better_null(const struct compare *compare);

/* Of a pair whose places are known, the error of placement as a share of b's span. */
int64_t compare_error_share(const struct compare *compare, size_t pair);

/* The pairs whose places are known, largest error first, at most `most`. Returns how many. */
size_t compare_worst(const struct compare *compare, uint32_t *pairs, size_t most);

/* The report, some 15 lines; then a table of operations: all in order of their calls if `rows`.
 * `null_tolerance`: within which a null model is as good. */
void compare_text(struct strbuf *sb, const struct compare *compare, int64_t null_tolerance,
                  bool rows, int width);

/* The `most` operations with the largest errors of placement, as a table. */
void compare_text_worst(struct strbuf *sb, const struct compare *compare, size_t most);

void compare_release(struct compare *compare);

#endif
