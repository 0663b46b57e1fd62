/* Memory of the device and page-locked memory of the host (semantics S3.1). */
#include "sim/runtime/inside.h"

static struct alloc_state *alloc_state(struct runtime *runtime, uint32_t alloc)
{
    STATE_ROOM(runtime->allocs, alloc);
    return &runtime->allocs.rows[alloc];
}

static int64_t cost_by_size(const struct runtime *runtime, const struct host_thread *thread,
                            enum profile_key key)
{
    const struct profile_curve *curve = &runtime->profile->curve[key];
    if (curve->count == 0)
        return runtime->profile->call_cost[thread->record.call];
    uint64_t bytes = alloc_row(runtime, thread)->bytes;
    return profile_curve_at(curve, bytes > INT64_MAX ? INT64_MAX : (int64_t)bytes);
}

static bool is_small(const struct runtime *runtime, const struct program_alloc *row)
{
    return profile_fits_chunk(runtime->profile, row->bytes) &&
           (row->kind == MEMORY_DEVICE || row->kind == MEMORY_PINNED);
}

/* The first chunk with room, counted from 1, and where in it; 0: none has. */
static uint32_t chunk_with_room(const struct runtime *runtime, const struct program_alloc *row,
                                uint64_t *at)
{
    uint64_t size = (uint64_t)runtime->profile->value[PROFILE_host_chunk];
    for (uint32_t i = 0; i < runtime->chunks.count; i++) {
        const struct chunk *chunk = &runtime->chunks.rows[i];
        if (chunk->live == 0 || chunk->host != (row->kind == MEMORY_PINNED))
            continue;
        *at = chunk_room(chunk, size, row->bytes);
        if (*at != CHUNK_FULL)
            return i + 1;
    }
    return 0;
}

/* Cuts the allocation from a chunk, from a new one if there is no room. */
static void cut(struct runtime *runtime, const struct program_alloc *row, struct alloc_state *state)
{
    state->chunk = 0;
    if (!is_small(runtime, row))
        return;
    state->chunk = chunk_with_room(runtime, row, &state->at);
    if (state->chunk == 0) {
        uint32_t free = 0;
        while (free < runtime->chunks.count && runtime->chunks.rows[free].live)
            free++;
        STATE_ROOM(runtime->chunks, free);
        runtime->chunks.rows[free].host = row->kind == MEMORY_PINNED;
        state->chunk = free + 1;
        state->at = 0;
    }
    chunk_take(&runtime->chunks.rows[state->chunk - 1], state->at, row->bytes);
}

static void put_back(struct runtime *runtime, const struct alloc_state *state)
{
    if (state->chunk && state->chunk <= runtime->chunks.count)
        chunk_give(&runtime->chunks.rows[state->chunk - 1], state->at);
}

/* In its chunk, which was there before it and stays when it goes. */
static bool has_others(const struct runtime *runtime, const struct alloc_state *state)
{
    return state->chunk && runtime->chunks.rows[state->chunk - 1].live > 1;
}

/* What the first call takes more that asks the system for device memory, or gives it back, where
 * the host has computed or filled memory meanwhile: 41 to 46 us and 12 to 18 behind 32 MiB filled,
 * half of it behind 5 ms of computing, the second 2 to 3 us, the next nothing
 * (traces/experiments/malloc-cold.txt); 31 to 44 and 13 to 18 behind 2 to 4 MiB that the thread has
 * touched (cold-first.txt). So does a thread's first that gives memory back, whose core has not
 * been that way: 70 us instead of 50 where main's take half as long again as usually
 * (thread-memory.txt). */
static int64_t first_cost(const struct runtime *runtime, const struct host_thread *thread,
                          enum since since, enum profile_key more)
{
    bool is_first =
        thread != runtime->threads[0] && since == SINCE_FREE && !thread->at_system[since];
    bool cold = runtime->computed[since] >= HOST_COOLS_AFTER ||
                thread->core.passed - thread->passed_at_system[since] >= CORE_CACHE;
    return is_first || cold ? runtime->profile->value[more] : 0;
}

/* A new thread's first takes 140 to 185 us where main's take 43 for 2 and 4 MiB, 200 to 225 for 55
 * of 32 MiB, 255 to 280 for 80 of 128; of what that is more its second takes a fifth, its third a
 * tenth (traces/experiments/malloc-threads.txt, on a slow host). */
