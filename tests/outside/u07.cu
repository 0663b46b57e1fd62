// In the manner of the CUDA samples: the same work pageable, pinned, and in streams, timed by events.
#include "nullstream.cuh"
#include <cstdio>
#include <cstdlib>
#include <cstring>

#define checkCudaErrors(val) check((val), #val, __FILE__, __LINE__)

template <typename T> void check(T result, char const *const func, const char *const file, int const line)
{
    if (result) {
        fprintf(stderr, "CUDA error at %s:%d code=%d(%s) \"%s\" \n", file, line, static_cast<unsigned int>(result),
                cudaGetErrorName(result), func);
        exit(EXIT_FAILURE);
    }
}

__global__ void init_array(int *g_data, int *factor, int num_iterations)
{
    int idx = blockIdx.x * blockDim.x + threadIdx.x;
    for (int i = 0; i < num_iterations; i++)
        g_data[idx] += *factor;
    spin_us(10.0 * num_iterations);
}

int main(int argc, char **argv)
{
    const int nstreams = 4, nreps = 3, n = 4 * 1024 * 1024, niterations = 5;
    const size_t nbytes = n * sizeof(int);
    dim3 threads(512, 1), blocks(n / threads.x, 1);
    int c = 5;

    int *h_pageable = (int *)malloc(nbytes);
    int *h_pinned = 0, *d_a = 0, *d_c = 0;
    memset(h_pageable, 0, nbytes);
    checkCudaErrors(cudaHostAlloc((void **)&h_pinned, nbytes, cudaHostAllocDefault));
    checkCudaErrors(cudaMalloc((void **)&d_a, nbytes));
    checkCudaErrors(cudaMemset(d_a, 0x0, nbytes));
    checkCudaErrors(cudaMalloc((void **)&d_c, sizeof(int)));
    checkCudaErrors(cudaMemcpy(d_c, &c, sizeof(int), cudaMemcpyHostToDevice));

    cudaStream_t *streams = (cudaStream_t *)malloc(nstreams * sizeof(cudaStream_t));
    for (int i = 0; i < nstreams; i++)
        checkCudaErrors(cudaStreamCreate(&streams[i]));
    cudaEvent_t start_event, stop_event;
    checkCudaErrors(cudaEventCreate(&start_event));
    checkCudaErrors(cudaEventCreate(&stop_event));
    float memcpy_pageable, memcpy_pinned, non_streamed, streamed;

    checkCudaErrors(cudaEventRecord(start_event, 0));
    checkCudaErrors(cudaMemcpyAsync(h_pageable, d_a, nbytes, cudaMemcpyDeviceToHost, 0));
    checkCudaErrors(cudaEventRecord(stop_event, 0));
    checkCudaErrors(cudaEventSynchronize(stop_event));
    checkCudaErrors(cudaEventElapsedTime(&memcpy_pageable, start_event, stop_event));

    checkCudaErrors(cudaEventRecord(start_event, 0));
    checkCudaErrors(cudaMemcpyAsync(h_pinned, d_a, nbytes, cudaMemcpyDeviceToHost, streams[0]));
    checkCudaErrors(cudaEventRecord(stop_event, 0));
    checkCudaErrors(cudaEventSynchronize(stop_event));
    checkCudaErrors(cudaEventElapsedTime(&memcpy_pinned, start_event, stop_event));

    checkCudaErrors(cudaEventRecord(start_event, 0));
    for (int k = 0; k < nreps; k++) {
        init_array<<<132, threads>>>(d_a, d_c, niterations);
        checkCudaErrors(cudaMemcpy(h_pinned, d_a, nbytes, cudaMemcpyDeviceToHost));
    }
    checkCudaErrors(cudaEventRecord(stop_event, 0));
    checkCudaErrors(cudaEventSynchronize(stop_event));
    checkCudaErrors(cudaEventElapsedTime(&non_streamed, start_event, stop_event));

    blocks = dim3(33, 1);
    memset(h_pinned, 255, nbytes);
    checkCudaErrors(cudaMemset(d_a, 0, nbytes));
    checkCudaErrors(cudaEventRecord(start_event, 0));
    for (int k = 0; k < nreps; k++) {
        for (int i = 0; i < nstreams; i++)
            init_array<<<blocks, threads, 0, streams[i]>>>(d_a + i * n / nstreams, d_c, niterations);
        for (int i = 0; i < nstreams; i++)
            checkCudaErrors(cudaMemcpyAsync(h_pinned + i * n / nstreams, d_a + i * n / nstreams, nbytes / nstreams,
                                            cudaMemcpyDeviceToHost, streams[i]));
    }
    checkCudaErrors(cudaEventRecord(stop_event, 0));
    checkCudaErrors(cudaEventSynchronize(stop_event));
    checkCudaErrors(cudaEventElapsedTime(&streamed, start_event, stop_event));

    printf("memcpy pageable\t%.2f ms\nmemcpy pinned\t%.2f ms\n", memcpy_pageable, memcpy_pinned);
    printf("non-streamed:\t%.2f\n%d streams:\t%.2f\n", non_streamed / nreps, nstreams, streamed / nreps);
    for (int i = 0; i < nstreams; i++)
        checkCudaErrors(cudaStreamDestroy(streams[i]));
    checkCudaErrors(cudaEventDestroy(start_event));
    checkCudaErrors(cudaEventDestroy(stop_event));
    checkCudaErrors(cudaFreeHost(h_pinned));
    checkCudaErrors(cudaFree(d_a));
    checkCudaErrors(cudaFree(d_c));
    free(h_pageable);
    free(streams);
    return EXIT_SUCCESS;
}
