/* What to add to a program so that a hazard is none, as code. */
#include "sim/analysis/hazard_calls.h"
#include "sim/analysis/hazard_failed.h"
#include "sim/analysis/hazard_gone.h"
#include "sim/analysis/hazard_joinable.h"
#include "sim/analysis/hazard_own.h"
#include "sim/analysis/hazard_reach.h"
#include "sim/analysis/hazard_scope.h"
#include "sim/analysis/hazard_short.h"
#include "sim/analysis/hazard_slots.h"
#include "sim/analysis/hazard_sync.h"
#include "sim/analysis/hazard_text.h"
#include "sim/analysis/hazard_vain.h"
#include "sim/analysis/hazard_words.h"

#include <inttypes.h>
#include <string.h>

/* ", where st is s[1]" of an event whose line has another word for its stream. */
static void add_meaning(struct strbuf *sb, const struct hazards *hazards, happens_event event)
{
    const char *text = hazard_stream_text(hazards, event);
    if (!text)
        return;
    strbuf_addf(sb, " (%s is ", text);
    hazard_add_stream_code(sb, hazards, hazard_issuer(hazards, event)->stream);
    strbuf_adds(sb, " there)");
}

/* --- events --------------------------------------------------------------------------------------
 */

static bool is_taken(const struct program *p, const char *name)
{
    for (size_t i = 1; i < p->events.count; i++)
        if (strcmp(program_name(p, p->events.rows[i].name), name) == 0)
            return true;
    for (size_t i = 1; i < p->streams.count; i++)
        if (strcmp(program_name(p, p->streams.rows[i].name), name) == 0)
            return true;
    for (size_t i = 1; i < p->allocs.count; i++)
        if (strcmp(program_name(p, p->allocs.rows[i].name), name) == 0)
            return true;
    return false;
}

/* Of an event that is not there yet: none of the program's own names, as far as it has them. */
static const char *new_event(const struct program *p)
{
    static const char *const names[] = {"e", "done", "ready", "finished"};
    size_t i = 0;
    while (i + 1 < sizeof names / sizeof *names && is_taken(p, names[i]))
        i++;
    return names[i];
}

/* `event`, or `event`[slot] where there are several. */
static void add_event(struct strbuf *sb, const char *event, const struct hazard_slots *slots)
{
    strbuf_addf(sb, "%s%s", event, slots->count > 1 ? "[slot]" : "");
}

static void add_creation(struct strbuf *sb, const char *event, const struct hazard_slots *slots)
{
    if (slots->count > 1)
        strbuf_addf(sb,
                    "cudaEvent_t %s[%" PRIu32 "]; for (int i = 0; i < %" PRIu32
                    "; i++) cudaEventCreateWithFlags(&%s[i], cudaEventDisableTiming);",
                    event, slots->count, slots->count, event);
    else
        strbuf_addf(sb, "cudaEvent_t %s; cudaEventCreateWithFlags(&%s, cudaEventDisableTiming);",
                    event, event);
}

/* The stream of a side as a call at its line names it, or as one at a call of its function does. */
static void add_stream(struct strbuf *sb, const struct hazards *hazards,
                       const struct hazard *hazard, enum scope_side side, bool several)
{
    happens_event event = side == SCOPE_EARLIER ? hazard->earlier : hazard->later;
    if (hazard_scope_moves(hazards, hazard, side))
        hazard_add_stream_named(sb, hazards, event, several);
    else
        hazard_add_stream_beside(sb, hazards, event, several);
}

/* Where a call for that side stands, and what its stream is there. */
static void add_place(struct strbuf *sb, const struct hazards *hazards, const struct hazard *hazard,
                      enum scope_side side)
{
    hazard_scope_add_line(sb, hazards, hazard, side);
    if (!hazard_scope_moves(hazards, hazard, side))
        add_meaning(sb, hazards, side == SCOPE_EARLIER ? hazard->earlier : hazard->later);
}

static void add_event_record(struct strbuf *sb, const struct hazards *hazards,
                             const struct hazard *hazard, const char *event,
                             const struct hazard_slots *slots)
{
    strbuf_adds(sb, "cudaEventRecord(");
    add_event(sb, event, slots);
    strbuf_adds(sb, ", ");
    add_stream(sb, hazards, hazard, SCOPE_EARLIER, slots->earlier_streams);
    strbuf_adds(sb, "); after ");
    add_place(sb, hazards, hazard, SCOPE_EARLIER);
}

