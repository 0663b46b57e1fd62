/* Stream-ordered allocation: pools, what they keep and what they reuse (semantics S3.1).
 *
 * A pool takes memory in chunks and cuts allocations from them. A freed block is reused without
 * growing the pool in the stream that freed it, and in another where that stream's last free into
 * the pool, not the block's own alone, is ordered before the allocation or has happened
 * (traces/experiments/pool-order.txt, pool-events.txt). A synchronize gives back the chunks above
 * the release threshold, which is 0 unless the program raises it, whose frees it has waited for, or
 * another has; cudaFree of a chunk's last block does at once (traces/experiments/allocation.txt).
 * cudaMemPoolTrimTo gives back of these as well: a query that found a free done, or time that has
 * passed, does not count (traces/experiments/pool-trim.txt); what a query found counts from the
 * next synchronize on, whatever that waits for, which is assumed.
 */
#include "sim/runtime/inside.h"

#include "sim/base/duration.h"
#include "sim/base/mem.h"
#include "sim/runtime/pool_chunks.h"

#include <stdlib.h>

enum { BLOCKS_SEEN = 64 }; /* free blocks looked at for one allocation, newest first */

/* enum cudaMemPoolAttr, driver_types.h */
enum {
    POOL_REUSE_LAST = 3, /* the first three say which blocks may be used again, by default all */
    POOL_RELEASE_THRESHOLD = 4,
    POOL_RESERVED = 5,
    POOL_RESERVED_HIGH = 6,
    POOL_USED = 7,
    POOL_USED_HIGH = 8,
};

/* The pool of the allocation; row 0 is the default pool. */
static struct pool_state *pool_state(struct runtime *runtime, uint32_t pool)
{
    while (runtime->pools.count <= pool) {
        uint32_t row = (uint32_t)runtime->pools.count;
        STATE_ROOM(runtime->pools, row);
        runtime->pools.rows[row].threshold = -1;
    }
    return &runtime->pools.rows[pool];
}

static uint64_t threshold(const struct runtime *runtime, uint32_t pool)
{
    const struct pool_state *state = &runtime->pools.rows[pool];
    if (state->threshold >= 0)
        return (uint64_t)state->threshold;
    return pool < runtime->program->pools.count
               ? runtime->program->pools.rows[pool].release_threshold
               : 0;
}

/* Whether a block freed there can be had by an operation that `stream` gets now. */
static bool reusable(struct runtime *runtime, const struct host_thread *thread,
                     const struct pool_state *pool, uint32_t stream, const struct pool_block *block)
{
    if (block->stream == stream || block->op == NO_OP)
        return true;
    uint32_t last = pool_last_free(pool, block->stream)->op;
    return op_done(runtime, last) || past_has(thread->knowledge.all, block->stream, last) ||
           past_has(stream_state(runtime, stream)->past, block->stream, last);
}

/* Looks for the smallest free block that is large enough, of equals the one that was freed first
 * (pool-merge.txt); returns its place or the count. */
static size_t find_block(struct runtime *runtime, const struct host_thread *thread,
                         const struct pool_state *pool, uint32_t stream, uint64_t bytes)
{
    size_t least = pool->block_count > BLOCKS_SEEN ? pool->block_count - BLOCKS_SEEN : 0;
    size_t best = pool->block_count;
    for (size_t i = least; i < pool->block_count; i++) {
        const struct pool_block *block = &pool->blocks[i];
        if (block->bytes >= bytes &&
            (best == pool->block_count || block->bytes < pool->blocks[best].bytes) &&
            reusable(runtime, thread, pool, stream, block))
            best = i;
    }
    return best;
}

int pool_enter(struct runtime *runtime, struct host_thread *thread, struct err *err)
{
    if (!stream_of_call(runtime, thread, err))
        return STEP_ERROR;
    return enqueue_enter_attached(runtime, thread, err);
}

/* What a pool grows by for an allocation, which begins in what has never been used: chunks lie one
 * behind the other (pool-events.txt: of 12 MiB each, two find room in the first 32 MiB and three in
 * the next). */
static uint64_t growth(const struct runtime *runtime, const struct pool_state *pool, uint64_t bytes)
{
    size_t fresh = pool_find_fresh(pool);
    uint64_t left = fresh < pool->block_count ? pool->blocks[fresh].bytes : 0;
    bytes -= left < bytes ? left : 0;
    uint64_t chunk = (uint64_t)runtime->profile->value[PROFILE_host_pool_chunk];
    uint64_t rest = chunk ? bytes % chunk : 0;
    return rest && bytes <= UINT64_MAX - chunk ? bytes - rest + chunk : bytes;
}

