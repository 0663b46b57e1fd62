#include "sim/study/reach.h"

#include "sim/base/mem.h"
#include "sim/base/mix.h"

#include <stdlib.h>
#include <string.h>

enum kind {
    REACH_IN,      /* read by copies to the device */
    REACH_OUT,     /* written by copies from it */
    REACH_READ,    /* read by the host, of memory that these write */
    REACH_COMPUTE, /* written by kernels, of memory that is copied out */
};

enum { ROWS_MOST = 4096 }; /* of a copy in two dimensions that are looked at one by one */

struct reach_group {
    uint64_t key;
    uint64_t shape;   /* the buffers of the name and their sizes */
    uint64_t covered; /* their bytes that are touched */
    uint64_t bytes;   /* how many were in all, one that is touched twice twice */
    enum kind kind;
};

/* An alloc among those that its name, without what stands in brackets, stands for. */
struct named {
    uint64_t key;
    uint32_t row, ordinal;
    uint64_t shape; /* of all of them */
};

struct range {
    const struct named *memory;
    enum kind kind;
    uint64_t from, to;
};

struct builder {
    const struct program *program;
    struct named *names; /* sorted by key and row */
    uint32_t *name_of;   /* by row of allocs: which of names */
    bool *comes_out;     /* by row of allocs: of the host, written by the device; of the device,
                            copied out */
    struct range *ranges;
    size_t count, capacity;
};

/* `h[2]` is one of the same buffers as `h[0]`, and as `h`, as an array of one is called. */
static uint64_t key_of(const char *name)
{
    uint64_t hash = 1;
    unsigned depth = 0;
    for (; *name; name++) {
        depth += *name == '[';
        if (depth == 0)
            hash = mix(hash, (unsigned char)*name);
        depth -= *name == ']' && depth > 0;
    }
    return hash;
}

static int by_key(const void *a, const void *b)
{
    const struct named *x = a, *y = b;
    if (x->key != y->key)
        return x->key < y->key ? -1 : 1;
    return x->row < y->row ? -1 : x->row > y->row;
}

static void name_all(struct builder *b)
{
    const struct program *program = b->program;
    size_t count = program->allocs.count;
    b->names = mem_zalloc((count + 1) * sizeof *b->names);
    b->name_of = mem_zalloc((count + 1) * sizeof *b->name_of);
    for (uint32_t i = 0; i < count; i++)
        b->names[i] = (struct named){
            .key = key_of(program_name(program, program->allocs.rows[i].name)), .row = i};
    if (count)
        qsort(b->names, count, sizeof *b->names, by_key);
    for (size_t first = 0, next; first < count; first = next) {
        uint64_t shape = 1;
        for (next = first; next < count && b->names[next].key == b->names[first].key; next++) {
            shape = mix(shape, program->allocs.rows[b->names[next].row].bytes);
            b->names[next].ordinal = (uint32_t)(next - first);
            b->name_of[b->names[next].row] = (uint32_t)next;
        }
        for (size_t i = first; i < next; i++)
            b->names[i].shape = shape;
    }
}

static void add(struct builder *b, enum kind kind, uint32_t alloc, uint64_t from, uint64_t bytes)
{
    if (alloc == 0 || alloc >= b->program->allocs.count || bytes == 0)
        return;
    b->ranges = mem_grow(b->ranges, &b->capacity, b->count + 1, sizeof *b->ranges);
    b->ranges[b->count++] = (struct range){&b->names[b->name_of[alloc]], kind, from,
                                           bytes > UINT64_MAX - from ? UINT64_MAX : from + bytes};
}

static void add_copy(struct builder *b, const struct program_copy *copy)
{
    bool out = copy->kind == COPY_D2H;
    const struct program_range *range = out ? &copy->dst : &copy->src;
    uint64_t pitch = out ? copy->dst_pitch : copy->src_pitch;
    enum kind kind = out ? REACH_OUT : REACH_IN;
    if (!out && copy->kind != COPY_H2D)
        return;
    if (copy->rows <= 1 || copy->rows > ROWS_MOST) {
        add(b, kind, range->alloc, range->offset, program_copy_extent(copy, out));
        return;
    }
    for (uint64_t i = 0; i < copy->rows; i++)
        add(b, kind, range->alloc, range->offset + i * pitch, range->bytes);
}

static void add_launch(struct builder *b, const struct program_launch *launch)
{
    for (uint32_t i = 0; i < launch->access_count; i++) {
        const struct program_access *access = &b->program->accesses.rows[launch->first_access + i];
        if (access->mode & ACCESS_WRITE && b->comes_out[access->range.alloc])
            add(b, REACH_COMPUTE, access->range.alloc, access->range.offset, access->range.bytes);
    }
}

