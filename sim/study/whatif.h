/* What if: the same program, edited, predicted again. */
#ifndef SIM_STUDY_WHATIF_H
#define SIM_STUDY_WHATIF_H

#include "sim/model/edit.h"
#include "sim/study/predict.h"

/* The wall time, in ns, of a prediction's program after an edit, and with as many connections as
 * the device can have if `more_connections`; everything else as it was (`options`: those of the
 * prediction). TIMELINE_UNKNOWN in *wall when the edit does not apply to the program, or when the
 * program branched on answers that depend on time, so that its calls would not be the same. */
int whatif_wall(const struct prediction *prediction, const struct predict_options *options,
                enum edit_kind edit, bool more_connections, int64_t *wall, struct err *err);

#endif
