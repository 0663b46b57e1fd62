// Log analytics: parse on the device, aggregate on the host in host functions, flow control by a
// semaphore-like counter that the host functions release.
#include "nullstream.cuh"
#include <condition_variable>
#include <cstdio>
#include <cstring>
#include <mutex>
#include <vector>

#define BLOCK_BYTES (2 << 20)
#define SLOTS 3
#define BLOCKS_TOTAL 14

#pragma nullstream kernel(parse) reads(text, bytes) writes(fields, bytes / 16) block_time(55us)
__global__ void parse(const char *text, unsigned *fields, int bytes)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int lines = bytes / 64;
    for (; i < lines; i += gridDim.x * blockDim.x) {
        unsigned h = 2166136261u;
        for (int c = 0; c < 64; ++c)
            h = (h ^ text[i * 64 + c]) * 16777619u;
        fields[i] = h;
    }
}

struct Pool {
    std::mutex m;
    std::condition_variable cv;
    int free = SLOTS;
    void acquire()
    {
        std::unique_lock<std::mutex> l(m);
        while (free == 0)
            cv.wait(l);
        --free;
    }
    void release()
    {
        std::lock_guard<std::mutex> l(m);
        ++free;
        cv.notify_one();
    }
};

struct Slot {
    char *h_text;
    unsigned *h_fields;
    char *d_text;
    unsigned *d_fields;
    cudaStream_t stream;
    Pool *pool;
    unsigned long long *sum;
};

static void CUDART_CB aggregate(void *p)
{
    Slot *s = static_cast<Slot *>(p);
    unsigned long long acc = 0;
    for (int i = 0; i < BLOCK_BYTES / 64; i += 512)
        acc += s->h_fields[i] & 0xff;
    host_work_us(35);
    *s->sum += acc;
    s->pool->release();
}

int main()
{
    Pool pool;
    std::vector<unsigned long long> sums(SLOTS, 0);
    Slot slots[SLOTS];
    for (int i = 0; i < SLOTS; ++i) {
        Slot &s = slots[i];
        cudaMallocHost((void **)&s.h_text, BLOCK_BYTES);
        cudaMallocHost((void **)&s.h_fields, BLOCK_BYTES / 16);
        cudaMalloc((void **)&s.d_text, BLOCK_BYTES);
        cudaMalloc((void **)&s.d_fields, BLOCK_BYTES / 16);
        cudaStreamCreateWithFlags(&s.stream, cudaStreamNonBlocking);
        s.pool = &pool;
        s.sum = &sums[i];
    }
    for (int b = 0; b < BLOCKS_TOTAL; ++b) {
        pool.acquire();
        // slots come back in order: streams are used round robin
        Slot &s = slots[b % SLOTS];
        cudaStreamSynchronize(s.stream);
        memset(s.h_text, 'a' + b, BLOCK_BYTES);
        cudaMemcpyAsync(s.d_text, s.h_text, BLOCK_BYTES, cudaMemcpyHostToDevice, s.stream);
        parse<<<64, 256, 0, s.stream>>>(s.d_text, s.d_fields, BLOCK_BYTES);
        cudaMemcpyAsync(s.h_fields, s.d_fields, BLOCK_BYTES / 16, cudaMemcpyDeviceToHost, s.stream);
        cudaLaunchHostFunc(s.stream, aggregate, &s);
    }
    cudaDeviceSynchronize();
    unsigned long long total = 0;
    for (auto v : sums)
        total += v;
    printf("aggregate %llu\n", total);
    for (auto &s : slots) {
        cudaStreamDestroy(s.stream);
        cudaFreeHost(s.h_text);
        cudaFreeHost(s.h_fields);
        cudaFree(s.d_text);
        cudaFree(s.d_fields);
    }
    return 0;
}
