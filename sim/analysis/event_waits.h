/* Waits that stand and fall together: where a program waits for one event in several places, its
 * record can be moved for all of them or for none. */
#ifndef SIM_ANALYSIS_EVENT_WAITS_H
#define SIM_ANALYSIS_EVENT_WAITS_H

#include "sim/model/program.h"

#include <stddef.h>

/* The places of the cudaStreamWaitEvents for the events that are waited for at `place`, and for
 * others that are recorded where those are (a loop has several by turns): `most` of them at most in
 * *places, that one included; how many there are. */
size_t event_waits(const struct program *program, uint32_t place, uint32_t *places, size_t most);

#endif
