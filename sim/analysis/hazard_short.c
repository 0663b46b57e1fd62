#include "sim/analysis/hazard_short.h"

#include "sim/analysis/hazard_words.h"
#include "sim/base/mem.h"

#include <inttypes.h>
#include <stdlib.h>

/* What a buffer of the device has been filled with so far. Row 0 is memory that is not known: what
 * was written there may be in any of them. */
struct filled {
    uint64_t bytes; /* from its start, by copies from the host, all as long; 0: nothing yet */
    uint32_t copy;  /* the last of them: its record */
    bool otherwise; /* or by anything else: then nobody can tell what was meant */
};

static void note_copy(struct filled *filled, const struct program_copy *copy, uint32_t record)
{
    struct filled *row = &filled[copy->dst.alloc];
    if (copy->dst.alloc == 0 && (copy->kind == COPY_D2H || copy->kind == COPY_H2H))
        return; /* memory of the host */
    bool fills = copy->kind == COPY_H2D && copy->rows <= 1 && copy->dst.offset == 0 &&
                 (row->bytes == 0 || row->bytes == copy->dst.bytes);
    row->otherwise |= !fills || copy->dst.alloc == 0;
    row->bytes = copy->dst.bytes;
    row->copy = record;
}

/* Only calls can write there: what the host reaches (managed, page-locked), it may have written
 * without any, and there is no telling what. */
static bool is_out_of_reach(const struct program_alloc *alloc)
{
    return alloc->kind == MEMORY_DEVICE && !alloc->is_symbol;
}

/* The size of a float, an int or a double. */
static bool is_short_of(uint64_t copied, uint64_t read)
{
    return copied > 1 && (read / 4 == copied || read / 8 == copied) && read % copied == 0;
}

static void look_at(struct hazard_pairs *pairs, struct filled *filled, uint32_t record,
                    const struct program_access *access)
{
    const struct program *p = pairs->hazards->happens.program;
    const struct program_range *range = &access->range;
    struct filled *row = &filled[range->alloc];
    if (range->alloc == 0 || !is_out_of_reach(&p->allocs.rows[range->alloc]) ||
        !(access->mode & ACCESS_READ) || !access->certain || row->otherwise ||
        filled[0].otherwise || range->offset != 0 || !is_short_of(row->bytes, range->bytes))
        return;
    row->otherwise = true; /* told once */
    hazard_pairs_add(
        pairs, &(struct hazard){.rule = HAZARD_ID_SHORT_COPY,
                                .certain = true,
                                .earlier = happens_op(row->copy),
                                .later = happens_op(record),
                                .range = {range->alloc, row->bytes, range->bytes - row->bytes}});
}

void hazard_short_find(struct hazard_pairs *pairs)
{
    const struct program *p = pairs->hazards->happens.program;
    struct filled *filled = mem_zalloc((p->allocs.count + 1) * sizeof *filled);
    for (uint32_t i = 0; i < p->records.count; i++) {
        const struct program_record *record = &p->records.rows[i];
        enum call_object object = call_info((enum call)record->call)->object;
        if (!happens_enqueues(p, record) || record->object == 0)
            continue;
        if (object == OBJECT_COPY && record->call != CALL_cudaMemPrefetchAsync)
            note_copy(filled, &p->copies.rows[record->object], i);
        if (object != OBJECT_LAUNCH)
            continue;
        const struct program_launch *launch = &p->launches.rows[record->object];
        const struct program_access *accesses = &p->accesses.rows[launch->first_access];
        for (uint32_t k = 0; k < launch->access_count; k++)
            look_at(pairs, filled, i, &accesses[k]);
        for (uint32_t k = 0; k < launch->access_count; k++)
            if (accesses[k].mode & ACCESS_WRITE)
                filled[accesses[k].range.alloc].otherwise = true;
    }
    free(filled);
}

void hazard_short_message(struct strbuf *sb, const struct hazards *hazards,
                          const struct hazard *hazard)
{
    hazard_add_side(sb, hazards, hazard->later, hazard->later);
    strbuf_adds(sb, " reads ");
    hazard_add_range(sb, hazards, &hazard->range);
    strbuf_addf(sb, ", which nothing wrote: the copy of ");
    hazard_add_line(sb, hazards, hazard->earlier, hazard->later);
    strbuf_addf(sb, " has %" PRIu64 " bytes, as many as the kernel reads elements",
                hazard->range.offset);
}

void hazard_short_fix(struct strbuf *sb, const struct hazards *hazards, const struct hazard *hazard)
{
    strbuf_addf(sb, "the size of an element in ");
    hazard_add_line(sb, hazards, hazard->earlier, hazard->later);
    uint64_t bytes = hazard->range.offset + hazard->range.bytes;
    strbuf_addf(sb, ": %" PRIu64 " * sizeof(%s) bytes", hazard->range.offset,
                bytes / hazard->range.offset == 8 ? "double" : "float");
}
