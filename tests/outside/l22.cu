// An explicit memory pool and a producer/consumer pair of streams that hand over pool memory; frees in the consumer
#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <utility>
#include <vector>

#define RT(x) do { if (cudaError_t e = (x)) { printf("%s:%d %s\n", __FILE__, __LINE__, cudaGetErrorString(e)); exit(1); } } while (false)

template <typename T> __global__ void fill_kernel(T *p, size_t n, T v)
{
    size_t i = blockIdx.x * size_t(blockDim.x) + threadIdx.x;
    if (i < n)
        p[i] = v;
}

template <typename T> __global__ void saxpy_kernel(T a, const T *x, T *y, size_t n)
{
    size_t i = blockIdx.x * size_t(blockDim.x) + threadIdx.x;
    if (i < n)
        y[i] = a * x[i] + y[i];
}

#pragma nullstream kernel(fill_kernel) bytes(1.0 * n * sizeof(T))
#pragma nullstream kernel(saxpy_kernel) bytes(3.0 * n * sizeof(T))

class Pool {
    cudaMemPool_t pool_{};
public:
    explicit Pool(unsigned long long threshold)
    {
        cudaMemPoolProps props;
        memset(&props, 0, sizeof props);
        props.allocType = cudaMemAllocationTypePinned;
        props.handleTypes = cudaMemHandleTypeNone;
        props.location.type = cudaMemLocationTypeDevice;
        props.location.id = 0;
        RT(cudaMemPoolCreate(&pool_, &props));
        RT(cudaMemPoolSetAttribute(pool_, cudaMemPoolAttrReleaseThreshold, &threshold));
    }
    ~Pool() { cudaMemPoolDestroy(pool_); }
    template <typename T> T *get(size_t n, cudaStream_t s)
    {
        T *p = nullptr;
        RT(cudaMallocFromPoolAsync((void **)&p, n * sizeof(T), pool_, s));
        return p;
    }
};

template <typename T> static dim3 grid_for(size_t n) { return dim3(static_cast<unsigned>((n + 255) / 256)); }

int main()
{
    constexpr size_t N = 3 << 20;
    constexpr int TURNS = 16;
    cudaStream_t prod, cons;
    int lo, hi;
    RT(cudaDeviceGetStreamPriorityRange(&lo, &hi));
    RT(cudaStreamCreateWithPriority(&prod, cudaStreamNonBlocking, lo));
    RT(cudaStreamCreateWithPriority(&cons, cudaStreamNonBlocking, hi));
    Pool pool(~0ull);
    float *acc, *out;
    RT(cudaMallocHost(&out, N * sizeof(float)));
    acc = pool.get<float>(N, cons);
    RT(cudaMemsetAsync(acc, 0, N * sizeof(float), cons));

    std::vector<std::pair<cudaEvent_t, cudaEvent_t>> ev(2);
    for (auto &[made, used] : ev) {
        RT(cudaEventCreateWithFlags(&made, cudaEventDisableTiming));
        RT(cudaEventCreateWithFlags(&used, cudaEventDisableTiming));
    }
    for (int t = 0; t < TURNS; t++) {
        auto &[made, used] = ev[t % 2];
        if (t >= 2)
            RT(cudaStreamWaitEvent(prod, used, 0)); // at most two buffers alive
        float *x = pool.get<float>(N, prod);
        fill_kernel<float><<<grid_for<float>(N), 256, 0, prod>>>(x, N, float(t));
        RT(cudaEventRecord(made, prod));
        RT(cudaStreamWaitEvent(cons, made, 0));
        saxpy_kernel<float><<<grid_for<float>(N), 256, 0, cons>>>(0.5f, x, acc, N);
        RT(cudaFreeAsync(x, cons));
        RT(cudaEventRecord(used, cons));
    }
    RT(cudaMemcpyAsync(out, acc, N * sizeof(float), cudaMemcpyDeviceToHost, cons));
    RT(cudaFreeAsync(acc, cons));
    RT(cudaStreamSynchronize(cons));
    printf("%f\n", out[N - 1]);
    for (auto &[made, used] : ev) {
        cudaEventDestroy(made);
        cudaEventDestroy(used);
    }
    RT(cudaFreeHost(out));
    RT(cudaStreamDestroy(prod));
    RT(cudaStreamDestroy(cons));
    return 0;
}