static void add_own_wait(struct strbuf *sb, const struct hazards *hazards,
                         const struct hazard *hazard, const struct hazard_own *own)
{
    struct hazard_slots slots;
    hazard_slots_find(&slots, hazards, hazard);
    for (size_t i = 0; i < own->event_count; i++) {
        strbuf_adds(sb, i ? "and cudaStreamWaitEvent(" : "cudaStreamWaitEvent(");
        add_stream(sb, hazards, hazard, SCOPE_LATER, slots.later_streams);
        strbuf_adds(sb, ", ");
        hazard_add_event_code(sb, hazards, own->events[i]);
        strbuf_adds(sb, ", 0); ");
    }
}

/* Where the program has an event for the two, and a call of it stands in the wrong place. */
static bool add_own_event(struct strbuf *sb, const struct hazards *hazards,
                          const struct hazard *hazard)
{
    struct hazard_own own;
    struct hazard_slots slots;
    hazard_own_find(&own, hazards, hazard);
    if (own.kind == OWN_NONE)
        return false;
    happens_event record = happens_host(own.record);
    const struct program_record *row = hazard_record(hazards, record);
    switch (own.kind) {
    case OWN_NONE:
        break;
    case OWN_UNAWAITED:
        add_own_wait(sb, hazards, hazard, &own);
        strbuf_adds(sb, "before ");
        add_place(sb, hazards, hazard, SCOPE_LATER);
        strbuf_adds(sb, own.event_count > 1 ? ": they are recorded in "
                                            : ": the event is recorded in ");
        hazard_add_line(sb, hazards, record, hazard->later);
        break;
    case OWN_SELF_WAIT:
        add_own_wait(sb, hazards, hazard, &own);
        strbuf_adds(sb, "in ");
        hazard_add_line(sb, hazards, happens_host(own.wait), hazard->later);
        strbuf_adds(sb, ", where ");
        hazard_add_stream(sb, hazards, row->stream);
        strbuf_adds(sb, " waits for its own event, which orders nothing");
        break;
    case OWN_ELSEWHERE:
        hazard_slots_find(&slots, hazards, hazard);
        strbuf_adds(sb, "cudaEventRecord(");
        hazard_add_event_code(sb, hazards, row->object);
        strbuf_adds(sb, ", ");
        add_stream(sb, hazards, hazard, SCOPE_EARLIER, slots.earlier_streams);
        strbuf_adds(sb, "); in ");
        hazard_add_line(sb, hazards, record, hazard->later);
        strbuf_adds(sb, ", where ");
        hazard_add_stream(sb, hazards, row->stream);
        strbuf_adds(sb, " records what it waits for itself in ");
        hazard_add_line(sb, hazards, happens_host(own.wait), hazard->later);
        strbuf_adds(sb, ", which orders nothing");
        break;
    case OWN_EARLY:
        strbuf_adds(sb, "cudaEventRecord(");
        hazard_add_event_code(sb, hazards, row->object);
        strbuf_adds(sb, ", ");
        add_stream(sb, hazards, hazard, SCOPE_EARLIER, false);
        strbuf_adds(sb, "); after ");
        add_place(sb, hazards, hazard, SCOPE_EARLIER);
        strbuf_adds(sb, " instead of before it, in ");
        hazard_add_line(sb, hazards, record, hazard->later);
        break;
    }
    if (own.several)
        strbuf_adds(sb, own.event_count > 1 ? " (in other turns they are other events)"
                                            : " (in other turns it is another event)");
    if (own.turns) {
        strbuf_adds(sb, "; ");
        hazard_add_line(sb, hazards, hazard->later, hazard->later);
        strbuf_addf(sb,
                    " runs in %" PRIu32 " of %" PRIu32
                    " turns: put the wait before its branch where the other turns need it, too",
                    own.later_turns, own.turns);
    }
    return true;
}

/* Whether the pairs' later sides are calls of more than one thread. */
static bool has_later_threads(const struct hazards *hazards, const struct hazard *hazard)
{
    const uint16_t thread = hazard_issuer(hazards, hazard->later)->thread;
    const struct hazard *pair = hazard;
    while (pair && hazard_issuer(hazards, pair->later)->thread == thread)
        pair = hazard_next_pair(hazards, pair);
    return pair != NULL;
}