/* ns: `first` up to the size of a chunk, and more for what is beyond. */
static int64_t cost_beyond(const struct runtime *runtime, uint64_t bytes, enum profile_key first,
                           enum profile_key per_mib)
{
    const int64_t *value = runtime->profile->value;
    uint64_t chunk = (uint64_t)value[PROFILE_host_pool_chunk];
    int64_t more = bytes > chunk && chunk ? (int64_t)((bytes - chunk) >> 10) : 0;
    return duration_add(value[first], duration_divide(more, value[per_mib], INT64_C(1000) << 10));
}

/* Whether a piece is cut from what nobody has used, or what a synchronize has found unused: 1.2 to
 * 1.5 us where a piece of the same size, or what was freed just before, takes 0.35 to 0.5
 * (traces/experiments/pool-cut.txt). */
static bool is_cut(const struct pool_block *block, uint64_t bytes)
{
    return block->bytes > bytes && (block->op == NO_OP || block->known);
}

/* What the call takes longer when the pool takes memory from the device. It does not hold its
 * stream's lock meanwhile: another thread's launches into the stream, 14 to 17 within it, take as
 * long as ever (traces/experiments/alloc-lock.txt). */
int64_t pool_grow_cost(struct runtime *runtime, struct host_thread *thread)
{
    const struct program_alloc *row = alloc_row(runtime, thread);
    struct pool_state *pool = pool_state(runtime, row->pool);
    size_t at = find_block(runtime, thread, pool, thread->record.stream, row->bytes);
    if (at == pool->block_count) {
        pool_join_own(pool, thread->record.stream, row->bytes);
        at = find_block(runtime, thread, pool, thread->record.stream, row->bytes);
    }
    int64_t call = runtime->profile->call_cost[thread->record.call];
    int64_t first = cost_beyond(runtime, growth(runtime, pool, row->bytes),
                                PROFILE_host_malloc_async_first, PROFILE_host_pool_grow_per_mib);
    thread->grows = at == pool->block_count;
    if (!thread->grows)
        return is_cut(&pool->blocks[at], row->bytes)
                   ? runtime->profile->value[PROFILE_host_pool_cut]
                   : 0;
    int64_t least = runtime->pool_grew ? call : runtime->profile->value[PROFILE_host_pool_first];
    first = first > least ? first : least;
    return first > call ? first - call : 0;
}

static void note_high(struct pool_state *pool)
{
    if (pool->used > pool->used_high)
        pool->used_high = pool->used;
    if (pool->reserved > pool->reserved_high)
        pool->reserved_high = pool->reserved;
}

/* Takes memory from the device for an allocation; returns its chunk, or NO_OP if there is none. */
static uint32_t grow(struct runtime *runtime, struct pool_state *pool, uint64_t bytes,
                     uint32_t stream)
{
    uint64_t memory = (uint64_t)runtime->profile->value[PROFILE_device_memory];
    uint64_t more = growth(runtime, pool, bytes), rest = 0;
    if (more > memory || runtime->memory_used > memory - more)
        return NO_OP;
    runtime->memory_used += more;
    runtime->pool_grew = true;
    pool->reserved += more;
    size_t fresh = pool_find_fresh(pool);
    uint32_t before = pool->newest;
    if (fresh < pool->block_count && pool->blocks[fresh].bytes < bytes) {
        rest = pool->blocks[fresh].bytes;
        pool_remove_block(pool, fresh);
    }
    uint32_t chunk = pool_add_chunk(pool, more);
    pool->chunks[chunk].rest = rest;
    pool->chunks[chunk].before = before;
    if (more + rest > bytes)
        pool_add_block(pool, &(struct pool_block){.bytes = more + rest - bytes,
                                                  .at = bytes,
                                                  .stream = stream,
                                                  .op = NO_OP,
                                                  .chunk = chunk,
                                                  .fresh = true});
    return chunk;
}

