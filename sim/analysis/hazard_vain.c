#include "sim/analysis/hazard_vain.h"

#include "sim/analysis/hazard_slots.h"
#include "sim/analysis/hazard_sync.h"
#include "sim/analysis/hazard_words.h"

enum { LOOK_MOST = 4096 }; /* operations of a stream before a record */

enum hazard_vain_kind hazard_vain_kind(const struct hazards *hazards, const struct hazard *vain)
{
    if (vain->earlier == HAZARD_NO_EVENT)
        return VAIN_NEVER;
    return happens_before(&hazards->happens, happens_host(happens_record(vain->later)),
                          happens_host(happens_record(vain->earlier)))
               ? VAIN_LATER
               : VAIN_UNORDERED;
}

static bool by_two_threads(const struct hazards *hazards, const struct hazard *vain)
{
    return hazard_record(hazards, vain->earlier)->thread !=
           hazard_record(hazards, vain->later)->thread;
}

static bool is_work(const struct program_record *record)
{
    enum call_object object = call_info((enum call)record->call)->object;
    return object == OBJECT_LAUNCH || object == OBJECT_COPY || object == OBJECT_HOSTFN;
}

/* Whether there is work between the calls of the wait and the record that the record stands for: a
 * record before the wait would not have it. */
static bool stands_for_later_work(const struct hazards *hazards, const struct hazard *vain)
{
    uint32_t wait = happens_record(vain->later);
    uint32_t record = hazards->happens.previous[happens_record(vain->earlier)];
    for (; record != HAPPENS_NONE && record > wait; record = hazards->happens.previous[record])
        if (is_work(&hazard_program(hazards)->records.rows[record]))
            return true;
    return false;
}

bool hazard_vain_is_first_turn(const struct hazards *hazards, uint32_t wait, uint32_t record)
{
    const struct happens *h = &hazards->happens;
    const struct program_record *rows = hazard_program(hazards)->records.rows;
    const happens_event from =
        rows[wait].call == CALL_cudaStreamWaitEvent ? happens_op(wait) : happens_host(wait);
    if (!happens_before(h, happens_host(wait), happens_host(record)))
        return false;
    uint32_t work = h->previous[record];
    for (int i = 0; i < LOOK_MOST && work != HAPPENS_NONE && work > wait; i++) {
        if (is_work(&rows[work]) && happens_before(h, from, happens_op(work)))
            return true;
        work = h->previous[work];
    }
    return false;
}

bool hazard_vain_has_several(const struct hazards *hazards, const struct hazard *vain)
{
    const struct hazard *pair = vain;
    while (pair && pair->event == vain->event)
        pair = hazard_next_pair(hazards, pair);
    return pair != NULL;
}

bool hazard_vain_goes_on(const struct hazards *hazards, const struct hazard *vain)
{
    const struct hazard *pair = hazard_next_pair(hazards, vain);
    while (pair && pair->event != vain->event)
        pair = hazard_next_pair(hazards, pair);
    return vain->found_later && pair != NULL;
}

static void add_record(struct strbuf *sb, const struct hazards *hazards, const struct hazard *vain)
{
    strbuf_adds(sb, "cudaEventRecord(");
    hazard_add_event_code(sb, hazards, vain->event);
    strbuf_adds(sb, ", ");
    if (vain->earlier == HAZARD_NO_EVENT)
        strbuf_adds(sb, "...");
    else
        hazard_add_stream_code(sb, hazards, hazard_record(hazards, vain->earlier)->stream);
    strbuf_adds(sb, "); before ");
    hazard_add_line(sb, hazards, vain->later, vain->later);
}