static void add_event_edge(struct strbuf *sb, const struct hazards *hazards,
                           const struct hazard *hazard)
{
    if (add_own_event(sb, hazards, hazard))
        return;
    const char *event = new_event(hazard_program(hazards));
    const bool two = hazard_by_two_threads(hazards, hazard);
    if (two && (hazard->several_threads || hazard_in_one_line(hazards, hazard))) {
        hazard_add_synchronize(sb, hazards,
                               hazard); /* one event would stand for the last of them */
        return;
    }
    struct hazard_slots slots;
    hazard_slots_find(&slots, hazards, hazard);
    const bool several = slots.count > 1;
    add_event_record(sb, hazards, hazard, event, &slots);
    if (two) {
        strbuf_adds(sb, " in ");
        hazard_add_thread(sb, hazard_issuer(hazards, hazard->earlier)->thread);
    }
    strbuf_addf(sb, ", and %scudaStreamWaitEvent(",
                several && slots.gathers ? "for each slot " : "");
    add_stream(sb, hazards, hazard, SCOPE_LATER, slots.later_streams);
    strbuf_adds(sb, ", ");
    add_event(sb, event, &slots);
    strbuf_adds(sb, ", 0); before ");
    add_place(sb, hazards, hazard, SCOPE_LATER);
    if (!two) {
        if (several)
            hazard_add_slot_meaning(sb, hazards, hazard, &slots);
        strbuf_adds(sb, "; once before: ");
        add_creation(sb, event, &slots);
        return;
    }
    strbuf_adds(sb, " in ");
    if (has_later_threads(hazards, hazard))
        strbuf_adds(sb, "each host thread that calls it");
    else
        hazard_add_thread(sb, hazard_issuer(hazards, hazard->later)->thread);
    if (several)
        hazard_add_slot_meaning(sb, hazards, hazard, &slots);
    strbuf_addf(sb,
                several ? ", and %s are events that %s threads see, made before they start: "
                        : ", where %s is one event that %s threads see, made before they start: ",
                event, has_later_threads(hazards, hazard) ? "all these" : "both");
    add_creation(sb, event, &slots);
    if (!hazard_threads_are_ordered(hazards, hazard))
        strbuf_adds(sb, " a join or a condition between the two calls, too, so that the "
                        "event is recorded first");
}

/* Of a ring that goes round: a synchronize with the stream would wait for later turns as well. */
static bool add_event_synchronize(struct strbuf *sb, const struct hazards *hazards,
                                  const struct hazard *hazard)
{
    struct hazard_slots slots;
    if (hazard->earlier == HAZARD_NO_EVENT || !hazard_on_device(hazards, hazard->earlier) ||
        hazard_by_two_threads(hazards, hazard))
        return false;
    hazard_slots_find(&slots, hazards, hazard);
    if (slots.count == 1 || !slots.goes_on || slots.gathers)
        return false;
    const char *event = new_event(hazard_program(hazards));
    add_event_record(sb, hazards, hazard, event, &slots);
    strbuf_adds(sb, ", and cudaEventSynchronize(");
    add_event(sb, event, &slots);
    strbuf_adds(sb, "); before ");
    hazard_scope_add_line(sb, hazards, hazard, SCOPE_LATER);
    hazard_add_slot_meaning(sb, hazards, hazard, &slots);
    strbuf_adds(sb, "; once before: ");
    add_creation(sb, event, &slots);
    return true;
}

/* Where the program has a wait that would order the two, if only its event were recorded by then:
 * what that wait lacks is all that is missing. */
static bool add_vain_wait(struct strbuf *sb, const struct hazards *hazards,
                          const struct hazard *hazard)
{
    const struct hazard *vain = hazard_vain_of(hazards, hazard, NULL);
    if (!vain)
        return false;
    hazard_vain_fix(sb, hazards, vain);
    strbuf_adds(sb, ": the wait for ");
    hazard_add_event(sb, hazards, vain->event);
    strbuf_adds(sb, " then orders the two");
    return true;
}

/* A call that seems to wait for its copy, and waits until the bytes are staged only: to wait for
 * the rest there orders all that comes behind it, in whatever stream. */
static bool add_staged(struct strbuf *sb, const struct hazards *hazards,
                       const struct hazard *hazard)
{
    if (hazard->rule == HAZARD_ID_SHORT_COPY || !hazard_is_staged(hazards, hazard->earlier) ||
        !hazard_threads_are_ordered(hazards, hazard))
        return false;
    strbuf_adds(sb, "cudaStreamSynchronize(");
    hazard_add_stream_there(sb, hazards, hazard->earlier);
    strbuf_adds(sb, "); behind ");
    hazard_add_call_line(sb, hazards, hazard->earlier, hazard->later);
    return true;
}

