/* Kernels of which nobody said how long they take: their time is assumed, and what is said of a
 * prediction rests on that.
 */
#ifndef SIM_ANALYSIS_ASSUMED_H
#define SIM_ANALYSIS_ASSUMED_H

#include "sim/analysis/critical.h"
#include "sim/base/strbuf.h"
#include "sim/model/timeline.h"

struct assumed {
    uint32_t *names; /* of the kernels, each once, by their first launch */
    size_t count, capacity;
    int64_t path;  /* ns that the critical path has of them */
    int64_t whole; /* ns of it; 0: it has no length */
};

/* Of a prediction's timed part; a measurement assumes nothing. */
void assumed_find(struct assumed *assumed, const struct timeline *timeline,
                  const struct critical *critical);

/* One sentence and a line end; nothing where nothing is assumed. */
void assumed_text(struct strbuf *sb, const struct assumed *assumed,
                  const struct timeline *timeline);

void assumed_release(struct assumed *assumed);

#endif
