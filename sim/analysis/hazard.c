#include "sim/analysis/hazard.h"

#include "sim/analysis/blocks.h"
#include "sim/analysis/hazard_bodies.h"
#include "sim/analysis/hazard_calls.h"
#include "sim/analysis/hazard_cause.h"
#include "sim/analysis/hazard_end.h"
#include "sim/analysis/hazard_events.h"
#include "sim/analysis/hazard_failed.h"
#include "sim/analysis/hazard_gone.h"
#include "sim/analysis/hazard_joinable.h"
#include "sim/analysis/hazard_kind.h"
#include "sim/analysis/hazard_overlap.h"
#include "sim/analysis/hazard_pairs.h"
#include "sim/analysis/hazard_reach.h"
#include "sim/analysis/hazard_short.h"
#include "sim/analysis/hazard_vain.h"
#include "sim/analysis/hazard_words.h"
#include "sim/analysis/held_locks.h"
#include "sim/analysis/shadow.h"
#include "sim/base/mem.h"
#include "sim/model/cuda_errors.h"

#include <stdlib.h>
#include <string.h>

struct finder {
    struct hazards *hazards;
    struct hazard_pairs pairs;
    const struct program *p;
    const struct happens *h;
    struct shadow shadow;
    struct blocks blocks;
    uint32_t *freed;    /* by allocation: the event that freed it; 0: none */
    uint64_t *held;     /* by record: locks; NULL: none */
    bool *read;         /* by allocation: by a host thread */
    uint64_t rows_left; /* of copies in two dimensions that are looked at one by one */
};

static const struct program_record *record_of(const struct finder *f, happens_event event)
{
    return &f->p->records.rows[happens_record(event)];
}

static void add(struct finder *f, const struct hazard *hazard)
{
    hazard_pairs_add(&f->pairs, hazard);
}

static bool is_free(const struct finder *f, happens_event event)
{
    switch (record_of(f, event)->call) {
    case CALL_cudaFree:
    case CALL_cudaFreeHost:
    case CALL_cudaFreeAsync:
    case CALL_cudaHostUnregister:
    case CALL_block_give:
        return true;
    default:
        return false;
    }
}

static bool is_allocation(const struct finder *f, happens_event event)
{
    uint16_t call = record_of(f, event)->call;
    return call == CALL_cudaMallocAsync || call == CALL_cudaMallocFromPoolAsync;
}

/* Whether the access is the device's; what host functions do counts as such. */
static bool on_device(const struct finder *f, happens_event event)
{
    return happens_is_op(event) ||
           f->p->threads.rows[record_of(f, event)->thread].kind == THREAD_WORKER;
}

static uint32_t kernel_of(const struct finder *f, shadow_access access)
{
    const struct program_record *record = record_of(f, shadow_event(access));
    if (!(access & SHADOW_POSSIBLE) || call_info((enum call)record->call)->object != OBJECT_LAUNCH)
        return 0;
    return f->p->launches.rows[record->object].kernel;
}

/* Of the host's accesses: a copy that reads its source before it returns. */
static bool is_cuda_call(const struct finder *f, happens_event event)
{
    return call_info((enum call)record_of(f, event)->call)->group != CALL_GROUP_HOST;
}

static void name_block(struct hazard *hazard, const struct block *block)
{
    if (!block)
        return;
    hazard->block = block->name;
    hazard->block_before = block->name_before;
    hazard->block_from = block->from;
    hazard->block_bytes = block->to - block->from;
}

/* Whether what is between the host and its functions, or between those, keeps the two apart: a lock
 * that both hold, or that one looks at it until the other has changed it. */
static bool is_in_order(const struct finder *f, happens_event a, happens_event b)
{
    if (happens_is_op(a) || happens_is_op(b))
        return false;
    const bool *looks = f->h->polled.looks;
    if (looks && (looks[happens_record(a)] || looks[happens_record(b)]))
        return true;
    return f->held && (f->held[happens_record(a)] & f->held[happens_record(b)]);
}

