// What nullstream's scenarios include: work of a given length on the device and on the host, a
// caching allocator, an all-reduce. Under nullstream the first three are built in; everything else
// is ordinary code, interpreted there and compiled here. CUDA 11 or newer, C++14.
#ifndef NULLSTREAM_CUH
#define NULLSTREAM_CUH

#include <cuda_runtime.h>
#include <stdlib.h>

#ifdef __NULLSTREAM__

void spin_us(double us);      // the block's time in the device: nothing is executed
void host_work_us(double us); // the host computes for so long
double host_time_us();        // the host's clock
// a block of the caching allocator below is taken, or given back: nullstream check looks at that
void ns_pool_mark(void *address, size_t bytes, cudaStream_t stream, int taken);

__global__ void ns_all_reduce_kernel(double us) { spin_us(us); }
#define NS_ALL_REDUCE_KERNEL ns_all_reduce_kernel

#else

#include <time.h>

inline void ns_pool_mark(void *, size_t, cudaStream_t, int)
{
}

// Keeps the block busy for `us` microseconds by the device's clock, at most ten seconds. Most of the
// time its threads sleep: thousands that all read the clock hold each other up.
__device__ inline void spin_us(double us)
{
    const double most = 1e7;
    const unsigned long long ns = (unsigned long long)((us < most ? us : most) * 1000.0);
    unsigned long long start, now;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(start));
    do {
        asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now));
#if __CUDA_ARCH__ >= 700
        const unsigned long long awake = 1500; // a thread sleeps up to twice as long as asked
        if (now - start + awake < ns) {
            const unsigned long long half = (ns - (now - start) - awake) / 2;
            __nanosleep(half < 2000 ? (unsigned int)half : 2000);
        }
#endif
    } while (now - start < ns);
}

// The host's clock, in microseconds from a fixed but arbitrary point.
inline double host_time_us()
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec * 1e6 + (double)now.tv_nsec * 1e-3;
}

// The host computes (here: spins) for `us` microseconds.
inline void host_work_us(double us)
{
    const double start = host_time_us();
    while (host_time_us() - start < us) {
    }
}

template <int> __global__ void ns_all_reduce_kernel(double us) { spin_us(us); }
#define NS_ALL_REDUCE_KERNEL ns_all_reduce_kernel<0>

#endif

// What an all-reduce of `bytes` among the eight GPUs of a host does to this GPU: `blocks` blocks of
// 512 threads stay on the SMs while the data crosses the links. Its length is a model, the same
// here and under nullstream: 20 us and twice the bytes at 360 GB/s. No data moves.
inline cudaError_t ns_all_reduce(size_t bytes, int blocks, cudaStream_t stream)
{
    NS_ALL_REDUCE_KERNEL<<<blocks, 512, 0, stream>>>(20.0 + 2.0 * (double)bytes / 360e3);
    return cudaGetLastError();
}

// A caching allocator in the manner of PyTorch's: memory comes from cudaMalloc in large segments
// and never goes back, so that freeing waits for nothing. A freed block can be had again at once,
// in program order, but only by the stream that it was allocated for. Who uses it in another stream
// says so with ns_pool_record_stream: freeing then records an event there, and the block rests
// until a later allocation finds that event done.

struct ns_pool_block {
    char *address;
    size_t bytes;
    cudaStream_t stream;
    bool free;
    struct ns_pool_block *before, *after; // neighbours in the same segment
    struct ns_pool_block *next;           // all blocks
    int users;                            // streams that were recorded
    int waiting;                          // their events that are not done
    cudaStream_t user[8];
    cudaEvent_t done[8];
};

inline struct ns_pool_block **ns_pool_blocks()
{
    static struct ns_pool_block *first = NULL;
    return &first;
}

inline struct ns_pool_block *ns_pool_add(char *address, size_t bytes, cudaStream_t stream)
{
    struct ns_pool_block *block = (struct ns_pool_block *)calloc(1, sizeof(struct ns_pool_block));
    block->address = address;
    block->bytes = bytes;
    block->stream = stream;
    block->free = true;
    block->next = *ns_pool_blocks();
    *ns_pool_blocks() = block;
    return block;
}

