/* Whether a scenario makes the same calls under other options: then its program, which was
 * recorded, is replayed instead of its source being interpreted again, which takes long where the
 * host computes much between the calls.
 *
 * What a program does follows from its source, from what its calls answer, from the time and from
 * who wins its races. So the calls are the same where what was asked for is the same on both
 * devices, no call fails, no hazard, were it only a possible one, decides what is in memory, and
 * what depends on time is only printed: the interpreter marks such values, and notes (time_used) a
 * branch, an address, a call's target or a call's argument that has the mark. Where it is not
 * certain the answer is no, also to programs that do make the same calls.
 */
#ifndef SIM_STUDY_SAME_CALLS_H
#define SIM_STUDY_SAME_CALLS_H

#include "sim/study/predict.h"
#include "sim/study/proof.h"

/* `prediction` was made of a scenario with `options`, `proof` begun with it; `other` are these but
 * for the device, the values of its profile, the connections, whether the host is free, and the
 * costs of kernels. */
bool same_calls(const struct prediction *prediction, const struct predict_options *options,
                const struct predict_options *other, const struct proof *proof);

#endif
