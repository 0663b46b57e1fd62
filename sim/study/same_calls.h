/* Whether a scenario makes the same calls under other options: then its program, which was
 * recorded, is replayed instead of its source being interpreted again, which takes long where the
 * host computes much between the calls.
 *
 * What a program does follows from its source, from what its calls answer and from the time, which
 * is seen where the program is made (time_dependent). So the calls are the same where what was
 * asked for is the same on both devices, and no call fails. Where that is not certain the answer is
 * no. What the host reads while the device may write it is for the caller to know (proof.h).
 */
#ifndef SIM_STUDY_SAME_CALLS_H
#define SIM_STUDY_SAME_CALLS_H

#include "sim/study/predict.h"

/* `prediction` was made of a scenario with `options`; `other` are these but for the device, the
 * values of its profile, the connections, whether the host is free, and the costs of kernels. */
bool same_calls(const struct prediction *prediction, const struct predict_options *options,
                const struct predict_options *other);

#endif
