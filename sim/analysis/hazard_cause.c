#include "sim/analysis/hazard_cause.h"

#include "sim/analysis/hazard_vain.h"
#include "sim/analysis/hazard_words.h"

/* Whether what is missing is an order of the two sides, which also orders what is before the first
 * and behind the second. */
static bool lacks_order(const struct hazard *hazard)
{
    switch (hazard->rule) {
    case HAZARD_ID_STREAM_RACE:
    case HAZARD_ID_HOST_READ:
    case HAZARD_ID_HOST_WRITE:
    case HAZARD_ID_USE_BEFORE_ALLOCATION:
    case HAZARD_ID_FREE_IN_USE:
        return hazard->certain && happens_is_op(hazard->earlier);
    default:
        return false;
    }
}

static bool is_not_behind(const struct hazards *hazards, happens_event a, happens_event b)
{
    return a == b || happens_before(&hazards->happens, a, b);
}

/* Whether the host, told to wait for the stream of the first side, waits for the event too. */
static bool is_waited_for(const struct hazards *hazards, const struct hazard *by,
                          happens_event event)
{
    const struct program_record *issuer = hazard_issuer(hazards, event);
    return !hazard_on_device(hazards, by->later) &&
           issuer->stream == hazard_issuer(hazards, by->earlier)->stream &&
           issuer->thread == hazard_issuer(hazards, by->earlier)->thread &&
           issuer->thread == hazard_issuer(hazards, by->later)->thread &&
           hazard_issuing_record(hazards, event) < happens_record(by->later);
}

/* Whether the order that `by` lacks is one of the two sides as well. */
static bool is_covered(const struct hazards *hazards, const struct hazard *hazard,
                       const struct hazard *by)
{
    return (is_not_behind(hazards, hazard->earlier, by->earlier) ||
            is_waited_for(hazards, by, hazard->earlier)) &&
           is_not_behind(hazards, by->later, hazard->later);
}

enum { LOOKED_AT_MOST = 512 };

/* The tightest of those that cover it: what covers that one covers the hazard, too. */
static uint32_t cause_of(const struct hazards *hazards, uint32_t row)
{
    const struct hazard *hazard = &hazards->rows[row];
    if (!lacks_order(hazard) || hazard->count > 1)
        return row;
    uint32_t best = row;
    for (uint32_t i = 0; i < hazards->certain && i < LOOKED_AT_MOST; i++) {
        const struct hazard *by = &hazards->rows[i], *now = &hazards->rows[best];
        if (i == best || !lacks_order(by) || by->count > 1 || !is_covered(hazards, now, by))
            continue;
        if (!is_covered(hazards, by, now) || i < best)
            best = i;
    }
    return best;
}

void hazard_causes_find(struct hazards *hazards)
{
    hazards->causes = 0;
    for (uint32_t i = 0; i < hazards->certain; i++) {
        struct hazard *hazard = &hazards->rows[i];
        const struct hazard *vain = hazard_vain_of(hazards, hazard, NULL);
        hazard->cause = vain ? (uint32_t)(vain - hazards->rows) : cause_of(hazards, i);
    }
    for (uint32_t i = 0; i < hazards->certain; i++) { /* of a cause that has one itself */
        struct hazard *hazard = &hazards->rows[i];
        hazard->cause = hazards->rows[hazard->cause].cause;
        hazards->causes += hazard->cause == i;
    }
}
