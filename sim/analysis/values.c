#include "sim/analysis/values_inside.h"

#include "sim/base/mem.h"

#include <stdlib.h>
#include <string.h>

#define UNKNOWN UINT64_C(0)
#define UNSET   UINT64_C(2)

/* What hashes begin with, so that a memset is no launch. */
enum {
    HASH_LAUNCH = 1,
    HASH_WRITTEN,
    HASH_MEMSET,
    HASH_OPAQUE,
    HASH_HOST,
    HASH_INITIAL,
    HASH_NAME
};

enum { FIRST_SLOTS = 256 };

static bool is_worker(const struct program *program, uint16_t thread)
{
    return thread < program->threads.count && program->threads.rows[thread].kind == THREAD_WORKER;
}

static bool is_launch_of_host(uint16_t call)
{
    return call == CALL_cudaLaunchHostFunc || call == CALL_cudaStreamAddCallback;
}

static bool is_host_access(uint16_t call)
{
    return call == CALL_host_read || call == CALL_host_write;
}

/* ---- origins ---- */

static struct values_origin *slot_of(const struct values *values, uint64_t value)
{
    size_t mask = values->origin_slots - 1;
    size_t at = (size_t)contents_mix(0, value) & mask;
    while (values->origins[at].maker != VALUES_UNKNOWN && values->origins[at].value != value)
        at = (at + 1) & mask;
    return &values->origins[at];
}

static void origin_add(struct values *values, uint64_t value, enum values_maker maker, uint32_t row)
{
    if (2 * values->origin_count >= values->origin_slots) {
        struct values_origin *old = values->origins;
        size_t count = values->origin_slots;
        values->origin_slots = count ? 2 * count : FIRST_SLOTS;
        values->origins = mem_zalloc(values->origin_slots * sizeof *values->origins);
        for (size_t i = 0; i < count; i++)
            if (old[i].maker != VALUES_UNKNOWN)
                *slot_of(values, old[i].value) = old[i];
        free(old);
    }
    struct values_origin *slot = slot_of(values, value);
    if (slot->maker != VALUES_UNKNOWN)
        return;
    *slot = (struct values_origin){value, maker, row};
    values->origin_count++;
}

struct values_origin values_origin(const struct values *values, uint64_t value)
{
    if (values->origin_slots == 0)
        return (struct values_origin){.value = value};
    struct values_origin origin = *slot_of(values, value);
    origin.value = value;
    return origin;
}

/* ---- before the first step ---- */

/* By allocation: its name and how many of that name came before. */
static void begin_memory(struct values *values)
{
    const struct program *program = values->program;
    uint32_t *of_name = mem_zalloc((program->names.count + 1) * sizeof *of_name);
    for (uint32_t i = 1; i < program->allocs.count; i++) {
        const struct program_alloc *alloc = &program->allocs.rows[i];
        if (alloc->kind == MEMORY_DEVICE) {
            values->initial[i] = UNSET;
            continue;
        }
        uint32_t name = alloc->name < program->names.count ? alloc->name : 0;
        uint64_t hash = contents_mix_text(HASH_INITIAL, program_name(program, name));
        values->initial[i] = contents_mix(hash, of_name[name]++) | CONTENTS_COUNTED;
        origin_add(values, values->initial[i], VALUES_INITIAL, i);
    }
    origin_add(values, UNSET, VALUES_UNSET, 0);
    free(of_name);
}

static void use(const struct program *program, uint32_t *used_from, uint32_t alloc, uint32_t record)
{
    if (alloc < program->allocs.count && record < used_from[alloc])
        used_from[alloc] = record;
}

