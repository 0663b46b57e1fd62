#include "sim/analysis/pinning.h"

#include "sim/base/duration.h"
#include "sim/base/mem.h"
#include "sim/model/edit.h"

#include <stdlib.h>

/* Memory from its first use to where it is freed: rows of records. */
struct life {
    uint32_t alloc, name;
    uint16_t thread; /* of the first use: each has memory of its own */
    size_t from, to;
    int64_t bytes, cost;
    int64_t held; /* ns that its copies of the timed part take, and their calls */
};

#define LARGEST (INT64_C(1) << 50) /* bytes; sums of them don't overflow */

static int64_t cost_of(const struct profile *profile, uint64_t bytes, bool registers)
{
    return profile_curve_at(
        &profile->curve[registers ? PROFILE_host_register : PROFILE_host_malloc_host],
        bytes > LARGEST ? LARGEST : (int64_t)bytes);
}

/* The host's side of a copy of the timed part from or to pageable memory; 0: it is none. */
static uint32_t pageable_of(const struct timeline *t, uint32_t id, const struct program *program)
{
    const struct timeline_op *op = &t->ops.rows[id];
    if (!timeline_is_pageable(t, id) || !timeline_is_timed(t, op))
        return 0;
    const struct program_copy *copy = &t->copies.rows[op->detail];
    uint32_t alloc = copy->kind == COPY_H2D ? copy->src.alloc : copy->dst.alloc;
    return alloc < program->allocs.count ? alloc : 0;
}

static bool is_freed(const struct program_record *record)
{
    return record->call == CALL_host_write &&
           (record->value == PROGRAM_FREES || record->value == PROGRAM_OUT);
}

/* What nobody frees lasts to the end. */
static struct life *find_lives(const struct program *program)
{
    struct life *lives = mem_zalloc((program->allocs.count + 1) * sizeof *lives);
    for (uint32_t i = 0; i < program->allocs.count; i++)
        lives[i] = (struct life){.alloc = i,
                                 .name = program->allocs.rows[i].name,
                                 .from = program->records.count,
                                 .to = program->records.count};
    for (size_t i = 0; i < program->records.count; i++) {
        const struct program_record *record = &program->records.rows[i];
        if (call_info((enum call)record->call)->object != OBJECT_COPY)
            continue;
        const struct program_copy *copy = &program->copies.rows[record->object];
        const uint32_t sides[] = {copy->dst.alloc, copy->src.alloc};
        for (size_t k = 0; k < 2; k++) {
            struct life *life = &lives[sides[k]];
            if (life->from > i) {
                life->from = i;
                life->thread = record->thread;
            }
            if (is_freed(record) && life->to == program->records.count)
                life->to = i;
        }
    }
    return lives;
}

static int by_name(const void *a, const void *b)
{
    const struct life *x = a, *y = b;
    if (x->name != y->name)
        return x->name < y->name ? -1 : 1;
    if (x->thread != y->thread)
        return x->thread < y->thread ? -1 : 1;
    if (x->from != y->from)
        return x->from < y->from ? -1 : 1;
    return (x->alloc > y->alloc) - (x->alloc < y->alloc);
}

static int by_end(const void *a, const void *b)
{
    const struct life *x = *(const struct life *const *)a, *y = *(const struct life *const *)b;
    if (x->to != y->to)
        return x->to < y->to ? -1 : 1;
    return (x->alloc > y->alloc) - (x->alloc < y->alloc);
}

/* What is page-locked at once. Small allocations are cut from chunks, whoever asks for them (S3.1),
 * so that of many most cost nearly nothing. */
struct locked {
    int64_t cost;                /* of what is no part of a chunk, ns, */
    int64_t pages;               /* and its bytes that a core's list could hold, of each so many */
    int64_t small_bytes, smalls; /* cut from chunks: bytes, and how many */
};

/* Bytes of pages that an allocation of so many takes off the list, if it has them. */
static int64_t listed_of(int64_t bytes)
{
    return bytes < CORE_LIST_BYTES ? bytes : CORE_LIST_BYTES;
}

static bool is_cut(const struct profile *profile, const struct program *program, uint32_t alloc)
{
    uint64_t bytes = program->allocs.rows[alloc].bytes;
    return bytes > 0 && profile_is_cut(profile, bytes);
}

/* What so many bytes of pages take longer that one after the other asks a list for that is full at
 * first. */
