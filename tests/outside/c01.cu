// After NVIDIA's simpleStreams sample: an array is initialised on the device and copied back,
// first in one stream, then in four; pinned memory, timed events.
#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define checkCudaErrors(call)                                                              \
    do {                                                                                   \
        cudaError_t err = (call);                                                          \
        if (err != cudaSuccess) {                                                          \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(err));   \
            exit(EXIT_FAILURE);                                                            \
        }                                                                                  \
    } while (0)

#pragma nullstream kernel(init_array) block_time(14us) regs(12)
__global__ void init_array(int *g_data, int *factor, int num_iterations)
{
    int idx = blockIdx.x * blockDim.x + threadIdx.x;
    for (int i = 0; i < num_iterations; i++)
        g_data[idx] += *factor;
}

bool correct_data(int *a, const int n, const int c)
{
    for (int i = 0; i < n; i++) {
        if (a[i] != c) {
            printf("%d: %d %d\n", i, a[i], c);
            return false;
        }
    }
    return true;
}

int main(int argc, char **argv)
{
    int nstreams = 4, nreps = 5, n = 2 * 1024 * 1024, niterations = 5;
    int nbytes = n * sizeof(int);
    int c = 5;
    int *h_a, *d_a, *d_c;
    float elapsed_time, time_memcpy, time_kernel;

    cudaDeviceProp deviceProp;
    checkCudaErrors(cudaGetDeviceProperties(&deviceProp, 0));
    printf("Device: <%s>, %d SMs\n", deviceProp.name, deviceProp.multiProcessorCount);
    checkCudaErrors(cudaSetDeviceFlags(cudaDeviceBlockingSync));
    checkCudaErrors(cudaHostAlloc((void **)&h_a, nbytes, cudaHostAllocDefault));
    checkCudaErrors(cudaMalloc((void **)&d_a, nbytes));
    checkCudaErrors(cudaMemset(d_a, 0x0, nbytes));
    checkCudaErrors(cudaMalloc((void **)&d_c, sizeof(int)));
    checkCudaErrors(cudaMemcpy(d_c, &c, sizeof(int), cudaMemcpyHostToDevice));

    cudaStream_t *streams = (cudaStream_t *)malloc(nstreams * sizeof(cudaStream_t));
    for (int i = 0; i < nstreams; i++)
        checkCudaErrors(cudaStreamCreate(&(streams[i])));
    cudaEvent_t start_event, stop_event;
    checkCudaErrors(cudaEventCreateWithFlags(&start_event, cudaEventBlockingSync));
    checkCudaErrors(cudaEventCreateWithFlags(&stop_event, cudaEventBlockingSync));

    checkCudaErrors(cudaEventRecord(start_event, 0));
    checkCudaErrors(cudaMemcpyAsync(h_a, d_a, nbytes, cudaMemcpyDeviceToHost, streams[0]));
    checkCudaErrors(cudaEventRecord(stop_event, 0));
    checkCudaErrors(cudaEventSynchronize(stop_event));
    checkCudaErrors(cudaEventElapsedTime(&time_memcpy, start_event, stop_event));

    dim3 threads = dim3(512, 1), blocks = dim3(n / threads.x, 1);
    checkCudaErrors(cudaEventRecord(start_event, 0));
    init_array<<<blocks, threads, 0, streams[0]>>>(d_a, d_c, niterations);
    checkCudaErrors(cudaEventRecord(stop_event, 0));
    checkCudaErrors(cudaEventSynchronize(stop_event));
    checkCudaErrors(cudaEventElapsedTime(&time_kernel, start_event, stop_event));

    checkCudaErrors(cudaEventRecord(start_event, 0));
    for (int k = 0; k < nreps; k++) {
        init_array<<<blocks, threads>>>(d_a, d_c, niterations);
        checkCudaErrors(cudaMemcpy(h_a, d_a, nbytes, cudaMemcpyDeviceToHost));
    }
    checkCudaErrors(cudaEventRecord(stop_event, 0));
    checkCudaErrors(cudaEventSynchronize(stop_event));
    checkCudaErrors(cudaEventElapsedTime(&elapsed_time, start_event, stop_event));
    printf("non-streamed: %.2f\n", elapsed_time / nreps);

    blocks = dim3(n / (nstreams * threads.x), 1);
    memset(h_a, 255, nbytes);
    checkCudaErrors(cudaMemset(d_a, 0, nbytes));
    checkCudaErrors(cudaEventRecord(start_event, 0));
    for (int k = 0; k < nreps; k++) {
        for (int i = 0; i < nstreams; i++)
            init_array<<<blocks, threads, 0, streams[i]>>>(d_a + i * n / nstreams, d_c, niterations);
        for (int i = 0; i < nstreams; i++)
            checkCudaErrors(cudaMemcpyAsync(h_a + i * n / nstreams, d_a + i * n / nstreams, nbytes / nstreams,
                                            cudaMemcpyDeviceToHost, streams[i]));
    }
    checkCudaErrors(cudaEventRecord(stop_event, 0));
    checkCudaErrors(cudaEventSynchronize(stop_event));
    checkCudaErrors(cudaEventElapsedTime(&elapsed_time, start_event, stop_event));
    printf("%d streams: %.2f\n", nstreams, elapsed_time / nreps);
    bool bResults = correct_data(h_a, n, c * nreps * niterations);
    for (int i = 0; i < nstreams; i++)
        cudaStreamDestroy(streams[i]);
    cudaFree(d_a);
    cudaFreeHost(h_a);
    return bResults ? EXIT_SUCCESS : EXIT_FAILURE;
}