// The second of two neighbours becomes part of the first; its entry stays, empty.
inline void ns_pool_merge(struct ns_pool_block *block)
{
    struct ns_pool_block *gone = block->after;
    block->bytes += gone->bytes;
    block->after = gone->after;
    if (gone->after)
        gone->after->before = block;
    gone->bytes = 0;
    gone->free = false;
    gone->before = NULL;
    gone->after = NULL;
}

inline void ns_pool_release(struct ns_pool_block *block)
{
    block->free = true;
    if (block->after && block->after->free)
        ns_pool_merge(block);
    if (block->before && block->before->free)
        ns_pool_merge(block->before);
}

// Blocks whose other users are done become free.
inline void ns_pool_poll()
{
    for (struct ns_pool_block *block = *ns_pool_blocks(); block; block = block->next) {
        if (block->waiting == 0)
            continue;
        int left = 0;
        for (int i = 0; i < block->users; i++)
            if (cudaEventQuery(block->done[i]) == cudaErrorNotReady)
                left++;
        block->waiting = left;
        if (left > 0) {
            cudaGetLastError(); // "not ready" is no error of anybody
        } else {
            block->users = 0;
            ns_pool_release(block);
        }
    }
}

// Device memory for work in `stream`; NULL when cudaMalloc fails.
inline void *ns_pool_alloc(size_t bytes, cudaStream_t stream)
{
    const size_t mb = 1048576;
    bytes = (bytes + 511) / 512 * 512;
    if (bytes == 0)
        bytes = 512;
    ns_pool_poll();
    struct ns_pool_block *best = NULL;
    for (struct ns_pool_block *block = *ns_pool_blocks(); block; block = block->next)
        if (block->free && block->stream == stream && block->bytes >= bytes &&
            (!best || block->bytes < best->bytes))
            best = block;
    if (!best) {
        size_t segment = bytes <= mb        ? 2 * mb
                         : bytes < 10 * mb ? 20 * mb
                                           : (bytes + 2 * mb - 1) / (2 * mb) * (2 * mb);
        void *memory = NULL;
        if (cudaMalloc(&memory, segment) != cudaSuccess)
            return NULL;
        best = ns_pool_add((char *)memory, segment, stream);
    }
    if (best->bytes - bytes >= 512) {
        struct ns_pool_block *rest = ns_pool_add(best->address + bytes, best->bytes - bytes, stream);
        rest->before = best;
        rest->after = best->after;
        if (rest->after)
            rest->after->before = rest;
        best->after = rest;
        best->bytes = bytes;
    }
    best->free = false;
    ns_pool_mark(best->address, best->bytes, stream, 1);
    return best->address;
}

inline struct ns_pool_block *ns_pool_find(void *memory)
{
    for (struct ns_pool_block *block = *ns_pool_blocks(); block; block = block->next)
        if (block->address == (char *)memory && block->bytes > 0)
            return block;
    return NULL;
}

// `stream` uses the block too (at most 8 streams).
inline void ns_pool_record_stream(void *memory, cudaStream_t stream)
{
    struct ns_pool_block *block = ns_pool_find(memory);
    if (!block || stream == block->stream || block->users == 8)
        return;
    for (int i = 0; i < block->users; i++)
        if (block->user[i] == stream)
            return;
    block->user[block->users] = stream;
    block->users++;
}

inline void ns_pool_free(void *memory)
{
    struct ns_pool_block *block = ns_pool_find(memory);
    if (!block)
        return;
    ns_pool_mark(block->address, block->bytes, block->stream, 0);
    for (int i = 0; i < block->users; i++) {
        if (!block->done[i])
            cudaEventCreateWithFlags(&block->done[i], cudaEventDisableTiming);
        cudaEventRecord(block->done[i], block->user[i]);
    }
    block->waiting = block->users;
    if (block->waiting == 0)
        ns_pool_release(block);
}

#endif
