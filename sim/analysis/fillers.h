/* What a host thread does over and over until another thread tells it by an atomic that it is
 * over: it takes as long as that one does, and would be less if that one was quicker. By the
 * program, as a timeline does not have what threads tell each other so.
 */
#ifndef SIM_ANALYSIS_FILLERS_H
#define SIM_ANALYSIS_FILLERS_H

#include "sim/model/program.h"

#include <stdbool.h>

/* By row of records: whether it is host work or a sleep that the thread does at least three times
 * in its place before it sees an atomic. What it would do anyway and then waits for is taken for
 * such, too. NULL: none is; else free() it. */
bool *fillers_find(const struct program *program);

#endif
