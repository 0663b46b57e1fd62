/* A prediction as the instrument of a measurement would see it.
 *
 * A measurement has its wall time from runs without an instrument and its starts and ends from runs
 * under one, whose calls take longer. What changes a run is an edit of what is predicted too
 * (design section 1): so the places of operations come from a prediction with such calls, the wall
 * time from the plain one. With --measured-calls they come when the measurement had them.
 * And a measurement has the medians of many runs: so has what is held against it, where runs differ
 * (sim/study/chances.h). The walls' runs and the places' are others; --one-run saves those that
 * nobody asks for.
 */
#ifndef TUI_CMD_SEEN_H
#define TUI_CMD_SEEN_H

#include "sim/analysis/compare.h"
#include "sim/base/strbuf.h"
#include "sim/model/pace.h"
#include "sim/study/variant.h"
#include "tui/cmd/operand.h"

struct seen {
    struct operand operand;
    struct arguments args;
    struct pace pace;                /* with --measured-calls */
    const struct timeline *timeline; /* as the instrument sees it: one run */
    /* To be held against the measurement: places, and wall times. */
    const struct timeline *places, *walls;
    struct timeline middles[2]; /* of them, where runs differ */
    size_t middle_count;
    size_t runs;         /* that they are the middle of; the fewer of the two */
    const char *one_run; /* "walls" or "places": these are one run's all the same; or NULL */
};

/* `plain` was predicted with `args`, from its file or, unless NULL, from the text `program`. Where
 * `measured` was placed by CUPTI, it is predicted again; otherwise its own timeline will do. To be
 * released, also after an error; `plain` must outlive it. */
int seen_find(struct seen *seen, const struct operand *plain, const struct strbuf *program,
              const struct timeline *measured, const struct arguments *args, struct err *err);

/* Holds it against the measurement: `places` and `walls`, which were one run's before, are the
 * middle of many where runs differ and `measured` is a measurement, for commands that compare
 * figures, and draw and explain no operation by them (GROUP_COMPARE of `args`). `plain` as above;
 * `compare` is to be released unless there is an error. */
int seen_compare(struct seen *seen, struct operand *plain, const struct timeline *measured,
                 const struct arguments *args, struct compare *compare, struct err *err);

/* "the medians of 101 runs": what is held against the measurement, where that is so
 * (`middle_count`). */
void seen_add_runs(struct strbuf *sb, const struct seen *seen);
void seen_release(struct seen *seen);

/* The same of a variant, whose prediction is `plain`: `again` is how the instrument that `seen` was
 * found for sees it. Runs in any thread. `again` is initialised; to be released in any case. */
int seen_again(const struct seen *seen, const struct variant *variant,
               const struct prediction *plain, struct prediction *again, struct err *err);

#endif