/* Whether a local variable goes that a copy from pageable memory was made of. No document promises
 * that the call stages the bytes, but a driver that did not could keep none of those. */
static bool is_staged(const struct finder *f, happens_event a, happens_event b)
{
    const struct program_record *copy = record_of(f, a);
    return record_of(f, b)->call == CALL_host_write && happens_is_op(a) &&
           call_info((enum call)copy->call)->object == OBJECT_COPY &&
           f->p->copies.rows[copy->object].kind == COPY_H2D &&
           f->p->copies.rows[copy->object].host_memory == MEMORY_PAGEABLE;
}

/* Whether two host threads race, both of which are known to touch the bytes, and by plain accesses.
 */
static bool is_host_race(const struct finder *f, const struct hazard *hazard)
{
    const struct program_record *a = record_of(f, hazard->earlier);
    const struct program_record *b = record_of(f, hazard->later);
    return hazard->certain && a->thread != b->thread && a->count != 1 && b->count != 1 &&
           !f->p->allocs.rows[hazard->range.alloc].handed;
}

static void report(void *context, const struct shadow_conflict *conflict)
{
    struct finder *f = context;
    happens_event a = shadow_event(conflict->earlier), b = shadow_event(conflict->later);
    bool a_device = on_device(f, a), b_device = on_device(f, b);
    struct hazard hazard = {
        .certain = !((conflict->earlier | conflict->later) & SHADOW_POSSIBLE),
        .earlier = a,
        .later = b,
        .earlier_writes = conflict->earlier_writes,
        .later_writes = conflict->later_writes,
        .range = {conflict->alloc, conflict->from, conflict->to - conflict->from},
        .kernel = kernel_of(f, conflict->earlier),
    };
    if (!hazard.kernel)
        hazard.kernel = kernel_of(f, conflict->later);
    if (is_in_order(f, a, b))
        return;
    if (!a_device && !b_device && !is_cuda_call(f, a) && !is_cuda_call(f, b) &&
        (program_is_out(record_of(f, a)) ||
         program_is_out(record_of(f, b)))) { /* a local of which another thread has the address */
        hazard.rule = HAZARD_ID_THREAD_RACE;
        add(f, &hazard);
        return;
    }
    bool frees = hazard_frees(record_of(f, a)) || hazard_frees(record_of(f, b));
    if (f->p->allocs.rows[conflict->alloc].handed && (!a_device || b_device) && !frees &&
        !(f->read[conflict->alloc] && hazard_bodies_matter(f->h, &hazard)))
        return; /* how else host functions share it is their business */
    if (record_of(f, b)->value == PROGRAM_OUT && is_staged(f, a, b))
        return;
    const struct block *block = blocks_find(&f->blocks, conflict->alloc, conflict->from);
    name_block(&hazard, block);
    if (conflict->by_chance) {
        hazard.rule = HAZARD_ID_CALL_RACE;
        if (hazard_calls_matter(f->p, &hazard))
            add(f, &hazard);
        return;
    }
    bool reused = block && a_device && block->taken > happens_record(a) &&
                  block->given_before != BLOCK_NO_RECORD &&
                  block->stream != record_of(f, a)->stream;
    if (reused) {
        hazard.given = block->given_before;
        hazard.rule = HAZARD_ID_POOL_REUSE;
    } else if (is_free(f, a) || ((a_device || b_device) && hazard_frees(record_of(f, a))))
        hazard.rule = HAZARD_ID_USE_AFTER_FREE;
    else if (is_allocation(f, a))
        hazard.rule = HAZARD_ID_USE_BEFORE_ALLOCATION;
    else if (is_free(f, b) || (a_device && hazard_frees(record_of(f, b))))
        hazard.rule = HAZARD_ID_FREE_IN_USE;
    else if (a_device && b_device)
        hazard.rule = HAZARD_ID_STREAM_RACE;
    else if (a_device)
        hazard.rule = conflict->later_writes ? HAZARD_ID_HOST_WRITE : HAZARD_ID_HOST_READ;
    else if (b_device || is_cuda_call(f, a) || is_cuda_call(f, b))
        hazard.rule = HAZARD_ID_THREAD_RACE;
    else if (is_host_race(f, &hazard))
        hazard.rule = HAZARD_ID_HOST_RACE;
    else
        return;
    add(f, &hazard);
}

