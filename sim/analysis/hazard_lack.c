/* What findings of one run another run of the same scenario lacks. */
#include "sim/analysis/hazard.h"

static int32_t line_of(const struct hazards *hazards, happens_event event)
{
    const struct program *p = hazards->happens.program;
    return event == HAZARD_NO_EVENT
               ? 0
               : p->places.rows[p->records.rows[happens_record(event)].place].line;
}

/* Which side is the earlier one may be chance. */
static bool is_alike(const struct hazards *a, const struct hazard *x, const struct hazards *b,
                     const struct hazard *y)
{
    const int32_t first[] = {line_of(a, x->earlier), line_of(a, x->later)};
    const int32_t second[] = {line_of(b, y->earlier), line_of(b, y->later)};
    return x->rule == y->rule && ((first[0] == second[0] && first[1] == second[1]) ||
                                  (first[0] == second[1] && first[1] == second[0]));
}

bool hazards_lack(const struct hazards *hazards, const struct hazards *other)
{
    for (size_t i = 0; i < other->certain; i++) {
        bool found = false;
        for (size_t j = 0; j < hazards->certain && !found; j++)
            found = is_alike(hazards, &hazards->rows[j], other, &other->rows[i]);
        if (!found)
            return true;
    }
    return false;
}
