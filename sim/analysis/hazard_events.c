#include "sim/analysis/hazard_events.h"

#include "sim/analysis/hazard_slots.h"
#include "sim/analysis/hazard_vain.h"
#include "sim/base/mem.h"
#include "sim/model/cuda_errors.h"

#include <stdlib.h>
#include <string.h>

/* How an event was used so far. */
struct event_state {
    uint32_t recorded; /* the record of its last cudaEventRecord, or HAPPENS_NONE */
    uint32_t in_vain;  /* the first wait for it that found it never recorded, or HAPPENS_NONE */
    uint32_t missed;   /* the record that this wait lacks: of another thread, or the next one */
    uint32_t found;    /* the last wait that found it recorded: the first was meant to be none */
};

struct finder {
    struct hazard_pairs *pairs;
    const struct program *p;
    const struct happens *h;
    struct event_state *events; /* by row */
};

static void wait_for_event(struct finder *f, uint32_t record)
{
    struct event_state *event = &f->events[f->p->records.rows[record].object];
    if (f->h->bound[record] != HAPPENS_NONE)
        event->found = record;
    else if (event->in_vain == HAPPENS_NONE) {
        event->in_vain = record;
        event->missed = event->recorded;
    }
}

static void record_event(struct finder *f, uint32_t record)
{
    struct event_state *event = &f->events[f->p->records.rows[record].object];
    event->recorded = record;
    if (event->in_vain != HAPPENS_NONE && event->missed == HAPPENS_NONE)
        event->missed = record;
}

static void elapsed(struct finder *f, uint32_t record)
{
    const struct program_record *row = &f->p->records.rows[record];
    uint32_t pair[2] = {row->object, (uint32_t)row->value};
    for (int i = 0; i < 2; i++) {
        if (pair[i] == 0 || pair[i] >= f->p->events.count)
            continue;
        uint32_t recorded = f->events[pair[i]].recorded;
        struct hazard hazard = {.certain = true, .later = happens_host(record), .event = pair[i]};
        if (recorded == HAPPENS_NONE || !f->p->events.rows[pair[i]].timing) {
            hazard.rule = HAZARD_ID_ELAPSED_UNRECORDED;
            hazard_pairs_add(f->pairs, &hazard);
        } else if (!happens_before(f->h, happens_op(recorded), happens_host(record)) &&
                   !(row->result == CUDA_cudaErrorNotReady && (row->flags & RECORD_BRANCHED))) {
            hazard.rule = HAZARD_ID_ELAPSED_NOT_READY;
            hazard.earlier = happens_op(recorded);
            if (i == 1 || pair[1] == 0 || f->events[pair[1]].recorded == HAPPENS_NONE ||
                happens_before(f->h, happens_op(f->events[pair[1]].recorded), happens_host(record)))
                hazard_pairs_add(f->pairs, &hazard); /* not twice: the end is behind the start */
        }
    }
}

/* Whether the line of the wait has found another event of the same array recorded: a loop over all
 * of them, of which this one had nothing to stand for. */
static bool is_one_of_several(const struct finder *f, uint32_t event)
{
    const struct program_record *wait = &f->p->records.rows[f->events[event].in_vain];
    const char *name = program_name(f->p, f->p->events.rows[event].name);
    for (uint32_t i = 1; i < f->p->events.count; i++) {
        const uint32_t found = f->events[i].found;
        if (found == HAPPENS_NONE)
            continue;
        const struct program_record *row = &f->p->records.rows[found];
        if (row->place == wait->place && row->column == wait->column && row->call == wait->call &&
            hazard_shares_array(name, program_name(f->p, f->p->events.rows[i].name)))
            return true;
    }
    return false;
}

/* Whether a wait that never found its event recorded was meant as none. */
static bool is_meant(const struct finder *f, uint32_t event)
{
    const struct event_state *state = &f->events[event];
    return state->missed == HAPPENS_NONE
               ? is_one_of_several(f, event)
               : hazard_vain_is_first_turn(f->pairs->hazards, state->in_vain, state->missed);
}

/* One of another thread's record, which could have come first as well. */
static void note_first_turn(struct finder *f, uint32_t event)
{
    struct hazards *hazards = f->pairs->hazards;
    const struct event_state *state = &f->events[event];
    const struct program_record *rows = f->p->records.rows;
    if (state->missed == HAPPENS_NONE || hazards->first_turn_count == HAZARD_PAIRS_KEPT ||
        rows[state->missed].thread == rows[state->in_vain].thread)
        return;
    hazards->first_turns[hazards->first_turn_count++] =
        (struct hazard_schedule){happens_op(state->missed), happens_host(state->in_vain)};
}

static void add_in_vain(struct finder *f, uint32_t wait, uint32_t missed, bool found_later)
{
    hazard_pairs_add(f->pairs,
                     &(struct hazard){
                         .rule = HAZARD_ID_EVENT_UNRECORDED,
                         .certain = true,
                         .earlier = missed == HAPPENS_NONE ? HAZARD_NO_EVENT : happens_op(missed),
                         .later = happens_host(wait),
                         .event = f->p->records.rows[wait].object,
                         .found_later = found_later,
                     });
}

