#include "sim/analysis/hazard_own.h"

#include "sim/analysis/hazard_scope.h"
#include "sim/analysis/hazard_slots.h"
#include "sim/analysis/hazard_words.h"

#include <stdlib.h>

enum { LOOK_MOST = 4096 }; /* records between the two sides */

/* One pair of a hazard: rows of records. */
struct sides {
    const struct hazards *hazards;
    const struct program *p;
    uint32_t first, second;
};

static const struct program_record *at(const struct sides *s, uint32_t record)
{
    return &s->p->records.rows[record];
}

/* Whether the call of `a` comes before that of `b` in every run. */
static bool is_called_before(const struct sides *s, uint32_t a, uint32_t b)
{
    return happens_before(&s->hazards->happens, happens_host(a), happens_host(b));
}

static bool records_in(const struct sides *s, uint32_t record, uint32_t stream)
{
    const struct program_record *row = at(s, record);
    return call_is_event_record((enum call)row->call) && row->stream == stream &&
           happens_enqueues(s->p, row);
}

static bool is_of(const struct program_record *record, uint32_t event)
{
    return call_info((enum call)record->call)->object == OBJECT_EVENT &&
           (record->object == event ||
            (record->call == CALL_cudaEventElapsedTime && record->value == (int64_t)event));
}

static bool is_destroyed(const struct sides *s, uint32_t record)
{
    for (uint32_t i = record + 1; i < s->second; i++)
        if (at(s, i)->call == CALL_cudaEventDestroy && is_of(at(s, i), at(s, record)->object))
            return true;
    return false;
}

/* Whether the program goes on with the event behind the second side: a variable of a block that
 * has been left by then cannot be named any more. */
static bool is_kept(const struct sides *s, uint32_t record)
{
    for (uint32_t i = s->second + 1; i < s->p->records.count; i++)
        if (is_of(at(s, i), at(s, record)->object))
            return true;
    return false;
}

/* Where the event has its name from: the call that made it. */
static uint32_t maker_of(const struct sides *s, uint32_t record)
{
    for (uint32_t i = 0; i < record; i++)
        if ((at(s, i)->call == CALL_cudaEventCreate ||
             at(s, i)->call == CALL_cudaEventCreateWithFlags) &&
            is_of(at(s, i), at(s, record)->object))
            return i;
    return record;
}

/* Whether the same line records the event again behind the later side: it is of a loop that has all
 * three, and was made before that. */
static bool comes_again(const struct sides *s, uint32_t record)
{
    for (uint32_t i = s->second + 1; i < s->p->records.count; i++)
        if (at(s, i)->place == at(s, record)->place && at(s, i)->call == at(s, record)->call &&
            at(s, i)->object == at(s, record)->object)
            return true;
    return false;
}

/* Whether all that is known of the event stands farther in than the later side: likely in a block
 * of its own, whatever becomes of the event by other names. */
static bool is_deeper(const struct sides *s, uint32_t record)
{
    const uint8_t made = at(s, maker_of(s, record))->column, column = at(s, record)->column;
    const uint8_t later = at(s, s->second)->column;
    return later && made > later && column > later && !comes_again(s, record);
}

/* The last that is recorded of the event there before the second side is asked for. */
static uint32_t last_record(const struct sides *s, uint32_t record)
{
    uint32_t last = record;
    for (uint32_t i = record + 1; i < s->second; i++)
        if (call_is_event_record((enum call)at(s, i)->call) &&
            at(s, i)->object == at(s, record)->object)
            last = i;
    return last;
}

/* A wait of that stream for what is recorded there, before the second side. */
static uint32_t find_wait(const struct sides *s, uint32_t record, uint32_t stream)
{
    for (uint32_t i = record + 1; i < s->second; i++)
        if (at(s, i)->call == CALL_cudaStreamWaitEvent && at(s, i)->stream == stream &&
            s->hazards->happens.bound[i] == record)
            return i;
    return HAPPENS_NONE;
}

/* Recorded behind the first side, so that a wait before the second would order the two. */
static bool find_behind(const struct sides *s, struct hazard_own *own)
{
    uint32_t stream = at(s, s->first)->stream;
    for (uint32_t i = s->first + 1; i < s->second; i++) {
        if (!records_in(s, i, stream) || at(s, i)->thread != at(s, s->first)->thread ||
            at(s, last_record(s, i))->stream != stream || is_destroyed(s, i) ||
            !is_called_before(s, i, s->second))
            continue;
        own->record = i;
        own->wait = find_wait(s, i, stream);
        own->kind = own->wait == HAPPENS_NONE ? OWN_UNAWAITED : OWN_SELF_WAIT;
        return true;
    }
    return false;
}

