/* What it takes to page-lock memory, by the profile: a change that pins it gains that less where
 * the memory is not used again. */
#ifndef SIM_ANALYSIS_PINNING_H
#define SIM_ANALYSIS_PINNING_H

#include "sim/base/strbuf.h"
#include "sim/model/profile.h"
#include "sim/model/program.h"
#include "sim/model/timeline.h"

#include <stdint.h>

/* ns to have the memory of a row of allocs page-locked as edit_pinned_text() says: registered where
 * it is, or allocated so. */
int64_t pinning_cost(const struct program *program, const struct profile *profile, uint32_t alloc);

/* That of all memory that pageable copies of the timed part use; of the program's numbers. */
int64_t pinning_cost_all(const struct timeline *timeline, const struct program *program,
                         const struct profile *profile);

/* "; page-locking it takes 2390 us", if that is worth saying beside `time` ns. */
void pinning_text(struct strbuf *sb, int64_t cost, int64_t time);

#endif
