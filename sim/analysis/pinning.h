/* What it takes to page-lock memory, by the profile: a change that pins it gains that less where
 * the memory is not used again. */
#ifndef SIM_ANALYSIS_PINNING_H
#define SIM_ANALYSIS_PINNING_H

#include "sim/base/strbuf.h"
#include "sim/model/profile.h"
#include "sim/model/program.h"
#include "sim/model/timeline.h"

#include <stdint.h>

/* ns to have the memory of a row of allocs page-locked as edit_pinned_text() says, registered where
 * it is or allocated so, with all of its name that pageable copies of the timed part use, as the
 * edit does it; of row 0: all memory that these use, but for what is copied in less than a
 * hundredth of the wall time, which nobody would page-lock. Of the program's numbers. */
int64_t pinning_cost(const struct timeline *timeline, const struct program *program,
                     const struct profile *profile, uint32_t alloc);

/* "; page-locking it takes 2390 us", if that is worth saying beside `time` ns. */
void pinning_text(struct strbuf *sb, int64_t cost, int64_t time);

#endif