/* Whether anything but waits of that stream asks for what is recorded there. */
static bool is_asked_for(const struct sides *s, uint32_t record, uint32_t stream)
{
    for (uint32_t i = record + 1; i < s->p->records.count; i++) {
        const struct program_record *row = at(s, i);
        if (is_of(row, at(s, record)->object) && !call_is_event_record((enum call)row->call) &&
            row->call != CALL_cudaEventDestroy &&
            (row->call != CALL_cudaStreamWaitEvent || row->stream != stream))
            return true;
    }
    return false;
}

/* Recorded behind the first side in the stream of the second, which waits for it and so for
 * nothing: in the first one's stream it would order the two. */
static bool find_elsewhere(const struct sides *s, struct hazard_own *own)
{
    const uint32_t stream = at(s, s->second)->stream;
    for (uint32_t i = s->first + 1; i < s->second && at(s, s->first)->stream != stream; i++) {
        const uint32_t record = s->hazards->happens.bound[i];
        if (at(s, i)->call != CALL_cudaStreamWaitEvent || at(s, i)->stream != stream ||
            record == HAPPENS_NONE || record < s->first || !records_in(s, record, stream) ||
            at(s, record)->thread != at(s, s->first)->thread || is_asked_for(s, record, stream))
            continue;
        *own = (struct hazard_own){.kind = OWN_ELSEWHERE, .record = record, .wait = i};
        return true;
    }
    return false;
}

/* Whether the record stands behind the first side in the source: then it is of the turn before. */
static bool is_of_turn_before(const struct sides *s, uint32_t record)
{
    const struct program_place *places = s->p->places.rows;
    const struct program_place *first = &places[at(s, s->first)->place];
    const struct program_place *recorded = &places[at(s, record)->place];
    return first->file == recorded->file && recorded->line > first->line;
}

/* Recorded before the first side with nothing but waits between, and waited for before the second:
 * behind the first side, and before that wait, the record would order the two. */
static bool find_before(const struct sides *s, struct hazard_own *own)
{
    uint32_t record = s->hazards->happens.previous[s->first];
    while (record != HAPPENS_NONE && at(s, record)->call == CALL_cudaStreamWaitEvent)
        record = s->hazards->happens.previous[record];
    if (record == HAPPENS_NONE || !records_in(s, record, at(s, s->first)->stream) ||
        at(s, record)->thread != at(s, s->first)->thread || is_of_turn_before(s, record))
        return false;
    uint32_t wait = find_wait(s, record, at(s, s->second)->stream);
    if (wait == HAPPENS_NONE || !is_called_before(s, s->first, wait))
        return false;
    own->kind = OWN_EARLY;
    own->record = record;
    own->wait = wait;
    return true;
}

static struct sides sides_of(const struct hazards *hazards, const struct hazard *pair)
{
    return (struct sides){hazards, hazard_program(hazards),
                          hazard_issuing_record(hazards, pair->earlier),
                          hazard_issuing_record(hazards, pair->later)};
}

static bool find_of_pair(struct hazard_own *own, const struct hazards *hazards,
                         const struct hazard *pair)
{
    const struct sides s = sides_of(hazards, pair);
    if (s.second - s.first > LOOK_MOST || !is_called_before(&s, s.first, s.second))
        return false;
    return find_elsewhere(&s, own) || find_before(&s, own) || find_behind(&s, own);
}

/* Whether the name of the event means it where the fix stands: in the function that the variable is
 * of, and as long as that lives. What holds in one turn of a loop holds in all. */
static bool is_known_there(const struct hazard_own *own, const struct hazards *hazards,
                           const struct hazard *hazard, bool kept)
{
    const struct sides s = sides_of(hazards, hazard);
    uint32_t place = s.p->records.rows[maker_of(&s, own->record)].place;
    enum scope_side side = own->kind == OWN_EARLY ? SCOPE_EARLIER : SCOPE_LATER;
    switch (own->kind) {
    case OWN_NONE:
    case OWN_SELF_WAIT: /* stands where the program names it */
        return true;
    case OWN_UNAWAITED:
        return !s.p->has_source ||
               (kept && hazard_scope_has(hazards, hazard, side, place) &&
                (hazard_scope_moves(hazards, hazard, side) || !is_deeper(&s, own->record)));
    case OWN_ELSEWHERE: /* the first side's stream has its name there */
        return hazard_scope_has(hazards, hazard, SCOPE_EARLIER,
                                s.p->records.rows[own->record].place);
    case OWN_EARLY: /* a wait behind it names it */
        return hazard_scope_has(hazards, hazard, side, place);
    }
    return false;
}