/* By allocation: the first record by which the device uses it. */
static uint32_t *find_first_uses(const struct program *program)
{
    uint32_t *used = mem_zalloc((program->allocs.count + 1) * sizeof *used);
    memset(used, 0xff, (program->allocs.count + 1) * sizeof *used);
    uint8_t *launched = mem_zalloc(program->launches.count + 1);
    for (uint32_t i = 0; i < program->records.count; i++) {
        const struct program_record *record = &program->records.rows[i];
        if (record->call == CALL_NONE || record->call >= CALL_COUNT)
            continue;
        const struct call_info *info = call_info((enum call)record->call);
        if (info->object == OBJECT_COPY && info->group != CALL_GROUP_HOST &&
            record->object < program->copies.count) {
            use(program, used, program->copies.rows[record->object].dst.alloc, i);
            use(program, used, program->copies.rows[record->object].src.alloc, i);
        } else if (info->object == OBJECT_LAUNCH && record->object < program->launches.count &&
                   !launched[record->object]) {
            const struct program_launch *launch = &program->launches.rows[record->object];
            launched[record->object] = 1;
            for (uint32_t k = 0; k < launch->access_count; k++)
                use(program, used, program->accesses.rows[launch->first_access + k].range.alloc, i);
        }
    }
    free(launched);
    return used;
}

/* Launches, copies and host functions. Not what only orders work: a rewrite may add or leave out
 * synchronizes and events, and its host writes have to keep their values. */
static bool puts_work(uint16_t call)
{
    const struct call_info *info = call_info((enum call)call);
    return info->group != CALL_GROUP_HOST &&
           (info->object == OBJECT_LAUNCH || info->object == OBJECT_COPY ||
            info->object == OBJECT_HOSTFN);
}

/* The values that the host writes, in the order of the records. */
static void begin_host(struct values *values)
{
    const struct program *program = values->program;
    uint32_t *used_from = find_first_uses(program);
    struct place_use {
        uint32_t rank, count; /* rank: from 1 */
    } *places = mem_zalloc((program->places.count + 1) * sizeof *places);
    uint8_t *quiet = mem_zalloc(program->threads.count + 1); /* no CUDA call since an access */
    uint32_t ranks = 0;
    for (uint32_t i = 0; i < program->records.count; i++) {
        const struct program_record *record = &program->records.rows[i];
        if (record->call == CALL_NONE || record->call >= CALL_COUNT ||
            record->thread >= program->threads.count)
            continue;
        if (!is_host_access(record->call)) {
            if (puts_work(record->call))
                quiet[record->thread] = 0;
            continue;
        }
        values->afresh[i] = !quiet[record->thread];
        quiet[record->thread] = 1;
        if (record->call != CALL_host_write || record->object >= program->copies.count ||
            record->place >= program->places.count)
            continue;
        uint32_t alloc = program->copies.rows[record->object].dst.alloc;
        if (alloc >= program->allocs.count || i < used_from[alloc])
            continue;
        struct place_use *place = &places[record->place];
        if (place->rank == 0)
            place->rank = ++ranks;
        uint64_t hash = contents_mix(contents_mix(HASH_HOST, place->rank), place->count++);
        values->writes = mem_grow(values->writes, &values->write_capacity, values->write_count + 1,
                                  sizeof *values->writes);
        values->writes[values->write_count++] = (struct values_host_write){i, hash};
    }
    free(used_from);
    free(places);
    free(quiet);
}

static void begin_hostfns(struct values *values)
{
    const struct program *program = values->program;
    memset(values->hostfns, 0xff, (program->hostfns.count + 1) * sizeof *values->hostfns);
    for (uint32_t i = 0; i < program->records.count; i++) {
        const struct program_record *record = &program->records.rows[i];
        if (is_launch_of_host(record->call) && is_worker(program, record->thread) &&
            record->object < program->hostfns.count)
            values->hostfns[record->object] = i;
    }
}

static bool is_linear(const struct program_copy *copy)
{
    return copy->rows <= 1 || (copy->dst_pitch == copy->dst.bytes &&
                               (copy->kind == COPY_MEMSET || copy->src_pitch == copy->dst.bytes));
}