static int64_t malloc_in_thread(const struct runtime *runtime, const struct host_thread *thread)
{
    static const int64_t parts[] = {1, 5, 10};
    uint32_t before = thread->at_system[SINCE_MALLOC];
    if (thread == runtime->threads[0] || before >= sizeof parts / sizeof *parts)
        return 0;
    int64_t bytes = (int64_t)runtime->program->allocs.rows[thread->record.object].bytes;
    return profile_curve_at(&runtime->profile->curve[PROFILE_host_malloc_thread], bytes) /
           parts[before];
}

static void was_at_system(struct runtime *runtime, struct host_thread *thread, enum since since)
{
    runtime->computed[since] = 0;
    thread->passed_at_system[since] = thread->core.passed;
    if (since == SINCE_FREE) /* an allocation behind it finds its way (f20 of tests/outside) */
        thread->passed_at_system[SINCE_MALLOC] = thread->core.passed;
    thread->at_system[since]++;
}

static bool is_cut(const struct runtime *runtime, const struct program_alloc *row)
{
    uint64_t at;
    return is_small(runtime, row) && chunk_with_room(runtime, row, &at);
}

/* What is cut from a chunk is mapped already. */
static int map_own(struct runtime *runtime, struct host_thread *thread)
{
    return is_cut(runtime, alloc_row(runtime, thread)) ? STEP_DONE : map_memory(runtime, thread);
}

/* Bytes of the pages that the allocation takes from the system, or gives back to it. */
static int64_t pages_of(const struct runtime *runtime, const struct program_alloc *row)
{
    int64_t chunk = runtime->profile->value[PROFILE_host_chunk];
    return is_small(runtime, row) ? chunk : (int64_t)row->bytes;
}

static int64_t list_lacks(const struct host_thread *thread, int64_t bytes)
{
    int64_t wanted = bytes < CORE_LIST_BYTES ? bytes : CORE_LIST_BYTES;
    return wanted > thread->listed ? wanted - thread->listed : 0;
}

static void list_take(struct host_thread *thread, int64_t bytes)
{
    thread->listed -= bytes < thread->listed ? bytes : thread->listed;
}

static void list_give(struct host_thread *thread, int64_t bytes)
{
    bool is_full = bytes > CORE_LIST_BYTES - thread->listed;
    thread->listed = is_full ? CORE_LIST_BYTES : thread->listed + bytes;
}

/* Pages that are not listed cost more. New threads' 2 MiB take 1.3 to 1.8 of main's but for what
 * they gave back before, larger ones always (traces/experiments/thread-hostmem.txt; plain pages of
 * the system do the same). */
static int64_t pages_cost(const struct runtime *runtime, const struct host_thread *thread)
{
    int64_t bytes = pages_of(runtime, alloc_row(runtime, thread));
    if (runtime->profile->curve[PROFILE_host_malloc_host_thread].count &&
        thread != runtime->threads[0] && thread->listed < bytes)
        return cost_by_size(runtime, thread, PROFILE_host_malloc_host_thread);
    return cost_by_size(runtime, thread, PROFILE_host_malloc_host) +
           profile_unlisted(runtime->profile, list_lacks(thread, bytes));
}

/* What cannot be had costs no more than the call. */
static bool fits(const struct runtime *runtime, const struct program_alloc *row)
{
    uint64_t memory = (uint64_t)runtime->profile->value[PROFILE_device_memory];
    return row->bytes <= memory && runtime->memory_used <= memory - row->bytes;
}

int64_t alloc_device_cost(struct runtime *runtime, struct host_thread *thread)
{
    if (!fits(runtime, alloc_row(runtime, thread)))
        return runtime->profile->call_cost[thread->record.call];
    if (is_cut(runtime, alloc_row(runtime, thread)))
        return runtime->profile->value[PROFILE_host_chunk_call];
    int64_t cold = first_cost(runtime, thread, SINCE_MALLOC, PROFILE_host_malloc_first);
    int64_t strange = malloc_in_thread(runtime, thread);
    return cost_by_size(runtime, thread, PROFILE_host_malloc) + (cold > strange ? cold : strange);
}

