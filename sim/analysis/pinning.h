/* What it takes to page-lock memory, by the profile: a change that pins it gains that less where
 * the memory is not used again. */
#ifndef SIM_ANALYSIS_PINNING_H
#define SIM_ANALYSIS_PINNING_H

#include "sim/base/strbuf.h"
#include "sim/model/profile.h"
#include "sim/model/program.h"
#include "sim/model/timeline.h"

#include <stdint.h>

/* ns; 0: nothing, or not known. */
struct pinning {
    int64_t cost;     /* as edit_pinned_text() says, registered where it is or allocated so */
    int64_t in_place; /* registered where it is; as `cost` where it does not stay there */
};

/* Of the memory of a row of allocs, with all of its name that pageable copies of the timed part
 * use, as the edit does it; of row 0: of all memory that these use, but for what is copied in less
 * than a hundredth of the wall time, which nobody would page-lock. Of the program's numbers. */
struct pinning pinning_find(const struct timeline *timeline, const struct program *program,
                            const struct profile *profile, uint32_t alloc);

/* Of memory of these sizes, each by itself. */
struct pinning pinning_of_sizes(const struct program *program, const struct profile *profile,
                                const uint64_t *bytes, size_t count);

struct pinning pinning_sum(struct pinning a, struct pinning b);

/* "; page-locking it takes 2390 us", if that is worth saying beside `time` ns that it gains; the
 * quicker way first, and whether it takes more than it gains. */
void pinning_text(struct strbuf *sb, struct pinning pinning, int64_t time);

#endif
