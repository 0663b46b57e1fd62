#include "sim/analysis/hazard_overlap.h"

#include "sim/analysis/hazard_words.h"

/* The bytes that both have; 0 bytes: none. A copy onto itself changes nothing, whatever the order
 * of its bytes. */
static struct program_range shared(const struct program_range *a, const struct program_range *b)
{
    if (a->alloc == 0 || a->alloc != b->alloc || a->offset == b->offset)
        return (struct program_range){0};
    const uint64_t from = a->offset > b->offset ? a->offset : b->offset;
    const uint64_t a_to = a->offset + a->bytes, b_to = b->offset + b->bytes;
    const uint64_t to = a_to < b_to ? a_to : b_to;
    return (struct program_range){a->alloc, from, to > from ? to - from : 0};
}

void hazard_overlap_find(struct hazard_pairs *pairs)
{
    const struct program *p = pairs->hazards->happens.program;
    for (uint32_t i = 0; i < p->records.count; i++) {
        const struct program_record *record = &p->records.rows[i];
        if (call_info((enum call)record->call)->object != OBJECT_COPY ||
            record->call == CALL_cudaMemPrefetchAsync || !happens_enqueues(p, record) ||
            record->object == 0 || record->object >= p->copies.count)
            continue;
        const struct program_copy *copy = &p->copies.rows[record->object];
        if (copy->kind == COPY_MEMSET || copy->rows > 1)
            continue;
        const struct program_range range = shared(&copy->src, &copy->dst);
        if (range.bytes)
            hazard_pairs_add(pairs, &(struct hazard){.rule = HAZARD_ID_COPY_OVERLAP,
                                                     .certain = true,
                                                     .earlier = HAZARD_NO_EVENT,
                                                     .later = happens_op(i),
                                                     .range = range});
    }
}

void hazard_overlap_message(struct strbuf *sb, const struct hazards *hazards,
                            const struct hazard *hazard)
{
    hazard_add_side(sb, hazards, hazard->later, hazard->later);
    strbuf_adds(sb, " reads and writes ");
    hazard_add_range(sb, hazards, &hazard->range);
    strbuf_adds(sb, ": its source and its destination overlap");
}
