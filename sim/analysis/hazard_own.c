#include "sim/analysis/hazard_own.h"

#include "sim/analysis/hazard_slots.h"
#include "sim/analysis/hazard_words.h"

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

static bool records_in(const struct sides *s, uint32_t record, uint32_t stream)
{
    const struct program_record *row = at(s, record);
    return call_is_event_record((enum call)row->call) && row->stream == stream &&
           happens_enqueues(s->p, row);
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
            at(s, last_record(s, i))->stream != stream)
            continue;
        own->record = i;
        own->wait = find_wait(s, i, stream);
        own->kind = own->wait == HAPPENS_NONE ? OWN_UNAWAITED : OWN_SELF_WAIT;
        return true;
    }
    return false;
}

/* Recorded before the first side with nothing but waits between, and waited for before the second:
 * behind the first side, and before that wait, the record would order the two. */
static bool find_before(const struct sides *s, struct hazard_own *own)
{
    uint32_t record = s->hazards->happens.previous[s->first];
    while (record != HAPPENS_NONE && at(s, record)->call == CALL_cudaStreamWaitEvent)
        record = s->hazards->happens.previous[record];
    if (record == HAPPENS_NONE || !records_in(s, record, at(s, s->first)->stream) ||
        at(s, record)->thread != at(s, s->first)->thread)
        return false;
    uint32_t wait = find_wait(s, record, at(s, s->second)->stream);
    if (wait == HAPPENS_NONE || wait < s->first)
        return false;
    own->kind = OWN_EARLY;
    own->record = record;
    own->wait = wait;
    return true;
}

static bool find_of_pair(struct hazard_own *own, const struct hazards *hazards,
                         const struct hazard *pair)
{
    const struct sides s = {hazards, hazard_program(hazards),
                            hazard_issuing_record(hazards, pair->earlier),
                            hazard_issuing_record(hazards, pair->later)};
    if (s.second <= s.first || s.second - s.first > LOOK_MOST ||
        at(&s, s.first)->thread != at(&s, s.second)->thread)
        return false;
    return find_before(&s, own) || find_behind(&s, own);
}

void hazard_own_find(struct hazard_own *own, const struct hazards *hazards,
                     const struct hazard *hazard)
{
    const struct program_record *rows = hazard_program(hazards)->records.rows;
    *own = (struct hazard_own){.kind = OWN_NONE, .wait = HAPPENS_NONE};
    if (!hazard_on_device(hazards, hazard->earlier) || !hazard_on_device(hazards, hazard->later))
        return;
    for (const struct hazard *pair = hazard; pair; pair = hazard_next_pair(hazards, pair)) {
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
        bool several = own->kind != OWN_NONE &&
                       (own->several || rows[own->record].object != rows[other.record].object);
        if (own->kind == OWN_NONE)
            *own = other;
        own->several = several;
    }
}
