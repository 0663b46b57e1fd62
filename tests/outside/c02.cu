// After the concurrentKernels sample: one-block kernels in many streams, a sum in the last stream that
// waits for all of them by events, and a repetition with several waves' worth of small kernels.
#include <cstdio>
#include <cstdlib>
#include <vector>
#include "nullstream.cuh"

typedef long long clock_t64;

__global__ void clock_block(double us) { spin_us(us); }

#pragma nullstream kernel(sum) time(6us) reads(d_clocks, 0)
__global__ void sum(const clock_t64 *d_clocks, int N)
{
    __shared__ clock_t64 s_clocks[32];
    clock_t64 my_sum = 0;
    for (int i = threadIdx.x; i < N; i += blockDim.x)
        my_sum += d_clocks[i];
    s_clocks[threadIdx.x] = my_sum;
    __syncthreads();
    for (int i = 16; i > 0; i /= 2) {
        if (threadIdx.x < i)
            s_clocks[threadIdx.x] += s_clocks[threadIdx.x + i];
        __syncthreads();
    }
}

static void run(int nkernels, int grid, double us, cudaEvent_t t0, cudaEvent_t t1, clock_t64 *a, clock_t64 *d_a)
{
    int nstreams = nkernels + 1;
    cudaStream_t *streams = (cudaStream_t *)malloc(nstreams * sizeof(cudaStream_t));
    for (int i = 0; i < nstreams; i++)
        cudaStreamCreate(&(streams[i]));
    std::vector<cudaEvent_t> kernelEvent(nkernels);
    for (auto &e : kernelEvent)
        cudaEventCreateWithFlags(&e, cudaEventDisableTiming);

    cudaEventRecord(t0, 0);
    for (int i = 0; i < nkernels; ++i) {
        clock_block<<<grid, 64, 0, streams[i]>>>(us);
        cudaEventRecord(kernelEvent[i], streams[i]);
        cudaStreamWaitEvent(streams[nstreams - 1], kernelEvent[i], 0);
    }
    sum<<<1, 32, 0, streams[nstreams - 1]>>>(d_a, nkernels);
    cudaMemcpyAsync(a, d_a, sizeof(clock_t64), cudaMemcpyDeviceToHost, streams[nstreams - 1]);
    cudaEventRecord(t1, 0);
    cudaEventSynchronize(t1);
    float ms;
    cudaEventElapsedTime(&ms, t0, t1);
    printf("%2d kernels of %d blocks: %.3f ms measured, %.3f ms in series\n", nkernels, grid, ms, nkernels * us * 1e-3);
    for (int i = 0; i < nkernels; i++) {
        cudaStreamDestroy(streams[i]);
        cudaEventDestroy(kernelEvent[i]);
    }
    cudaStreamDestroy(streams[nstreams - 1]);
    free(streams);
}

int main()
{
    clock_t64 *a = 0, *d_a = 0;
    cudaMallocHost((void **)&a, 64 * sizeof(clock_t64));
    cudaMalloc((void **)&d_a, 64 * sizeof(clock_t64));
    cudaEvent_t start_event, stop_event;
    cudaEventCreate(&start_event);
    cudaEventCreate(&stop_event);
    run(8, 1, 500, start_event, stop_event, a, d_a);
    run(16, 1, 120, start_event, stop_event, a, d_a);
    run(24, 300, 75, start_event, stop_event, a, d_a);
    run(5, 5000, 20, start_event, stop_event, a, d_a);
    cudaFreeHost(a);
    cudaFree(d_a);
    return 0;
}
