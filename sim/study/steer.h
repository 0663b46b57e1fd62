/* A scenario interpreted again with a change made to its calls as they come.
 *
 * A recorded program holds what each host thread did. Where several of them take tasks from a queue
 * or wait for a lock, a change lets them come in another order, and who does what is another matter
 * then, which only the source can tell. Of what sim/model/edit.h does to records this does the same
 * to calls that the interpreter is about to make.
 */
#ifndef SIM_STUDY_STEER_H
#define SIM_STUDY_STEER_H

#include "sim/model/edit.h"
#include "sim/study/predict.h"

/* Whether the edits, which made these changes of the recorded program, can be made so. */
bool steer_can(const struct prediction *original, const struct edit *edits, size_t count,
               const struct edit_changes *changes);

/* Whether one of the edits could be by itself. */
bool steer_has(const struct edit *edits, size_t count);

/* Predicts the original's scenario with them; `changed` is initialised and empty. The options are
 * those of the original. */
int steer_predict(struct prediction *changed, const struct prediction *original,
                  const struct predict_options *options, const struct edit *edits, size_t count,
                  struct err *err);

#endif