int pool_malloc(struct runtime *runtime, struct host_thread *thread, struct err *err)
{
    (void)err;
    const struct program_alloc *row = alloc_row(runtime, thread);
    struct pool_state *pool = pool_state(runtime, row->pool);
    if (thread->grows && map_memory(runtime, thread) == STEP_BLOCKED)
        return STEP_BLOCKED;
    size_t at = thread->grows
                    ? pool->block_count
                    : find_block(runtime, thread, pool, thread->record.stream, row->bytes);
    uint32_t chunk;
    uint64_t place = 0;
    /* In the legacy stream only what was freed in it comes without a barrier (malloc-fence.txt). */
    bool here = at < pool->block_count && pool->blocks[at].op != NO_OP &&
                pool->blocks[at].stream == thread->record.stream;
    if (at < pool->block_count) {
        chunk = pool->blocks[at].chunk;
        place = pool->blocks[at].at;
        pool->blocks[at].at += row->bytes;
        pool->blocks[at].bytes -= row->bytes;
        if (pool->blocks[at].bytes == 0)
            pool_remove_block(pool, at);
    } else {
        chunk = grow(runtime, pool, row->bytes, thread->record.stream);
        if (chunk == NO_OP) {
            thread->result = CUDA_cudaErrorMemoryAllocation;
            return STEP_DONE;
        }
    }
    pool->chunks[chunk].live++;
    pool->used += row->bytes;
    note_high(pool);
    STATE_ROOM(runtime->allocs, thread->record.object);
    runtime->allocs.rows[thread->record.object] =
        (struct alloc_state){.life = LIFE_ALIVE, .pooled = true, .chunk = chunk + 1, .at = place};
    enqueue(
        runtime, thread,
        &(struct enqueue){.kind = OP_FREE_ALLOC, .name = runtime->alloc_name, .no_fence = here});
    return STEP_DONE;
}

/* Memory of cudaMalloc can be freed in a stream's order, too, and is gone then
 * (traces/experiments/free-async.txt). */
int pool_free(struct runtime *runtime, struct host_thread *thread, struct err *err)
{
    (void)err;
    const struct program_record *record = &thread->record;
    if (record->object == 0)
        return STEP_DONE;
    STATE_ROOM(runtime->allocs, record->object);
    struct alloc_state *state = &runtime->allocs.rows[record->object];
    if (state->life == LIFE_GONE) {
        thread->result = CUDA_cudaErrorInvalidValue;
        return STEP_DONE;
    }
    bool is_pool_s = state->life != LIFE_ALIVE || state->pooled;
    if (!is_pool_s)
        alloc_give(runtime, record->object);
    state->life = LIFE_GONE;
    state->gone_place = record->place;
    uint32_t op = enqueue(runtime, thread,
                          &(struct enqueue){.kind = OP_FREE_ALLOC, .name = runtime->free_name});
    if (is_pool_s)
        pool_take_back(runtime, record->object, record->stream, op);
    return STEP_DONE;
}

/* Gives a chunk back: it and its blocks are gone, and the rest of the one before is that one's. */
static void drop_chunk(struct runtime *runtime, struct pool_state *pool, uint32_t chunk)
{
    struct pool_chunk *gone = &pool->chunks[chunk];
    pool_take_blocks(pool, chunk, true);
    pool->reserved -= gone->bytes;
    runtime->memory_used -= gone->bytes < runtime->memory_used ? gone->bytes : runtime->memory_used;
    gone->bytes = 0;
    if (gone->rest) {
        const struct pool_chunk *before = &pool->chunks[gone->before];
        pool->newest = gone->before;
        pool_add_block(pool, &(struct pool_block){.bytes = gone->rest,
                                                  .at = before->rest + before->bytes - gone->rest,
                                                  .op = NO_OP,
                                                  .chunk = gone->before,
                                                  .fresh = true});
        pool_join(pool, pool->block_count - 1);
    }
}

/* Gives back the end of an unused chunk above `keep` bytes of the reserve: a chunk of several is as
 * many (pool-trim.txt: of three of 64 MiB 32 are left where 1 to 32 are to be kept). */
static uint64_t drop_end(struct runtime *runtime, struct pool_state *pool, uint32_t at,
                         uint64_t keep)
{
    struct pool_chunk *chunk = &pool->chunks[at];
    uint64_t unit = (uint64_t)runtime->profile->value[PROFILE_host_pool_chunk];
    uint64_t bytes = unit && pool->reserved > keep ? (pool->reserved - keep) / unit * unit : 0;
    if (bytes == 0 || bytes >= chunk->bytes || chunk->rest)
        return 0;
    pool_take_blocks(pool, at, true);
    chunk->bytes -= bytes;
    pool->reserved -= bytes;
    runtime->memory_used -= bytes < runtime->memory_used ? bytes : runtime->memory_used;
    pool_add_block(pool, &(struct pool_block){.bytes = chunk->bytes, .op = NO_OP, .chunk = at});
    return bytes;
}