/* The wait comes behind the record, not the record before the wait. */
static void add_wait(struct strbuf *sb, const struct hazards *hazards, const struct hazard *vain)
{
    const struct program_record *wait = hazard_record(hazards, vain->later);
    strbuf_addf(sb, "%s(", call_info((enum call)wait->call)->name);
    if (wait->call == CALL_cudaStreamWaitEvent) {
        hazard_add_stream_code(sb, hazards, wait->stream);
        strbuf_adds(sb, ", ");
    }
    hazard_add_event_code(sb, hazards, vain->event);
    strbuf_adds(sb, wait->call == CALL_cudaStreamWaitEvent ? ", 0); behind " : "); behind ");
    hazard_add_line(sb, hazards, vain->earlier, vain->later);
    strbuf_adds(sb, " instead of in ");
    hazard_add_line(sb, hazards, vain->later, vain->later);
}

void hazard_vain_fix(struct strbuf *sb, const struct hazards *hazards, const struct hazard *vain)
{
    if (hazard_vain_kind(hazards, vain) == VAIN_NEVER) {
        add_record(sb, hazards, vain);
    } else if (by_two_threads(hazards, vain)) {
        strbuf_addf(sb, "a join or a condition that makes host thread %u wait with ",
                    (unsigned)hazard_record(hazards, vain->later)->thread);
        hazard_add_line(sb, hazards, vain->later, vain->later);
        strbuf_addf(sb, " until host thread %u has recorded ",
                    (unsigned)hazard_record(hazards, vain->earlier)->thread);
        hazard_add_event(sb, hazards, vain->event);
        strbuf_adds(sb, " in ");
        hazard_add_line(sb, hazards, vain->earlier, vain->later);
    } else if (stands_for_later_work(hazards, vain)) {
        add_wait(sb, hazards, vain);
    } else {
        add_record(sb, hazards, vain);
    }
    if (hazard_vain_has_several(hazards, vain))
        strbuf_adds(sb, " (in other turns it is another event)");
}

/* --- what it would order -------------------------------------------------------------------------
 */

static bool is_blocking(enum stream_kind kind)
{
    return kind == STREAM_BLOCKING || kind == STREAM_PER_THREAD;
}

/* Whether a wait that is none would be a barrier between the two streams. */
static bool would_fence(const struct hazards *hazards, const struct hazard *vain,
                        happens_event event)
{
    const struct program *p = hazard_program(hazards);
    const struct program_record *wait = hazard_record(hazards, vain->later);
    const enum stream_kind kind = p->streams.rows[wait->stream].kind;
    return kind == STREAM_LEGACY && hazard_on_device(hazards, event) &&
           is_blocking(p->streams.rows[hazard_issuer(hazards, event)->stream].kind) &&
           happens_before(&hazards->happens, happens_host(happens_record(vain->later)),
                          happens_host(hazard_issuing_record(hazards, event)));
}

/* Whether the wait holds back the event, as the calls are. */
static bool is_behind_wait(const struct hazards *hazards, const struct hazard *vain,
                           happens_event event)
{
    uint32_t wait = happens_record(vain->later);
    if (hazard_record(hazards, vain->later)->call != CALL_cudaStreamWaitEvent)
        return happens_before(&hazards->happens, happens_host(wait), event);
    return happens_before(&hazards->happens, happens_op(wait), event) ||
           would_fence(hazards, vain, event);
}

/* Whether it would, called behind the record instead. */
static bool would_be_behind_wait(const struct hazards *hazards, const struct hazard *vain,
                                 happens_event event)
{
    const struct program_record *wait = hazard_record(hazards, vain->later);
    const struct program_record *issuer = hazard_issuer(hazards, event);
    return hazard_issuing_record(hazards, event) > happens_record(vain->earlier) &&
           (wait->call == CALL_cudaStreamWaitEvent
                ? hazard_on_device(hazards, event) && issuer->stream == wait->stream
                : issuer->thread == wait->thread);
}

