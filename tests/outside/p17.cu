// Triple-buffered streaming with an RAII pipeline class, three streams by role (in, compute, out) and events between them.
#include <cuda_runtime.h>
#include <algorithm>
#include <cstdio>
#include <stdexcept>
#include <string>
#include <vector>

inline void check(cudaError_t e, const char *file, int line)
{
    if (e != cudaSuccess)
        throw std::runtime_error(std::string(file) + ":" + std::to_string(line) + ": " + cudaGetErrorString(e));
}
#define CK(x) check((x), __FILE__, __LINE__)

#pragma nullstream kernel(compress) flops(220.0 * n) bytes(1.3 * n) reads(in, n) writes(out, n / 4) regs(40)
__global__ void compress(const char *__restrict__ in, char *__restrict__ out, size_t n) {}

template <typename T> class DeviceBuffer {
    T *p_ = nullptr;
    size_t n_ = 0;

  public:
    DeviceBuffer() = default;
    explicit DeviceBuffer(size_t n) : n_(n) { CK(cudaMalloc(&p_, n * sizeof(T))); }
    DeviceBuffer(DeviceBuffer &&o) noexcept : p_(o.p_), n_(o.n_) { o.p_ = nullptr; }
    DeviceBuffer &operator=(DeviceBuffer &&o) noexcept
    {
        std::swap(p_, o.p_);
        std::swap(n_, o.n_);
        return *this;
    }
    DeviceBuffer(const DeviceBuffer &) = delete;
    ~DeviceBuffer() { cudaFree(p_); }
    T *data() { return p_; }
    size_t size() const { return n_; }
};

struct Event {
    cudaEvent_t e;
    Event() { CK(cudaEventCreateWithFlags(&e, cudaEventDisableTiming)); }
    Event(Event &&o) noexcept : e(o.e) { o.e = nullptr; }
    ~Event()
    {
        if (e)
            cudaEventDestroy(e);
    }
};

struct Stage {
    DeviceBuffer<char> in, out;
    Event loaded, computed, stored;
    explicit Stage(size_t n) : in(n), out(n / 4) {}
};

int main()
try {
    const size_t block = 6 << 20;
    const int blocks = 18;
    char *src, *dst;
    CK(cudaHostAlloc(&src, block * blocks, cudaHostAllocDefault));
    CK(cudaHostAlloc(&dst, block * blocks / 4, cudaHostAllocDefault));
    cudaStream_t in, run, out;
    CK(cudaStreamCreateWithFlags(&in, cudaStreamNonBlocking));
    CK(cudaStreamCreateWithFlags(&run, cudaStreamNonBlocking));
    CK(cudaStreamCreateWithFlags(&out, cudaStreamNonBlocking));
    {
        std::vector<Stage> ring;
        ring.reserve(3);
        for (int i = 0; i < 3; i++)
            ring.emplace_back(block);
        for (int b = 0; b < blocks; b++) {
            Stage &st = ring[b % ring.size()];
            if (b >= 3)
                CK(cudaStreamWaitEvent(in, st.computed.e, 0));
            CK(cudaMemcpyAsync(st.in.data(), src + b * block, block, cudaMemcpyHostToDevice, in));
            CK(cudaEventRecord(st.loaded.e, in));
            CK(cudaStreamWaitEvent(run, st.loaded.e, 0));
            if (b >= 3)
                CK(cudaStreamWaitEvent(run, st.stored.e, 0));
            compress<<<unsigned(block / 4096), 256, 0, run>>>(st.in.data(), st.out.data(), block);
            CK(cudaGetLastError());
            CK(cudaEventRecord(st.computed.e, run));
            CK(cudaStreamWaitEvent(out, st.computed.e, 0));
            CK(cudaMemcpyAsync(dst + b * (block / 4), st.out.data(), block / 4, cudaMemcpyDeviceToHost, out));
            CK(cudaEventRecord(st.stored.e, out));
        }
        CK(cudaStreamSynchronize(out));
    }
    CK(cudaFreeHost(src));
    CK(cudaFreeHost(dst));
    return 0;
} catch (const std::exception &e) {
    fprintf(stderr, "%s\n", e.what());
    return 1;
}