/* The host may free what a host function uses once that has run, not when it is launched. */
static void add_free_behind_function(struct strbuf *sb, const struct hazards *hazards,
                                     const struct hazard *hazard)
{
    strbuf_adds(sb, "the free of ");
    hazard_add_line(sb, hazards, hazard->earlier, hazard->later);
    strbuf_adds(sb, " behind ");
    hazard_add_call_line(sb, hazards, hazard->later, hazard->later);
    strbuf_adds(sb, " and a cudaStreamSynchronize(");
    hazard_add_stream_beside(sb, hazards, hazard->later, false);
    strbuf_adds(sb, ") there");
}

void hazard_fix(struct strbuf *sb, const struct hazards *hazards, const struct hazard *hazard)
{
    if (add_vain_wait(sb, hazards, hazard) || add_staged(sb, hazards, hazard))
        return;
    switch (hazard->rule) {
    case HAZARD_ID_STREAM_RACE:
    case HAZARD_ID_USE_BEFORE_ALLOCATION:
        if (hazard_on_device(hazards, hazard->later))
            add_event_edge(sb, hazards, hazard);
        else
            hazard_add_synchronize(sb, hazards, hazard);
        return;
    case HAZARD_ID_POOL_REUSE:
        strbuf_addf(sb, "ns_pool_record_stream(%.200s, ",
                    hazard->block_before
                        ? program_name(hazard_program(hazards), hazard->block_before)
                        : "pointer");
        hazard_add_stream_code(sb, hazards, hazard_issuer(hazards, hazard->earlier)->stream);
        strbuf_adds(sb, "); before ");
        hazard_add_line(sb, hazards, happens_host(hazard->given), hazard->later);
        return;
    case HAZARD_ID_HOST_READ:
    case HAZARD_ID_HOST_WRITE:
        if (hazard_is_handed(hazards, hazard) && !hazard->earlier_writes &&
            !hazard_program(hazards)->allocs.rows[hazard->range.alloc].named) {
            strbuf_adds(sb, "memory of its own for each call in ");
            hazard_add_call_line(sb, hazards, hazard->earlier, hazard->later);
            strbuf_adds(sb, ", which is there until the host function has run; or ");
        }
        if (!add_event_synchronize(sb, hazards, hazard))
            hazard_add_synchronize(sb, hazards, hazard);
        return;
    case HAZARD_ID_STREAM_ABANDONED:
        hazard_add_synchronize(sb, hazards, hazard);
        return;
    case HAZARD_ID_UNFINISHED_WORK:
        strbuf_adds(sb, "cudaDeviceSynchronize(); at the end");
        return;
    case HAZARD_ID_FREE_IN_USE:
        if (!hazard_on_device(hazards, hazard->earlier)) {
            strbuf_adds(sb, hazard_info(hazard->rule)->fix);
        } else if (hazard_on_device(hazards, hazard->later)) {
            add_event_edge(sb, hazards, hazard);
        } else {
            hazard_add_synchronize(sb, hazards, hazard);
        }
        return;
    case HAZARD_ID_USE_AFTER_FREE:
        if (hazard_frees(hazard_record(hazards, hazard->later))) {
            strbuf_adds(sb, "only one of the two frees it");
            return;
        }
        if (!hazard_on_device(hazards, hazard->earlier) && !happens_is_op(hazard->later) &&
            hazard_on_device(hazards, hazard->later)) {
            add_free_behind_function(sb, hazards, hazard);
            return;
        }
        strbuf_adds(sb, "the free of ");
        hazard_add_line(sb, hazards, hazard->earlier, hazard->later);
        strbuf_adds(sb, " behind ");
        hazard_add_user(sb, hazards, hazard);
        if (hazard_on_device(hazards, hazard->earlier) &&
            hazard_on_device(hazards, hazard->later) &&
            hazard_issuer(hazards, hazard->earlier)->stream !=
                hazard_issuer(hazards, hazard->later)->stream) {
            strbuf_adds(sb, ", in ");
            hazard_add_stream(sb, hazards, hazard_issuer(hazards, hazard->later)->stream);
            strbuf_adds(sb, " or behind an event recorded there");
        }
        return;
    case HAZARD_ID_CALL_RACE:
        hazard_calls_fix(sb, hazards, hazard);
        return;
    case HAZARD_ID_HOST_RACE:
        if (hazard_has_free(hazards, hazard)) {
            hazard_add_thread_order(sb, hazards, hazard);
            return;
        }
        hazard_add_exclusion(sb, hazards, hazard);
        return;
    case HAZARD_ID_THREAD_RACE:
        if (hazard_is_lent(hazards, hazard)) {
            strbuf_adds(sb, "a copy of its own for the thread, or a join before the variable goes");
            return;
        }
        hazard_add_thread_order(sb, hazards, hazard);
        return;
    case HAZARD_ID_EVENT_UNRECORDED:
        hazard_vain_fix(sb, hazards, hazard);
        return;
    case HAZARD_ID_ELAPSED_NOT_READY:
        strbuf_adds(sb, "cudaEventSynchronize(");
        hazard_add_event_code(sb, hazards, hazard->event);
        strbuf_adds(sb, "); before ");
        hazard_add_line(sb, hazards, hazard->later, hazard->later);
        return;
    case HAZARD_ID_OUT_OF_BOUNDS:
    case HAZARD_ID_HOST_POINTER:
        hazard_reach_fix(sb, hazards, hazard);
        return;
    case HAZARD_ID_USE_AFTER_DESTROY:
        hazard_gone_fix(sb, hazards, hazard);
        return;
    case HAZARD_ID_SHORT_COPY:
        hazard_short_fix(sb, hazards, hazard);
        return;
    case HAZARD_ID_FAILED_CALL:
        hazard_failed_fix(sb, hazards, hazard);
        return;
    case HAZARD_ID_JOINABLE_THREAD:
        hazard_joinable_fix(sb, hazards, hazard);
        return;
    case HAZARD_ID_ELAPSED_UNRECORDED:
    case HAZARD_ID_WILD_POINTER:
    case HAZARD_ID_COPY_KIND:
    case HAZARD_ID_COPY_OVERLAP:
    case HAZARD_COUNT:
        strbuf_adds(sb, hazard_info(hazard->rule)->fix);
        return;
    }
}

