// A capture card delivers blocks; slots return to the free list from host functions in the stream, so the
// producer never synchronizes. Semaphores are made of a mutex and a condition variable.
#include <cuda_runtime.h>
#include <atomic>
#include <cassert>
#include <condition_variable>
#include <cstddef>
#include <cstdio>
#include <cstring>
#include <memory>
#include <mutex>
#include <stack>
#include <thread>
#include <vector>
#include "nullstream.cuh"

#define TRY(expr)                                                                             \
    if (const auto rc = (expr); rc != cudaSuccess)                                            \
    std::fprintf(stderr, "%s -> %s\n", #expr, cudaGetErrorName(rc)), std::abort()

static constexpr std::size_t SAMPLES = 1u << 20;
static constexpr int BLOCKS = 40;
static constexpr int SLOTS = 4;

struct alignas(64) Slot {
    short *samples;   // pinned
    float *levels;    // pinned
    short *d_samples;
    float *d_levels;
    cudaStream_t stream;
    unsigned sequence;
};

class Pool {
  public:
    void put(Slot *s)
    {
        {
            std::scoped_lock lock(mutex);
            free.push(s);
        }
        available.notify_one();
    }
    Slot *get()
    {
        std::unique_lock<std::mutex> lock(mutex);
        while (free.empty())
            available.wait(lock);
        Slot *s = free.top();
        free.pop();
        return s;
    }
    std::size_t size()
    {
        std::scoped_lock lock(mutex);
        return free.size();
    }

  private:
    std::mutex mutex;
    std::condition_variable available;
    std::stack<Slot *> free;
};

// 2 bytes in; a level for 64 samples comes out
#pragma nullstream kernel(levels) bytes(2.0 * n + n / 16.0) flops(2.0 * n) reads(in, 2 * n) writes(out, n / 16)
__global__ void levels(const short *in, float *out, size_t n)
{
    const size_t block = (blockIdx.x * (size_t)blockDim.x + threadIdx.x) / 32;
    const int lane = threadIdx.x % 32;
    if (block * 64 >= n)
        return;
    const short2 v = ((const short2 *)in)[block * 32 + lane];
    float sum = (float)v.x * v.x + (float)v.y * v.y;
    for (int k = 16; k > 0; k >>= 1)
        sum += __shfl_down_sync(0xffffffffu, sum, k);
    if (lane == 0)
        out[block] = sqrtf(sum / 64);
}

struct Session {
    Pool pool;
    std::atomic<int> finished{0};
    std::atomic<unsigned long> checksum{0};
};

struct Done {
    Session *session;
    Slot *slot;
};

static void CUDART_CB onDone(void *arg)
{
    std::unique_ptr<Done> done(static_cast<Done *>(arg));
    done->session->checksum += done->slot->sequence;
    done->session->pool.put(done->slot);
    ++done->session->finished;
}

int main()
{
    Session session;
    std::vector<Slot> slots(SLOTS);
    for (Slot &s : slots) {
        TRY(cudaMallocHost(&s.samples, SAMPLES * sizeof(short)));
        TRY(cudaMallocHost(&s.levels, SAMPLES / 64 * sizeof(float)));
        TRY(cudaMalloc(&s.d_samples, SAMPLES * sizeof(short)));
        TRY(cudaMalloc(&s.d_levels, SAMPLES / 64 * sizeof(float)));
        TRY(cudaStreamCreateWithFlags(&s.stream, cudaStreamNonBlocking));
        session.pool.put(&s);
    }
    for (unsigned b = 0; b < BLOCKS; b++) {
        Slot *const s = session.pool.get();
        s->sequence = b;
        host_work_us(25); // the driver's DMA
        TRY(cudaMemcpyAsync(s->d_samples, s->samples, SAMPLES * sizeof(short), cudaMemcpyHostToDevice, s->stream));
        levels<<<SAMPLES / 2 / 256, 256, 0, s->stream>>>(s->d_samples, s->d_levels, SAMPLES);
        TRY(cudaMemcpyAsync(s->levels, s->d_levels, SAMPLES / 64 * sizeof(float), cudaMemcpyDeviceToHost, s->stream));
        TRY(cudaLaunchHostFunc(s->stream, onDone, new Done{&session, s}));
    }
    for (auto &s : slots)
        TRY(cudaStreamSynchronize(s.stream));
    assert(session.pool.size() == SLOTS);
    std::printf("%d blocks, checksum %lu\n", session.finished.load(), session.checksum.load());
    return session.finished == BLOCKS ? EXIT_SUCCESS : EXIT_FAILURE;
}
