#include "sim/analysis/hazard_turns.h"

#include "sim/analysis/hazard_words.h"
#include "sim/analysis/values.h"
#include "sim/base/mem.h"

#include <stdlib.h>

enum { LOOK_MOST = 4096 }; /* operations before the record */

struct ranges {
    struct program_range *rows;
    size_t count, capacity;
};

static void add(struct ranges *ranges, const struct program_range *range)
{
    ranges->rows =
        mem_grow(ranges->rows, &ranges->capacity, ranges->count + 1, sizeof *ranges->rows);
    ranges->rows[ranges->count++] = *range;
}

/* What a kernel, copy, memset or the host surely reads or writes, as `mode` says. Copies of rows
 * with gaps are not looked at. */
static void add_touched(struct ranges *ranges, const struct program *p, uint32_t record,
                        uint8_t mode)
{
    const struct program_record *row = &p->records.rows[record];
    const enum call_object object = call_info((enum call)row->call)->object;
    if (object == OBJECT_LAUNCH && row->object < p->launches.count) {
        const struct program_launch *launch = &p->launches.rows[row->object];
        for (uint32_t i = 0; i < launch->access_count; i++) {
            const struct program_access *access = &p->accesses.rows[launch->first_access + i];
            if (access->certain && (access->mode & mode))
                add(ranges, &access->range);
        }
    } else if (object == OBJECT_COPY && row->object < p->copies.count &&
               row->call != CALL_cudaMemPrefetchAsync) {
        const struct program_copy *copy = &p->copies.rows[row->object];
        if (copy->rows <= 1 && mode == ACCESS_WRITE)
            add(ranges, &copy->dst);
        else if (copy->rows <= 1 && copy->kind != COPY_MEMSET)
            add(ranges, &copy->src);
    } else if (row->call == CALL_host_read && mode == ACCESS_READ &&
               row->object < p->copies.count && !(row->flags & RECORD_POSSIBLE)) {
        add(ranges, &p->copies.rows[row->object].dst);
    }
}

/* What is written between the calls of the wait and of the record that the record stands for.
 * Returns the first of it. */
static uint32_t find_written(struct ranges *written, const struct hazards *hazards, uint32_t wait,
                             uint32_t recorded)
{
    const struct happens *h = &hazards->happens;
    uint32_t first = recorded, record = h->previous[recorded];
    for (int i = 0; i < LOOK_MOST && record != HAPPENS_NONE && record > wait; i++) {
        const size_t before = written->count;
        add_touched(written, h->program, record, ACCESS_WRITE);
        first = written->count > before ? record : first;
        record = h->previous[record];
    }
    return first;
}

static bool is_unwritten(struct values *values, uint32_t alloc, uint64_t from, uint64_t to)
{
    for (uint64_t at = from; at < to;) {
        const struct contents_run run = values_at(values, alloc, at);
        if (run.bytes == 0)
            return false;
        if (values_origin(values, run.value).maker == VALUES_UNSET)
            return true;
        at += run.bytes;
    }
    return false;
}

/* Whether it reads of the written bytes while nothing has written them. */
static bool reads_early(struct values *values, const struct ranges *written, uint32_t record,
                        struct program_range *range)
{
    struct ranges read = {0};
    bool early = false;
    add_touched(&read, values->program, record, ACCESS_READ);
    for (size_t i = 0; i < read.count * written->count && !early; i++) {
        const struct program_range *a = &read.rows[i / written->count];
        const struct program_range *b = &written->rows[i % written->count];
        if (!program_ranges_overlap(a, b))
            continue;
        const uint64_t from = a->offset > b->offset ? a->offset : b->offset;
        const uint64_t a_end = a->offset + a->bytes, b_end = b->offset + b->bytes;
        early = is_unwritten(values, a->alloc, from, a_end < b_end ? a_end : b_end);
        *range = *a;
    }
    free(read.rows);
    return early;
}

bool hazard_turns_find(struct hazard *hazard, const struct hazards *hazards,
                       const struct hazard_schedule *first_turn)
{
    const struct happens *h = &hazards->happens;
    const struct program_record *rows = h->program->records.rows;
    const uint32_t wait = happens_record(first_turn->later);
    const happens_event from =
        rows[wait].call == CALL_cudaStreamWaitEvent ? happens_op(wait) : happens_host(wait);
    struct ranges written = {0};
    struct values values;
    *hazard = (struct hazard){.rule = HAZARD_ID_EVENT_UNRECORDED,
                              .certain = true,
                              .earlier = first_turn->earlier,
                              .later = first_turn->later,
                              .event = rows[wait].object,
                              .count = 1};
    const uint32_t to = find_written(&written, hazards, wait, happens_record(first_turn->earlier));
    bool found = false;
    values_begin(&values, h->program);
    for (uint32_t i = 0; i < to && written.count && !found; i++) {
        const happens_event event =
            happens_enqueues(h->program, &rows[i]) ? happens_op(i) : happens_host(i);
        found = i > wait && rows[i].thread == rows[wait].thread && happens_before(h, from, event) &&
                reads_early(&values, &written, i, &hazard->range);
        hazard->reader = found ? event : HAZARD_NO_EVENT;
        values_step(&values, i);
    }
    values_release(&values);
    free(written.rows);
    return found;
}
