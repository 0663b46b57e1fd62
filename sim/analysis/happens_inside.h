/* What the files of happens share. */
#ifndef SIM_ANALYSIS_HAPPENS_INSIDE_H
#define SIM_ANALYSIS_HAPPENS_INSIDE_H

#include "sim/analysis/happens.h"

static inline bool happens_is_worker(const struct program *p, uint32_t thread)
{
    return p->threads.rows[thread].kind == THREAD_WORKER;
}

/* Fills in `body` and `issued_by`: what host functions did belongs to who issued them, wherever its
 * records stand. */
void happens_find_bodies(struct happens *h);

/* Whether it copies or sets memory that is known. */
bool happens_is_copy(const struct program *p, const struct program_record *record);

/* Whether the call returns only when the copy or memset is done (S2.1); `syncs_memory`: the device
 * has cudaDeviceSyncMemops. */
bool happens_waits_for_copy(const struct program *p, const struct program_record *record,
                            bool syncs_memory);

#endif