static int64_t cost_of_pages(const struct profile *profile, int64_t pages)
{
    return pages > CORE_LIST_BYTES ? profile_unlisted(profile, pages - CORE_LIST_BYTES) : 0;
}

/* `own`: bytes of pages that the program itself takes off the list. */
static int64_t cost_of_locked(const struct locked *locked, const struct profile *profile,
                              int64_t own)
{
    int64_t cost = locked->cost, pages = own + locked->pages;
    if (locked->smalls) {
        int64_t chunk = profile->value[PROFILE_host_chunk];
        int64_t mean = (locked->small_bytes + locked->smalls - 1) / locked->smalls;
        int64_t fit = chunk / mean;
        int64_t chunks = (locked->smalls + fit - 1) / fit;
        int64_t each = profile_curve_at(&profile->curve[PROFILE_host_malloc_host], mean);
        cost += chunks * each + (locked->smalls - chunks) * profile->value[PROFILE_host_chunk_call];
        pages += chunks * listed_of(chunk);
    }
    return cost + cost_of_pages(profile, pages) - cost_of_pages(profile, own);
}

/* What the program page-locks by itself, of which nothing else is known than that it takes pages:
 * in main, as what is changed would be. */
static int64_t own_pages(const struct profile *profile, const struct program *program)
{
    int64_t own = 0;
    for (size_t i = 0; i < program->records.count && own < LARGEST; i++) {
        const struct program_record *record = &program->records.rows[i];
        if (record->thread != 0 || record->object >= program->allocs.count ||
            (record->call != CALL_cudaMallocHost && record->call != CALL_cudaHostAlloc))
            continue;
        const uint64_t bytes = program->allocs.rows[record->object].bytes;
        if (!profile_is_cut(profile, bytes)) /* chunks serve what comes later, too */
            own += listed_of(bytes > LARGEST ? LARGEST : (int64_t)bytes);
    }
    return own;
}

static void raise(int64_t *most, int64_t value)
{
    *most = value > *most ? value : *most;
}

static void count_in(struct locked *now, const struct life *life, bool cut, bool registers,
                     int sign)
{
    now->cost += cut ? 0 : sign * life->cost;
    now->pages += cut || registers ? 0 : sign * listed_of(life->bytes);
    now->small_bytes += cut ? sign * life->bytes : 0;
    now->smalls += cut ? sign : 0;
}

/* The most at once of memory of one name and thread, in the order of its first use. What is
 * page-locked where it is is so each by itself; where it is allocated, what is in use one after the
 * other shares. */
static struct locked most_of_group(struct life *lives, size_t count, const struct program *program,
                                   const struct profile *profile, bool registers)
{
    const struct life **ends = mem_zalloc((count + 1) * sizeof *ends);
    struct locked now = {0}, most = {0};
    for (size_t i = 0; i < count; i++) {
        const struct program_alloc *row = &program->allocs.rows[lives[i].alloc];
        lives[i].bytes = row->bytes > LARGEST ? LARGEST : (int64_t)row->bytes;
        lives[i].cost = cost_of(profile, (uint64_t)lives[i].bytes, registers);
        ends[i] = &lives[i];
    }
    qsort(ends, count, sizeof *ends, by_end);
    for (size_t i = 0, ended = 0; i < count; i++) {
        for (; !registers && ended < count && ends[ended]->to < lives[i].from; ended++)
            count_in(&now, ends[ended], is_cut(profile, program, ends[ended]->alloc), false, -1);
        count_in(&now, &lives[i], !registers && is_cut(profile, program, lives[i].alloc), registers,
                 1);
        raise(&most.cost, now.cost);
        raise(&most.pages, now.pages);
        raise(&most.small_bytes, now.small_bytes);
        raise(&most.smalls, now.smalls);
    }
    free(ends);
    return most;
}

static void add_locked(struct locked *all, const struct locked *more)
{
    all->cost = duration_add(all->cost, more->cost);
    all->pages += more->pages;
    all->small_bytes += more->small_bytes;
    all->smalls += more->smalls;
}

/* Adds a group to what is allocated, and to what is registered where it is, or, where it does not
 * stay there, allocated. */
static void add_group(struct locked *all, struct locked *placed, struct life *lives, size_t count,
                      const struct program *program, const struct profile *profile)
{
    bool registers = edit_registers(program, lives[0].alloc);
    struct locked most = most_of_group(lives, count, program, profile, registers);
    add_locked(all, &most);
    if (count == 1)
        most = (struct locked){.cost = cost_of(profile, (uint64_t)lives[0].bytes, true)};
    add_locked(placed, &most);
}