static bool is_strided(const struct hazards *hazards, happens_event event)
{
    const struct program *p = hazard_program(hazards);
    const struct program_record *row =
        event == HAZARD_NO_EVENT ? NULL : hazard_record(hazards, event);
    return row && call_info((enum call)row->call)->object == OBJECT_COPY && row->object &&
           row->object < p->copies.count && p->copies.rows[row->object].rows > 1;
}

bool hazard_of_rows(const struct hazards *hazards, const struct hazard *hazard)
{
    return !hazard->certain && !hazard->kernel &&
           (is_strided(hazards, hazard->earlier) || is_strided(hazards, hazard->later));
}

void hazard_settle(struct strbuf *sb, const struct hazards *hazards, const struct hazard *hazard)
{
    const struct program *p = hazard_program(hazards);
    if (hazard->certain || hazard_of_rows(hazards, hazard))
        return;
    if (!hazard->kernel) {
        strbuf_adds(sb,
                    "reads(POINTER, BYTES) and writes(POINTER, BYTES) in the pragma of the host "
                    "function settle it");
        return;
    }
    const struct program_kernel *kernel = &p->kernels.rows[hazard->kernel];
    const char *touches = program_name(p, kernel->touches);
    const struct program_alloc *alloc = &p->allocs.rows[hazard->range.alloc];
    if (alloc->is_symbol) {
        const char *symbol = program_name(p, alloc->name);
        strbuf_addf(
            sb,
            "reads(&%.100s, BYTES) or writes(&%.100s, BYTES) in the pragma of kernel `%.100s` "
            "settles it",
            symbol, symbol, program_name(p, kernel->name));
    } else if (kernel->sparse && *touches == '\0')
        strbuf_addf(
            sb,
            "the subscripts of `%.200s` leave gaps in what they reach, as those of a tile "
            "do, which clauses, of a range each, cannot say: if the gaps keep the two apart "
            "there is no hazard",
            program_name(p, kernel->name));
    else if (*touches == '\0')
        strbuf_addf(
            sb,
            "reads(POINTER, BYTES) and writes(POINTER, BYTES) in the pragma of kernel `%.200s` "
            "settle it",
            program_name(p, kernel->name));
    else
        strbuf_addf(sb,
                    "if its threads touch one element each, the first so many behind each pointer, "
                    "%s %s",
                    *touches == '#' ? "this line settles it:"
                                    : "these clauses in its pragma settle it:",
                    touches + (*touches == ' '));
}
