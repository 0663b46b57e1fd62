#include "sim/model/program.h"

#include "sim/base/mem.h"
#include "sim/base/mix.h"
#include "sim/model/program_index.h"

#include <stdlib.h>
#include <string.h>

/* Appends a row and evaluates to its number. */
#define APPEND(table, row)                                                                         \
    ((table).rows =                                                                                \
         mem_grow((table).rows, &(table).capacity, (table).count + 1, sizeof *(table).rows),       \
     (table).rows[(table).count] = (row), (uint32_t)(table).count++)

/* Row 0 of a table whose ids start at 1. */
#define RESERVE(table)                                                                             \
    do {                                                                                           \
        (table).rows =                                                                             \
            mem_grow((table).rows, &(table).capacity, (table).count + 1, sizeof *(table).rows);    \
        memset((table).rows, 0, sizeof *(table).rows);                                             \
        (table).count = 1;                                                                         \
    } while (0)

void program_init(struct program *program)
{
    memset(program, 0, sizeof *program);
    intern_init(&program->names);
    RESERVE(program->places);
    RESERVE(program->events);
    RESERVE(program->allocs);
    RESERVE(program->copies);
    RESERVE(program->kernels);
    RESERVE(program->launches);
    RESERVE(program->hostfns);
    RESERVE(program->pools);
    program_add_thread(program, &(struct program_thread){
                                    .kind = THREAD_HOST,
                                    .name = intern_adds(&program->names, "main"),
                                });
    program_add_stream(program, &(struct program_stream){
                                    .kind = STREAM_LEGACY,
                                    .name = intern_adds(&program->names, "default"),
                                });
}

/* --- rows that are shared ------------------------------------------------------------------------
 */

static uint64_t hash_range(uint64_t hash, const struct program_range *range)
{
    return mix(mix(mix(hash, range->alloc), range->offset), range->bytes);
}

static uint64_t hash_place(const struct program_place *place)
{
    return mix(mix(1, place->file), (uint64_t)place->line);
}

static uint64_t hash_copy(const struct program_copy *copy)
{
    uint64_t hash = mix(2, (uint64_t)copy->kind << 32 | (uint32_t)copy->host_memory);
    hash = hash_range(hash_range(hash, &copy->dst), &copy->src);
    hash = mix(mix(mix(hash, copy->rows), copy->dst_pitch), copy->src_pitch);
    return mix(hash, (uint64_t)copy->value);
}

static uint64_t hash_launch(const struct program_launch *l, const struct program_access *accesses,
                            uint32_t access_count)
{
    uint64_t hash = mix(3, l->kernel);
    for (int i = 0; i < 3; i++)
        hash = mix(hash, (uint64_t)l->grid[i] << 32 | l->block[i]);
    hash = mix(hash, (uint64_t)l->shared_bytes << 32 | l->registers);
    hash = mix(hash, (uint64_t)l->carveout << 32 | (uint32_t)l->priority);
    hash = mix(hash, (uint64_t)l->cost << 16 | (uint64_t)l->cluster_blocks << 8 | l->cooperative);
    hash = mix(mix(mix(hash, (uint64_t)l->time), (uint64_t)l->flops), (uint64_t)l->bytes);
    hash = mix(mix(hash, (uint64_t)l->fails), l->arguments);
    for (uint32_t i = 0; i < access_count; i++)
        hash = mix(hash_range(hash, &accesses[i].range), (uint64_t)accesses[i].mode << 2 |
                                                             (uint64_t)accesses[i].certain << 1 |
                                                             accesses[i].followed);
    return hash;
}

static bool same_range(const struct program_range *a, const struct program_range *b)
{
    return a->alloc == b->alloc && a->offset == b->offset && a->bytes == b->bytes;
}

static bool same_copy(const struct program_copy *a, const struct program_copy *b)
{
    return a->kind == b->kind && same_range(&a->dst, &b->dst) && same_range(&a->src, &b->src) &&
           a->rows == b->rows && a->dst_pitch == b->dst_pitch && a->src_pitch == b->src_pitch &&
           a->host_memory == b->host_memory && a->value == b->value;
}

