/* Prediction with a start gate: how long it is closed, and what follows. */
#ifndef SIM_STUDY_GATE_H
#define SIM_STUDY_GATE_H

#include "sim/study/predict.h"

/* Puts a gate into a prediction's program (sim/model/edit.h) and predicts it anew. Errors: those of
 * edit_gate(); ERR_INPUT when to queue everything takes longer than a gate may wait. */
int gate_predict(struct prediction *prediction, const struct predict_options *options,
                 struct err *err);

#endif
