/* What is known before the first step: what memory begins with, what the host writes, where host
 * functions stand. */
#include "sim/analysis/values_inside.h"

#include "sim/base/mem.h"

#include <stdlib.h>
#include <string.h>

static bool is_launch_of_host(uint16_t call)
{
    return call == CALL_cudaLaunchHostFunc || call == CALL_cudaStreamAddCallback;
}

/* By allocation: its name and how many of that name came before. */
static void begin_memory(struct values *values)
{
    const struct program *program = values->program;
    uint32_t *of_name = mem_zalloc((program->names.count + 1) * sizeof *of_name);
    for (uint32_t i = 1; i < program->allocs.count; i++) {
        const struct program_alloc *alloc = &program->allocs.rows[i];
        if (alloc->kind == MEMORY_DEVICE) {
            values->initial[i] = VALUES_OF_UNSET;
            continue;
        }
        uint32_t name = alloc->name < program->names.count ? alloc->name : 0;
        uint64_t hash = contents_mix_text(HASH_INITIAL, program_name(program, name));
        values->initial[i] = contents_mix(hash, of_name[name]++) | CONTENTS_COUNTED;
        values_note_origin(values, values->initial[i], VALUES_INITIAL, i);
    }
    values_note_origin(values, VALUES_OF_UNSET, VALUES_UNSET, 0);
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
        if (!call_is_touch(record->call)) {
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

static int compare_writes(const void *a, const void *b)
{
    const struct values_host_write *x = a, *y = b;
    return x->record < y->record ? -1 : x->record > y->record;
}

const struct values_host_write *values_find_write(const struct values *values, uint32_t record)
{
    struct values_host_write key = {.record = record};
    return values->write_count
               ? bsearch(&key, values->writes, values->write_count, sizeof key, compare_writes)
               : NULL;
}

void values_tell_writes(struct values *values, const uint32_t *records, size_t count)
{
    struct values_host_write *told = mem_zalloc((count + 1) * sizeof *told);
    size_t n = 0;
    for (size_t i = 0; i < count; i++)
        if (values_find_write(values, records[i]) == NULL)
            told[n++] = (struct values_host_write){records[i], contents_mix(HASH_TOLD, records[i])};
    qsort(told, n, sizeof *told, compare_writes);
    for (size_t i = 0; i < n; i++) {
        if (i > 0 && told[i].record == told[i - 1].record)
            continue;
        values->writes = mem_grow(values->writes, &values->write_capacity, values->write_count + 1,
                                  sizeof *values->writes);
        values->writes[values->write_count++] = told[i];
    }
    free(told);
    if (n)
        qsort(values->writes, values->write_count, sizeof *values->writes, compare_writes);
}

static void begin_hostfns(struct values *values)
{
    const struct program *program = values->program;
    memset(values->hostfns, 0xff, (program->hostfns.count + 1) * sizeof *values->hostfns);
    for (uint32_t i = 0; i < program->records.count; i++) {
        const struct program_record *record = &program->records.rows[i];
        if (is_launch_of_host(record->call) && values_is_worker(program, record->thread) &&
            record->object < program->hostfns.count)
            values->hostfns[record->object] = i;
    }
}

bool values_is_linear(const struct program_copy *copy)
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
        if (values_is_linear(copy))
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