int alloc_device(struct runtime *runtime, struct host_thread *thread, struct err *err)
{
    (void)err;
    const struct program_alloc *row = alloc_row(runtime, thread);
    if (!fits(runtime, row)) {
        thread->result = CUDA_cudaErrorMemoryAllocation;
        return STEP_DONE;
    }
    if (row->kind == MEMORY_DEVICE && map_own(runtime, thread) == STEP_BLOCKED)
        return STEP_BLOCKED;
    if (row->kind == MEMORY_DEVICE)
        runtime->memory_used += row->bytes;
    struct alloc_state *state = alloc_state(runtime, thread->record.object);
    state->life = LIFE_ALIVE;
    cut(runtime, row, state);
    if (!has_others(runtime, state))
        was_at_system(runtime, thread, SINCE_MALLOC);
    return STEP_DONE;
}

enum { HOST_MOST_LOG2 = 42 }; /* more page-locked memory than any host has: 4 TiB */

static bool host_fits(const struct runtime *runtime, const struct host_thread *thread)
{
    return alloc_row(runtime, thread)->bytes < UINT64_C(1) << HOST_MOST_LOG2;
}

int64_t alloc_host_cost(struct runtime *runtime, struct host_thread *thread)
{
    if (!host_fits(runtime, thread))
        return runtime->profile->call_cost[thread->record.call];
    if (is_cut(runtime, alloc_row(runtime, thread)))
        return runtime->profile->value[PROFILE_host_chunk_call];
    return pages_cost(runtime, thread);
}

int64_t alloc_register_cost(struct runtime *runtime, struct host_thread *thread)
{
    return host_fits(runtime, thread) ? cost_by_size(runtime, thread, PROFILE_host_register)
                                      : runtime->profile->call_cost[thread->record.call];
}

int alloc_host(struct runtime *runtime, struct host_thread *thread, struct err *err)
{
    (void)err;
    struct alloc_state *state = alloc_state(runtime, thread->record.object);
    if (!host_fits(runtime, thread)) {
        thread->result = CUDA_cudaErrorMemoryAllocation;
    } else if (thread->record.call == CALL_cudaHostRegister && state->life == LIFE_ALIVE) {
        thread->result = CUDA_cudaErrorHostMemoryAlreadyRegistered;
    } else if (thread->record.call == CALL_cudaHostRegister) {
        state->life = LIFE_ALIVE;
    } else {
        if (map_own(runtime, thread) == STEP_BLOCKED)
            return STEP_BLOCKED;
        state->life = LIFE_ALIVE;
        const struct program_alloc *row = alloc_row(runtime, thread);
        if (!is_cut(runtime, row))
            list_take(thread, pages_of(runtime, row));
        cut(runtime, row, state);
    }
    return STEP_DONE;
}

/* The error that freeing returns; memory that was there before the program is freed unquestioned.
 */
static int32_t free_error(struct runtime *runtime, const struct host_thread *thread)
{
    if (alloc_state(runtime, thread->record.object)->life != LIFE_GONE)
        return CUDA_cudaSuccess;
    return thread->record.call == CALL_cudaHostUnregister ? CUDA_cudaErrorHostMemoryNotRegistered
                                                          : CUDA_cudaErrorInvalidValue;
}

/* Observed: cudaFree and cudaFreeHost wait for all work of the device, documented they may. Not
 * for the null pointer, nor for stream-ordered memory. */
int alloc_free_enter(struct runtime *runtime, struct host_thread *thread, struct err *err)
{
    (void)err;
    if (thread->awaited_count) { /* woken */
        await_blame(runtime, thread, thread->now, false);
        return STEP_DONE;
    }
    enum call call = (enum call)thread->record.call;
    if (thread->record.object == 0 || alloc_state(runtime, thread->record.object)->pooled ||
        call_info(call)->blocks_observed != BLOCKS_DEVICE || free_error(runtime, thread))
        return STEP_DONE;
    size_t count = after_reduce(&runtime->after, runtime->candidates, fence_tails(runtime, thread));
    for (size_t i = 0; i < count; i++)
        await_op(runtime, thread, runtime->candidates[i].op, RULE_ID_FREE);
    return await(runtime, thread);
}

/* New threads' first two calls that give page-locked memory back take 410 and 390 us for 2 MiB, and
 * 610 both for 4, where the third takes 210 and 420, as main's do (traces/experiments/
 * thread-hostmem.txt; where the host was slower 410 and 350 for 335). */
static int64_t host_free_in_thread(const struct runtime *runtime, const struct host_thread *thread)
{
    enum { SLOW_ONES = 2 };
    return thread != runtime->threads[0] && thread->host_frees < SLOW_ONES
               ? runtime->profile->value[PROFILE_host_free_host_thread]
               : 0;
}