static bool same_launch(const struct program_launch *a, const struct program_access *a_accesses,
                        const struct program_launch *b, const struct program_access *b_accesses)
{
    if (a->kernel != b->kernel || memcmp(a->grid, b->grid, sizeof a->grid) != 0 ||
        memcmp(a->block, b->block, sizeof a->block) != 0 || a->shared_bytes != b->shared_bytes ||
        a->registers != b->registers || a->carveout != b->carveout || a->priority != b->priority ||
        a->cooperative != b->cooperative || a->cluster_blocks != b->cluster_blocks ||
        a->cost != b->cost || a->time != b->time || a->flops != b->flops || a->bytes != b->bytes ||
        a->fails != b->fails || a->arguments != b->arguments || a->access_count != b->access_count)
        return false;
    for (uint32_t i = 0; i < a->access_count; i++)
        if (!same_range(&a_accesses[i].range, &b_accesses[i].range) ||
            a_accesses[i].mode != b_accesses[i].mode ||
            a_accesses[i].certain != b_accesses[i].certain ||
            a_accesses[i].followed != b_accesses[i].followed)
            return false;
    return true;
}

static uint64_t place_row_hash(const struct program *program, uint32_t row)
{
    return hash_place(&program->places.rows[row]);
}

static uint64_t copy_row_hash(const struct program *program, uint32_t row)
{
    return hash_copy(&program->copies.rows[row]);
}

static const struct program_access *accesses_of(const struct program *program,
                                                const struct program_launch *launch)
{
    return launch->access_count ? program->accesses.rows + launch->first_access : NULL;
}

static uint64_t launch_row_hash(const struct program *program, uint32_t row)
{
    const struct program_launch *launch = &program->launches.rows[row];
    return hash_launch(launch, accesses_of(program, launch), launch->access_count);
}

uint32_t program_add_place(struct program *program, uint32_t file, int32_t line)
{
    struct program_place place = {.file = file, .line = line};
    struct program_index *index = &program->place_index;
    program_index_reserve(index, program, place_row_hash);
    size_t at = program_index_begin(index, hash_place(&place));
    for (; index->slots[at]; at = program_index_next(index, at)) {
        const struct program_place *other = &program->places.rows[index->slots[at]];
        if (other->file == file && other->line == line)
            return index->slots[at];
    }
    uint32_t row = APPEND(program->places, place);
    program_index_put(index, at, row);
    return row;
}

uint32_t program_add_copy(struct program *program, const struct program_copy *copy)
{
    struct program_index *index = &program->copy_index;
    program_index_reserve(index, program, copy_row_hash);
    size_t at = program_index_begin(index, hash_copy(copy));
    for (; index->slots[at]; at = program_index_next(index, at))
        if (same_copy(&program->copies.rows[index->slots[at]], copy))
            return index->slots[at];
    uint32_t row = APPEND(program->copies, *copy);
    program_index_put(index, at, row);
    return row;
}

uint32_t program_add_launch(struct program *program, const struct program_launch *launch,
                            const struct program_access *accesses, size_t count)
{
    struct program_launch wanted = *launch;
    wanted.first_access = (uint32_t)program->accesses.count;
    wanted.access_count = (uint32_t)count;
    struct program_index *index = &program->launch_index;
    program_index_reserve(index, program, launch_row_hash);
    size_t at = program_index_begin(index, hash_launch(&wanted, accesses, wanted.access_count));
    for (; index->slots[at]; at = program_index_next(index, at)) {
        const struct program_launch *other = &program->launches.rows[index->slots[at]];
        if (same_launch(other, accesses_of(program, other), &wanted, accesses))
            return index->slots[at];
    }
    for (size_t i = 0; i < count; i++)
        APPEND(program->accesses, accesses[i]);
    uint32_t row = APPEND(program->launches, wanted);
    program_index_put(index, at, row);
    return row;
}

