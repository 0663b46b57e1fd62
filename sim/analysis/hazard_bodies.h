/* Host functions of which each overwrites what the other one wrote: what stands there in the end is
 * what the one that is called last wrote. One thread calls all of them, one after the other
 * (docs/semantics.md, S3.3), in an order that is chance where no stream or event makes one. So it
 * is no race that would tear a value apart, and such as add to what is there come to the same. */
#ifndef SIM_ANALYSIS_HAZARD_BODIES_H
#define SIM_ANALYSIS_HAZARD_BODIES_H

#include "sim/analysis/hazard.h"

/* By allocation: whether a host thread reads of it. What only host functions touch is theirs: a
 * file that is written, a buffer for the time of a call. free() it. */
bool *hazard_read_by_threads(const struct program *program);

/* Whether both sides are such, and the order makes a difference: neither function reads the bytes,
 * and not both write in one place with nothing read that differs, as where each of them says `done
 * = true`. */
bool hazard_bodies_matter(const struct happens *happens, const struct hazard *hazard);

#endif
