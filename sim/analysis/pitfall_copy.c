/* Copies from or to pageable memory: they hold up the host, asynchronous ones too (S2.3, S2.4), and
 * are slower than those from or to pinned memory. */
#include "sim/analysis/label.h"
#include "sim/analysis/pinning.h"
#include "sim/analysis/pitfall_inside.h"
#include "sim/analysis/readback.h"
#include "sim/base/duration.h"
#include "sim/base/mem.h"
#include "sim/model/cost.h"

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
    if (look->program && look->in->profile && alloc)
        row->set_up = pinning_find(t, look->program, look->in->profile, alloc);
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

/* --- small copies --------------------------------------------------------------------------------
 */

enum {
    RUN_LEAST = 8,         /* fewer are no loop */
    SMALL_BYTES = 1 << 16, /* larger ones take longer for their bytes than for being copies */
    RUN_PAUSE = 5000,      /* ns: the host did something between two that are so far apart */
};

/* Copies of a direction that follow each other in a stream. */
struct copy_run {
    uint32_t first, last; /* operations; first TIMELINE_NO_OP: none */
    size_t count;
    uint64_t bytes;
};

struct small_copies {
    struct pitfall_look *look;
    struct pitfall_cause *causes; /* by place of a run's first */
    uint32_t **records;           /* by place: each run behind its number */
    size_t *counts, *capacities;  /* likewise */
    uint32_t *before;             /* by operation: the one before it in its run */
};

static bool is_small_copy(const struct pitfall_look *look, uint32_t id)
{
    const struct timeline *t = look->timeline;
    const struct timeline_op *op = &t->ops.rows[id];
    if (op->kind != OP_COPY || op->detail == 0 || op->detail >= t->copies.count ||
        !timeline_is_timed(t, op) || look->record_of_op[id] == PITFALL_NOWHERE ||
        (op->machine == MACHINE_COPY && op->machine_index == MACHINE_COPY_DRIVER))
        return false;
    const struct program_copy *copy = &t->copies.rows[op->detail];
    return (copy->kind == COPY_H2D || copy->kind == COPY_D2H) &&
           copy->host_memory != MEMORY_PAGEABLE && program_copy_bytes(copy) <= SMALL_BYTES &&
           call_async((enum call)look->program->records.rows[look->record_of_op[id]].call) ==
               CALL_NONE; /* one that waits is another matter */
}

static bool goes_on(const struct timeline *t, const struct copy_run *run, uint32_t id)
{
    if (run->first == TIMELINE_NO_OP)
        return false;
    const struct timeline_op *last = &t->ops.rows[run->last], *op = &t->ops.rows[id];
    return last->thread == op->thread &&
           t->copies.rows[last->detail].kind == t->copies.rows[op->detail].kind &&
           pitfall_length(last->returned, op->call) <= RUN_PAUSE;
}

/* What the run took beyond its bytes. */
static void end_run(struct small_copies *found, struct copy_run *run)
{
    const struct timeline *t = found->look->timeline;
    if (run->first != TIMELINE_NO_OP && run->count >= RUN_LEAST) {
        const struct timeline_op *first = &t->ops.rows[run->first], *last = &t->ops.rows[run->last];
        uint32_t place = first->place;
        bool in = t->copies.rows[first->detail].kind == COPY_H2D;
        int64_t needed = cost_copy_time(found->look->in->profile, in, (int64_t)run->bytes);
        int64_t took = pitfall_length(first->call, last->end);
        pitfall_cause_add(&found->causes[place], took > needed ? took - needed : 0, run->first,
                          run->last);
        found->causes[place].count += run->count - 1; /* copies, not runs */
        size_t at = found->counts[place];
        found->records[place] = mem_grow(found->records[place], &found->capacities[place],
                                         at + run->count + 1, sizeof **found->records);
        found->records[place][at] = (uint32_t)run->count;
        uint32_t id = run->last;
        for (size_t i = run->count; i > 0; i--, id = found->before[id])
            found->records[place][at + i] = found->look->record_of_op[id];
        found->counts[place] = at + run->count + 1;
    }
    run->first = TIMELINE_NO_OP;
}