static void index_table(struct program_index *index, const struct program *program, size_t count,
                        program_index_hash *hash_of)
{
    free(index->slots);
    memset(index, 0, sizeof *index);
    for (uint32_t row = 1; row < count; row++) {
        program_index_reserve(index, program, hash_of);
        size_t at = program_index_begin(index, hash_of(program, row));
        while (index->slots[at])
            at = program_index_next(index, at);
        program_index_put(index, at, row);
    }
}

void program_index_rows(struct program *program)
{
    index_table(&program->place_index, program, program->places.count, place_row_hash);
    index_table(&program->copy_index, program, program->copies.count, copy_row_hash);
    index_table(&program->launch_index, program, program->launches.count, launch_row_hash);
}

/* --- rows that are not ---------------------------------------------------------------------------
 */

uint32_t program_add_thread(struct program *program, const struct program_thread *row)
{
    return APPEND(program->threads, *row);
}

uint32_t program_add_stream(struct program *program, const struct program_stream *row)
{
    return APPEND(program->streams, *row);
}

uint32_t program_add_event(struct program *program, const struct program_event *row)
{
    return APPEND(program->events, *row);
}

uint32_t program_add_alloc(struct program *program, const struct program_alloc *row)
{
    return APPEND(program->allocs, *row);
}

uint32_t program_add_kernel(struct program *program, const struct program_kernel *row)
{
    return APPEND(program->kernels, *row);
}

uint32_t program_add_hostfn(struct program *program, const struct program_hostfn *row)
{
    return APPEND(program->hostfns, *row);
}

uint32_t program_add_pool(struct program *program, const struct program_pool *row)
{
    return APPEND(program->pools, *row);
}

void program_add_result(struct program *program, const struct program_range *row)
{
    APPEND(program->results, *row);
}

void program_add_record(struct program *program, const struct program_record *row)
{
    APPEND(program->records, *row);
}

bool program_same_memory(const struct program *program, uint32_t a, uint32_t b)
{
    const struct program_alloc *one = &program->allocs.rows[a], *other = &program->allocs.rows[b];
    if (one->home && other->home)
        return one->home == other->home && one->name == other->name;
    return one->name == other->name && *program_name(program, one->name);
}

const char *program_name(const struct program *program, uint32_t name)
{
    return intern_name(&program->names, name);
}

bool program_says_stream(const char *name)
{
    static const char word[] = "stream";
    size_t length = sizeof word - 1;
    return strncmp(name, word, length) == 0 && name[length] != '\0';
}

bool program_shares_name(const struct program_stream *streams, size_t count, uint32_t stream)
{
    if (stream == PROGRAM_STREAM_LEGACY || stream >= count || streams[stream].name == 0)
        return false;
    for (uint32_t i = 1; i < count; i++)
        if (i != stream && streams[i].name == streams[stream].name)
            return true;
    return false;
}

uint64_t program_copy_bytes(const struct program_copy *copy)
{
    uint64_t most = UINT64_C(1) << 60, rows = copy->rows > 1 ? copy->rows : 1;
    return copy->dst.bytes > most / rows ? most : copy->dst.bytes * rows;
}

uint64_t program_copy_extent(const struct program_copy *copy, bool of_dst)
{
    const struct program_range *row = of_dst ? &copy->dst : &copy->src;
    uint64_t pitch = of_dst ? copy->dst_pitch : copy->src_pitch, most = UINT64_MAX - row->offset;
    uint64_t before = 0, bytes;
    if ((copy->rows > 1 && __builtin_mul_overflow(pitch, copy->rows - 1, &before)) ||
        __builtin_add_overflow(before, row->bytes, &bytes) || bytes > most)
        return most;
    return bytes;
}

