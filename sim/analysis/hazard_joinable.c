#include "sim/analysis/hazard_joinable.h"

bool hazard_is_joinable(const struct program_record *record)
{
    return record->call == CALL_thread_create && record->flags & RECORD_IGNORED;
}

void hazard_joinable_find(struct hazard_pairs *pairs)
{
    const struct program *p = pairs->hazards->happens.program;
    for (uint32_t i = 0; i < p->records.count; i++) {
        if (hazard_is_joinable(&p->records.rows[i]))
            hazard_pairs_add(pairs, &(struct hazard){.rule = HAZARD_ID_JOINABLE_THREAD,
                                                     .certain = true,
                                                     .earlier = HAZARD_NO_EVENT,
                                                     .later = happens_host(i)});
    }
}