static bool has_event(const struct hazard_own *own, uint32_t event)
{
    bool found = false;
    for (size_t i = 0; i < own->event_count; i++)
        found |= own->events[i] == event;
    return found;
}

static int by_number(const void *va, const void *vb)
{
    uint32_t a = *(const uint32_t *)va, b = *(const uint32_t *)vb;
    return (a > b) - (a < b);
}

/* One more that the first pair's later side has to wait for. */
static void add_event(struct hazard_own *own, const struct program_record *rows, uint32_t record)
{
    if (!has_event(own, rows[record].object) && own->event_count < HAZARD_OWN_EVENTS)
        own->events[own->event_count++] = rows[record].object;
}

static void find_of_all(struct hazard_own *own, const struct hazards *hazards,
                        const struct hazard *hazard, bool *kept)
{
    const struct program_record *rows = hazard_program(hazards)->records.rows;
    uint32_t others[HAZARD_PAIRS_KEPT + 1];
    size_t other_count = 0;
    if (!hazard_on_device(hazards, hazard->earlier) || !hazard_on_device(hazards, hazard->later))
        return;
    for (const struct hazard *pair = hazard; pair && other_count <= HAZARD_PAIRS_KEPT;
         pair = hazard_next_pair(hazards, pair)) {
        struct hazard_own other = {.wait = HAPPENS_NONE};
        bool found = find_of_pair(&other, hazards, pair);
        bool alike =
            found &&
            (own->kind == OWN_NONE ||
             (own->kind == other.kind && rows[own->record].place == rows[other.record].place));
        if (!alike) {
            *own = (struct hazard_own){.kind = OWN_NONE, .wait = HAPPENS_NONE};
            return;
        }
        const struct sides s = sides_of(hazards, pair);
        *kept = *kept || (other.kind == OWN_UNAWAITED && is_kept(&s, other.record));
        if (own->kind == OWN_NONE)
            *own = other;
        if (pair->later == hazard->later)
            add_event(own, rows, other.record);
        else
            others[other_count++] = rows[other.record].object;
    }
    for (size_t i = 0; i < other_count; i++)
        own->several |= !has_event(own, others[i]);
    if (own->event_count)
        qsort(own->events, own->event_count, sizeof *own->events, by_number);
}

/* How often the call of the record comes. */
static uint32_t times_of(const struct program *p, uint32_t record)
{
    const struct program_record *rows = p->records.rows;
    uint32_t count = 0;
    for (uint32_t i = 0; i < p->records.count; i++)
        count += rows[i].place == rows[record].place && rows[i].column == rows[record].column &&
                 rows[i].call == rows[record].call && rows[i].thread == rows[record].thread;
    return count;
}

/* Whether the later side is in a branch that only some turns of the loop take. */
static void find_branch(struct hazard_own *own, const struct hazards *hazards,
                        const struct hazard *hazard)
{
    const struct sides s = sides_of(hazards, hazard);
    if (own->kind != OWN_UNAWAITED || own->several || own->event_count > 1 ||
        !s.p->records.rows[own->record].place || !comes_again(&s, own->record))
        return;
    own->turns = times_of(s.p, own->record);
    own->later_turns = times_of(s.p, s.second);
    if (own->later_turns >= own->turns)
        own->turns = own->later_turns = 0;
}

void hazard_own_find(struct hazard_own *own, const struct hazards *hazards,
                     const struct hazard *hazard)
{
    bool kept = false;
    *own = (struct hazard_own){.kind = OWN_NONE, .wait = HAPPENS_NONE};
    find_of_all(own, hazards, hazard, &kept);
    if (own->kind != OWN_NONE && !is_known_there(own, hazards, hazard, kept))
        *own = (struct hazard_own){.kind = OWN_NONE, .wait = HAPPENS_NONE};
    find_branch(own, hazards, hazard);
}