/* --- accesses ------------------------------------------------------------------------------------
 */

static void touch(struct finder *f, const struct program_range *range, happens_event event,
                  bool certain, enum shadow_mode mode)
{
    if (range->bytes == 0 || range->alloc == 0 || range->alloc >= f->p->allocs.count)
        return;
    uint64_t to = range->offset + range->bytes;
    if (to < range->offset)
        to = UINT64_MAX;
    f->hazards->touches++;
    happens_event freed = f->freed[range->alloc];
    const struct block *block = blocks_find(&f->blocks, range->alloc, range->offset);
    if (block && !certain && to > block->to)
        to = block->to; /* its pointer leads to the block, not to all that the allocator has */
    if (block && block->given != BLOCK_NO_RECORD)
        freed = happens_host(block->given);
    if (freed && freed != event && happens_before(f->h, freed, event)) {
        struct hazard hazard = {.rule = HAZARD_ID_USE_AFTER_FREE,
                                .certain = certain,
                                .earlier = freed,
                                .later = event,
                                .earlier_writes = true,
                                .later_writes = mode != SHADOW_READ,
                                .range = *range};
        name_block(&hazard, block);
        add(f, &hazard);
    }
    shadow_touch(&f->shadow, range->alloc, range->offset, to,
                 certain ? event : event | SHADOW_POSSIBLE, mode);
}

enum { ROWS_MOST = 1 << 18, ROWS_ALL = 1 << 20 };

/* A side of a copy: row by row where there are gaps. Where there are too many rows, all from the
 * first to the last, as a possible access. */
static void touch_rows(struct finder *f, const struct program_range *row, uint64_t rows,
                       uint64_t pitch, happens_event event, enum shadow_mode mode)
{
    if (rows <= 1 || pitch == row->bytes) {
        struct program_range range = *row;
        if (rows > 1 && __builtin_mul_overflow(row->bytes, rows, &range.bytes))
            range.bytes = UINT64_MAX - range.offset;
        touch(f, &range, event, true, mode);
        return;
    }
    struct program_range range = *row;
    if (rows > ROWS_MOST || rows > f->rows_left) {
        if (__builtin_mul_overflow(pitch, rows - 1, &range.bytes) ||
            __builtin_add_overflow(range.bytes, row->bytes, &range.bytes))
            range.bytes = UINT64_MAX - range.offset;
        touch(f, &range, event, false, mode);
        return;
    }
    f->rows_left -= rows;
    for (uint64_t i = 0; i < rows; i++) {
        if (__builtin_mul_overflow(pitch, i, &range.offset) ||
            __builtin_add_overflow(range.offset, row->offset, &range.offset))
            return;
        touch(f, &range, event, true, mode);
    }
}

static void touch_copy(struct finder *f, uint32_t record)
{
    const struct program_record *row = &f->p->records.rows[record];
    if (row->object == 0 || row->object >= f->p->copies.count ||
        row->call == CALL_cudaMemPrefetchAsync) /* moves pages, not values */
        return;
    const struct program_copy *copy = &f->p->copies.rows[row->object];
    if (copy->kind != COPY_MEMSET)
        touch_rows(f, &copy->src, copy->rows, copy->src_pitch,
                   happens_reads_at_call(f->p, row) ? happens_host(record) : happens_op(record),
                   SHADOW_READ);
    touch_rows(f, &copy->dst, copy->rows, copy->dst_pitch, happens_op(record), SHADOW_WRITE);
}