/* Waits that never found their event recorded. Who waits for it before its first record in a loop
 * means no wait, as CUDA says it is. */
static void waits_in_vain(struct finder *f)
{
    for (uint32_t i = 1; i < f->p->events.count; i++) {
        const struct event_state *event = &f->events[i];
        if (event->in_vain == HAPPENS_NONE || event->found != HAPPENS_NONE)
            continue;
        if (is_meant(f, i))
            note_first_turn(f, i);
        else
            add_in_vain(f, event->in_vain, event->missed, false);
    }
}

/* --- in a loop -----------------------------------------------------------------------------------
 */

/* Whether a later wait for the event finds a record, but the first is not sure to be meant as none.
 */
static bool comes_too_early(const struct finder *f, uint32_t event)
{
    const struct event_state *state = &f->events[event];
    return state->in_vain != HAPPENS_NONE && state->found != HAPPENS_NONE &&
           state->missed != HAPPENS_NONE && !is_meant(f, event);
}

static bool is_same_line(const struct program_record *a, const struct program_record *b)
{
    return a->place == b->place && a->column == b->column && a->call == b->call;
}

/* A wait in the line of the first one: its turn's record may be there already, of a thread for
 * which nothing makes this one wait, or comes next. */
static void wait_again(struct finder *f, uint32_t *waiting, uint32_t *recorded, uint32_t record)
{
    const uint32_t event = f->p->records.rows[record].object;
    const uint32_t bound = f->h->bound[record], latest = recorded[event];
    if (latest != HAPPENS_NONE && latest != bound)
        add_in_vain(f, record, latest, true);
    else
        waiting[event] = record;
}

static void record_again(struct finder *f, uint32_t *waiting, uint32_t *recorded, uint32_t record)
{
    const uint32_t event = f->p->records.rows[record].object;
    recorded[event] = record;
    if (waiting[event] != HAPPENS_NONE)
        add_in_vain(f, waiting[event], record, true);
    waiting[event] = HAPPENS_NONE;
}

/* Waits of a loop that come before their turn's record: the first for nothing, the others for the
 * turn before. Which of them are meant so hazard_vain_settle() tells by what they would order. */
static void waits_too_early(struct finder *f)
{
    const size_t bytes = (f->p->events.count + 1) * sizeof(uint32_t);
    bool *early = mem_zalloc((f->p->events.count + 1) * sizeof *early);
    uint32_t *waiting = mem_realloc(NULL, bytes), *recorded = mem_realloc(NULL, bytes);
    bool any = false;
    memset(waiting, 0xff, bytes);
    memset(recorded, 0xff, bytes);
    for (uint32_t i = 1; i < f->p->events.count; i++)
        any |= early[i] = comes_too_early(f, i);
    for (uint32_t i = 0; i < f->p->records.count && any; i++) {
        const struct program_record *row = &f->p->records.rows[i];
        const bool enqueues = happens_enqueues(f->p, row);
        if (call_info((enum call)row->call)->object != OBJECT_EVENT ||
            row->object >= f->p->events.count || !early[row->object])
            continue;
        if (is_same_line(row, &f->p->records.rows[f->events[row->object].in_vain]))
            wait_again(f, waiting, recorded, i);
        else if (enqueues && row->call != CALL_cudaStreamWaitEvent)
            record_again(f, waiting, recorded, i);
    }
    free(early);
    free(waiting);
    free(recorded);
}

static void look_at(struct finder *f, uint32_t record)
{
    const struct program_record *row = &f->p->records.rows[record];
    if (happens_enqueues(f->p, row)) {
        if (row->call == CALL_cudaStreamWaitEvent)
            wait_for_event(f, record);
        else if (call_info((enum call)row->call)->object == OBJECT_EVENT)
            record_event(f, record);
    } else if (f->p->threads.rows[row->thread].kind != THREAD_WORKER) {
        if (row->call == CALL_cudaEventSynchronize)
            wait_for_event(f, record);
        else if (row->call == CALL_cudaEventElapsedTime)
            elapsed(f, record);
    }
}

void hazard_events_find(struct hazard_pairs *pairs)
{
    const struct happens *h = &pairs->hazards->happens;
    const struct program *p = h->program;
    struct finder f = {.pairs = pairs, .p = p, .h = h};
    f.events = mem_zalloc((p->events.count + 1) * sizeof *f.events);
    for (size_t i = 0; i < p->events.count; i++)
        f.events[i] = (struct event_state){HAPPENS_NONE, HAPPENS_NONE, HAPPENS_NONE, HAPPENS_NONE};
    for (uint32_t i = 0; i < p->records.count; i++)
        look_at(&f, i);
    waits_in_vain(&f);
    waits_too_early(&f);
    free(f.events);
}
