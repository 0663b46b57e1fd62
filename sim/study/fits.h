/* The fits of the calibration's list, by what they look at. Each reads one run's sight and adds
 * samples; none knows where the run came from. */
#ifndef SIM_STUDY_FITS_H
#define SIM_STUDY_FITS_H

#include "sim/study/figures.h"
#include "sim/study/sight.h"

void fit_latencies(const struct sight *sight, struct figures *figures);
void fit_idle(const struct sight *sight, struct figures *figures);
void fit_round_trips(const struct sight *sight, struct figures *figures);
void fit_copies(const struct sight *sight, struct figures *figures);
void fit_calls(const struct sight *sight, struct figures *figures);

#endif
