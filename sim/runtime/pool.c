/* Stream-ordered allocation: pools, what they keep and what they reuse (semantics S3.1).
 *
 * A freed block is reused without growing the pool in the stream that freed it, where the free is
 * ordered before the allocation, or once it has happened. A synchronize gives back what is unused
 * above the release threshold, which is 0 unless the program raises it. */
#include "sim/runtime/inside.h"

#include "sim/base/mem.h"

#include <stdlib.h>
#include <string.h>

enum { BLOCKS_SEEN = 64 };           /* free blocks looked at for one allocation, newest first */
enum { POOL_RELEASE_THRESHOLD = 4 }; /* cudaMemPoolAttrReleaseThreshold, driver_types.h */

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
static bool reusable(struct runtime *runtime, const struct host_thread *thread, uint32_t stream,
                     const struct pool_block *block)
{
    return block->stream == stream || block->op == NO_OP || op_done(runtime, block->op) ||
           past_has(thread->knowledge.all, block->stream, block->op) ||
           past_has(stream_state(runtime, stream)->past, block->stream, block->op);
}

/* Looks for the smallest free block that is large enough, the newest of equals; returns its place
 * or the count. */
static size_t find_block(struct runtime *runtime, const struct host_thread *thread,
                         const struct pool_state *pool, uint32_t stream, uint64_t bytes)
{
    size_t least = pool->block_count > BLOCKS_SEEN ? pool->block_count - BLOCKS_SEEN : 0;
    size_t best = pool->block_count;
    for (size_t i = pool->block_count; i-- > least;) {
        const struct pool_block *block = &pool->blocks[i];
        if (block->bytes >= bytes &&
            (best == pool->block_count || block->bytes < pool->blocks[best].bytes) &&
            reusable(runtime, thread, stream, block))
            best = i;
    }
    return best;
}

static const struct program_alloc *pool_alloc(const struct runtime *runtime,
                                              const struct host_thread *thread)
{
    return &runtime->program->allocs.rows[thread->record.object];
}

int pool_enter(struct runtime *runtime, struct host_thread *thread, struct err *err)
{
    if (!stream_of_call(runtime, thread, err))
        return STEP_ERROR;
    return enqueue_enter_attached(runtime, thread, err);
}

int64_t pool_malloc_cost(struct runtime *runtime, struct host_thread *thread)
{
    const struct program_alloc *row = pool_alloc(runtime, thread);
    const struct pool_state *pool = pool_state(runtime, row->pool);
    size_t at = find_block(runtime, thread, pool, thread->record.stream, row->bytes);
    int64_t call = runtime->profile->call_cost[thread->record.call];
    int64_t first = runtime->profile->value[PROFILE_host_malloc_async_first];
    return at < pool->block_count || first < call ? call : first;
}

int pool_malloc(struct runtime *runtime, struct host_thread *thread, struct err *err)
{
    (void)err;
    const struct program_alloc *row = pool_alloc(runtime, thread);
    struct pool_state *pool = pool_state(runtime, row->pool);
    size_t at = find_block(runtime, thread, pool, thread->record.stream, row->bytes);
    if (at < pool->block_count) {
        pool->blocks[at].bytes -= row->bytes;
        if (pool->blocks[at].bytes == 0) {
            pool->block_count--;
            memmove(pool->blocks + at, pool->blocks + at + 1,
                    (pool->block_count - at) * sizeof *pool->blocks);
        }
    } else {
        uint64_t memory = (uint64_t)runtime->profile->value[PROFILE_device_memory];
        if (row->bytes > memory || runtime->memory_used > memory - row->bytes) {
            thread->result = CUDA_cudaErrorMemoryAllocation;
            return STEP_DONE;
        }
        runtime->memory_used += row->bytes;
        pool->reserved += row->bytes;
    }
    pool->used += row->bytes;
    STATE_ROOM(runtime->allocs, thread->record.object);
    runtime->allocs.rows[thread->record.object] =
        (struct alloc_state){.life = LIFE_ALIVE, .pooled = true};
    enqueue(runtime, thread, &(struct enqueue){.kind = OP_FREE_ALLOC, .name = runtime->alloc_name});
    return STEP_DONE;
}

int pool_free(struct runtime *runtime, struct host_thread *thread, struct err *err)
{
    (void)err;
    const struct program_record *record = &thread->record;
    if (record->object == 0)
        return STEP_DONE;
    STATE_ROOM(runtime->allocs, record->object);
    struct alloc_state *state = &runtime->allocs.rows[record->object];
    if (state->life == LIFE_GONE || (state->life == LIFE_ALIVE && !state->pooled)) {
        thread->result = CUDA_cudaErrorInvalidValue;
        return STEP_DONE;
    }
    state->life = LIFE_GONE;
    state->gone_place = record->place;
    uint32_t op = enqueue(runtime, thread,
                          &(struct enqueue){.kind = OP_FREE_ALLOC, .name = runtime->alloc_name});
    pool_take_back(runtime, pool_alloc(runtime, thread), record->stream, op);
    return STEP_DONE;
}

void pool_take_back(struct runtime *runtime, const struct program_alloc *row, uint32_t stream,
                    uint32_t op)
{
    struct pool_state *pool = pool_state(runtime, row->pool);
    pool->used -= row->bytes < pool->used ? row->bytes : pool->used;
    pool->blocks =
        mem_grow(pool->blocks, &pool->block_capacity, pool->block_count + 1, sizeof *pool->blocks);
    pool->blocks[pool->block_count++] =
        (struct pool_block){.bytes = row->bytes, .stream = stream, .op = op};
}

/* Gives back what is unused above `keep` bytes of the reserve. */
static void trim(struct runtime *runtime, struct pool_state *pool, uint64_t keep)
{
    while (pool->block_count && pool->reserved > keep) {
        struct pool_block *block = &pool->blocks[pool->block_count - 1];
        uint64_t over = pool->reserved - keep;
        uint64_t bytes = block->bytes < over ? block->bytes : over;
        pool->reserved -= bytes;
        runtime->memory_used -= bytes < runtime->memory_used ? bytes : runtime->memory_used;
        block->bytes -= bytes;
        if (block->bytes)
            return;
        pool->block_count--;
    }
}

void pool_trim(struct runtime *runtime)
{
    for (uint32_t i = 0; i < runtime->pools.count; i++)
        trim(runtime, &runtime->pools.rows[i], threshold(runtime, i));
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
        trim(runtime, pool, 0);
        pool->life = LIFE_GONE;
        pool->gone_place = record->place;
        break;
    case CALL_cudaMemPoolSetAttribute:
        if (record->count == POOL_RELEASE_THRESHOLD) /* UINT64_MAX: keep everything */
            pool->threshold = record->value < 0 ? INT64_MAX : record->value;
        break;
    case CALL_cudaMemPoolGetAttribute:
        thread->value = record->count == POOL_RELEASE_THRESHOLD
                            ? (int64_t)threshold(runtime, record->object)
                            : 0;
        break;
    case CALL_cudaMemPoolTrimTo:
        trim(runtime, pool, record->value < 0 ? 0 : (uint64_t)record->value);
        break;
    default:
        break;
    }
    return STEP_DONE;
}

void pool_release(struct runtime *runtime)
{
    for (size_t i = 0; i < runtime->pools.count; i++)
        free(runtime->pools.rows[i].blocks);
    free(runtime->pools.rows);
}
