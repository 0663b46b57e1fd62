// Ingest of a sensor dump: a reader thread fills pinned slabs, a GPU thread decodes them, a writer
// thread takes the decoded frames. Slabs go round through two bounded queues.
#include <cuda_runtime.h>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <cstdio>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>
#include "nullstream.cuh"

template <typename T> class BoundedQueue {
  public:
    explicit BoundedQueue(size_t capacity) : capacity(capacity) {}
    void push(T value)
    {
        std::unique_lock<std::mutex> lock(mutex);
        notFull.wait(lock, [this] { return items.size() < capacity; });
        items.push_back(std::move(value));
        lock.unlock();
        notEmpty.notify_one();
    }
    std::optional<T> pop()
    {
        std::unique_lock<std::mutex> lock(mutex);
        notEmpty.wait(lock, [this] { return !items.empty() || closed; });
        if (items.empty())
            return std::nullopt;
        T value = std::move(items.front());
        items.pop_front();
        lock.unlock();
        notFull.notify_one();
        return std::optional<T>(std::move(value));
    }
    void close()
    {
        std::lock_guard<std::mutex> lock(mutex);
        closed = true;
        notEmpty.notify_all();
    }

  private:
    const size_t capacity;
    bool closed = false;
    std::deque<T> items;
    std::mutex mutex;
    std::condition_variable notFull, notEmpty;
};

constexpr int kFrames = 24;
constexpr size_t kSlabBytes = 8u << 20;

struct PinnedDeleter {
    void operator()(uint8_t *p) const { cudaFreeHost(p); }
};
using PinnedPtr = std::unique_ptr<uint8_t, PinnedDeleter>;

struct Slab {
    PinnedPtr raw;
    PinnedPtr decoded;
    int frame = -1;
};

// Every byte is read once and written once.
#pragma nullstream kernel(decode) bytes(2.0 * n) flops(6.0 * n) reads(in, n) writes(out, n)
__global__ void decode(const uint8_t *in, uint8_t *out, size_t n, unsigned key)
{
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n / 16; i += (size_t)gridDim.x * blockDim.x) {
        uint4 v = ((const uint4 *)in)[i];
        v.x ^= key; v.y ^= key >> 1; v.z ^= key >> 2; v.w ^= key >> 3;
        ((uint4 *)out)[i] = v;
    }
}

static PinnedPtr allocPinned(size_t bytes)
{
    void *p = nullptr;
    if (cudaHostAlloc(&p, bytes, cudaHostAllocDefault) != cudaSuccess)
        throw std::bad_alloc();
    return PinnedPtr(static_cast<uint8_t *>(p));
}

int main()
{
    BoundedQueue<std::unique_ptr<Slab>> empty(4), full(2), done(4);
    for (int i = 0; i < 4; i++) {
        auto slab = std::make_unique<Slab>();
        slab->raw = allocPinned(kSlabBytes);
        slab->decoded = allocPinned(kSlabBytes);
        empty.push(std::move(slab));
    }

    std::thread reader([&] {
        for (int f = 0; f < kFrames; f++) {
            auto slab = empty.pop();
            if (!slab)
                break;
            host_work_us(180); // the disk's DMA into the slab
            (*slab)->frame = f;
            full.push(std::move(*slab));
        }
        full.close();
    });

    std::thread gpu([&] {
        uint8_t *in[2], *out[2];
        cudaStream_t stream[2];
        std::unique_ptr<Slab> flying[2];
        for (int i = 0; i < 2; i++) {
            cudaMalloc(&in[i], kSlabBytes);
            cudaMalloc(&out[i], kSlabBytes);
            cudaStreamCreateWithFlags(&stream[i], cudaStreamNonBlocking);
        }
        int which = 0;
        while (auto slab = full.pop()) {
            if (flying[which]) {
                cudaStreamSynchronize(stream[which]);
                done.push(std::move(flying[which]));
            }
            Slab &s = **slab;
            cudaMemcpyAsync(in[which], s.raw.get(), kSlabBytes, cudaMemcpyHostToDevice, stream[which]);
            decode<<<528, 256, 0, stream[which]>>>(in[which], out[which], kSlabBytes, 0x9e3779b9u + s.frame);
            cudaMemcpyAsync(s.decoded.get(), out[which], kSlabBytes, cudaMemcpyDeviceToHost, stream[which]);
            flying[which] = std::move(*slab);
            which ^= 1;
        }
        for (int i = 0; i < 2; i++, which ^= 1)
            if (flying[which]) {
                cudaStreamSynchronize(stream[which]);
                done.push(std::move(flying[which]));
            }
        done.close();
    });

    std::thread writer([&] {
        int next = 0;
        while (auto slab = done.pop()) {
            if ((*slab)->frame != next++)
                std::fprintf(stderr, "frame %d out of order\n", (*slab)->frame);
            host_work_us(60);
            empty.push(std::move(*slab));
        }
        std::printf("%d frames written\n", next);
    });
    reader.join();
    gpu.join();
    writer.join();
    return 0;
}