/* Whether the host sees what is written there without a copy. */
static bool host_sees(const struct program *program, uint32_t alloc)
{
    enum memory_kind kind = program->allocs.rows[alloc].kind;
    return memory_is_page_locked(kind) || kind == MEMORY_MANAGED;
}

bool program_launch_shows(const struct program *program, uint32_t row)
{
    const struct program_launch *launch = &program->launches.rows[row];
    for (uint32_t i = 0; i < launch->access_count; i++) {
        const struct program_access *access = &program->accesses.rows[launch->first_access + i];
        if ((access->mode & ACCESS_WRITE) && host_sees(program, access->range.alloc))
            return true;
    }
    return false;
}

bool program_copy_shows(const struct program *program, uint32_t row)
{
    return host_sees(program, program->copies.rows[row].dst.alloc);
}

const char *copy_kind_name(enum copy_kind kind)
{
    static const char *const names[] = {"h2d", "d2h", "d2d", "p2p", "h2h", "memset"};
    return names[kind];
}

const char *memory_kind_name(enum memory_kind kind)
{
    static const char *const names[] = {"none",       "pageable", "pinned",
                                        "registered", "device",   "managed"};
    return names[kind];
}

const char *stream_kind_name(enum stream_kind kind)
{
    static const char *const names[] = {"legacy", "blocking", "non-blocking", "per-thread"};
    return names[kind];
}

bool *program_asked_events(const struct program *program)
{
    bool *asked = mem_zalloc(program->events.count + 1);
    for (size_t i = 0; i < program->records.count; i++) {
        const struct program_record *record = &program->records.rows[i];
        if (record->call != CALL_cudaEventElapsedTime)
            continue;
        if (record->object < program->events.count)
            asked[record->object] = true;
        if (record->value > 0 && (uint64_t)record->value < program->events.count)
            asked[record->value] = true;
    }
    return asked;
}

static uint64_t mix_bytes(uint64_t hash, const void *bytes, size_t count)
{
    const unsigned char *from = bytes;
    for (; count >= sizeof hash; from += sizeof hash, count -= sizeof hash) {
        uint64_t word;
        memcpy(&word, from, sizeof word);
        hash = mix(hash, word);
    }
    for (size_t i = 0; i < count; i++)
        hash = mix(hash, from[i]);
    return hash;
}

/* Rows whose structs have no room between their fields, which could hold anything, are hashed as
 * they lie in memory, the others field by field. */
_Static_assert(sizeof(struct program_place) == 8 && sizeof(struct program_thread) == 8 &&
                   sizeof(struct program_record) == 32,
               "there is no padding");

static uint64_t digest_stream(uint64_t hash, const struct program_stream *stream)
{
    hash = mix(hash, (uint64_t)stream->kind << 32 | (uint32_t)stream->priority);
    return mix(mix(hash, (uint64_t)stream->device << 32 | stream->name), stream->thread);
}

static uint64_t digest_event(uint64_t hash, const struct program_event *event)
{
    return mix(hash, (uint64_t)event->name << 2 | (uint64_t)event->timing << 1 | event->blocking);
}

static uint64_t digest_alloc(uint64_t hash, const struct program_alloc *alloc)
{
    hash = mix(mix(hash, (uint64_t)alloc->kind << 32 | alloc->name), alloc->bytes);
    hash = mix(hash, (uint64_t)alloc->pool << 32 | alloc->device);
    hash = mix(hash, (uint64_t)alloc->home << 32 | (uint32_t)alloc->holder);
    return mix(hash, (uint64_t)alloc->is_symbol << 4 | (uint64_t)alloc->handed << 3 |
                         (uint64_t)alloc->named << 2 | (uint64_t)alloc->watched << 1 |
                         alloc->locks);
}

static uint64_t digest_copy(uint64_t hash, const struct program_copy *copy)
{
    return mix(hash, hash_copy(copy));
}

