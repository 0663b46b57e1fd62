/* Memory: what allocating and freeing cost and wait for, in the order of the host and of streams.
 * Part of inside.h.
 */
#ifndef SIM_RUNTIME_MEMORY_H
#define SIM_RUNTIME_MEMORY_H

#include <stdint.h>

struct err;
struct host_thread;
struct runtime;

/* --- alloc.c --- */

int alloc_device(struct runtime *runtime, struct host_thread *thread, struct err *err);
int64_t alloc_device_cost(struct runtime *runtime, struct host_thread *thread);
int64_t alloc_host_cost(struct runtime *runtime, struct host_thread *thread);
int64_t alloc_register_cost(struct runtime *runtime, struct host_thread *thread);
int alloc_host(struct runtime *runtime, struct host_thread *thread, struct err *err);
/* Memory of cudaMalloc and its like is given back. */
void alloc_give(struct runtime *runtime, uint32_t alloc);
/* The engine that copies in clears so many bytes of device memory that was given back. */
void alloc_clear(struct runtime *runtime, int64_t from, uint64_t bytes);
int alloc_free_enter(struct runtime *runtime, struct host_thread *thread, struct err *err);
int64_t alloc_free_cost(struct runtime *runtime, struct host_thread *thread);
int alloc_free(struct runtime *runtime, struct host_thread *thread, struct err *err);
int alloc_info(struct runtime *runtime, struct host_thread *thread, struct err *err);
int alloc_attach(struct runtime *runtime, struct host_thread *thread, struct err *err);

/* --- map.c --- */

/* As the last of a call that takes memory from the system: STEP_BLOCKED while the engine that maps
 * it is busy, to be asked again by the call's next commit. */
int map_memory(struct runtime *runtime, struct host_thread *thread);

/* --- pool.c: stream-ordered allocation --- */

int pool_enter(struct runtime *runtime, struct host_thread *thread, struct err *err);
int64_t pool_grow_cost(struct runtime *runtime, struct host_thread *thread);
int pool_malloc(struct runtime *runtime, struct host_thread *thread, struct err *err);
int pool_free(struct runtime *runtime, struct host_thread *thread, struct err *err);
int pool_call(struct runtime *runtime, struct host_thread *thread, struct err *err);

/* Memory that cudaFree or cudaFreeAsync frees goes back to its pool; `op`: NO_OP if it is free now.
 * Returns the bytes that the pool gives back to the system. */
uint64_t pool_take_back(struct runtime *runtime, uint32_t alloc, uint32_t stream, uint32_t op);

/* A synchronize, of which the thread's knowledge has learnt what it waits for, gives chunks back
 * that are unused and above the threshold; the thread takes its time for that once it has waited.
 */
void pool_trim(struct runtime *runtime, struct host_thread *thread);
/* ns that cudaFree of such memory takes. */
int64_t pool_free_cost(struct runtime *runtime, uint32_t alloc);
void pool_release(struct runtime *runtime);

#endif