static struct pinning pinning_of(const struct locked *all, const struct locked *placed,
                                 const struct program *program, const struct profile *profile)
{
    const int64_t own = own_pages(profile, program);
    const int64_t cost = cost_of_locked(all, profile, own);
    const int64_t in_place = cost_of_locked(placed, profile, own);
    return (struct pinning){cost, in_place < cost ? in_place : cost};
}

struct pinning pinning_of_sizes(const struct program *program, const struct profile *profile,
                                const uint64_t *bytes, size_t count)
{
    struct locked all = {0}, placed = {0};
    for (size_t i = 0; i < count; i++) {
        const int64_t size = bytes[i] > LARGEST ? LARGEST : (int64_t)bytes[i];
        const bool cut = size > 0 && profile_is_cut(profile, (uint64_t)size);
        const struct locked one = {.cost = cut ? 0 : cost_of(profile, bytes[i], false),
                                   .pages = cut ? 0 : listed_of(size),
                                   .small_bytes = cut ? size : 0,
                                   .smalls = cut};
        add_locked(&all, &one);
        add_locked(&placed, &(struct locked){.cost = cost_of(profile, bytes[i], true)});
    }
    return pinning_of(&all, &placed, program, profile);
}

struct pinning pinning_sum(struct pinning a, struct pinning b)
{
    return (struct pinning){duration_add(a.cost, b.cost), duration_add(a.in_place, b.in_place)};
}

/* What copies of pageable memory take, by row of allocs; TIMELINE_UNKNOWN: there are none. */
static int64_t *copies_of(const struct timeline *t, const struct program *program)
{
    int64_t *held = mem_zalloc((program->allocs.count + 1) * sizeof *held);
    for (uint32_t i = 0; i < program->allocs.count; i++)
        held[i] = TIMELINE_UNKNOWN;
    for (uint32_t id = 0; id < t->ops.count; id++) {
        const struct timeline_op *op = &t->ops.rows[id];
        uint32_t alloc = pageable_of(t, id, program);
        int64_t end = op->returned > op->end ? op->returned : op->end;
        if (alloc == 0)
            continue;
        if (held[alloc] == TIMELINE_UNKNOWN)
            held[alloc] = 0;
        held[alloc] = duration_add(held[alloc], end > op->call ? end - op->call : 0);
    }
    return held;
}

static int64_t held_of_group(const struct life *lives, size_t count)
{
    int64_t held = 0;
    for (size_t i = 0; i < count; i++)
        held = duration_add(held, lives[i].held);
    return held;
}

struct pinning pinning_find(const struct timeline *timeline, const struct program *program,
                            const struct profile *profile, uint32_t alloc)
{
    int64_t *held = copies_of(timeline, program);
    struct life *lives = find_lives(program);
    size_t count = 0;
    for (uint32_t i = 1; i < program->allocs.count; i++)
        if (held[i] != TIMELINE_UNKNOWN &&
            (alloc == 0 || program->allocs.rows[alloc].name == lives[i].name)) {
            lives[i].held = held[i];
            lives[count++] = lives[i];
        }
    if (count)
        qsort(lives, count, sizeof *lives, by_name);
    struct locked all = {0}, placed = {0};
    for (size_t i = 0, end; i < count; i = end) {
        for (end = i; end < count && lives[end].name == lives[i].name &&
                      lives[end].thread == lives[i].thread;
             end++)
            ;
        if (alloc || held_of_group(&lives[i], end - i) >= timeline->wall / 100)
            add_group(&all, &placed, &lives[i], end - i, program, profile);
    }
    free(lives);
    free(held);
    return pinning_of(&all, &placed, program, profile);
}

void pinning_text(struct strbuf *sb, struct pinning pinning, int64_t time)
{
    if (pinning.cost <= 0 || pinning.cost < time / 20)
        return;
    strbuf_adds(sb, "; page-locking it takes ");
    if (pinning.in_place < pinning.cost) {
        duration_add_human(sb, pinning.in_place);
        strbuf_adds(sb, " with cudaHostRegister where it is, with cudaMallocHost ");
    }
    duration_add_human(sb, pinning.cost);
    if (pinning.cost > time)
        strbuf_adds(sb, ", more than it gains in one run");
}