/* What comes out, and whether a record counts at all. */
static bool note_out(struct builder *b, const struct program_record *record)
{
    enum call_object object = call_info((enum call)record->call)->object;
    if (record->object == 0 || record->result != 0)
        return false;
    if (object == OBJECT_COPY && !call_is_touch(record->call)) {
        const struct program_copy *copy = &b->program->copies.rows[record->object];
        if (copy->kind == COPY_D2H)
            b->comes_out[copy->src.alloc] = b->comes_out[copy->dst.alloc] = true;
    } else if (object == OBJECT_LAUNCH) {
        const struct program_launch *launch = &b->program->launches.rows[record->object];
        for (uint32_t i = 0; i < launch->access_count; i++) {
            const struct program_access *access =
                &b->program->accesses.rows[launch->first_access + i];
            if (b->program->allocs.rows[access->range.alloc].kind != MEMORY_DEVICE)
                b->comes_out[access->range.alloc] |= (access->mode & ACCESS_WRITE) != 0;
        }
    }
    return true;
}

static void add_record(struct builder *b, const struct program_record *record)
{
    enum call_object object = call_info((enum call)record->call)->object;
    if (call_is_touch(record->call)) {
        const struct program_range *range = &b->program->copies.rows[record->object].dst;
        if (record->call == CALL_host_read && b->comes_out[range->alloc])
            add(b, REACH_READ, range->alloc, range->offset, range->bytes);
    } else if (object == OBJECT_COPY) {
        add_copy(b, &b->program->copies.rows[record->object]);
    } else if (object == OBJECT_LAUNCH) {
        add_launch(b, &b->program->launches.rows[record->object]);
    }
}

static int by_place(const void *a, const void *b)
{
    const struct range *x = a, *y = b;
    if (x->kind != y->kind)
        return x->kind < y->kind ? -1 : 1;
    if (x->memory->key != y->memory->key)
        return x->memory->key < y->memory->key ? -1 : 1;
    if (x->memory->ordinal != y->memory->ordinal)
        return x->memory->ordinal < y->memory->ordinal ? -1 : 1;
    return x->from < y->from ? -1 : x->from > y->from;
}

/* The ranges of a name, from `first`, as a group. Returns where the next begins. */
static size_t gather(const struct builder *b, size_t first, struct reach_group *group)
{
    const struct range *like = &b->ranges[first];
    *group = (struct reach_group){
        .kind = like->kind, .key = like->memory->key, .shape = like->memory->shape};
    size_t i = first;
    while (i < b->count && b->ranges[i].kind == group->kind &&
           b->ranges[i].memory->key == group->key) {
        const struct named *memory = b->ranges[i].memory;
        uint64_t from = b->ranges[i].from, to = from;
        for (; i < b->count && b->ranges[i].kind == group->kind && b->ranges[i].memory == memory &&
               b->ranges[i].from <= to;
             i++) {
            group->bytes += b->ranges[i].to - b->ranges[i].from;
            to = b->ranges[i].to > to ? b->ranges[i].to : to;
        }
        group->covered = mix(mix(mix(group->covered, memory->ordinal), from), to);
    }
    return i;
}

void reach_find(struct reach *reach, const struct program *program)
{
    struct builder b = {.program = program};
    name_all(&b);
    b.comes_out = mem_zalloc((program->allocs.count + 1) * sizeof *b.comes_out);
    bool *counts = mem_zalloc((program->records.count + 1) * sizeof *counts);
    for (size_t i = 0; i < program->records.count; i++)
        counts[i] = note_out(&b, &program->records.rows[i]);
    for (size_t i = 0; i < program->records.count; i++)
        if (counts[i])
            add_record(&b, &program->records.rows[i]);
    if (b.count)
        qsort(b.ranges, b.count, sizeof *b.ranges, by_place);
    *reach = (struct reach){.groups = mem_zalloc((b.count + 1) * sizeof *reach->groups)};
    for (size_t i = 0; i < b.count;)
        i = gather(&b, i, &reach->groups[reach->count++]);
    free(counts);
    free(b.names);
    free(b.name_of);
    free(b.comes_out);
    free(b.ranges);
}

/* Of kernels nothing is said by how many bytes they write in all: what they cannot be seen to leave
 * out may be written twice. */
static bool same_groups(const struct reach_group *a, const struct reach_group *b)
{
    if (a->shape == b->shape)
        return a->covered == b->covered;
    return a->kind == REACH_COMPUTE || a->bytes == b->bytes;
}

bool reach_same(const struct reach *a, const struct reach *b)
{
    if (a->count != b->count)
        return false;
    for (size_t i = 0; i < a->count; i++)
        if (a->groups[i].kind != b->groups[i].kind || a->groups[i].key != b->groups[i].key ||
            !same_groups(&a->groups[i], &b->groups[i]))
            return false;
    return true;
}

void reach_release(struct reach *reach)
{
    free(reach->groups);
    *reach = (struct reach){0};
}
