// After concurrentKernels: nkernels single-block kernels in as many streams, a record behind each,
// all joined by the last stream, which sums and copies the result. Twice: depth of 1 and of 2.
#include "nullstream.cuh"
#include <stdio.h>
#include <stdlib.h>

typedef long long clock_type;

#pragma nullstream kernel(clock_block) time(40us + 5us * (threadIdx0 % 7)) writes(d_o, sizeof(clock_type))
__global__ void clock_block(clock_type *d_o, int threadIdx0)
{
    spin_us(40 + 5 * (threadIdx0 % 7));
    d_o[0] = threadIdx0;
}

#pragma nullstream kernel(sum) time(8us) reads(d_clocks, N * 8) writes(d_clocks, 8) shared(256)
__global__ void sum(clock_type *d_clocks, int N)
{
    __shared__ clock_type s_clocks[32];
    clock_type my_sum = 0;
    for (int i = threadIdx.x; i < N; i += blockDim.x)
        my_sum += d_clocks[i];
    s_clocks[threadIdx.x] = my_sum;
    __syncthreads();
    for (int i = 16; i > 0; i /= 2) {
        if (threadIdx.x < i)
            s_clocks[threadIdx.x] += s_clocks[threadIdx.x + i];
        __syncthreads();
    }
    d_clocks[0] = s_clocks[0];
}

int main(int argc, char *argv[])
{
    const int nkernels = 12;
    const int nstreams = nkernels + 1;
    const size_t nbytes = nkernels * sizeof(clock_type);
    clock_type *a = 0, *d_a = 0;
    cudaMallocHost((void **)&a, nbytes);
    cudaMalloc((void **)&d_a, nbytes);

    cudaStream_t *streams = (cudaStream_t *)malloc(nstreams * sizeof(cudaStream_t));
    for (int i = 0; i < nstreams; i++)
        cudaStreamCreate(&streams[i]);
    cudaEvent_t start_event, stop_event;
    cudaEventCreate(&start_event);
    cudaEventCreate(&stop_event);
    cudaEvent_t *kernelEvent = (cudaEvent_t *)malloc(nkernels * sizeof(cudaEvent_t));
    for (int i = 0; i < nkernels; i++)
        cudaEventCreateWithFlags(&kernelEvent[i], cudaEventDisableTiming);

    for (int depth = 1; depth <= 2; depth++) {
        float elapsed_time = 0;
        cudaEventRecord(start_event, 0);
        for (int i = 0; i < nkernels; ++i) {
            for (int d = 0; d < depth; d++)
                clock_block<<<1, 1, 0, streams[i]>>>(&d_a[i], i + d);
            cudaEventRecord(kernelEvent[i], streams[i]);
            cudaStreamWaitEvent(streams[nstreams - 1], kernelEvent[i], 0);
        }
        sum<<<1, 32, 0, streams[nstreams - 1]>>>(d_a, nkernels);
        cudaMemcpyAsync(a, d_a, sizeof(clock_type), cudaMemcpyDeviceToHost, streams[nstreams - 1]);
        cudaEventRecord(stop_event, 0);
        cudaEventSynchronize(stop_event);
        cudaEventElapsedTime(&elapsed_time, start_event, stop_event);
        printf("depth %d: %.3fs for %d kernels\n", depth, elapsed_time / 1000.0f, nkernels * depth);
    }
    for (int i = 0; i < nkernels; i++) {
        cudaStreamDestroy(streams[i]);
        cudaEventDestroy(kernelEvent[i]);
    }
    free(streams);
    free(kernelEvent);
    cudaEventDestroy(start_event);
    cudaEventDestroy(stop_event);
    cudaFreeHost(a);
    cudaFree(d_a);
    return 0;
}
