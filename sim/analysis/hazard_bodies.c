#include "sim/analysis/hazard_bodies.h"

#include "sim/base/mem.h"

bool *hazard_read_by_threads(const struct program *p)
{
    bool *read = mem_zalloc((p->allocs.count + 1) * sizeof *read);
    for (size_t i = 0; i < p->records.count; i++) {
        const struct program_record *row = &p->records.rows[i];
        if (row->call != CALL_host_read || row->object >= p->copies.count ||
            p->threads.rows[row->thread].kind == THREAD_WORKER)
            continue;
        uint32_t alloc = p->copies.rows[row->object].dst.alloc;
        read[alloc < p->allocs.count ? alloc : 0] = true;
    }
    return read;
}

static uint32_t issuer_of(const struct happens *h, happens_event event)
{
    return h->issued_by ? h->issued_by[happens_record(event)] : HAPPENS_NONE;
}

/* The next read of memory in the host function, from the record `at` on; NULL: none. */
static const struct program_range *next_read(const struct happens *h, uint32_t *at)
{
    const struct program *p = h->program;
    while (*at != HAPPENS_NONE) {
        const struct program_record *row = &p->records.rows[*at];
        *at = h->body[*at];
        if (row->call == CALL_host_read && row->object < p->copies.count)
            return &p->copies.rows[row->object].dst;
    }
    return NULL;
}

static bool reads(const struct happens *h, uint32_t issuer, const struct program_range *range)
{
    uint32_t at = h->body[issuer];
    for (const struct program_range *read; (read = next_read(h, &at)) != NULL;)
        if (program_ranges_overlap(read, range))
            return true;
    return false;
}

static bool read_the_same(const struct happens *h, uint32_t one, uint32_t other)
{
    uint32_t at = h->body[one], beside = h->body[other];
    for (;;) {
        const struct program_range *a = next_read(h, &at), *b = next_read(h, &beside);
        if (!a || !b)
            return !a && !b;
        if (a->alloc != b->alloc || a->offset != b->offset || a->bytes != b->bytes)
            return false;
    }
}

bool hazard_bodies_matter(const struct happens *happens, const struct hazard *hazard)
{
    uint32_t one = issuer_of(happens, hazard->earlier), other = issuer_of(happens, hazard->later);
    if (!hazard->earlier_writes || !hazard->later_writes || one == HAPPENS_NONE ||
        other == HAPPENS_NONE)
        return false;
    const struct program_record *rows = happens->program->records.rows;
    const struct program_record *a = &rows[happens_record(hazard->earlier)];
    const struct program_record *b = &rows[happens_record(hazard->later)];
    if (reads(happens, one, &hazard->range) || reads(happens, other, &hazard->range))
        return false;
    return a->place != b->place || a->column != b->column || !read_the_same(happens, one, other);
}
