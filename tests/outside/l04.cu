// concurrentKernels-like: nkernels clock kernels in streams, a sum kernel that waits for all by events
#include <cooperative_groups.h>
#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>
#include <vector>

namespace cg = cooperative_groups;

#define checkCudaErrors(e)                                                   \
    if ((e) != cudaSuccess) {                                                \
        fprintf(stderr, "%s failed at %d\n", #e, __LINE__);                  \
        exit(EXIT_FAILURE);                                                  \
    }

#pragma nullstream kernel(clock_block) block_time(200us) writes(d_o, 8)
__global__ void clock_block(clock_t *d_o, clock_t clock_count)
{
    unsigned int start_clock = (unsigned int)clock();
    clock_t clock_offset = 0;
    while (clock_offset < clock_count) {
        unsigned int end_clock = (unsigned int)clock();
        clock_offset = (clock_t)(end_clock - start_clock);
    }
    d_o[0] = clock_offset;
}

#pragma nullstream kernel(sum) time(5us) reads(d_clocks, N * 8) writes(d_clocks, 8)
__global__ void sum(clock_t *d_clocks, int N)
{
    cg::thread_block cta = cg::this_thread_block();
    __shared__ clock_t s_clocks[32];
    clock_t my_sum = 0;
    for (int i = threadIdx.x; i < N; i += blockDim.x)
        my_sum += d_clocks[i];
    s_clocks[threadIdx.x] = my_sum;
    cg::sync(cta);
    for (int i = 16; i > 0; i /= 2) {
        if (threadIdx.x < i)
            s_clocks[threadIdx.x] += s_clocks[threadIdx.x + i];
        cg::sync(cta);
    }
    d_clocks[0] = s_clocks[0];
}

int main(int argc, char **argv)
{
    int nkernels = 8;
    int nstreams = nkernels + 1;
    int nbytes = nkernels * sizeof(clock_t);
    float kernel_time = 0.2f; // ms
    float elapsed_time;
    int cuda_device = 0;

    cudaDeviceProp deviceProp;
    checkCudaErrors(cudaGetDevice(&cuda_device));
    checkCudaErrors(cudaGetDeviceProperties(&deviceProp, cuda_device));
    if (deviceProp.concurrentKernels == 0) {
        printf("> GPU does not support concurrent kernel execution\n");
        printf("  CUDA kernel runs will be serialized\n");
    }
    printf("> Detected Compute SM %d.%d hardware with %d multi-processors\n", deviceProp.major,
           deviceProp.minor, deviceProp.multiProcessorCount);

    clock_t *a = 0;
    checkCudaErrors(cudaMallocHost((void **)&a, nbytes));
    clock_t *d_a = 0;
    checkCudaErrors(cudaMalloc((void **)&d_a, nbytes));

    cudaStream_t *streams = (cudaStream_t *)malloc(nstreams * sizeof(cudaStream_t));
    for (int i = 0; i < nstreams; i++)
        checkCudaErrors(cudaStreamCreate(&(streams[i])));

    cudaEvent_t start_event, stop_event;
    checkCudaErrors(cudaEventCreate(&start_event));
    checkCudaErrors(cudaEventCreate(&stop_event));
    std::vector<cudaEvent_t> kernelEvent(nkernels);
    for (auto &e : kernelEvent)
        checkCudaErrors(cudaEventCreateWithFlags(&e, cudaEventDisableTiming));

    clock_t total_clocks = 0;
    int clockRate = 0;
    checkCudaErrors(cudaDeviceGetAttribute(&clockRate, cudaDevAttrClockRate, cuda_device));
    clock_t time_clocks = (clock_t)(kernel_time * clockRate);

    cudaEventRecord(start_event, 0);
    for (int i = 0; i < nkernels; ++i) {
        clock_block<<<1, 1, 0, streams[i]>>>(&d_a[i], time_clocks);
        total_clocks += time_clocks;
        checkCudaErrors(cudaEventRecord(kernelEvent[i], streams[i]));
        // make the last stream wait for the kernel event to be recorded
        checkCudaErrors(cudaStreamWaitEvent(streams[nstreams - 1], kernelEvent[i], 0));
    }
    sum<<<1, 32, 0, streams[nstreams - 1]>>>(d_a, nkernels);
    checkCudaErrors(cudaMemcpyAsync(a, d_a, sizeof(clock_t), cudaMemcpyDeviceToHost, streams[nstreams - 1]));
    // at this point the CPU has dispatched all work for the GPU and can continue processing other tasks
    checkCudaErrors(cudaEventRecord(stop_event, 0));
    checkCudaErrors(cudaEventSynchronize(stop_event));
    checkCudaErrors(cudaEventElapsedTime(&elapsed_time, start_event, stop_event));

    printf("Expected time for serial execution of %d kernels = %.3fs\n", nkernels, nkernels * kernel_time / 1000.0f);
    printf("Expected time for concurrent execution of %d kernels = %.3fs\n", nkernels, kernel_time / 1000.0f);
    printf("Measured time for sample = %.3fs\n", elapsed_time / 1000.0f);
    bool bTestResult = (a[0] > total_clocks);

    for (int i = 0; i < nkernels; i++) {
        cudaStreamDestroy(streams[i]);
        cudaEventDestroy(kernelEvent[i]);
    }
    cudaStreamDestroy(streams[nkernels]);
    free(streams);
    cudaEventDestroy(start_event);
    cudaEventDestroy(stop_event);
    cudaFreeHost(a);
    cudaFree(d_a);
    if (!bTestResult) {
        printf("Test failed!\n");
        exit(EXIT_FAILURE);
    }
    printf("Test passed\n");
    exit(EXIT_SUCCESS);
}
