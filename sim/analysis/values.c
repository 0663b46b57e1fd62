#include "sim/analysis/values_inside.h"

#include "sim/base/mem.h"

#include <stdlib.h>
#include <string.h>

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
    free(values->turns);
    free(values->turn_counts);
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
        return contents_mix(VALUES_OF_UNKNOWN, range.bytes);
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
        values_note_origin(values, value, VALUES_RECORD, record);
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
        return contents_make(&values->pool, VALUES_OF_UNKNOWN, 0, bytes);
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
        values_note_origin(values, set, VALUES_RECORD, record);
    if (values_is_linear(copy)) {
        if (copy->kind == COPY_MEMSET)
            put_value(values, to, set);
        else if (source == 0)
            put_value(values, to, VALUES_OF_UNKNOWN);
        else
            put(values, to, contents_hold(&values->pool, source));
    } else if (values->opaque_rows) {
        uint64_t hash = contents_mix(contents_mix(HASH_OPAQUE, set), copy->rows);
        hash = contents_mix(contents_mix(hash, copy->dst_pitch), copy->src_pitch);
        if (source)
            hash = contents_mix(hash, contents_digest(&values->pool, source, 0,
                                                      contents_bytes(&values->pool, source)));
        hash = contents_mix(hash, values_digest(values, to)) | CONTENTS_COUNTED;
        values_note_origin(values, hash, VALUES_RECORD, record);
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

/* Host accesses and host functions: both at once. */
static void run_host_access(struct values *values, uint32_t id)
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
    const struct values_host_write *write = values_find_write(values, id);
    if (write == NULL)
        return; /* part of its initial contents */
    uint64_t value = contents_mix(write->value, *heard) | CONTENTS_COUNTED;
    values_note_origin(values, value, VALUES_RECORD, id);
    put_value(values, range, value);
}

static void run_host_function(struct values *values, uint32_t id)
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
        if (call_is_touch(record->call))
            run_host_access(values, i);
    }
}

/* ---- steps ---- */

enum values_action values_action(const struct values *values, uint32_t id)
{
    const struct program *program = values->program;
    const struct program_record *record = &program->records.rows[id];
    if (record->call == CALL_NONE || record->call >= CALL_COUNT || record->result != 0 ||
        (record->flags & RECORD_REFUSED) || values_is_worker(program, record->thread))
        return ACTION_NONE;
    if (call_is_touch(record->call))
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
        run_host_function(values, record);
        break;
    case ACTION_HOST:
        run_host_access(values, record);
        break;
    }
}
