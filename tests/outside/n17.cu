// After UnifiedMemoryStreams: tasks of different sizes in managed memory, each prefetched to the device
// in its stream, computed, prefetched back; the matrix is advised read-mostly.
#include "nullstream.cuh"
#include <nvtx3/nvToolsExt.h>
#include <cstdio>
#include <cstdlib>
#include <vector>

#if CUDART_VERSION >= 13000
static cudaMemLocation place(int d) { cudaMemLocation l{}; l.type = d < 0 ? cudaMemLocationTypeHost : cudaMemLocationTypeDevice; l.id = d < 0 ? 0 : d; return l; }
#define PREFETCH(p, n, d, s) cudaMemPrefetchAsync(p, n, place(d), 0, s)
#define ADVISE(p, n, a, d) cudaMemAdvise(p, n, a, place(d))
#else
#define PREFETCH(p, n, d, s) cudaMemPrefetchAsync(p, n, d, s)
#define ADVISE(p, n, a, d) cudaMemAdvise(p, n, a, d)
#endif

#pragma nullstream kernel(gemv) bytes(4.0 * size * size) flops(2.0 * size * size) reads(matrix, size * size * 4) reads(x, size * 4) writes(y, size * 4)
__global__ void gemv(const float *matrix, const float *x, float *y, unsigned size)
{
    unsigned row = blockIdx.x;
    float sum = 0;
    for (unsigned i = threadIdx.x; i < size; i += blockDim.x)
        sum += matrix[row * size + i] * x[i];
    for (int o = 16; o; o >>= 1)
        sum += __shfl_xor_sync(~0u, sum, o);
    if (threadIdx.x % 32 == 0)
        atomicAdd(&y[row], sum);
}

struct Task {
    unsigned size, id;
    float *data = nullptr, *result = nullptr, *vector = nullptr;
    Task(unsigned s, unsigned i) : size(s), id(i)
    {
        cudaMallocManaged(&data, sizeof(float) * size * size);
        cudaMallocManaged(&result, sizeof(float) * size);
        cudaMallocManaged(&vector, sizeof(float) * size);
        ADVISE(data, sizeof(float) * size * size, cudaMemAdviseSetReadMostly, 0);
        for (unsigned k = 0; k < size; k++) {
            for (unsigned j = 0; j < size; j += 1024)
                data[k * size + j] = (float)(k + j);
            vector[k] = 1.0f;
            result[k] = 0.0f;
        }
    }
};

int main()
{
    int device = 0;
    cudaGetDevice(&device);
    const int nstreams = 3, N = 9;
    cudaStream_t streams[nstreams];
    for (int i = 0; i < nstreams; i++)
        cudaStreamCreate(&streams[i]);
    srand(48);
    std::vector<Task> tasks;
    tasks.reserve(N);
    for (int i = 0; i < N; i++)
        tasks.emplace_back(1024 + 512 * (unsigned)((i * 5) % 4), i);
    cudaDeviceSynchronize();

    nvtxRangePushA("nullstream");
    for (int i = 0; i < N; i++) {
        Task &t = tasks[i];
        cudaStream_t s = streams[i % nstreams];
        PREFETCH(t.data, sizeof(float) * t.size * t.size, device, s);
        PREFETCH(t.vector, sizeof(float) * t.size, device, s);
        PREFETCH(t.result, sizeof(float) * t.size, device, s);
        for (int k = 0; k < 3; k++)
            gemv<<<t.size, 256, 0, s>>>(t.data, t.vector, t.result, t.size);
        PREFETCH(t.result, sizeof(float) * t.size, cudaCpuDeviceId, s);
    }
    for (int i = 0; i < nstreams; i++)
        cudaStreamSynchronize(streams[i]);
    nvtxRangePop();
    float check = 0;
    for (auto &t : tasks)
        check += t.result[0];
    printf("All Done! %g\n", check);
    return 0;
}