static uint64_t trim_once(struct runtime *runtime, struct pool_state *pool, uint64_t keep)
{
    uint64_t bytes = 0;
    for (size_t i = pool->chunk_count; i-- > 0;) {
        const struct pool_chunk *chunk = &pool->chunks[i];
        if (chunk->bytes == 0 || chunk->live || pool_goes_on(pool, (uint32_t)i) ||
            pool->reserved < chunk->bytes || !pool_is_known(pool, (uint32_t)i))
            continue;
        if (pool->reserved - chunk->bytes < keep) {
            bytes += drop_end(runtime, pool, (uint32_t)i, keep);
            continue;
        }
        bytes += chunk->bytes;
        drop_chunk(runtime, pool, (uint32_t)i);
    }
    return bytes;
}

/* Gives back what is unused above `keep` bytes of the reserve; returns its bytes. A chunk may have
 * kept the one before. */
static uint64_t trim(struct runtime *runtime, struct pool_state *pool, uint64_t keep)
{
    uint64_t bytes = 0, more;
    while ((more = trim_once(runtime, pool, keep)) > 0)
        bytes += more;
    return bytes;
}

/* ns; the first of a program goes ways that the host's caches have lost (pool-cut.txt: 46 to 57 us
 * in a loop; 54 to 57 behind two kernels of traces/h200/validation/memory-async.json). */
static int64_t release_cost(const struct runtime *runtime, uint64_t bytes)
{
    if (bytes == 0)
        return 0;
    int64_t cost =
        cost_beyond(runtime, bytes, PROFILE_host_pool_release, PROFILE_host_pool_release_per_mib);
    int64_t first = runtime->profile->value[PROFILE_host_pool_release_first];
    return !runtime->pool_gave && first > cost ? first : cost;
}

static int64_t give_back(struct runtime *runtime, uint64_t bytes)
{
    int64_t cost = release_cost(runtime, bytes);
    runtime->pool_gave = runtime->pool_gave || bytes > 0;
    return cost;
}

/* Whether cudaFree of the allocation gives its chunk back. */
static bool frees_chunk(struct runtime *runtime, uint32_t alloc)
{
    uint32_t row = runtime->program->allocs.rows[alloc].pool;
    const struct pool_state *pool = pool_state(runtime, row);
    uint32_t chunk = runtime->allocs.rows[alloc].chunk - 1;
    if (chunk >= pool->chunk_count || pool->chunks[chunk].live != 1 || pool_goes_on(pool, chunk) ||
        pool->reserved - pool->chunks[chunk].bytes < threshold(runtime, row))
        return false;
    for (size_t i = 0; i < pool->block_count; i++)
        if (pool->blocks[i].chunk == chunk && pool->blocks[i].op != NO_OP &&
            !op_done(runtime, pool->blocks[i].op))
            return false;
    return true;
}

int64_t pool_free_cost(struct runtime *runtime, uint32_t alloc)
{
    const struct program_alloc *row = &runtime->program->allocs.rows[alloc];
    const struct pool_state *pool = pool_state(runtime, row->pool);
    int64_t call = runtime->profile->call_cost[CALL_cudaFreeAsync];
    return frees_chunk(runtime, alloc)
               ? duration_add(
                     call, release_cost(runtime,
                                        pool->chunks[runtime->allocs.rows[alloc].chunk - 1].bytes))
               : call;
}

uint64_t pool_take_back(struct runtime *runtime, uint32_t alloc, uint32_t stream, uint32_t op)
{
    const struct program_alloc *row = &runtime->program->allocs.rows[alloc];
    struct pool_state *pool = pool_state(runtime, row->pool);
    bool drops = op == NO_OP && frees_chunk(runtime, alloc);
    uint32_t chunk = runtime->allocs.rows[alloc].chunk - 1;
    pool->used -= row->bytes < pool->used ? row->bytes : pool->used;
    if (chunk >= pool->chunk_count) /* memory that was there before the program */
        return 0;
    pool->chunks[chunk].live--;
    if (drops) {
        uint64_t bytes = pool->chunks[chunk].bytes;
        drop_chunk(runtime, pool, chunk);
        runtime->pool_gave = true;
        return bytes;
    }
    pool_add_block(pool, &(struct pool_block){.bytes = row->bytes,
                                              .at = runtime->allocs.rows[alloc].at,
                                              .stream = stream,
                                              .op = op,
                                              .chunk = chunk});
    if (op != NO_OP)
        pool_note_free(pool, stream, op);
    pool_join(pool, pool->block_count - 1);
    if (pool->chunks[chunk].live == 0 && op != NO_OP)
        pool_merge(pool, chunk, stream, op);
    return 0;
}