int64_t alloc_free_cost(struct runtime *runtime, struct host_thread *thread)
{
    enum profile_key curve;
    if (thread->record.object) {
        const struct alloc_state *state = alloc_state(runtime, thread->record.object);
        if (state->pooled && state->life == LIFE_ALIVE)
            return pool_free_cost(runtime, thread->record.object);
        if (has_others(runtime, state))
            return runtime->profile->value[PROFILE_host_chunk_call];
    }
    if (thread->record.object && profile_call_curve((enum call)thread->record.call, &curve)) {
        int64_t more = 0;
        if (curve == PROFILE_host_free)
            more = first_cost(runtime, thread, SINCE_FREE, PROFILE_host_free_first);
        else if (curve == PROFILE_host_free_host)
            more = host_free_in_thread(runtime, thread);
        return cost_by_size(runtime, thread, curve) + more;
    }
    return runtime->profile->value[PROFILE_host_other];
}

/* The engine that copies in clears what was freed before anybody has it: copies in wait for that,
 * nothing else does (traces/experiments/free-scrub.txt). */
void alloc_clear(struct runtime *runtime, int64_t from, uint64_t bytes)
{
    int64_t rate = runtime->profile->value[PROFILE_copy_clear_rate];
    int64_t most = bytes > INT64_MAX ? INT64_MAX : (int64_t)bytes;
    if (rate > 0 && most > 0)
        engine_clear_memory(runtime->engine, from, duration_divide(most, 1000000000, rate));
}

/* Bytes of device memory that cudaFree gives back to the system. */
static uint64_t bytes_freed(const struct runtime *runtime, const struct program_alloc *row,
                            const struct alloc_state *state)
{
    if (row->kind != MEMORY_DEVICE || state->life != LIFE_ALIVE || has_others(runtime, state))
        return 0;
    return state->chunk ? (uint64_t)runtime->profile->value[PROFILE_host_chunk] : row->bytes;
}

void alloc_give(struct runtime *runtime, uint32_t alloc)
{
    const struct program_alloc *row = &runtime->program->allocs.rows[alloc];
    struct alloc_state *state = alloc_state(runtime, alloc);
    put_back(runtime, state);
    if (row->kind == MEMORY_DEVICE && state->life == LIFE_ALIVE)
        runtime->memory_used -=
            row->bytes < runtime->memory_used ? row->bytes : runtime->memory_used;
}

int alloc_free(struct runtime *runtime, struct host_thread *thread, struct err *err)
{
    (void)err;
    const struct program_record *record = &thread->record;
    if (record->object == 0)
        return STEP_DONE;
    thread->result = free_error(runtime, thread);
    if (thread->result)
        return STEP_DONE;
    const struct program_alloc *row = &runtime->program->allocs.rows[record->object];
    struct alloc_state *state = alloc_state(runtime, record->object);
    int64_t clears = thread->now - runtime->profile->value[PROFILE_copy_clear_ahead];
    if (state->pooled) {
        alloc_clear(runtime, clears,
                    pool_take_back(runtime, record->object, record->stream, NO_OP));
    } else {
        if (record->call == CALL_cudaFree && !has_others(runtime, state))
            was_at_system(runtime, thread, SINCE_FREE);
        if (record->call == CALL_cudaFreeHost && !has_others(runtime, state)) {
            thread->host_frees++;
            list_give(thread, pages_of(runtime, row));
        }
        alloc_clear(runtime, clears, bytes_freed(runtime, row, state));
        alloc_give(runtime, record->object);
    }
    if (row->kind == MEMORY_MANAGED)
        migrate_back(runtime, &(struct program_range){record->object, 0, row->bytes});
    out_cache_forget(runtime, record->object);
    state->life = LIFE_GONE;
    state->gone_place = record->place;
    return STEP_DONE;
}

/* Free bytes; the total is the profile's memory. */
int alloc_info(struct runtime *runtime, struct host_thread *thread, struct err *err)
{
    (void)err;
    thread->value = runtime->profile->value[PROFILE_device_memory] - (int64_t)runtime->memory_used;
    return STEP_DONE;
}

/* cudaStreamAttachMemAsync: an operation of the stream without work. */
int alloc_attach(struct runtime *runtime, struct host_thread *thread, struct err *err)
{
    if (!stream_of_call(runtime, thread, err))
        return STEP_ERROR;
    enqueue(runtime, thread, &(struct enqueue){.kind = OP_FREE_ALLOC, .name = runtime->alloc_name});
    return STEP_DONE;
}
