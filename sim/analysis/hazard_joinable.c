#include "sim/analysis/hazard_joinable.h"

#include "sim/analysis/hazard_words.h"

#include <inttypes.h>

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

/* The line where another one is put in its place; 0: nowhere that is known. */
static int64_t replaced_at(const struct hazards *hazards, const struct hazard *hazard)
{
    return hazard_record(hazards, hazard->later)->value;
}

void hazard_joinable_message(struct strbuf *sb, const struct hazards *hazards,
                             const struct hazard *hazard)
{
    const int64_t line = replaced_at(hazards, hazard);
    strbuf_adds(sb, "this std::thread is neither joined nor detached: where ");
    if (line > 0)
        strbuf_addf(sb, "another one is put in its place (line %" PRId64 ")", line);
    else
        strbuf_adds(sb, "it is destroyed");
    strbuf_adds(sb, ", std::terminate ends the program");
}

void hazard_joinable_fix(struct strbuf *sb, const struct hazards *hazards,
                         const struct hazard *hazard)
{
    const int64_t line = replaced_at(hazards, hazard);
    if (line > 0)
        strbuf_addf(sb, "join() the thread before line %" PRId64 ", or detach() it", line);
    else
        strbuf_adds(sb, hazard_info(hazard->rule)->fix);
}