void pool_trim(struct runtime *runtime, struct host_thread *thread)
{
    uint64_t bytes = 0;
    for (uint32_t i = 0; i < runtime->pools.count; i++) {
        struct pool_state *pool = &runtime->pools.rows[i];
        for (size_t k = 0; k < pool->block_count; k++) {
            struct pool_block *block = &pool->blocks[k];
            block->known =
                block->known ||
                (block->op != NO_OP && past_has(thread->knowledge.all, block->stream, block->op));
        }
        bytes += trim(runtime, pool, threshold(runtime, i));
        pool_join_known(pool);
    }
    thread->giving_back = give_back(runtime, bytes);
    thread->pool_bytes = bytes;
}

/* The highest of what was used or reserved can only be set back. */
static void set_attribute(struct host_thread *thread, struct pool_state *pool)
{
    const struct program_record *record = &thread->record;
    unsigned bit = 1U << record->count % 8;
    if (record->count == POOL_RELEASE_THRESHOLD) /* UINT64_MAX: keep everything */
        pool->threshold = record->value < 0 ? INT64_MAX : record->value;
    else if (record->count <= POOL_REUSE_LAST)
        pool->no_reuse = record->value ? pool->no_reuse & ~bit : pool->no_reuse | bit;
    else if (record->value != 0)
        thread->result = CUDA_cudaErrorInvalidValue;
    else if (record->count == POOL_RESERVED_HIGH)
        pool->reserved_high = pool->reserved;
    else if (record->count == POOL_USED_HIGH)
        pool->used_high = pool->used;
}

static int64_t attribute(const struct runtime *runtime, const struct program_record *record,
                         const struct pool_state *pool)
{
    switch (record->count) {
    case POOL_RELEASE_THRESHOLD: /* the most that is kept here stands for UINT64_MAX */
        return threshold(runtime, record->object) >= INT64_MAX
                   ? -1
                   : (int64_t)threshold(runtime, record->object);
    case POOL_RESERVED:
        return (int64_t)pool->reserved;
    case POOL_RESERVED_HIGH:
        return (int64_t)pool->reserved_high;
    case POOL_USED:
        return (int64_t)pool->used;
    case POOL_USED_HIGH:
        return (int64_t)pool->used_high;
    default:
        return !(pool->no_reuse & 1U << record->count % 8);
    }
}

/* As the call goes on: a chunk takes as long as for a synchronize that gives it back. */
static void give_back_above(struct runtime *runtime, struct host_thread *thread,
                            struct pool_state *pool, uint64_t keep)
{
    uint64_t bytes = trim(runtime, pool, keep);
    alloc_clear(runtime, thread->now, bytes);
    thread->now = duration_add(thread->now, give_back(runtime, bytes));
}

int pool_call(struct runtime *runtime, struct host_thread *thread, struct err *err)
{
    const struct program_record *record = &thread->record;
    struct pool_state *pool = pool_state(runtime, record->object);
    if (pool->life == LIFE_GONE)
        return call_error(runtime, thread, err, "%s: the memory pool was destroyed at %s",
                          call_info((enum call)record->call)->name,
                          place_text(runtime, pool->gone_place).text);
    switch (record->call) {
    case CALL_cudaMemPoolDestroy:
        give_back_above(runtime, thread, pool, 0);
        pool->life = LIFE_GONE;
        pool->gone_place = record->place;
        break;
    case CALL_cudaMemPoolSetAttribute:
        set_attribute(thread, pool);
        break;
    case CALL_cudaMemPoolGetAttribute:
        thread->value = attribute(runtime, record, pool);
        break;
    case CALL_cudaMemPoolTrimTo:
        give_back_above(runtime, thread, pool, record->value < 0 ? 0 : (uint64_t)record->value);
        break;
    default:
        break;
    }
    return STEP_DONE;
}

void pool_release(struct runtime *runtime)
{
    for (size_t i = 0; i < runtime->pools.count; i++) {
        free(runtime->pools.rows[i].blocks);
        free(runtime->pools.rows[i].chunks);
        free(runtime->pools.rows[i].frees);
    }
    free(runtime->pools.rows);
}
