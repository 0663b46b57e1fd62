// Monte Carlo option pricing in three host threads, each with a stream and buffers that it allocates and frees
// itself, so that cudaMalloc and cudaFree of one meet the kernels of the others.
#include <cuda_runtime.h>
#include <atomic>
#include <cstdio>
#include <thread>
#include <vector>
#include <mutex>

#pragma nullstream kernel(rng) bytes(4.0 * n) flops(60.0 * n)
__global__ void rng(float *z, int n, unsigned seed)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        z[i] = (seed * 1664525u + i) * 2.3e-10f;
}
#pragma nullstream kernel(paths) flops(40.0 * n) bytes(4.0 * n) regs(48) reads(z, n * 4) writes(partial, gridDim.x * 4)
__global__ void paths(const float *z, float *partial, int n, float strike)
{
    __shared__ float s[256];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    s[threadIdx.x] = expf(z[i]) - strike;
    __syncthreads();
    if (threadIdx.x == 0)
        partial[blockIdx.x] = s[0];
}
#pragma nullstream kernel(reduce) block_time(5us) reads(partial, n * 4) writes(price, 4)
__global__ void reduce(const float *partial, float *price, int n)
{
    float v = 0;
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        v += partial[i];
    atomicAdd(price, v);
}

struct Plan {
    int device, optionCount, pathN;
    float *prices;
};
std::mutex printing;
std::atomic<int> finished(0);

void solverThread(Plan *plan)
{
    cudaStream_t stream;
    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    for (int o = 0; o < plan->optionCount; o++) {
        float *z, *partial, *price;
        cudaMalloc(&z, plan->pathN * sizeof(float));
        cudaMalloc(&partial, plan->pathN / 256 * sizeof(float));
        cudaMalloc(&price, sizeof(float));
        cudaMemsetAsync(price, 0, sizeof(float), stream);
        for (int batch = 0; batch < 4; batch++) {
            rng<<<plan->pathN / 128, 128, 0, stream>>>(z, plan->pathN, o * 4 + batch);
            paths<<<plan->pathN / 256, 256, 0, stream>>>(z, partial, plan->pathN, 100.f + o);
            reduce<<<1, 512, 0, stream>>>(partial, price, plan->pathN / 256);
        }
        cudaMemcpyAsync(&plan->prices[o], price, sizeof(float), cudaMemcpyDeviceToHost, stream);
        cudaStreamSynchronize(stream);
        cudaFree(z);
        cudaFree(partial);
        cudaFree(price);
    }
    cudaStreamDestroy(stream);
    finished++;
    std::lock_guard<std::mutex> lock(printing);
    printf("solver %d: first price %f\n", plan->device, plan->prices[0]);
}

int main()
{
    const int nThreads = 3;
    Plan plans[nThreads];
    std::vector<std::thread> threads;
    float *warm;
    cudaMalloc(&warm, 1 << 20);
    cudaMemset(warm, 0, 1 << 20);
    for (int i = 0; i < nThreads; i++) {
        plans[i].device = i;
        plans[i].optionCount = 3 + i;
        plans[i].pathN = (2 << 20) * (i + 1);
        cudaMallocHost(&plans[i].prices, plans[i].optionCount * sizeof(float));
    }
    for (int i = 0; i < nThreads; i++)
        threads.push_back(std::thread(solverThread, &plans[i]));
    for (std::thread &t : threads)
        t.join();
    cudaFree(warm);
    printf("%d finished\n", finished.load());
    return 0;
}
