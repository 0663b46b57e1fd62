// Breadth-first search with a frontier counter that is read back each level, on a synthetic grid graph;
// occupancy API for the launch shape, dynamic shared memory, an nvtx range around the timed part.
#include "nullstream.cuh"
#include <nvtx3/nvToolsExt.h>
#include <cassert>
#include <cstdio>
#include <numeric>
#include <utility>
#include <vector>

static const int SIDE = 512;
static const int N = SIDE * SIDE;
#ifdef __NULLSTREAM__
static const int LEVELS = 40;
#else
static const int LEVELS = 40; // the first levels only: enough for the timing
#endif

#pragma nullstream kernel(expand) block_time(8us) reads(row, (n + 1) * 4) reads(adj, n * 16) reads(frontier, n * 4) atomics(dist, n * 4) writes(next, n * 4) atomics(count, 4)
__global__ void expand(const int *row, const int *adj, int *dist, const int *frontier, int size, int *next,
                       int *count, int level, int n)
{
    extern __shared__ int cache[];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    cache[threadIdx.x] = i < size ? frontier[i] : -1;
    __syncthreads();
    int v = cache[threadIdx.x];
    if (v < 0)
        return;
    for (int e = row[v]; e < row[v + 1]; ++e)
        if (atomicCAS(&dist[adj[e]], -1, level) == -1)
            next[atomicAdd(count, 1)] = adj[e];
}

int main()
{
    cudaDeviceProp prop;
    cudaGetDeviceProperties(&prop, 0);
    printf("%s, %d SMs\n", prop.name, prop.multiProcessorCount);
    int per_sm = 0;
    const int threads = 256;
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(&per_sm, expand, threads, threads * sizeof(int));
    assert(per_sm > 0);

    std::vector<int> row(N + 1), adj;
    for (int v = 0; v < N; ++v) {
        row[v] = (int)adj.size();
        int x = v % SIDE, y = v / SIDE;
        if (x) adj.push_back(v - 1);
        if (x + 1 < SIDE) adj.push_back(v + 1);
        if (y) adj.push_back(v - SIDE);
        if (y + 1 < SIDE) adj.push_back(v + SIDE);
    }
    row[N] = (int)adj.size();
    int *d_row, *d_adj, *d_dist, *d_f[2], *d_count, *count;
    cudaMalloc(&d_row, row.size() * sizeof(int));
    cudaMalloc(&d_adj, 4 * N * sizeof(int));
    cudaMalloc(&d_dist, N * sizeof(int));
    cudaMalloc(&d_f[0], N * sizeof(int));
    cudaMalloc(&d_f[1], N * sizeof(int));
    cudaMallocManaged(&count, sizeof(int));
    cudaMalloc(&d_count, sizeof(int));
    cudaMemcpy(d_row, row.data(), row.size() * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemcpy(d_adj, adj.data(), adj.size() * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemset(d_dist, 0xff, N * sizeof(int));
    const int zero = 0;
    cudaMemcpy(d_dist, &zero, sizeof(int), cudaMemcpyHostToDevice);
    cudaMemcpy(d_f[0], &zero, sizeof(int), cudaMemcpyHostToDevice);
    cudaStream_t s;
    cudaStreamCreate(&s);
    cudaDeviceSynchronize();

    nvtxRangePushA("nullstream");
    int size = 1, visited = 1, levels = 0;
    for (int level = 1; level <= LEVELS && size > 0; ++level) {
        cudaMemsetAsync(d_count, 0, sizeof(int), s);
        expand<<<(size + threads - 1) / threads, threads, threads * sizeof(int), s>>>(
            d_row, d_adj, d_dist, d_f[0], size, d_f[1], d_count, level, N);
        cudaMemcpyAsync(count, d_count, sizeof(int), cudaMemcpyDefault, s);
        cudaStreamSynchronize(s);
        size = *count;
#ifdef __NULLSTREAM__
        size = level + 1; // the diagonal of the grid
#endif
        visited += size;
        std::swap(d_f[0], d_f[1]);
        levels = level;
    }
    nvtxRangePop();
    std::vector<int> dist(N);
    cudaMemcpy(dist.data(), d_dist, N * sizeof(int), cudaMemcpyDeviceToHost);
    printf("%d levels, %d visited, dist[1] = %d\n", levels, visited, dist[1]);
    return 0;
}
