/* Which pairs of accesses are tried to say what comes of a race. */
#include "sim/analysis/hazard.h"
#include "sim/analysis/hazard_words.h"
#include "sim/base/mem.h"

#include <stdlib.h>

struct candidates {
    const struct hazards *hazards;
    struct wrong_pair *pairs;
    struct hazard *of; /* by pair: what it is a pair of, with its own sides, range and block */
    size_t count, pair_capacity, of_capacity;
};

static bool record_is_before(void *context, uint32_t a, uint32_t b)
{
    const struct happens *h = context;
    const struct program_record *rows = h->program->records.rows;
    return happens_before(h,
                          happens_enqueues(h->program, &rows[a]) ? happens_op(a) : happens_host(a),
                          happens_enqueues(h->program, &rows[b]) ? happens_op(b) : happens_host(b));
}

/* The record whose values change: of what a host function did, the one that launched it. */
static uint32_t launched_by(const struct happens *h, happens_event event)
{
    uint32_t record = happens_record(event);
    bool part = h->issued_by && h->issued_by[record] != HAPPENS_NONE;
    return part ? h->issued_by[record] : record;
}

/* Whether a kernel certainly reads or writes, as `mode` says, of the bytes. */
static bool launch_touches(const struct program *p, uint32_t record,
                           const struct program_range *range, uint8_t mode)
{
    const struct program_record *row = &p->records.rows[record];
    if (call_info((enum call)row->call)->object != OBJECT_LAUNCH ||
        row->object >= p->launches.count)
        return false;
    const struct program_launch *launch = &p->launches.rows[row->object];
    for (uint32_t i = 0; i < launch->access_count; i++) {
        const struct program_access *access = &p->accesses.rows[launch->first_access + i];
        if ((access->mode & mode) && access->certain &&
            program_ranges_overlap(&access->range, range))
            return true;
    }
    return false;
}

/* Whether a kernel, copy or memset writes of the bytes; copies of several rows are not looked at.
 */
static bool writes(const struct program *p, uint32_t record, const struct program_range *range)
{
    const struct program_record *row = &p->records.rows[record];
    if (call_info((enum call)row->call)->object != OBJECT_COPY)
        return launch_touches(p, record, range, ACCESS_WRITE);
    if (row->object >= p->copies.count || row->call == CALL_cudaMemPrefetchAsync)
        return false;
    const struct program_copy *copy = &p->copies.rows[row->object];
    return copy->rows <= 1 && program_ranges_overlap(&copy->dst, range);
}

static void add(struct candidates *c, const struct hazard *hazard, size_t instead_of)
{
    const struct happens *h = &c->hazards->happens;
    c->pairs = mem_grow(c->pairs, &c->pair_capacity, c->count + 1, sizeof *c->pairs);
    c->of = mem_grow(c->of, &c->of_capacity, c->count + 1, sizeof *c->of);
    struct wrong_pair *pair = &c->pairs[c->count];
    c->of[c->count++] = *hazard;
    *pair = (struct wrong_pair){
        .first = launched_by(h, hazard->earlier),
        .second = launched_by(h, hazard->later),
        .range = hazard->range,
        .first_mode = hazard->earlier_writes ? ACCESS_WRITE : ACCESS_READ,
        .second_mode = hazard->later_writes ? ACCESS_WRITE : ACCESS_READ,
        .instead_of = instead_of,
    };
    if (launch_touches(h->program, pair->second, &pair->range, ACCESS_READ))
        pair->second_mode |= ACCESS_READ;
}

/* What wrote the bytes before the earlier side, in its stream, and is in no order with the later
 * one either: of writes that follow each other a finding names only the last. */
static void add_earlier_writes(struct candidates *c, const struct hazard *hazard, size_t instead_of)
{
    const struct happens *h = &c->hazards->happens;
    if (!happens_is_op(hazard->earlier))
        return;
    uint32_t record = h->previous[happens_record(hazard->earlier)];
    for (int i = 0; i < HAZARD_PAIRS_KEPT && record != HAPPENS_NONE; i++) {
        if (happens_before(h, happens_op(record), hazard->later))
            return; /* and so is what came before it */
        if (writes(h->program, record, &hazard->range)) {
            struct hazard earlier = *hazard;
            earlier.earlier = happens_op(record);
            earlier.earlier_writes = true;
            add(c, &earlier, instead_of);
        }
        record = h->previous[record];
    }
}

static bool moves(enum hazard_rule rule)
{
    return rule == HAZARD_ID_STREAM_RACE || rule == HAZARD_ID_HOST_READ ||
           rule == HAZARD_ID_POOL_REUSE || rule == HAZARD_ID_HOST_WRITE ||
           rule == HAZARD_ID_THREAD_RACE || rule == HAZARD_ID_HOST_RACE;
}

/* A part of the caching allocator's memory, by the user's name for it. */
static void name_part(struct wrong_bytes *found, const struct hazard *hazard, uint32_t first)
{
    if (found->range.alloc != hazard->range.alloc || !hazard->block)
        return;
    bool before = found->how == WRONG_READS && found->reader == first && hazard->block_before;
    found->name = before ? hazard->block_before : hazard->block;
    found->name_from = hazard->block_from;
}

void hazards_find_wrong(struct hazards *hazards)
{
    struct candidates c = {.hazards = hazards};
    size_t *first = mem_zalloc((hazards->count + 1) * sizeof *first); /* 1 + its first pair */
    for (size_t i = 0; i < hazards->certain; i++) {
        const struct hazard *hazard = &hazards->rows[i];
        bool frees = hazard->rule == HAZARD_ID_HOST_RACE && hazard_has_free(hazards, hazard);
        if (!moves(hazard->rule) || frees)
            continue;
        add(&c, hazard, 0);
        first[i] = c.count;
        add_earlier_writes(&c, hazard, first[i]);
        for (uint32_t next = hazard->further; next; next = hazards->further[next - 1].further)
            add(&c, &hazards->further[next - 1], first[i]);
    }
    struct wrong_bytes *found = mem_zalloc((c.count + 1) * sizeof *found);
    wrong_bytes_find(&hazards->values, found, hazards->happens.program, c.pairs, c.count,
                     record_is_before, &hazards->happens);
    hazards->wrong = mem_zalloc((hazards->count + 1) * sizeof *hazards->wrong);
    hazards->schedules = mem_zalloc((hazards->count + 1) * sizeof *hazards->schedules);
    for (size_t i = 0; i < hazards->count; i++) {
        const struct hazard *hazard = &hazards->rows[i];
        if (first[i]) {
            struct wrong_bytes *wrong = &found[first[i] - 1];
            hazard = &c.of[wrong->pair];
            name_part(wrong, hazard, c.pairs[wrong->pair].first);
            hazards->wrong[i] = *wrong;
        }
        hazards->schedules[i] = (struct hazard_schedule){hazard->earlier, hazard->later};
    }
    free(c.pairs);
    free(c.of);
    free(found);
    free(first);
}
