#include "sim/analysis/hazard_cause.h"

#include "sim/analysis/hazard_slots.h"
#include "sim/analysis/hazard_text.h"
#include "sim/analysis/hazard_vain.h"
#include "sim/analysis/hazard_words.h"
#include "sim/base/mem.h"

#include <stdlib.h>
#include <string.h>

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
    case HAZARD_ID_ELAPSED_NOT_READY:
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

/* Whether the order that the pair `by` lacks is one of the other pair's two sides as well. Of work
 * that nobody waits for: whether somebody then does. */
static bool pair_is_covered(const struct hazards *hazards, const struct hazard *hazard,
                            const struct hazard *by)
{
    if (!is_not_behind(hazards, hazard->earlier, by->earlier) &&
        !is_waited_for(hazards, by, hazard->earlier))
        return false;
    return hazard->rule == HAZARD_ID_STREAM_ABANDONED
               ? happens_before_end(&hazards->happens, by->later,
                                    hazard_last_thread(hazard_program(hazards)))
               : is_not_behind(hazards, by->later, hazard->later);
}

static bool work_is_covered(const struct hazards *hazards, uint32_t record, const struct hazard *by)
{
    struct hazard work = {.rule = HAZARD_ID_STREAM_ABANDONED, .earlier = happens_op(record)};
    for (const struct hazard *pair = by; pair; pair = hazard_next_pair(hazards, pair))
        if (pair_is_covered(hazards, &work, pair))
            return true;
    return false;
}

enum { LOOKED_AT_MOST = 512, PAIRS_LOOKED_AT_MOST = 64 };

/* Whether all pairs of the hazard are ordered once those of `by` are. */
static bool is_covered(const struct hazards *hazards, const struct hazard *hazard,
                       const struct hazard *by)
{
    if (hazard->rule == HAZARD_ID_UNFINISHED_WORK) {
        for (size_t i = 0; i < hazards->unfinished_count; i++)
            if (!work_is_covered(hazards, hazards->unfinished[i], by))
                return false;
        return true;
    }
    for (const struct hazard *pair = hazard; pair; pair = hazard_next_pair(hazards, pair)) {
        const struct hazard *with = by;
        while (with && !pair_is_covered(hazards, pair, with))
            with = hazard_next_pair(hazards, with);
        if (!with)
            return false;
    }
    return true;
}

/* Several pairs are held against several others: not where there are many findings. */
static bool is_looked_at(const struct hazards *hazards, const struct hazard *hazard)
{
    return hazard->count == 1 || hazards->certain <= PAIRS_LOOKED_AT_MOST;
}

/* Of many pairs not all are kept: what holds for the first of a loop holds for the others, if as
 * many are known of what covers them. */
static bool is_as_known(const struct hazard *hazard, const struct hazard *by)
{
    return hazard->count <= HAZARD_PAIRS_KEPT || by->count > HAZARD_PAIRS_KEPT;
}

static bool waits_for_nobody(const struct hazard *hazard)
{
    return hazard->rule == HAZARD_ID_STREAM_ABANDONED || hazard->rule == HAZARD_ID_UNFINISHED_WORK;
}

/* The tightest of those that cover it: what covers that one covers the hazard, too. */
static uint32_t cause_of(const struct hazards *hazards, uint32_t row)
{
    const struct hazard *hazard = &hazards->rows[row];
    if ((!lacks_order(hazard) && !waits_for_nobody(hazard)) || !is_looked_at(hazards, hazard))
        return row;
    uint32_t best = row;
    for (uint32_t i = 0; i < hazards->certain && i < LOOKED_AT_MOST; i++) {
        const struct hazard *by = &hazards->rows[i], *now = &hazards->rows[best];
        if (i == best || !lacks_order(by) || !is_looked_at(hazards, by) || !is_as_known(now, by) ||
            !is_covered(hazards, now, by))
            continue;
        if (waits_for_nobody(now) || by->count > HAZARD_PAIRS_KEPT ||
            !is_covered(hazards, by, now) || i < best)
            best = i;
    }
    return best;
}

/* --- the same repair -----------------------------------------------------------------------------
 */

/* What is missing of it in words that name a place; NULL: they do not. The caller frees it. */
static char *repair(const struct hazards *hazards, const struct hazard *hazard)
{
    const struct hazard_info *info = hazard_info(hazard->rule);
    if (info->class != HAZARD_RACE && hazard->rule != HAZARD_ID_STREAM_ABANDONED)
        return NULL;
    struct strbuf text;
    strbuf_init(&text);
    hazard_fix(&text, hazards, hazard);
    char *copy = strcmp(text.text, info->fix) == 0 ? NULL : mem_strdup(text.text);
    strbuf_release(&text);
    return copy;
}

/* One line that is missing for several is one cause, in whatever pairs of lines it shows. */
static void join_by_repair(struct hazards *hazards)
{
    if (hazards->certain > PAIRS_LOOKED_AT_MOST)
        return;
    char **texts = mem_zalloc((hazards->certain + 1) * sizeof *texts);
    for (uint32_t i = 0; i < hazards->certain; i++) {
        struct hazard *hazard = &hazards->rows[i];
        if (hazard->cause != i || !(texts[i] = repair(hazards, hazard)))
            continue;
        for (uint32_t before = 0; before < i && hazard->cause == i; before++)
            if (texts[before] && strcmp(texts[before], texts[i]) == 0)
                hazard->cause = hazards->rows[before].cause;
    }
    for (uint32_t i = 0; i < hazards->certain; i++)
        free(texts[i]);
    free(texts);
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
    }
    join_by_repair(hazards);
    for (uint32_t i = 0; i < hazards->certain; i++) {
        struct hazard *hazard = &hazards->rows[i];
        hazard->cause = hazards->rows[hazard->cause].cause;
        hazards->causes += hazard->cause == i;
    }
}