static bool has_too_many_rows(const struct program *program)
{
    uint64_t rows = 0, most = VALUES_ROWS + 8 * (uint64_t)program->records.count;
    for (uint32_t i = 0; i < program->records.count; i++) {
        const struct program_record *record = &program->records.rows[i];
        if (record->call == CALL_NONE || record->call >= CALL_COUNT ||
            call_info((enum call)record->call)->object != OBJECT_COPY ||
            record->object >= program->copies.count)
            continue;
        const struct program_copy *copy = &program->copies.rows[record->object];
        if (is_linear(copy))
            continue;
        if (copy->rows > most - rows)
            return true;
        rows += copy->rows;
    }
    return false;
}

void values_begin(struct values *values, const struct program *program)
{
    memset(values, 0, sizeof *values);
    values->program = program;
    contents_init(&values->pool);
    values->memory = mem_zalloc((program->allocs.count + 1) * sizeof *values->memory);
    values->written = mem_zalloc(program->allocs.count + 1);
    values->initial = mem_zalloc((program->allocs.count + 1) * sizeof *values->initial);
    values->heard = mem_zalloc((program->threads.count + 1) * sizeof *values->heard);
    values->afresh = mem_zalloc(program->records.count + 1);
    values->kernels = mem_zalloc((program->kernels.count + 1) * sizeof *values->kernels);
    values->hostfns = mem_zalloc((program->hostfns.count + 1) * sizeof *values->hostfns);
    begin_memory(values);
    begin_host(values);
    begin_hostfns(values);
    values->opaque_rows = has_too_many_rows(program);
}

void values_release(struct values *values)
{
    contents_release(&values->pool);
    free(values->memory);
    free(values->written);
    free(values->initial);
    free(values->heard);
    free(values->afresh);
    free(values->kernels);
    free(values->hostfns);
    free(values->writes);
    free(values->reads);
    free(values->origins);
    memset(values, 0, sizeof *values);
}

/* ---- states ---- */

static void drop_memory(struct values *values, contents_t *memory)
{
    for (size_t i = 0; i < values->program->allocs.count; i++) {
        contents_drop(&values->pool, memory[i]);
        memory[i] = 0;
    }
}

static void hold_memory(struct values *values, contents_t *to, const contents_t *from)
{
    for (size_t i = 0; i < values->program->allocs.count; i++)
        to[i] = contents_hold(&values->pool, from[i]);
}

void values_save(struct values *values, struct values_state *state)
{
    size_t threads = values->program->threads.count;
    state->memory = mem_zalloc((values->program->allocs.count + 1) * sizeof *state->memory);
    state->heard = mem_zalloc((threads + 1) * sizeof *state->heard);
    hold_memory(values, state->memory, values->memory);
    memcpy(state->heard, values->heard, threads * sizeof *state->heard);
    state->read_count = values->read_count;
    state->effects = values->effects;
    state->effect_count = values->effect_count;
}

void values_restore(struct values *values, const struct values_state *state)
{
    drop_memory(values, values->memory);
    hold_memory(values, values->memory, state->memory);
    memcpy(values->heard, state->heard, values->program->threads.count * sizeof *state->heard);
    values->read_count = state->read_count;
    values->effects = state->effects;
    values->effect_count = state->effect_count;
}

void values_forget(struct values *values, struct values_state *state)
{
    drop_memory(values, state->memory);
    free(state->memory);
    free(state->heard);
    memset(state, 0, sizeof *state);
}

/* ---- memory ---- */

struct program_range values_clip(const struct values *values, struct program_range range)
{
    const struct program *program = values->program;
    if (range.alloc == 0 || range.alloc >= program->allocs.count)
        return (struct program_range){0};
    uint64_t size = program->allocs.rows[range.alloc].bytes;
    if (range.offset >= size)
        return (struct program_range){.alloc = range.alloc};
    if (range.bytes > size - range.offset)
        range.bytes = size - range.offset;
    return range;
}

