// Stream-ordered allocation behind RAII: temporaries of varying size come from the default pool.
#include "nullstream.cuh"
#include <cstdint>
#include <cstdio>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

inline void ok(cudaError_t e)
{
    if (e != cudaSuccess)
        throw std::runtime_error(std::string("cuda: ") + cudaGetErrorString(e));
}

class Stream {
public:
    Stream() { ok(cudaStreamCreateWithFlags(&s_, cudaStreamNonBlocking)); }
    ~Stream() { cudaStreamDestroy(s_); }
    Stream(const Stream &) = delete;
    Stream &operator=(const Stream &) = delete;
    operator cudaStream_t() const { return s_; }
    void sync() const { ok(cudaStreamSynchronize(s_)); }

private:
    cudaStream_t s_;
};

template <class T> class Temp {
public:
    Temp(size_t n, cudaStream_t s) : n_(n), s_(s) { ok(cudaMallocAsync((void **)&p_, n * sizeof(T), s)); }
    Temp(Temp &&o) noexcept : p_(std::exchange(o.p_, nullptr)), n_(o.n_), s_(o.s_) {}
    ~Temp()
    {
        if (p_)
            cudaFreeAsync(p_, s_);
    }
    T *get() const { return p_; }
    size_t bytes() const { return n_ * sizeof(T); }

private:
    T *p_ = nullptr;
    size_t n_;
    cudaStream_t s_;
};

#pragma nullstream kernel(scale) bytes(8.0 * n) flops(1.0 * n)
__global__ void scale(const float *in, float *out, float f, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = in[i] * f;
}

__global__ void score(const float *in, float *out)
{
    if (threadIdx.x == 0)
        out[blockIdx.x] = in[blockIdx.x * blockDim.x];
    spin_us(40);
}

int main(int argc, char **argv)
{
    const bool keep = argc > 1 && std::string(argv[1]) == "keep";
    cudaMemPool_t pool;
    ok(cudaDeviceGetDefaultMemPool(&pool, 0));
    if (keep) {
        uint64_t all = UINT64_MAX;
        ok(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &all));
    }

    std::vector<Stream> streams(2);
    const int largest = 6 << 20;
    float *host, *scores;
    ok(cudaMallocHost(&host, largest * sizeof(float)));
    ok(cudaMallocHost(&scores, 1024 * sizeof(float)));
    for (int i = 0; i < largest; i += 512)
        host[i] = 1.0f;

    for (int step = 0; step < 12; step++) {
        Stream &s = streams[step % 2];
        const int n = (1 + step % 3) * (2 << 20);
        {
            Temp<float> in(n, s), mid(n, s), out(128, s);
            ok(cudaMemcpyAsync(in.get(), host, in.bytes(), cudaMemcpyHostToDevice, s));
            scale<<<n / 512, 512, 0, s>>>(in.get(), mid.get(), 2.0f, n);
            score<<<128, 512, 0, s>>>(mid.get(), out.get());
            ok(cudaMemcpyAsync(scores + step % 2 * 128, out.get(), out.bytes(), cudaMemcpyDeviceToHost, s));
        }
        if (step % 4 == 3)
            for (auto &each : streams)
                each.sync();
    }
    ok(cudaDeviceSynchronize());
    uint64_t reserved = 0;
    ok(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrReservedMemCurrent, &reserved));
    printf("reserved %llu, score %f\n", (unsigned long long)reserved, scores[0]);
    cudaFreeHost(host);
    cudaFreeHost(scores);
    return 0;
}
