/* Set-up in the timed part: the calls that allocate memory and make streams and events, and the
 * same program with them taking no time.
 *
 * A constant that says how many streams there are mostly says how many buffers, too. What another
 * number gains by fewer of them it gains once, however long the program goes on; what it gains for
 * the work is told apart by predicting without them.
 */
#ifndef SIM_STUDY_SET_UP_H
#define SIM_STUDY_SET_UP_H

#include "sim/model/profile.h"
#include "sim/model/timeline.h"
#include "sim/study/predict.h"

/* How long the calls of the timed part take that set something up, ns. */
int64_t set_up_time(const struct timeline *timeline);

/* The options' --set and those that take the time of these calls away. */
struct set_up_sets {
    const char **sets;
    size_t count;
    char (*texts)[96]; /* ours */
};

void set_up_sets_init(struct set_up_sets *sets, const struct profile *profile,
                      const struct predict_options *options);
void set_up_sets_release(struct set_up_sets *sets);

#endif
