/* With what a prediction that was saved was made. */
#ifndef TUI_CMD_ORIGIN_H
#define TUI_CMD_ORIGIN_H

#include "sim/model/profile.h"
#include "sim/model/timeline.h"

/* The profile that a predicted timeline names, found by the options that made it: built in, stored,
 * or a file that is still where it was. Left empty where it is not to be found, and for
 * measurements. profile_release() is needed. */
void origin_profile(struct profile *profile, const struct timeline *timeline);

#endif
