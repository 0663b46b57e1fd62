// asyncAPI-like: the CPU counts while the GPU works, polling an event.
#include <stdio.h>
#include <stdlib.h>
#include <cuda_runtime.h>
#include <cuda_profiler_api.h>
#include <time.h>

#define CHECK(x)                                                                    \
    {                                                                               \
        const cudaError_t e_ = x;                                                   \
        if (e_ != cudaSuccess) {                                                    \
            fprintf(stderr, "%s(%d): %s\n", __FILE__, __LINE__, cudaGetErrorString(e_)); \
            exit(-1);                                                               \
        }                                                                           \
    }

__global__ void increment_kernel(int *g_data, int inc_value)
{
    int idx = blockIdx.x * blockDim.x + threadIdx.x;
    g_data[idx] = g_data[idx] + inc_value;
}

bool correct_output(int *data, const int n, const int x)
{
    for (int i = 0; i < n; i++)
        if (data[i] != x) {
            printf("Error! data[%d] = %d, ref = %d\n", i, data[i], x);
            return false;
        }
    return true;
}

static double seconds()
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec + 1e-9 * t.tv_nsec;
}

int main(int argc, char *argv[])
{
    printf("[%s] - Starting...\n", argv[0]);
    int devID = 0;
    if (argc > 1)
        devID = atoi(argv[1]);
    CHECK(cudaSetDevice(devID));
    cudaDeviceProp props;
    CHECK(cudaGetDeviceProperties(&props, devID));
    printf("CUDA device [%s]\n", props.name);

    int n = 16 * 1024 * 1024;
    int nbytes = n * sizeof(int);
    int value = 26;

    int *a = 0;
    CHECK(cudaMallocHost((void **)&a, nbytes));
    memset(a, 0, nbytes);
    int *d_a = 0;
    CHECK(cudaMalloc((void **)&d_a, nbytes));
    CHECK(cudaMemset(d_a, 255, nbytes));

    dim3 threads = dim3(512, 1);
    dim3 blocks = dim3(n / threads.x, 1);

    cudaEvent_t start, stop;
    CHECK(cudaEventCreate(&start));
    CHECK(cudaEventCreate(&stop));
    CHECK(cudaDeviceSynchronize());
    float gpu_time = 0.0f;

    CHECK(cudaProfilerStart());
    double t0 = seconds();
    cudaEventRecord(start, 0);
    cudaMemcpyAsync(d_a, a, nbytes, cudaMemcpyHostToDevice, 0);
    increment_kernel<<<blocks, threads, 0, 0>>>(d_a, value);
    cudaMemcpyAsync(a, d_a, nbytes, cudaMemcpyDeviceToHost, 0);
    cudaEventRecord(stop, 0);
    double t1 = seconds();
    CHECK(cudaProfilerStop());

    unsigned long int counter = 0;
    while (cudaEventQuery(stop) == cudaErrorNotReady) {
        counter++;
    }
    CHECK(cudaEventElapsedTime(&gpu_time, start, stop));
    printf("time spent executing by the GPU: %.2f\n", gpu_time);
    printf("time spent by CPU in CUDA calls: %.2f\n", (t1 - t0) * 1e3);
    printf("CPU executed %lu iterations while waiting for GPU to finish\n", counter);

    bool bFinalResults = correct_output(a, n, value);
    CHECK(cudaEventDestroy(start));
    CHECK(cudaEventDestroy(stop));
    CHECK(cudaFreeHost(a));
    CHECK(cudaFree(d_a));
    exit(bFinalResults ? EXIT_SUCCESS : EXIT_FAILURE);
}
