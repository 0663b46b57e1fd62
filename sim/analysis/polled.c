#include "sim/analysis/polled.h"

#include "sim/base/mem.h"

#include <stdlib.h>
#include <string.h>

enum { LOOKS_MOST = 8, WRITERS_MOST = 64, NO_RECORD = UINT32_MAX };

/* The looks of a turn, the first of them. */
struct turn {
    uint32_t looks[LOOKS_MOST]; /* records */
    size_t count;
};

/* A thread, as far as its last records may be a loop that waits. */
struct waiter {
    struct turn before, now; /* the work that it last did lies between the two */
    bool works, spins;       /* it did any; the work is turns of a loop that only waits */
    uint32_t first;          /* record: the first look behind it */
};

struct finder {
    struct polled *polled;
    const struct program *p;
    const uint32_t *issued_by;
    struct waiter *waiters; /* by thread */
    uint32_t *latest;       /* by allocation: the last record of a host function that wrote there */
    uint32_t *earlier;      /* by such a record: the one before it */
};

static const struct program_range *range_of(const struct finder *f, uint32_t record)
{
    uint32_t copy = f->p->records.rows[record].object;
    return &f->p->copies.rows[copy < f->p->copies.count ? copy : 0].dst;
}

/* The host functions that wrote what the look found. */
static void note_writers(struct finder *f, uint32_t look, uint32_t first)
{
    const struct program_range *range = range_of(f, look);
    if (range->alloc >= f->p->allocs.count)
        return;
    uint32_t at = f->latest[range->alloc];
    for (int i = 0; i < WRITERS_MOST && at != NO_RECORD; i++, at = f->earlier[at]) {
        if (!program_ranges_overlap(range, range_of(f, at)))
            continue;
        struct polled *polled = f->polled;
        polled->ends =
            mem_grow(polled->ends, &polled->capacity, polled->count + 1, sizeof *polled->ends);
        polled->ends[polled->count++] = (struct polled_end){first, f->issued_by[at]};
    }
}

static void mark(struct finder *f, uint32_t look)
{
    if (!f->polled->looks)
        f->polled->looks = mem_zalloc(f->p->records.count + 1);
    f->polled->looks[look] = true;
}

/* The look of the turn before that stands there and is at the same bytes. */
static uint32_t same_look(const struct finder *f, const struct turn *turn, uint32_t record)
{
    const struct program_record *rows = f->p->records.rows;
    for (size_t i = 0; i < turn->count; i++)
        if (rows[turn->looks[i]].place == rows[record].place &&
            program_ranges_overlap(range_of(f, turn->looks[i]), range_of(f, record)))
            return turn->looks[i];
    return NO_RECORD;
}

static bool is_watched(const struct finder *f, uint32_t look)
{
    uint32_t alloc = range_of(f, look)->alloc;
    return alloc < f->p->allocs.count && f->p->allocs.rows[alloc].watched;
}

static void see_look(struct finder *f, struct waiter *w, uint32_t record)
{
    if (w->now.count == 0)
        w->first = record;
    if (w->now.count < LOOKS_MOST)
        w->now.looks[w->now.count++] = record;
    uint32_t before = w->works ? same_look(f, &w->before, record) : NO_RECORD;
    if (before != NO_RECORD)
        mark(f, before);
    if (before == NO_RECORD && !(w->works && w->spins) && !is_watched(f, record))
        return;
    mark(f, record);
    note_writers(f, record, w->first);
}

static void see_work(struct waiter *w, const struct program_record *row)
{
    if (w->now.count || !w->works) {
        w->before = w->now;
        w->now.count = 0;
        w->spins = false;
    }
    w->works = true;
    w->spins |= row->call == CALL_host_work && row->count == WORK_TURNS;
}

static void see_write(struct finder *f, uint32_t record)
{
    uint32_t alloc = range_of(f, record)->alloc;
    if (alloc == 0 || alloc >= f->p->allocs.count)
        return;
    f->earlier[record] = f->latest[alloc];
    f->latest[alloc] = record;
}

/* What such a loop may do besides. */
static bool is_passed(const struct program_record *row)
{
    return row->call == CALL_host_write || row->call == CALL_host_clock ||
           row->call == CALL_range_push || row->call == CALL_range_pop || call_is_query(row->call);
}

static int by_record(const void *a, const void *b)
{
    const struct polled_end *x = a, *y = b;
    if (x->record != y->record)
        return x->record < y->record ? -1 : 1;
    return x->issuer < y->issuer ? -1 : x->issuer > y->issuer;
}

void polled_find(struct polled *polled, const struct program *program, const uint32_t *issued_by,
                 uint32_t none)
{
    const struct program *p = program;
    memset(polled, 0, sizeof *polled);
    struct finder f = {.polled = polled, .p = p, .issued_by = issued_by};
    f.waiters = mem_zalloc((p->threads.count + 1) * sizeof *f.waiters);
    f.latest = mem_realloc(NULL, (p->allocs.count + 1) * sizeof *f.latest);
    memset(f.latest, 0xff, (p->allocs.count + 1) * sizeof *f.latest);
    f.earlier = mem_realloc(NULL, (p->records.count + 1) * sizeof *f.earlier);
    for (uint32_t i = 0; i < p->records.count; i++) {
        const struct program_record *row = &p->records.rows[i];
        struct waiter *w = &f.waiters[row->thread];
        if (p->threads.rows[row->thread].kind == THREAD_WORKER) {
            if (row->call == CALL_host_write && issued_by[i] != none)
                see_write(&f, i);
        } else if (row->call == CALL_host_read) {
            see_look(&f, w, i);
        } else if (call_is_work(row->call)) {
            see_work(w, row);
        } else if (!is_passed(row)) {
            *w = (struct waiter){0};
        }
    }
    if (polled->count)
        qsort(polled->ends, polled->count, sizeof *polled->ends, by_record);
    free(f.waiters);
    free(f.latest);
    free(f.earlier);
}

void polled_release(struct polled *polled)
{
    free(polled->looks);
    free(polled->ends);
    memset(polled, 0, sizeof *polled);
}
