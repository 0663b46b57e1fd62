/* All that can be said about why a run took as long as it did: critical path, shares of the wall
 * time, slack, waits and their causes. Found once, written as text (explain_text.h) or JSON
 * (sim/io/explain_json.h).
 */
#ifndef SIM_ANALYSIS_EXPLAIN_H
#define SIM_ANALYSIS_EXPLAIN_H

#include "sim/analysis/critical.h"
#include "sim/analysis/shares.h"
#include "sim/analysis/summary.h"
#include "sim/analysis/verdict.h"
#include "sim/analysis/waits.h"
#include "sim/base/err.h"
#include "sim/model/profile.h"
#include "sim/model/timeline.h"

struct explain {
    const struct timeline *timeline; /* the caller's, as long as this is used */
    struct critical critical;
    struct summary summary;
    struct verdict verdict;
    struct shares shares;
    struct waits waits;
    int64_t *slack;   /* by operation; see slack.h; NULL until explain_find_slack() */
    const bool *keep; /* the operations that are meant; NULL: all */
};

/* `profile` may be NULL, as in summary_find(); `keep` too: the operations whose waits are meant, as
 * in waits_find(), used as long as this is. explain_release() ends it. */
void explain_find(struct explain *explain, const struct timeline *timeline,
                  const struct profile *profile, const bool *keep);

/* Its slack, which the reports need: apart, so that what a change gains can be simulated before it
 * takes its memory. */
void explain_find_slack(struct explain *explain);
void explain_release(struct explain *explain);

/* What --op names. */
struct explain_pick {
    uint32_t op;   /* TIMELINE_NO_OP: a call */
    uint32_t call; /* row of calls; CRITICAL_NO_CALL: an operation */
    size_t others; /* as many more are meant as well; this one waited longest */
};

/* "k2" (a name, or the name of a call), "14" (a line), "fence.cu:14", "#2" (an id).
 * Of several the one that waited longest. ERR_INPUT with a suggestion if there is none. */
int explain_pick(struct explain_pick *pick, const struct timeline *timeline, const char *text,
                 struct err *err);

#endif
