/* What a pool holds: chunks of the device's memory, and the blocks that are free in them.
 *
 * Knows no program and no time: which of the blocks an allocation may have, and when a chunk is
 * given back, pool.c says.
 */
#ifndef SIM_RUNTIME_POOL_CHUNKS_H
#define SIM_RUNTIME_POOL_CHUNKS_H

#include "sim/runtime/state.h"

/* A chunk of so many bytes, all of them used, is the pool's newest; its number. */
uint32_t pool_add_chunk(struct pool_state *pool, uint64_t bytes);

/* Free blocks, the newest last. */
void pool_add_block(struct pool_state *pool, const struct pool_block *block);
void pool_remove_block(struct pool_state *pool, size_t at);

/* Makes one of the block at that place and those that lie beside it and were freed in its stream,
 * or are free for all as it is (traces/experiments/pool-merge.txt). */
void pool_join(struct pool_state *pool, size_t at);

/* Likewise, of all blocks whose free a synchronize has waited for, which are for all. What has been
 * found apart stays so until something beside it is joined to it. */
void pool_join_known(struct pool_state *pool);

/* Removes what is free of a chunk, but for what has never been used unless `fresh`; returns its
 * bytes. */
uint64_t pool_take_blocks(struct pool_state *pool, uint32_t chunk, bool fresh);

/* The place of what has never been used of the newest chunk, or the count of blocks. */
size_t pool_find_fresh(const struct pool_state *pool);

/* The last free into the pool in a stream, NULL if there was none; and another one. */
struct pool_free *pool_last_free(const struct pool_state *pool, uint32_t stream);
void pool_note_free(struct pool_state *pool, uint32_t stream, uint32_t op);

/* Where nothing fits, what was freed in the stream of an unused chunk and what has never been used
 * of it are one block for it. */
void pool_join_own(struct pool_state *pool, uint32_t stream, uint64_t bytes);

/* What was cut from an unused chunk in one stream is one block again. What has never been used
 * stays free for others (pool-order.txt). */
void pool_merge(struct pool_state *pool, uint32_t chunk, uint32_t stream, uint32_t op);

/* Whether a synchronize has waited for the free of each block of a chunk. */
bool pool_is_known(const struct pool_state *pool, uint32_t chunk);

/* Whether another chunk goes on in the rest of this one. */
bool pool_goes_on(const struct pool_state *pool, uint32_t chunk);

#endif
