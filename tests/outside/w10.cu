// C++17. Transfer benchmark: every combination of direction, memory kind and size, best of three by events, then both directions at once.
#include <cuda_runtime.h>
#include <algorithm>
#include <array>
#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

enum class Kind { Pinned, Pageable, Registered };

struct Buffer {
    Kind kind;
    char *data = nullptr;
    size_t size;
    Buffer(Kind k, size_t n) : kind(k), size(n)
    {
        switch (kind) {
        case Kind::Pinned:
            cudaHostAlloc(reinterpret_cast<void **>(&data), n, cudaHostAllocDefault);
            break;
        case Kind::Pageable:
            data = new char[n];
            break;
        case Kind::Registered:
            data = new char[n];
            cudaHostRegister(data, n, cudaHostRegisterDefault);
            break;
        }
        std::memset(data, 1, n);
    }
    ~Buffer()
    {
        switch (kind) {
        case Kind::Pinned: cudaFreeHost(data); break;
        case Kind::Registered: cudaHostUnregister(data); [[fallthrough]];
        case Kind::Pageable: delete[] data;
        }
    }
    Buffer(const Buffer &) = delete;
    Buffer &operator=(const Buffer &) = delete;
    const char *name() const
    {
        static const char *const names[] = {"pinned", "pageable", "registered"};
        return names[static_cast<int>(kind)];
    }
};

template <class F> float best_of(int n, cudaStream_t s, F &&work)
{
    cudaEvent_t a, b;
    cudaEventCreate(&a);
    cudaEventCreate(&b);
    float best = 1e30f;
    for (int i = 0; i < n; i++) {
        cudaEventRecord(a, s);
        work();
        cudaEventRecord(b, s);
        cudaEventSynchronize(b);
        float ms;
        cudaEventElapsedTime(&ms, a, b);
        best = std::min(best, ms);
    }
    cudaEventDestroy(a);
    cudaEventDestroy(b);
    return best;
}

int main()
{
    constexpr size_t kMost = 4 << 20;
    Buffer pinned(Kind::Pinned, 2 * kMost), pageable(Kind::Pageable, kMost), registered(Kind::Registered, kMost);
    char *device, *other;
    cudaMalloc(&device, kMost);
    cudaMalloc(&other, kMost);
    cudaStream_t up, down;
    cudaStreamCreate(&up);
    cudaStreamCreate(&down);
    const std::array<size_t, 3> sizes{size_t{32} << 10, size_t{512} << 10, kMost};

    for (Buffer *b : {&pinned, &pageable, &registered}) {
        for (size_t n : sizes) {
            float in = best_of(3, up, [&] { cudaMemcpyAsync(device, b->data, n, cudaMemcpyHostToDevice, up); });
            float out = best_of(3, down, [&] { cudaMemcpyAsync(b->data, device, n, cudaMemcpyDeviceToHost, down); });
            std::printf("%-10s %8zu  in %6.2f GB/s  out %6.2f GB/s\n", b->name(), n, n / in / 1e6, n / out / 1e6);
        }
    }
    for (size_t n : sizes) {
        float d2d = best_of(3, up, [&] { cudaMemcpyAsync(other, device, n, cudaMemcpyDeviceToDevice, up); });
        float set = best_of(3, up, [&] { cudaMemsetAsync(other, 0, n, up); });
        std::printf("d2d %zu %.2f GB/s, memset %.2f GB/s\n", n, 2 * n / d2d / 1e6, n / set / 1e6);
    }
    // duplex
    cudaEvent_t go, back;
    cudaEventCreateWithFlags(&go, cudaEventDisableTiming);
    cudaEventCreateWithFlags(&back, cudaEventDisableTiming);
    float both = best_of(3, up, [&] {
        cudaEventRecord(go, up);
        cudaStreamWaitEvent(down, go, 0);
        cudaMemcpyAsync(device, pinned.data, kMost, cudaMemcpyHostToDevice, up);
        cudaMemcpyAsync(pinned.data + kMost, other, kMost, cudaMemcpyDeviceToHost, down);
        cudaEventRecord(back, down);
        cudaStreamWaitEvent(up, back, 0);
    });
    std::printf("both ways %.2f GB/s\n", 2 * kMost / both / 1e6);
    cudaFree(device);
    cudaFree(other);
    return 0;
}