static enum shadow_mode shadow_mode_of(uint8_t access)
{
    if (!(access & ACCESS_WRITE))
        return SHADOW_READ;
    return access & ACCESS_ATOMIC ? SHADOW_UPDATE : SHADOW_WRITE;
}

static void touch_launch(struct finder *f, uint32_t record)
{
    const struct program_record *row = &f->p->records.rows[record];
    if (row->object >= f->p->launches.count)
        return;
    const struct program_launch *launch = &f->p->launches.rows[row->object];
    for (uint32_t i = 0; i < launch->access_count; i++) {
        const struct program_access *access = &f->p->accesses.rows[launch->first_access + i];
        touch(f, &access->range, happens_op(record), access->certain, shadow_mode_of(access->mode));
    }
}

static void touch_host(struct finder *f, uint32_t record)
{
    const struct program_record *row = &f->p->records.rows[record];
    if (!call_is_touch(row->call) || !row->object || row->object >= f->p->copies.count)
        return;
    const struct program_range *range = &f->p->copies.rows[row->object].dst;
    touch(f, range, happens_host(record), !(row->flags & RECORD_POSSIBLE),
          row->call == CALL_host_write ? SHADOW_WRITE : SHADOW_READ);
    if (hazard_frees(row) && range->alloc < f->p->allocs.count && !f->freed[range->alloc])
        f->freed[range->alloc] = happens_host(record);
}

/* The whole of an allocation begins or ends. */
static void touch_alloc(struct finder *f, happens_event event)
{
    uint32_t alloc = record_of(f, event)->object;
    if (alloc == 0 || alloc >= f->p->allocs.count)
        return;
    struct program_range all = {alloc, 0, f->p->allocs.rows[alloc].bytes};
    touch(f, &all, event, true, SHADOW_WRITE);
    if (is_free(f, event))
        f->freed[alloc] = event;
}

/* --- all of it -----------------------------------------------------------------------------------
 */

static void visit_op(struct finder *f, uint32_t record)
{
    const struct program_record *row = &f->p->records.rows[record];
    f->hazards->operations++;
    switch (call_info((enum call)row->call)->object) {
    case OBJECT_COPY:
        touch_copy(f, record);
        break;
    case OBJECT_LAUNCH:
        touch_launch(f, record);
        break;
    case OBJECT_HOSTFN:
        for (uint32_t i = f->h->body ? f->h->body[record] : HAPPENS_NONE; i != HAPPENS_NONE;
             i = f->h->body[i])
            touch_host(f, i);
        break;
    case OBJECT_ALLOC:
        if (row->call != CALL_cudaStreamAttachMemAsync)
            touch_alloc(f, happens_op(record));
        break;
    default:
        break;
    }
}

static void visit_host(struct finder *f, uint32_t record)
{
    const struct program_record *row = &f->p->records.rows[record];
    switch (row->call) {
    case CALL_cudaFree:
    case CALL_cudaFreeHost:
    case CALL_cudaHostUnregister:
        if (row->result == CUDA_cudaSuccess)
            touch_alloc(f, happens_host(record));
        break;
    case CALL_block_take:
    case CALL_block_give:
        blocks_visit(&f->blocks, f->p, record);
        break;
    default:
        touch_host(f, record);
        break;
    }
}

static int by_place(const void *a, const void *b)
{
    const struct hazard *x = a, *y = b;
    if (x->certain != y->certain)
        return x->certain ? -1 : 1;
    if (x->later != y->later)
        return x->later < y->later ? -1 : 1;
    return x->earlier < y->earlier ? -1 : x->earlier > y->earlier;
}

/* Whether more than one thread takes one of the locks, or a host function does. */
static bool shares_locks(const struct program *p)
{
    uint32_t first = HAPPENS_NONE;
    for (uint32_t i = 0; i < p->records.count; i++) {
        const struct program_record *row = &p->records.rows[i];
        if (row->call != CALL_lock_acquire && row->call != CALL_observe)
            continue;
        if (first == HAPPENS_NONE)
            first = i;
        if (row->thread != p->records.rows[first].thread)
            return true;
    }
    return false;
}

