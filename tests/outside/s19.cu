// Batch tool: variable sized jobs allocate their scratch from a stream-ordered pool with a release
// threshold; jobs are objects with virtual stages; statistics of the pool at the end.
#include "nullstream.cuh"
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#pragma nullstream kernel(transform_kernel) flops(40.0 * n) bytes(8.0 * n)
template <typename T, typename F> __global__ void transform_kernel(const T *in, T *out, size_t n, F f)
{
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x)
        out[i] = f(in[i]);
}

struct Square {
    __device__ float operator()(float x) const { return x * x; }
};
struct Scale {
    float k;
    __device__ float operator()(float x) const { return k * x; }
};

class Job {
public:
    Job(std::string name, size_t n) : name_(std::move(name)), n_(n) {}
    virtual ~Job() = default;
    virtual void enqueue(const float *in, float *out, cudaStream_t s) = 0;
    size_t size() const { return n_; }
    const std::string &name() const { return name_; }

protected:
    int grid() const { return (int)std::min<size_t>((n_ + 255) / 256, 1056); }
    std::string name_;
    size_t n_;
};

class SquareJob : public Job {
    using Job::Job;
    void enqueue(const float *in, float *out, cudaStream_t s) override
    {
        transform_kernel<<<grid(), 256, 0, s>>>(in, out, n_, Square{});
    }
};

class PolyJob : public Job {
    int degree_;

public:
    PolyJob(std::string name, size_t n, int degree) : Job(std::move(name), n), degree_(degree) {}
    void enqueue(const float *in, float *out, cudaStream_t s) override
    {
        float *tmp;
        cudaMallocAsync((void **)&tmp, n_ * sizeof(float), s);
        const float *src = in;
        for (int d = 0; d < degree_; ++d) {
            transform_kernel<<<grid(), 256, 0, s>>>(src, d % 2 ? out : tmp, n_, Scale{0.5f * d});
            src = d % 2 ? out : tmp;
        }
        if (degree_ % 2)
            cudaMemcpyAsync(out, tmp, n_ * sizeof(float), cudaMemcpyDeviceToDevice, s);
        cudaFreeAsync(tmp, s);
    }
};

int main(int argc, char **argv)
{
    int dev = 0;
    cudaMemPool_t pool;
    cudaGetDevice(&dev);
    cudaDeviceGetDefaultMemPool(&pool, dev);
    uint64_t threshold = UINT64_MAX;
    cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &threshold);

    std::vector<std::unique_ptr<Job>> jobs;
    for (int i = 0; i < 9; ++i) {
        size_t n = (size_t)(256 + 173 * i) << 10;
        if (i % 3 == 2)
            jobs.push_back(std::make_unique<PolyJob>("poly" + std::to_string(i), n, 3 + i % 2));
        else
            jobs.push_back(std::make_unique<SquareJob>("square" + std::to_string(i), n));
    }

    cudaStream_t streams[3];
    for (auto &s : streams)
        cudaStreamCreate(&s);
    float *in_h, *out_h;
    const size_t most = (size_t)2 << 20;
    cudaHostAlloc(&in_h, most * sizeof(float), cudaHostAllocWriteCombined);
    cudaHostAlloc(&out_h, most * sizeof(float) * 3, cudaHostAllocDefault);

    int i = 0;
    for (auto &job : jobs) {
        cudaStream_t s = streams[i % 3];
        size_t bytes = job->size() * sizeof(float);
        float *in, *out;
        cudaMallocAsync(&in, bytes, s);
        cudaMallocAsync(&out, bytes, s);
        cudaMemcpyAsync(in, in_h, bytes, cudaMemcpyHostToDevice, s);
        job->enqueue(in, out, s);
        cudaFreeAsync(in, s);
        cudaMemcpyAsync(out_h + (i % 3) * most, out, bytes, cudaMemcpyDeviceToHost, s);
        cudaFreeAsync(out, s);
        ++i;
    }
    for (auto &s : streams)
        cudaStreamSynchronize(s);
    uint64_t high = 0;
    cudaMemPoolGetAttribute(pool, cudaMemPoolAttrUsedMemHigh, &high);
    printf("%d jobs, at most %llu MiB in use\n", i, (unsigned long long)(high >> 20));
    cudaMemPoolTrimTo(pool, 0);
    for (auto &s : streams)
        cudaStreamDestroy(s);
    cudaFreeHost(in_h);
    cudaFreeHost(out_h);
    return 0;
}
