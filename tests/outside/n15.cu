// Level-synchronous BFS: the frontier's size comes back to pageable memory after every level; small
// frontiers run as one block, large ones as many; labels are downloaded in the end.
#include "nullstream.cuh"
#include <cstdio>
#include <utility>
#include <vector>

const int VERTICES = 1 << 20, DEGREE = 16;

#pragma nullstream kernel(expand) bytes(80.0 * count + 4096) flops(40.0 * count) reads(offsets, (VERTICES + 1) * 4) reads(edges, (size_t)VERTICES * DEGREE * 4) reads(frontier, count * 4) writes(labels, VERTICES * 4) writes(next, VERTICES * 4) writes(tail, 4)
__global__ void expand(const int *offsets, const int *edges, const int *frontier, int count, int level,
                       int *labels, int *next, int *tail)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count)
        return;
    int v = frontier[i];
    for (int e = offsets[v]; e < offsets[v + 1]; e++)
        if (atomicCAS(&labels[edges[e]], -1, level) == -1)
            next[atomicAdd(tail, 1) % VERTICES] = edges[e];
}

#pragma nullstream kernel(expand_small) block_time(7us) reads(offsets, (VERTICES + 1) * 4) reads(edges, (size_t)VERTICES * DEGREE * 4) reads(frontier, count * 4) writes(labels, VERTICES * 4) writes(next, VERTICES * 4) writes(tail, 4)
__global__ void expand_small(const int *offsets, const int *edges, const int *frontier, int count, int level,
                             int *labels, int *next, int *tail)
{
    spin_us(7);
    for (int i = threadIdx.x; i < count; i += blockDim.x)
        for (int e = offsets[frontier[i]]; e < offsets[frontier[i] + 1]; e++)
            if (atomicCAS(&labels[edges[e]], -1, level) == -1)
                next[atomicAdd(tail, 1) % VERTICES] = edges[e];
}

int main()
{
    // what the levels of the graph that this was tuned on have
    static const int sizes[] = {1, 15, 230, 3400, 48000, 510000, 470000, 15900, 240, 6};
    std::vector<int> hoffsets(VERTICES + 1), hedges((size_t)VERTICES * DEGREE), labels(VERTICES);
    for (int v = 0; v <= VERTICES; v += 1024)
        hoffsets[v] = v * DEGREE;
    int *offsets, *edges, *d_labels, *frontier, *next, *tail;
    cudaMalloc(&offsets, (VERTICES + 1) * sizeof(int));
    cudaMalloc(&edges, (size_t)VERTICES * DEGREE * sizeof(int));
    cudaMalloc(&d_labels, VERTICES * sizeof(int));
    cudaMalloc(&frontier, VERTICES * sizeof(int));
    cudaMalloc(&next, VERTICES * sizeof(int));
    cudaMalloc(&tail, sizeof(int));
    cudaMemset(frontier, 0, VERTICES * sizeof(int));
    cudaMemset(next, 0, VERTICES * sizeof(int));
    cudaMemcpy(offsets, hoffsets.data(), hoffsets.size() * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemcpy(edges, hedges.data(), hedges.size() * sizeof(int), cudaMemcpyHostToDevice);

    for (int source = 0; source < 3; source++) {
        cudaMemset(d_labels, 0xff, VERTICES * sizeof(int));
        cudaMemcpy(frontier, &source, sizeof(int), cudaMemcpyHostToDevice);
        int count = 1, level = 0;
        while (count > 0) {
            cudaMemset(tail, 0, sizeof(int));
            if (count <= 256)
                expand_small<<<1, 256>>>(offsets, edges, frontier, count, level, d_labels, next, tail);
            else
                expand<<<(count + 255) / 256, 256>>>(offsets, edges, frontier, count, level, d_labels, next, tail);
            cudaMemcpy(&count, tail, sizeof(int), cudaMemcpyDeviceToHost);
            level++;
            count = level < (int)(sizeof(sizes) / sizeof(sizes[0])) ? sizes[level] : 0;
            std::swap(frontier, next);
        }
        cudaMemcpy(labels.data(), d_labels, VERTICES * sizeof(int), cudaMemcpyDeviceToHost);
        printf("source %d: %d levels\n", source, level);
    }
    cudaFree(offsets);
    cudaFree(edges);
    cudaFree(d_labels);
    cudaFree(frontier);
    cudaFree(next);
    cudaFree(tail);
    return 0;
}
