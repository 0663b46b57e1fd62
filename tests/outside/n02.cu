// After NVIDIA's simpleStreams sample: the same work once in the default stream and once cut into
// pieces of nstreams streams, all kernels first and then all copies, timed with events.
#include "nullstream.cuh"
#include <stdio.h>
#include <string.h>

static const char *sEventSyncMethod[] = {"cudaEventDefault", "cudaEventBlockingSync"};

#pragma nullstream kernel(init_array) bytes(8.0 * gridDim.x * blockDim.x) flops(2.0 * num_iterations * gridDim.x * blockDim.x)
__global__ void init_array(int *g_data, const int *factor, int num_iterations)
{
    int idx = blockIdx.x * blockDim.x + threadIdx.x;
    for (int i = 0; i < num_iterations; i++)
        g_data[idx] += *factor;
}

int main(int argc, char **argv)
{
    const int nstreams = 4, nreps = 5, niterations = 40;
    const int n = 4 * 1024 * 1024;
    const size_t nbytes = n * sizeof(int);
    int *h_a, *d_a, *d_c, c = 5;
    float elapsed_time, time_memcpy, time_kernel;

    cudaSetDeviceFlags(cudaDeviceScheduleSpin);
    cudaHostAlloc((void **)&h_a, nbytes, cudaHostAllocDefault);
    memset(h_a, 0, nbytes);
    cudaMalloc((void **)&d_a, nbytes);
    cudaMalloc((void **)&d_c, sizeof(int));
    cudaMemset(d_a, 0, nbytes);
    cudaMemcpy(d_c, &c, sizeof(int), cudaMemcpyHostToDevice);

    cudaStream_t streams[nstreams];
    for (int i = 0; i < nstreams; i++)
        cudaStreamCreate(&streams[i]);
    cudaEvent_t start_event, stop_event;
    cudaEventCreateWithFlags(&start_event, cudaEventDefault);
    cudaEventCreateWithFlags(&stop_event, cudaEventDefault);

    // time a memcpy
    cudaEventRecord(start_event, 0);
    cudaMemcpyAsync(h_a, d_a, nbytes, cudaMemcpyDeviceToHost, streams[0]);
    cudaEventRecord(stop_event, 0);
    cudaEventSynchronize(stop_event);
    cudaEventElapsedTime(&time_memcpy, start_event, stop_event);

    // time a kernel
    dim3 threads(512, 1), blocks(n / threads.x, 1);
    cudaEventRecord(start_event, 0);
    init_array<<<blocks, threads, 0, streams[0]>>>(d_a, d_c, niterations);
    cudaEventRecord(stop_event, 0);
    cudaEventSynchronize(stop_event);
    cudaEventElapsedTime(&time_kernel, start_event, stop_event);

    // non-streamed
    cudaEventRecord(start_event, 0);
    for (int k = 0; k < nreps; k++) {
        init_array<<<blocks, threads>>>(d_a, d_c, niterations);
        cudaMemcpy(h_a, d_a, nbytes, cudaMemcpyDeviceToHost);
    }
    cudaEventRecord(stop_event, 0);
    cudaEventSynchronize(stop_event);
    cudaEventElapsedTime(&elapsed_time, start_event, stop_event);
    printf("non-streamed:\t%.2f\n", elapsed_time / nreps);

    // streamed
    blocks = dim3(n / (nstreams * threads.x), 1);
    cudaMemsetAsync(d_a, 0, nbytes, 0);
    cudaEventRecord(start_event, 0);
    for (int k = 0; k < nreps; k++) {
        for (int i = 0; i < nstreams; i++)
            init_array<<<blocks, threads, 0, streams[i]>>>(d_a + i * n / nstreams, d_c, niterations);
        for (int i = 0; i < nstreams; i++)
            cudaMemcpyAsync(h_a + i * n / nstreams, d_a + i * n / nstreams, nbytes / nstreams,
                            cudaMemcpyDeviceToHost, streams[i]);
    }
    cudaEventRecord(stop_event, 0);
    cudaEventSynchronize(stop_event);
    cudaEventElapsedTime(&elapsed_time, start_event, stop_event);
    printf("%d streams:\t%.2f (%s)\n", nstreams, elapsed_time / nreps, sEventSyncMethod[0]);

    for (int i = 0; i < nstreams; i++)
        cudaStreamDestroy(streams[i]);
    cudaEventDestroy(start_event);
    cudaEventDestroy(stop_event);
    cudaFreeHost(h_a);
    cudaFree(d_a);
    cudaFree(d_c);
    return 0;
}
