/* Tolerances on the figures of predictions: --tolerance and its like. */
#ifndef TUI_CMD_TOLERANCE_H
#define TUI_CMD_TOLERANCE_H

#include "sim/analysis/validation.h"
#include "tui/cmd/option.h"

/* TOLERANCE(id, option, part, what, least): the `part`th number of an option is a limit on a figure
 * of the summary, from below if `least`. */
#define TOLERANCES(TOLERANCE)                                                                      \
    TOLERANCE(WALL_MEDIAN, TOLERANCE, 0, "wall error beyond the noise, median", false)             \
    TOLERANCE(WALL_P90, TOLERANCE, 1, "wall error beyond the noise, 90 % of the scenarios", false) \
    TOLERANCE(WALL_WORST, TOLERANCE, 2, "wall error beyond the noise, worst", false)               \
    TOLERANCE(PLACEMENT, PLACEMENT_TOLERANCE, 0, "placement of 95 % of all operations", false)     \
    TOLERANCE(RELATIONS, RELATIONS, 0, "contested relations right", true)                          \
    TOLERANCE(OVER_NULL, OVER_NULL, 0,                                                             \
              "right of what the better null model has wrong, by feature", true)                   \
    TOLERANCE(ELAPSED, ELAPSED_TOLERANCE, 0, "elapsed times, worst answer", false)

enum tolerance {
#define TOLERANCE(id, ...) TOLERANCE_##id,
    TOLERANCES(TOLERANCE)
#undef TOLERANCE
        TOLERANCE_COUNT
};

struct tolerances {
    int64_t limits[TOLERANCE_COUNT]; /* parts of a million; -1: not given */
};

/* Percentages with up to four decimals. --tolerance takes one, for each scenario, or three: for the
 * median, for 90 % and for the worst of them. */
int tolerances_read(struct tolerances *tolerances, const struct arguments *args, struct err *err);

/* The one on the wall time of each scenario; `otherwise` if it was not given. */
int64_t tolerances_wall(const struct tolerances *tolerances, int64_t otherwise);

/* Whether all hold; a line for each that does not is appended. A figure that is not there holds
 * where there is nothing to judge (no contested relations, no elapsed times): that has a line, too,
 * as it is no sign that the prediction is right. */
bool tolerances_hold(const struct tolerances *tolerances, const struct validation_summary *summary,
                     struct strbuf *said);

#endif
