/* Copies from or to pageable memory: they hold up the host, asynchronous ones too (S2.3, S2.4), and
 * are slower than those from or to pinned memory. */
#include "sim/analysis/label.h"
#include "sim/analysis/pitfall_inside.h"
#include "sim/analysis/readback.h"
#include "sim/base/mem.h"

#include <inttypes.h>
#include <stdlib.h>

/* The host side of a copy: its row of allocs, 0 if unknown. */
static uint32_t host_buffer(const struct program_copy *copy)
{
    return copy->kind == COPY_H2D ? copy->src.alloc : copy->dst.alloc;
}

/* The copies of a buffer: of one line, or of several. */
struct pageable {
    struct pitfall_cause cause;
    uint32_t place; /* of the first */
    bool is_spread; /* others stand in other lines */
};

static void report_pageable(struct pitfall_look *look, uint32_t alloc,
                            const struct pageable *pageable)
{
    const struct pitfall_cause *cause = &pageable->cause;
    const struct timeline *t = look->timeline;
    struct pitfall *row = pitfall_add_cause(look, PITFALL_ID_PAGEABLE_COPY, cause);
    pitfall_add_op(&row->evidence, t, cause->op, pageable->is_spread ? 1 : cause->count);
    const struct program_copy *copy = &t->copies.rows[t->ops.rows[cause->op].detail];
    if (pageable->is_spread)
        strbuf_addf(&row->evidence, " and %zu more %s ", cause->count - 1,
                    cause->count == 2 ? "copy use" : "copies use");
    else
        strbuf_adds(&row->evidence, copy->kind == COPY_H2D ? " copies from " : " copies to ");
    const char *name = "";
    if (look->program && alloc)
        name = program_name(look->program, look->program->allocs.rows[alloc].name);
    strbuf_addf(&row->evidence, "%s%spageable memory: the host is held in the call%s for ", name,
                *name ? ", which is " : "", cause->count > 1 ? "s" : "");
    pitfall_add_time(&row->evidence, cause->held);
    pitfall_add_edit(row, EDIT_PINNED, 0)->alloc = alloc;
    if (*name)
        edit_pinned_text(&row->fix, look->program, alloc);
    else
        strbuf_adds(&row->fix, "allocate the host buffer with cudaMallocHost, once");
}

/* The first row of allocs of each one's name, by row: buffers of one name, as the elements of an
 * array of pointers, are one to their author, and are pinned as one. free() releases it. */
static uint32_t *first_of_name(const struct program *program)
{
    uint32_t *first = mem_zalloc((program->names.count + 1) * sizeof *first);
    uint32_t *same = mem_zalloc((program->allocs.count + 1) * sizeof *same);
    for (uint32_t i = 1; i < program->allocs.count; i++) {
        uint32_t name = program->allocs.rows[i].name;
        if (name && !first[name])
            first[name] = i;
        same[i] = name ? first[name] : i;
    }
    free(first);
    return same;
}

/* By buffer: it is pinned once for all its copies. */
static void find_pageable(struct pitfall_look *look)
{
    const struct timeline *t = look->timeline;
    size_t count = (look->program ? look->program->allocs.count : 0) + 1;
    struct pageable *buffers = mem_zalloc(count * sizeof *buffers);
    for (size_t i = 0; i < count; i++)
        buffers[i].cause.op = buffers[i].cause.other = TIMELINE_NO_OP;
    struct readback readback = readback_find(t);
    uint32_t *same = look->program ? first_of_name(look->program) : NULL;
    for (uint32_t id = 0; id < t->ops.count; id++) {
        const struct timeline_op *op = &t->ops.rows[id];
        if (op->kind != OP_COPY || op->detail == 0 || !timeline_is_timed(t, op))
            continue;
        const struct program_copy *copy = &t->copies.rows[op->detail];
        uint32_t alloc = same && host_buffer(copy) < count ? same[host_buffer(copy)] : 0;
        if (copy->host_memory != MEMORY_PAGEABLE || alloc >= count)
            continue;
        struct pageable *buffer = &buffers[alloc];
        if (buffer->cause.count == 0)
            buffer->place = op->place;
        buffer->is_spread = buffer->is_spread || op->place != buffer->place;
        /* The final readback has to wait, whatever its memory. */
        int64_t from = readback_has_op(&readback, t, id) ? op->start : op->call;
        pitfall_cause_add(&buffer->cause, pitfall_length(from, op->returned), id, TIMELINE_NO_OP);
    }
    for (uint32_t alloc = 0; alloc < count; alloc++)
        if (buffers[alloc].cause.count && !pitfall_is_small(look, buffers[alloc].cause.held))
            report_pageable(look, alloc, &buffers[alloc]);
    free(buffers);
    free(same);
}

void pitfall_find_copies(struct pitfall_look *look)
{
    find_pageable(look);
}