static bool orders(const struct hazards *hazards, const struct hazard *vain, happens_event first,
                   happens_event second)
{
    uint32_t wait = happens_record(vain->later);
    if (!hazard_on_device(hazards, first) || vain->earlier == HAZARD_NO_EVENT)
        return false;
    if (by_two_threads(hazards, vain))
        return happens_before(&hazards->happens, first, vain->earlier) &&
               is_behind_wait(hazards, vain, second);
    if (stands_for_later_work(hazards, vain))
        return happens_before(&hazards->happens, first, vain->earlier) &&
               would_be_behind_wait(hazards, vain, second);
    return hazard_issuing_record(hazards, first) < wait &&
           hazard_issuer(hazards, first)->thread == hazard_record(hazards, vain->later)->thread &&
           hazard_issuer(hazards, first)->stream == hazard_record(hazards, vain->earlier)->stream &&
           is_behind_wait(hazards, vain, second);
}

static bool may_lack_a_wait(const struct hazard *race)
{
    switch (race->rule) {
    case HAZARD_ID_STREAM_RACE:
    case HAZARD_ID_USE_BEFORE_ALLOCATION:
    case HAZARD_ID_HOST_READ:
    case HAZARD_ID_HOST_WRITE:
    case HAZARD_ID_FREE_IN_USE:
    case HAZARD_ID_THREAD_RACE:
        return true;
    default:
        return false;
    }
}

/* Whether the wait orders the pair, or one of another turn does. Of loops what is called later is
 * not to come first, be it by a lock that hands it over: a first turn's wait would be said to be
 * for it.
 */
static bool orders_pair(const struct hazards *hazards, const struct hazard *vain,
                        const struct hazard *pair, bool *swapped)
{
    for (; vain; vain = hazard_next_pair(hazards, vain)) {
        const bool forward = orders(hazards, vain, pair->earlier, pair->later);
        if (!forward && ((vain->found_later && hazard_threads_are_ordered(hazards, pair)) ||
                         !orders(hazards, vain, pair->later, pair->earlier)))
            continue;
        *swapped = !forward;
        return true;
    }
    return false;
}

/* Whether the repair of the waits of all turns puts all pairs of the race in order, and that of the
 * first turn, which alone is surely none, one of them. */
static bool orders_turns(const struct hazards *hazards, const struct hazard *vain,
                         const struct hazard *race)
{
    struct hazard first = *vain;
    bool needed = false, swapped;
    first.further = 0;
    for (const struct hazard *pair = race; pair; pair = hazard_next_pair(hazards, pair)) {
        if (!orders_pair(hazards, vain, pair, &swapped))
            return false;
        needed |= orders_pair(hazards, &first, pair, &swapped);
    }
    return needed;
}

static bool explains(const struct hazards *hazards, const struct hazard *vain,
                     const struct hazard *race, bool *swapped)
{
    return may_lack_a_wait(race) && orders_pair(hazards, vain, race, swapped) &&
           (!vain->found_later || orders_turns(hazards, vain, race));
}

const struct hazard *hazard_vain_of(const struct hazards *hazards, const struct hazard *race,
                                    bool *swapped)
{
    bool way;
    for (size_t i = 0; i < hazards->count && may_lack_a_wait(race); i++) {
        const struct hazard *vain = &hazards->rows[i];
        if (vain->rule == HAZARD_ID_EVENT_UNRECORDED &&
            explains(hazards, vain, race, swapped ? swapped : &way))
            return vain;
    }
    return NULL;
}

static bool is_needed(const struct hazards *hazards, const struct hazard *vain)
{
    bool swapped;
    for (size_t i = 0; i < hazards->count; i++)
        if (hazards->rows[i].certain && explains(hazards, vain, &hazards->rows[i], &swapped))
            return true;
    return false;
}

void hazard_vain_settle(struct hazards *hazards)
{
    size_t kept = 0;
    for (size_t i = 0; i < hazards->count; i++)
        if (!hazards->rows[i].found_later || is_needed(hazards, &hazards->rows[i]))
            hazards->rows[kept++] = hazards->rows[i];
    hazards->count = kept;
}