static void report_small(struct small_copies *found, uint32_t place)
{
    const struct timeline *t = found->look->timeline;
    const struct pitfall_cause *cause = &found->causes[place];
    struct pitfall *row = pitfall_add_cause(found->look, PITFALL_ID_SMALL_COPIES, cause);
    uint64_t bytes = 0;
    size_t runs = 0;
    for (size_t at = 0; at < found->counts[place]; at += found->records[place][at] + 1, runs++)
        for (uint32_t i = 1; i <= found->records[place][at]; i++)
            bytes += program_copy_bytes(
                &t->copies.rows[found->look->program->records.rows[found->records[place][at + i]]
                                    .object]);
    strbuf_addf(&row->evidence, "%zu copies", cause->count);
    pitfall_add_line(&row->evidence, t, place);
    strbuf_adds(&row->evidence, " of ");
    label_bytes(&row->evidence, bytes / cause->count);
    strbuf_adds(&row->evidence, " each on average follow each other: they take ");
    pitfall_add_time(&row->evidence, cause->held);
    strbuf_adds(&row->evidence, " longer than their bytes need");
    strbuf_adds(&row->fix,
                "put the bytes side by side in one buffer on either side and copy them at "
                "once");
    pitfall_add_line(&row->fix, t, place);
    strbuf_addf(&row->fix, ": %zu cop%s of ", runs, runs > 1 ? "ies" : "y");
    label_bytes(&row->fix, bytes / runs);
    row->remedy = REMEDY_ONE_COPY;
    row->objects = found->records[place];
    row->object_count = found->counts[place];
    found->records[place] = NULL;
}

/* By the place of the first of a run, which something else in the stream ends. */
static void find_small(struct pitfall_look *look)
{
    const struct timeline *t = look->timeline;
    if (!look->program || !look->in->profile)
        return;
    size_t places = t->places.count + 1;
    struct small_copies found = {.look = look,
                                 .causes = pitfall_causes(look),
                                 .records = mem_zalloc(places * sizeof *found.records),
                                 .counts = mem_zalloc(places * sizeof *found.counts),
                                 .capacities = mem_zalloc(places * sizeof *found.capacities),
                                 .before = mem_zalloc((t->ops.count + 1) * sizeof *found.before)};
    struct copy_run *runs = mem_zalloc((t->streams.count + 1) * sizeof *runs);
    for (size_t i = 0; i <= t->streams.count; i++)
        runs[i].first = TIMELINE_NO_OP;
    for (uint32_t id = 0; id < t->ops.count; id++) {
        const struct timeline_op *op = &t->ops.rows[id];
        if (op->stream >= t->streams.count)
            continue;
        struct copy_run *run = &runs[op->stream];
        bool small = is_small_copy(look, id);
        if (!small || !goes_on(t, run, id))
            end_run(&found, run);
        if (!small)
            continue;
        if (run->first == TIMELINE_NO_OP)
            *run = (struct copy_run){.first = id};
        found.before[id] = run->last;
        run->last = id;
        run->count++;
        run->bytes += program_copy_bytes(&t->copies.rows[op->detail]);
    }
    for (size_t i = 0; i < t->streams.count; i++)
        end_run(&found, &runs[i]);
    for (uint32_t place = 0; place < t->places.count; place++) {
        if (found.causes[place].count && !pitfall_is_small(look, found.causes[place].held))
            report_small(&found, place);
        free(found.records[place]);
    }
    free(runs);
    free(found.causes);
    free(found.records);
    free(found.counts);
    free(found.capacities);
    free(found.before);
}

void pitfall_find_copies(struct pitfall_look *look)
{
    find_pageable(look);
    find_small(look);
}
