// simpleHyperQ-like, then a launch overhead microbenchmark: tiny kernels, batches of 1..512, events around each batch
#include <cuda_runtime.h>
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <iomanip>
#include <iostream>
#include <sstream>
#include <tuple>
#include <vector>

static void HandleError(cudaError_t err, const char *file, int line)
{
    if (err != cudaSuccess) {
        printf("%s in %s at line %d\n", cudaGetErrorString(err), file, line);
        exit(EXIT_FAILURE);
    }
}
#define HANDLE_ERROR(err) (HandleError(err, __FILE__, __LINE__))

#pragma nullstream kernel(kernel_A) block_time(30us) writes(d_o, 8)
#pragma nullstream kernel(kernel_B) block_time(30us) writes(d_o, 8)
__device__ void clock_block(clock_t *d_o, clock_t clock_count)
{
    clock_t start_clock = clock64();
    clock_t clock_offset = 0;
    while (clock_offset < clock_count)
        clock_offset = clock64() - start_clock;
    d_o[0] = clock_offset;
}
__global__ void kernel_A(clock_t *d_o, clock_t clock_count) { clock_block(d_o, clock_count); }
__global__ void kernel_B(clock_t *d_o, clock_t clock_count) { clock_block(d_o, clock_count); }

__global__ void sum(clock_t *d_clocks, int N)
{
    __shared__ clock_t s_clocks[32];
    clock_t my_sum = 0;
    for (int i = threadIdx.x; i < N; i += blockDim.x)
        my_sum += d_clocks[i];
    s_clocks[threadIdx.x] = my_sum;
    __syncthreads();
    for (int i = warpSize / 2; i > 0; i /= 2) {
        if (threadIdx.x < i)
            s_clocks[threadIdx.x] += s_clocks[threadIdx.x + i];
        __syncthreads();
    }
    if (threadIdx.x == 0)
        d_clocks[0] = s_clocks[0];
}

#pragma nullstream kernel(tiny) time(1.5us) writes(p, 4)
__global__ void tiny(int *p) { *p = 1; }

using clk = std::chrono::high_resolution_clock;
using us = std::chrono::duration<double, std::micro>;

struct Row {
    int batch;
    double launch_us, total_us;
    float event_us;
};

int main(int argc, char *argv[])
{
    int nstreams = 16;
    float kernel_time = 0.03f, elapsed_time;
    int cuda_device = 0;
    cudaDeviceProp deviceProp;
    HANDLE_ERROR(cudaGetDevice(&cuda_device));
    HANDLE_ERROR(cudaGetDeviceProperties(&deviceProp, cuda_device));
    printf("> Detected Compute SM %d.%d hardware with %d multi-processors\n", deviceProp.major, deviceProp.minor,
           deviceProp.multiProcessorCount);

    int nbytes = 2 * nstreams * sizeof(clock_t);
    clock_t *a = NULL, *d_a = NULL;
    HANDLE_ERROR(cudaMallocHost((void **)&a, nbytes));
    HANDLE_ERROR(cudaMalloc((void **)&d_a, 2 * nstreams * sizeof(clock_t)));
    cudaStream_t *streams = (cudaStream_t *)malloc(nstreams * sizeof(cudaStream_t));
    for (int i = 0; i < nstreams; i++)
        HANDLE_ERROR(cudaStreamCreate(&(streams[i])));
    cudaEvent_t start_event, stop_event;
    HANDLE_ERROR(cudaEventCreate(&start_event));
    HANDLE_ERROR(cudaEventCreate(&stop_event));

    int clockRate = 0;
    HANDLE_ERROR(cudaDeviceGetAttribute(&clockRate, cudaDevAttrClockRate, 0));
    clock_t time_clocks = (clock_t)(kernel_time * clockRate);
    clock_t total_clocks = 0;
    HANDLE_ERROR(cudaEventRecord(start_event, 0));
    for (int i = 0; i < nstreams; ++i) {
        kernel_A<<<1, 1, 0, streams[i]>>>(&d_a[2 * i], time_clocks);
        total_clocks += time_clocks;
        kernel_B<<<1, 1, 0, streams[i]>>>(&d_a[2 * i + 1], time_clocks);
        total_clocks += time_clocks;
    }
    HANDLE_ERROR(cudaEventRecord(stop_event, 0));
    sum<<<1, 32>>>(d_a, 2 * nstreams);
    HANDLE_ERROR(cudaMemcpy(a, d_a, sizeof(clock_t), cudaMemcpyDeviceToHost));
    HANDLE_ERROR(cudaEventElapsedTime(&elapsed_time, start_event, stop_event));
    printf("Expected time for serial execution of %d sets of kernels is between approx. %.3fs and %.3fs\n", nstreams,
           (nstreams + 1) * kernel_time / 1000.0f, 2 * nstreams * kernel_time / 1000.0f);
    printf("Expected time for fully concurrent execution of %d sets of kernels is approx. %.3fs\n", nstreams,
           2 * kernel_time / 1000.0f);
    printf("Measured time for sample = %.3fs\n", elapsed_time / 1000.0f);

    // launch overhead
    int *flag;
    HANDLE_ERROR(cudaMalloc(&flag, sizeof *flag));
    std::vector<Row> rows;
    for (int batch = 1; batch <= 512; batch *= 4) {
        HANDLE_ERROR(cudaDeviceSynchronize());
        auto t0 = clk::now();
        HANDLE_ERROR(cudaEventRecord(start_event, streams[0]));
        for (int i = 0; i < batch; i++)
            tiny<<<1, 1, 0, streams[0]>>>(flag);
        HANDLE_ERROR(cudaEventRecord(stop_event, streams[0]));
        auto t1 = clk::now();
        HANDLE_ERROR(cudaStreamSynchronize(streams[0]));
        auto t2 = clk::now();
        float ms;
        HANDLE_ERROR(cudaEventElapsedTime(&ms, start_event, stop_event));
        rows.push_back(Row{batch, us(t1 - t0).count(), us(t2 - t0).count(), ms * 1000});
    }
    std::ostringstream table;
    table << std::setw(8) << "batch" << std::setw(12) << "launch/us" << std::setw(12) << "total/us" << std::setw(12) << "events/us" << '\n';
    for (const auto &[b, l, t, e] : rows)
        table << std::setw(8) << b << std::setw(12) << std::setprecision(4) << l / b << std::setw(12) << t / b << std::setw(12) << e / b << '\n';
    std::cout << table.str();
    auto best = std::min_element(rows.begin(), rows.end(), [](const Row &x, const Row &y) { return x.total_us / x.batch < y.total_us / y.batch; });
    std::cout << "best batch: " << best->batch << std::endl;

    for (int i = 0; i < nstreams; i++)
        cudaStreamDestroy(streams[i]);
    free(streams);
    cudaEventDestroy(start_event);
    cudaEventDestroy(stop_event);
    cudaFree(flag);
    cudaFreeHost(a);
    cudaFree(d_a);
    return 0;
}