static void find(struct hazards *hazards, const struct program *program)
{
    struct finder f = {.hazards = hazards,
                       .pairs.hazards = hazards,
                       .p = program,
                       .h = &hazards->happens,
                       .rows_left = ROWS_ALL};
    shadow_init(&f.shadow, f.h, report, &f);
    f.held = f.h->body ? held_locks_find(program) : NULL;
    f.read = hazard_read_by_threads(program);
    f.freed = mem_zalloc((program->allocs.count + 1) * sizeof *f.freed);
    for (uint32_t i = 0; i < program->records.count; i++) {
        const struct program_record *row = &program->records.rows[i];
        f.shadow.now = i;
        if (happens_enqueues(program, row))
            visit_op(&f, i);
        else if (program->threads.rows[row->thread].kind != THREAD_WORKER)
            visit_host(&f, i);
    }
    hazard_events_find(&f.pairs);
    hazard_failed_find(&f.pairs);
    hazard_reach_find(&f.pairs);
    hazard_gone_find(&f.pairs);
    hazard_joinable_find(&f.pairs);
    hazard_kind_find(&f.pairs);
    hazard_overlap_find(&f.pairs);
    hazard_short_find(&f.pairs);
    hazard_end_find(&f.pairs);
    hazard_pairs_end(&f.pairs);
    hazard_vain_settle(hazards);
    for (size_t i = 0; i < hazards->count; i++)
        hazards->certain += hazards->rows[i].certain;
    if (hazards->count)
        qsort(hazards->rows, hazards->count, sizeof *hazards->rows, by_place);
    hazard_causes_find(hazards);
    shadow_release(&f.shadow);
    blocks_release(&f.blocks);
    free(f.freed);
    free(f.held);
    free(f.read);
    hazard_pairs_release(&f.pairs);
}

static bool is_found(const struct hazards *hazards, const struct hazard *race)
{
    for (size_t i = 0; i < hazards->certain; i++)
        if (hazards->rows[i].earlier == race->earlier && hazards->rows[i].later == race->later)
            return true;
    return false;
}

/* Whether there would be more if locks ordered nothing. */
static bool hangs_on_locks(struct hazards *hazards, const struct program *program)
{
    if (!shares_locks(program))
        return false;
    struct hazards without = {0};
    happens_build_without_locks(&without.happens, program);
    find(&without, program);
    const bool more = without.certain > hazards->certain;
    for (size_t i = 0; i < without.certain && hazards->by_lock_count < HAZARD_PAIRS_KEPT; i++)
        if (without.rows[i].rule == HAZARD_ID_CALL_RACE && !is_found(hazards, &without.rows[i]))
            hazards->by_lock[hazards->by_lock_count++] =
                (struct hazard_schedule){without.rows[i].earlier, without.rows[i].later};
    hazards_release(&without);
    return more;
}

void hazards_find(struct hazards *hazards, const struct program *program)
{
    memset(hazards, 0, sizeof *hazards);
    happens_build(&hazards->happens, program);
    find(hazards, program);
    hazards->by_locks = hangs_on_locks(hazards, program);
}

void hazards_insert(struct hazards *hazards, const struct hazard *hazard)
{
    hazards->rows =
        mem_grow(hazards->rows, &hazards->capacity, hazards->count + 1, sizeof *hazards->rows);
    hazards->rows[hazards->count++] = *hazard;
    hazards->certain++;
    qsort(hazards->rows, hazards->count, sizeof *hazards->rows, by_place);
    hazard_causes_find(hazards);
}

void hazards_release(struct hazards *hazards)
{
    if (hazards->wrong)
        values_release(&hazards->values);
    free(hazards->wrong);
    free(hazards->schedules);
    free(hazards->further);
    free(hazards->unfinished);
    happens_release(&hazards->happens);
    free(hazards->rows);
    memset(hazards, 0, sizeof *hazards);
}