contents_t values_memory(struct values *values, uint32_t alloc)
{
    if (values->memory[alloc] == 0)
        values->memory[alloc] = contents_make(&values->pool, values->initial[alloc], 0,
                                              values->program->allocs.rows[alloc].bytes);
    return values->memory[alloc];
}

uint64_t values_digest(struct values *values, struct program_range range)
{
    struct program_range r = values_clip(values, range);
    if (r.bytes == 0)
        return contents_mix(UNKNOWN, range.bytes);
    return contents_digest(&values->pool, values_memory(values, r.alloc), r.offset, r.bytes);
}

struct contents_run values_at(struct values *values, uint32_t alloc, uint64_t offset)
{
    struct program_range r = values_clip(values, (struct program_range){alloc, offset, 1});
    if (r.bytes == 0)
        return (struct contents_run){0};
    return contents_at(&values->pool, values_memory(values, alloc), offset);
}

/* Takes the part. */
static void put(struct values *values, struct program_range to, contents_t part)
{
    struct program_range r = values_clip(values, to);
    uint64_t bytes = contents_bytes(&values->pool, part);
    if (r.bytes == 0 || bytes == 0) {
        contents_drop(&values->pool, part);
        return;
    }
    if (bytes > r.bytes) {
        contents_t shorter = contents_part(&values->pool, part, 0, r.bytes);
        contents_drop(&values->pool, part);
        part = shorter;
    }
    contents_t whole = values_memory(values, r.alloc);
    values->memory[r.alloc] = contents_put(&values->pool, whole, r.offset, part);
}

static void put_value(struct values *values, struct program_range to, uint64_t value)
{
    struct program_range r = values_clip(values, to);
    put(values, r, contents_make(&values->pool, value, 0, r.bytes));
}

/* ---- launches ---- */

static uint64_t kernel_hash(struct values *values, uint32_t kernel)
{
    const struct program *program = values->program;
    if (kernel >= program->kernels.count)
        return HASH_NAME;
    if (values->kernels[kernel] == 0)
        values->kernels[kernel] =
            contents_mix_text(HASH_NAME, program_name(program, program->kernels.rows[kernel].name));
    return values->kernels[kernel];
}

/* Whether its old contents have part in what stands there afterwards. */
static bool reads(const struct program_access *access)
{
    return (access->mode & ACCESS_READ) || !access->certain;
}

static uint64_t launch_take(struct values *values, const struct program_launch *launch)
{
    uint64_t hash = contents_mix(HASH_LAUNCH, kernel_hash(values, launch->kernel));
    hash = contents_mix(hash, launch->arguments);
    for (uint32_t i = 0; i < launch->access_count; i++) {
        const struct program_access *access =
            &values->program->accesses.rows[launch->first_access + i];
        hash = contents_mix(hash, (uint64_t)access->mode << 1 | access->certain);
        if (reads(access))
            hash = contents_mix(hash, values_digest(values, access->range));
    }
    return hash;
}

static void launch_write(struct values *values, uint32_t record,
                         const struct program_launch *launch, uint64_t hash)
{
    const struct program *program = values->program;
    bool writes = false;
    for (uint32_t i = 0; i < launch->access_count; i++) {
        const struct program_access *access = &program->accesses.rows[launch->first_access + i];
        struct program_range range = values_clip(values, access->range);
        if (!(access->mode & ACCESS_WRITE) || range.bytes == 0)
            continue;
        writes = true;
        uint64_t value = contents_mix(contents_mix(HASH_WRITTEN, hash), i) | CONTENTS_COUNTED;
        origin_add(values, value, VALUES_RECORD, record);
        put_value(values, range, value);
        values->written[range.alloc] = 1;
    }
    if (!writes) {
        values->effects += contents_mix(HASH_LAUNCH, hash);
        values->effect_count++;
    }
}

/* ---- copies ---- */

