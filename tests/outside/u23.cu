// Hash-join-like: clears of tables, bandwidth-bound probes and small bookkeeping kernels in three streams.
#include "nullstream.cuh"
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

constexpr size_t MiB = 1 << 20;
constexpr size_t operator""_MiB(unsigned long long v) { return v * MiB; }

struct Lane {
    cudaStream_t stream;
    uint8_t *table;
    float *keys, *hits;
    int *counter;
    int *host_counter;
};

#pragma nullstream kernel(build) flops(2.0 * n) bytes(8.0 * n) reads(keys, n * 4) writes(table, n * 4)
__global__ void build(const float *keys, uint8_t *table, size_t n)
{
    size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    if (i < n)
        reinterpret_cast<float *>(table)[i] = keys[i];
}

#pragma nullstream kernel(probe) flops(4.0 * n) bytes(12.0 * n) reads(keys, n * 4) reads(table, n * 4) writes(hits, n * 4)
__global__ void probe(const float *keys, const uint8_t *table, float *hits, size_t n)
{
    size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    if (i < n)
        hits[i] = keys[i] + reinterpret_cast<const float *>(table)[i];
}

__global__ void count(const float *hits, int *counter)
{
    if (threadIdx.x == 0)
        *counter = hits[0] > 0.0f;
    spin_us(9);
}

int main()
{
    const size_t n = 16_MiB; // elements
    std::array<Lane, 3> lanes;
    for (Lane &l : lanes) {
        cudaStreamCreateWithFlags(&l.stream, cudaStreamNonBlocking);
        cudaMalloc(&l.table, n * 4);
        cudaMalloc(&l.keys, n * 4);
        cudaMalloc(&l.hits, n * 4);
        cudaMalloc(&l.counter, sizeof(int));
        cudaMallocHost(&l.host_counter, sizeof(int));
        cudaMemsetAsync(l.keys, 1, n * 4, l.stream);
    }
    cudaDeviceSynchronize();

    cudaEvent_t start, stop;
    cudaEventCreate(&start);
    cudaEventCreate(&stop);
    cudaEventRecord(start, lanes[0].stream);
    int positive = 0;
    for (int pass = 0; pass < 5; pass++) {
        for (Lane &l : lanes) {
            cudaMemsetAsync(l.table, 0xff, n * 4, l.stream);
            build<<<n / 512, 512, 0, l.stream>>>(l.keys, l.table, n);
            for (int p = 0; p < 3; p++) {
                cudaMemsetAsync(l.counter, 0, sizeof(int), l.stream);
                probe<<<n / 512, 512, 0, l.stream>>>(l.keys, l.table, l.hits, n);
                count<<<1, 32, 0, l.stream>>>(l.hits, l.counter);
            }
            cudaMemcpyAsync(l.host_counter, l.counter, sizeof(int), cudaMemcpyDeviceToHost, l.stream);
        }
        for (Lane &l : lanes) {
            cudaStreamSynchronize(l.stream);
            positive += *l.host_counter;
        }
    }
    cudaEventRecord(stop, lanes[2].stream);
    cudaEventSynchronize(stop);
    float ms = 0;
    cudaEventElapsedTime(&ms, start, stop);
    std::printf("%d positive, %.2f ms\n", positive, ms);
    for (Lane &l : lanes) {
        cudaFree(l.table);
        cudaFree(l.keys);
        cudaFree(l.hits);
        cudaFree(l.counter);
        cudaFreeHost(l.host_counter);
        cudaStreamDestroy(l.stream);
    }
    return EXIT_SUCCESS;
}