static uint64_t digest_kernel(uint64_t hash, const struct program_kernel *kernel)
{
    hash = mix(hash, (uint64_t)kernel->name << 32 | kernel->registers);
    hash = mix(hash, (uint64_t)kernel->static_shared_bytes << 32 | kernel->touches);
    return mix(hash, (uint64_t)kernel->guessed << 1 | kernel->sparse);
}

static uint64_t digest_access(uint64_t hash, const struct program_access *access)
{
    return mix(hash_range(hash, &access->range),
               (uint64_t)access->mode << 2 | (uint64_t)access->certain << 1 | access->followed);
}

/* What it accesses are rows of their own. */
static uint64_t digest_launch(uint64_t hash, const struct program_launch *launch)
{
    hash = mix(hash, hash_launch(launch, NULL, 0));
    return mix(hash, (uint64_t)launch->first_access << 32 | launch->access_count);
}

static uint64_t digest_hostfn(uint64_t hash, const struct program_hostfn *hostfn)
{
    return mix(mix(hash, (uint64_t)hostfn->name << 1 | hostfn->callback), (uint64_t)hostfn->time);
}

static uint64_t digest_pool(uint64_t hash, const struct program_pool *pool)
{
    return mix(mix(hash, pool->name), pool->release_threshold);
}

uint64_t program_digest(const struct program *program)
{
    uint64_t hash = 4;
#define MIX_BYTES(table)                                                                           \
    if (program->table.count)                                                                      \
    hash = mix_bytes(mix(hash, program->table.count), program->table.rows,                         \
                     program->table.count * sizeof *program->table.rows)
#define MIX_ROWS(table, digest)                                                                    \
    hash = mix(hash, program->table.count);                                                        \
    for (size_t i = 0; i < program->table.count; i++)                                              \
    hash = digest(hash, &program->table.rows[i])
    MIX_BYTES(places);
    MIX_BYTES(threads);
    MIX_ROWS(streams, digest_stream);
    MIX_ROWS(events, digest_event);
    MIX_ROWS(allocs, digest_alloc);
    MIX_ROWS(copies, digest_copy);
    MIX_ROWS(kernels, digest_kernel);
    MIX_ROWS(accesses, digest_access);
    MIX_ROWS(launches, digest_launch);
    MIX_ROWS(hostfns, digest_hostfn);
    MIX_ROWS(pools, digest_pool);
    MIX_ROWS(results, hash_range);
    MIX_BYTES(records);
#undef MIX_BYTES
#undef MIX_ROWS
    return hash;
}

const struct program_fault *program_fault_of(const struct program *program,
                                             const struct program_record *record,
                                             enum program_fault_kind kind)
{
    bool of_launch = kind == FAULT_BEYOND || kind == FAULT_WILD;
    for (size_t i = 0; i < program->faults.count; i++) {
        const struct program_fault *fault = &program->faults.rows[i];
        if (fault->kind == kind && fault->place == record->place &&
            fault->column == record->column && fault->call == record->call && fault->words &&
            (!of_launch || fault->launch == record->object))
            return fault;
    }
    return NULL;
}

void program_release(struct program *program)
{
    intern_release(&program->names);
    free(program->places.rows);
    free(program->threads.rows);
    free(program->streams.rows);
    free(program->events.rows);
    free(program->allocs.rows);
    free(program->copies.rows);
    free(program->kernels.rows);
    free(program->accesses.rows);
    free(program->launches.rows);
    free(program->hostfns.rows);
    free(program->pools.rows);
    free(program->results.rows);
    free(program->stream_texts.rows);
    free(program->functions.rows);
    free(program->function_calls.rows);
    free(program->loops.rows);
    free(program->stream_sights.rows);
    free(program->faults.rows);
    free(program->block_names.rows);
    free(program->host_moves.rows);
    free(program->host_sources.rows);
    free(program->callers.rows);
    free(program->called_from);
    free(program->records.rows);
    free(program->copy_index.slots);
    free(program->launch_index.slots);
    free(program->place_index.slots);
    free(program->caller_index.slots);
    memset(program, 0, sizeof *program);
}