/* From the first byte to the last of a strided shape. */
static struct program_range hull(struct program_range row, uint64_t rows, uint64_t pitch)
{
    uint64_t before, bytes;
    if (rows > 1 && (__builtin_mul_overflow(rows - 1, pitch, &before) ||
                     __builtin_add_overflow(before, row.bytes, &bytes)))
        bytes = UINT64_MAX;
    else
        bytes = rows > 1 ? before + row.bytes : row.bytes;
    return (struct program_range){row.alloc, row.offset, bytes};
}

static contents_t copy_take(struct values *values, const struct program_copy *copy)
{
    if (copy->kind == COPY_MEMSET)
        return 0;
    struct program_range from = {copy->src.alloc, copy->src.offset, copy->dst.bytes};
    from = values_clip(values, hull(from, copy->rows, copy->src_pitch));
    if (from.bytes == 0)
        return 0;
    return contents_part(&values->pool, values_memory(values, from.alloc), from.offset, from.bytes);
}

/* Row `i` of the source; 0 of unknown memory. */
static contents_t row_of(struct values *values, const struct program_copy *copy, contents_t source,
                         uint64_t i)
{
    uint64_t bytes = copy->dst.bytes, there = contents_bytes(&values->pool, source);
    if (source == 0)
        return contents_make(&values->pool, UNKNOWN, 0, bytes);
    uint64_t from = i * copy->src_pitch; /* i < rows of a shape that was there: no overflow */
    if (from >= there)
        return 0;
    return contents_part(&values->pool, source, from, bytes < there - from ? bytes : there - from);
}

/* Takes the source. */
static void copy_write(struct values *values, uint32_t record, const struct program_copy *copy,
                       contents_t source)
{
    struct program_range to = values_clip(values, hull(copy->dst, copy->rows, copy->dst_pitch));
    uint64_t set = contents_mix(HASH_MEMSET, (uint64_t)(int64_t)copy->value) & ~CONTENTS_COUNTED;
    if (to.bytes == 0) {
        contents_drop(&values->pool, source);
        return;
    }
    values->written[to.alloc] = 1;
    if (copy->kind == COPY_MEMSET)
        origin_add(values, set, VALUES_RECORD, record);
    if (is_linear(copy)) {
        if (copy->kind == COPY_MEMSET)
            put_value(values, to, set);
        else if (source == 0)
            put_value(values, to, UNKNOWN);
        else
            put(values, to, contents_hold(&values->pool, source));
    } else if (values->opaque_rows) {
        uint64_t hash = contents_mix(contents_mix(HASH_OPAQUE, set), copy->rows);
        hash = contents_mix(contents_mix(hash, copy->dst_pitch), copy->src_pitch);
        if (source)
            hash = contents_mix(hash, contents_digest(&values->pool, source, 0,
                                                      contents_bytes(&values->pool, source)));
        hash = contents_mix(hash, values_digest(values, to)) | CONTENTS_COUNTED;
        origin_add(values, hash, VALUES_RECORD, record);
        put_value(values, to, hash);
    } else {
        for (uint64_t i = 0; i < copy->rows && i * copy->dst_pitch < to.bytes; i++) {
            struct program_range row = {to.alloc, to.offset + i * copy->dst_pitch, copy->dst.bytes};
            if (copy->kind == COPY_MEMSET)
                put_value(values, row, set);
            else
                put(values, row, row_of(values, copy, source, i));
            if (copy->dst_pitch == 0)
                break;
        }
    }
    contents_drop(&values->pool, source);
}

/* ---- the host ---- */

static int compare_writes(const void *a, const void *b)
{
    const struct values_host_write *x = a, *y = b;
    return x->record < y->record ? -1 : x->record > y->record;
}

