// C++17. Breadth-first search with the frontier sorted on the host between levels (for locality), the degrees gathered
// in a second stream meanwhile. How large frontiers get is a table measured before, as it is data that decides it.
#include "nullstream.cuh"
#include <algorithm>
#include <cstdio>
#include <numeric>
#include <random>
#include <vector>

constexpr int NODES = 1 << 21, LEVELS = 9;
static const int measured[LEVELS] = {1, 14, 190, 2600, 34000, 160000, 90000, 6000, 40};

#pragma nullstream kernel(expand) time(8us + n * 0.6ns) reads(frontier, n * 4) reads(edges, NODES * 4) reads(depth, NODES * 4) writes(depth, NODES * 4) writes(next, NODES * 4) writes(count, 4)
__global__ void expand(const int *frontier, int n, const int *edges, int *depth, int *next, int *count, int level)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int to = edges[frontier[i] % NODES];
    if (atomicCAS(&depth[to], -1, level) == -1)
        next[atomicAdd(count, 1)] = to;
}

#pragma nullstream kernel(degrees) time(5us + n * 0.1ns) reads(frontier, n * 4) atomics(histogram, 64 * 4)
__global__ void degrees(const int *frontier, int n, unsigned *histogram)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomicAdd(&histogram[frontier[i] & 63], 1u);
}

#pragma nullstream host(sort_frontier) time((last - first) * 12ns)
static void sort_frontier(int *first, int *last)
{
    std::sort(first, last);
}

int main()
{
    std::vector<int> graph(NODES);
    std::iota(graph.begin(), graph.end(), 0);
    std::minstd_rand random(7);
    for (int i = 0; i < 1000; i++)
        std::swap(graph[random() % NODES], graph[random() % NODES]);
    int *edges, *depth, *frontier[2], *count, *count_host, *home;
    unsigned *histogram;
    cudaMalloc(&edges, NODES * sizeof(int));
    cudaMalloc(&depth, NODES * sizeof(int));
    cudaMalloc(&frontier[0], NODES * sizeof(int));
    cudaMalloc(&frontier[1], NODES * sizeof(int));
    cudaMalloc(&count, sizeof(int));
    cudaMalloc(&histogram, 64 * sizeof(unsigned));
    cudaMallocHost(&count_host, sizeof(int));
    cudaMallocHost(&home, NODES * sizeof(int));
    cudaMemcpy(edges, graph.data(), NODES * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemset(histogram, 0, 64 * sizeof(unsigned));
    cudaStream_t search, stats;
    cudaStreamCreateWithFlags(&search, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&stats, cudaStreamNonBlocking);
    cudaEvent_t sorted, counted;
    cudaEventCreateWithFlags(&sorted, cudaEventDisableTiming);
    cudaEventCreateWithFlags(&counted, cudaEventDisableTiming);
    cudaDeviceSynchronize();

    cudaMemsetAsync(depth, 0xff, NODES * sizeof(int), search);
    cudaMemsetAsync(frontier[0], 0, sizeof(int), search);
    int n = 1, level = 0, sum = 0;
    while (n > 0 && level < LEVELS) {
        int *now = frontier[level & 1], *next = frontier[~level & 1];
        cudaEventRecord(sorted, search);
        cudaStreamWaitEvent(stats, sorted, 0);
        degrees<<<(n + 255) / 256, 256, 0, stats>>>(now, n, histogram);
        cudaMemsetAsync(count, 0, sizeof(int), search);
        if (level > 0)
            cudaStreamWaitEvent(search, counted, 0); // the frontier that we overwrite
        expand<<<(n + 255) / 256, 256, 0, search>>>(now, n, edges, depth, next, count, ++level);
        cudaEventRecord(counted, stats);
        cudaMemcpyAsync(count_host, count, sizeof(int), cudaMemcpyDeviceToHost, search);
        cudaStreamSynchronize(search);
        n = *count_host;
#ifdef __NULLSTREAM__
        n = level < LEVELS ? measured[level] : 0;
#endif
        if (n == 0)
            break;
        sum += n;
        cudaMemcpyAsync(home, next, n * sizeof(int), cudaMemcpyDeviceToHost, search);
        cudaStreamSynchronize(search);
        sort_frontier(home, home + n);
        cudaMemcpyAsync(next, home, n * sizeof(int), cudaMemcpyHostToDevice, search);
    }
    cudaDeviceSynchronize();
    std::printf("%d levels, %d nodes reached (measured before: %d)\n", level, sum, std::accumulate(measured, measured + LEVELS, 0));
    for (int *p : {edges, depth, frontier[0], frontier[1], count})
        cudaFree(p);
    cudaFree(histogram);
    cudaFreeHost(count_host);
    cudaFreeHost(home);
    cudaStreamDestroy(search);
    cudaStreamDestroy(stats);
    cudaEventDestroy(sorted);
    cudaEventDestroy(counted);
}
