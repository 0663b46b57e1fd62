#include "sim/runtime/pool_chunks.h"

#include "sim/base/mem.h"

#include <string.h>

struct pool_free *pool_last_free(const struct pool_state *pool, uint32_t stream)
{
    for (size_t i = 0; i < pool->free_count; i++)
        if (pool->frees[i].stream == stream)
            return &pool->frees[i];
    return NULL;
}

void pool_note_free(struct pool_state *pool, uint32_t stream, uint32_t op)
{
    struct pool_free *last = pool_last_free(pool, stream);
    if (!last) {
        pool->frees =
            mem_grow(pool->frees, &pool->free_capacity, pool->free_count + 1, sizeof *pool->frees);
        last = &pool->frees[pool->free_count++];
    }
    *last = (struct pool_free){stream, op};
}

size_t pool_find_fresh(const struct pool_state *pool)
{
    size_t at = 0;
    while (at < pool->block_count &&
           !(pool->blocks[at].fresh && pool->blocks[at].chunk == pool->newest))
        at++;
    return at;
}

void pool_add_block(struct pool_state *pool, const struct pool_block *block)
{
    pool->blocks =
        mem_grow(pool->blocks, &pool->block_capacity, pool->block_count + 1, sizeof *pool->blocks);
    pool->blocks[pool->block_count++] = *block;
}

void pool_remove_block(struct pool_state *pool, size_t at)
{
    pool->block_count--;
    memmove(pool->blocks + at, pool->blocks + at + 1,
            (pool->block_count - at) * sizeof *pool->blocks);
}

/* Whether what is free there is one block with another that lies beside it: freed in one stream, or
 * free for all. */
static bool is_alike(const struct pool_block *a, const struct pool_block *b)
{
    bool a_for_all = a->op == NO_OP || a->known, b_for_all = b->op == NO_OP || b->known;
    return a->chunk == b->chunk && a_for_all == b_for_all && (a_for_all || a->stream == b->stream);
}

/* Joins the block to the one that begins where it ends, or ends where it begins, if they are alike;
 * returns whether there was one. The later free counts, and the place is that of the newest. */
static bool join_one(struct pool_state *pool, size_t at)
{
    for (size_t i = 0; i < pool->block_count; i++) {
        const struct pool_block *a = &pool->blocks[at], *b = &pool->blocks[i];
        bool is_before = b->at + b->bytes == a->at, is_behind = a->at + a->bytes == b->at;
        if (i == at || !is_alike(a, b) || (!is_before && !is_behind))
            continue;
        struct pool_block joined = *(at > i ? a : b); /* freed last */
        joined.apart = false;
        joined.at = is_before ? b->at : a->at;
        joined.bytes = a->bytes + b->bytes;
        joined.fresh = a->fresh || b->fresh;
        pool_remove_block(pool, at > i ? at : i);
        pool_remove_block(pool, at > i ? i : at);
        pool_add_block(pool, &joined);
        return true;
    }
    return false;
}

void pool_join(struct pool_state *pool, size_t at)
{
    while (join_one(pool, at))
        at = pool->block_count - 1;
}

void pool_join_known(struct pool_state *pool)
{
    for (size_t at = 0; at < pool->block_count;) {
        struct pool_block *block = &pool->blocks[at];
        bool is_new = block->op != NO_OP && block->known && !block->apart;
        bool joined = is_new && join_one(pool, at);
        block->apart |= is_new && !joined;
        at = joined ? 0 : at + 1;
    }
}

uint64_t pool_take_blocks(struct pool_state *pool, uint32_t chunk, bool fresh)
{
    uint64_t bytes = 0;
    size_t kept = 0;
    for (size_t i = 0; i < pool->block_count; i++) {
        const struct pool_block *block = &pool->blocks[i];
        if (block->chunk == chunk && (fresh || !block->fresh))
            bytes += block->bytes;
        else
            pool->blocks[kept++] = *block;
    }
    pool->block_count = kept;
    return bytes;
}

/* Whether all blocks of an unused chunk were freed in the stream, or at once. */
static bool pool_is_free(const struct pool_state *pool, uint32_t chunk, uint32_t stream)
{
    for (size_t i = 0; i < pool->block_count; i++) {
        const struct pool_block *block = &pool->blocks[i];
        if (block->chunk == chunk && block->op != NO_OP && block->stream != stream)
            return false;
    }
    return true;
}

bool pool_is_known(const struct pool_state *pool, uint32_t chunk)
{
    for (size_t i = 0; i < pool->block_count; i++) {
        const struct pool_block *block = &pool->blocks[i];
        if (block->chunk == chunk && block->op != NO_OP && !block->known)
            return false;
    }
    return true;
}

static uint64_t free_bytes(const struct pool_state *pool, uint32_t chunk)
{
    uint64_t bytes = 0;
    for (size_t i = 0; i < pool->block_count; i++)
        bytes += pool->blocks[i].chunk == chunk ? pool->blocks[i].bytes : 0;
    return bytes;
}

void pool_join_own(struct pool_state *pool, uint32_t stream, uint64_t bytes)
{
    const struct pool_free *last = pool_last_free(pool, stream);
    for (uint32_t chunk = 0; last && chunk < pool->chunk_count; chunk++) {
        if (pool->chunks[chunk].bytes == 0 || pool->chunks[chunk].live ||
            free_bytes(pool, chunk) < bytes || !pool_is_free(pool, chunk, stream))
            continue;
        pool_add_block(pool, &(struct pool_block){.bytes = pool_take_blocks(pool, chunk, true),
                                                  .stream = stream,
                                                  .op = last->op,
                                                  .chunk = chunk});
        return;
    }
}

uint32_t pool_add_chunk(struct pool_state *pool, uint64_t bytes)
{
    size_t at = 0;
    while (at < pool->chunk_count && pool->chunks[at].bytes)
        at++;
    if (at == pool->chunk_count) {
        pool->chunks = mem_grow(pool->chunks, &pool->chunk_capacity, pool->chunk_count + 1,
                                sizeof *pool->chunks);
        pool->chunk_count++;
    }
    pool->chunks[at] = (struct pool_chunk){.bytes = bytes};
    pool->newest = (uint32_t)at;
    return (uint32_t)at;
}

bool pool_goes_on(const struct pool_state *pool, uint32_t chunk)
{
    for (uint32_t i = 0; i < pool->chunk_count; i++)
        if (pool->chunks[i].bytes && pool->chunks[i].rest && pool->chunks[i].before == chunk)
            return true;
    return false;
}

void pool_merge(struct pool_state *pool, uint32_t chunk, uint32_t stream, uint32_t op)
{
    if (pool_is_free(pool, chunk, stream))
        pool_add_block(pool, &(struct pool_block){.bytes = pool_take_blocks(pool, chunk, false),
                                                  .stream = stream,
                                                  .op = op,
                                                  .chunk = chunk});
}