void values_host(struct values *values, uint32_t id)
{
    const struct program_record *record = &values->program->records.rows[id];
    if (record->object >= values->program->copies.count)
        return;
    struct program_range range = values->program->copies.rows[record->object].dst;
    uint64_t *heard = &values->heard[record->thread];
    if (values->afresh[id])
        *heard = 0;
    if (record->call == CALL_host_read) {
        uint64_t digest = values_digest(values, range);
        *heard = contents_mix(*heard, digest);
        if (values->program->results.count)
            return;
        values->reads = mem_grow(values->reads, &values->read_capacity, values->read_count + 1,
                                 sizeof *values->reads);
        values->reads[values->read_count++] = (struct values_read){digest, id};
        return;
    }
    struct values_host_write key = {.record = id};
    const struct values_host_write *write = values->write_count
                                                ? bsearch(&key, values->writes, values->write_count,
                                                          sizeof *values->writes, compare_writes)
                                                : NULL;
    if (write == NULL)
        return; /* part of its initial contents */
    uint64_t value = contents_mix(write->value, *heard) | CONTENTS_COUNTED;
    origin_add(values, value, VALUES_RECORD, id);
    put_value(values, range, value);
}

void values_hostfn(struct values *values, uint32_t id)
{
    const struct program *program = values->program;
    const struct program_record *launch = &program->records.rows[id];
    if (launch->object >= program->hostfns.count)
        return;
    uint32_t mark = values->hostfns[launch->object];
    if (mark == VALUES_NO_RECORD)
        return;
    uint16_t worker = program->records.rows[mark].thread;
    for (uint32_t i = mark + 1; i < program->records.count; i++) {
        const struct program_record *record = &program->records.rows[i];
        if (record->thread != worker)
            continue;
        if (record->call == CALL_thread_end)
            return;
        if (is_host_access(record->call))
            values_host(values, i);
    }
}

/* ---- steps ---- */

enum values_action values_action(const struct values *values, uint32_t id)
{
    const struct program *program = values->program;
    const struct program_record *record = &program->records.rows[id];
    if (record->call == CALL_NONE || record->call >= CALL_COUNT || record->result != 0 ||
        (record->flags & RECORD_REFUSED) || is_worker(program, record->thread))
        return ACTION_NONE;
    if (is_host_access(record->call))
        return record->thread < program->threads.count ? ACTION_HOST : ACTION_NONE;
    const struct call_info *info = call_info((enum call)record->call);
    switch (info->object) {
    case OBJECT_LAUNCH:
        return record->object < program->launches.count &&
                       program->launches.rows[record->object].fails == 0
                   ? ACTION_LAUNCH
                   : ACTION_NONE;
    case OBJECT_COPY:
        return record->object < program->copies.count && record->call != CALL_cudaMemPrefetchAsync
                   ? ACTION_COPY
                   : ACTION_NONE;
    case OBJECT_HOSTFN:
        return ACTION_HOSTFN;
    default:
        return ACTION_NONE;
    }
}

struct values_taken values_take(struct values *values, uint32_t id)
{
    const struct program_record *record = &values->program->records.rows[id];
    if (values_action(values, id) == ACTION_LAUNCH)
        return (struct values_taken){
            .hash = launch_take(values, &values->program->launches.rows[record->object])};
    return (struct values_taken){
        .source = copy_take(values, &values->program->copies.rows[record->object])};
}

void values_write(struct values *values, uint32_t id, struct values_taken taken)
{
    const struct program_record *record = &values->program->records.rows[id];
    if (values_action(values, id) == ACTION_LAUNCH)
        launch_write(values, id, &values->program->launches.rows[record->object], taken.hash);
    else
        copy_write(values, id, &values->program->copies.rows[record->object], taken.source);
}

void values_step(struct values *values, uint32_t record)
{
    switch (values_action(values, record)) {
    case ACTION_NONE:
        break;
    case ACTION_LAUNCH:
    case ACTION_COPY:
        values_write(values, record, values_take(values, record));
        break;
    case ACTION_HOSTFN:
        values_hostfn(values, record);
        break;
    case ACTION_HOST:
        values_host(values, record);
        break;
    }
}
