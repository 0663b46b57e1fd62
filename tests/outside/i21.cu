/* Breadth-first search of four independent queries, a query a stream: the frontier bitmaps are cleared by cudaMemsetAsync at each level, expansion and
 * compaction are kernels of 3 us and more, the levels are fixed (the graph is a ring of cliques: its depth is known). */
#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>

#define NODES (1 << 17)
#define DEGREE 8
#define QUERIES 4
#define DEPTH 60
#define WORDS (NODES / 32)
#define MUST(f)                                                                     \
    {                                                                               \
        cudaError_t rc = f;                                                         \
        if (rc != cudaSuccess) {                                                    \
            fprintf(stderr, "%s at %d\n", cudaGetErrorString(rc), __LINE__);        \
            return -1;                                                              \
        }                                                                           \
    }

#pragma nullstream kernel(make_graph) flops(10.0 * NODES * DEGREE) bytes(4.0 * NODES * DEGREE) regs(16) writes(edges, NODES * DEGREE * 4)
__global__ void make_graph(int *edges)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int v = i / DEGREE, e = i % DEGREE;
    edges[i] = e < 6 ? (v & ~7) + ((v + e + 1) & 7) : (v + (e == 6 ? 8 : 4096)) & (NODES - 1);
}

/* a thread a node; nodes outside the frontier only look at their bit */
#pragma nullstream kernel(expand) flops(20.0 * NODES) bytes(NODES / 8.0 + 6.0 * NODES) regs(16) reads(edges, NODES * DEGREE * 4) reads(frontier, WORDS * 4) reads(visited, WORDS * 4) reads(next, WORDS * 4) writes(next, WORDS * 4)
__global__ void expand(const int *edges, const unsigned *frontier, const unsigned *visited, unsigned *next)
{
    int v = blockIdx.x * blockDim.x + threadIdx.x;
    if (!(frontier[v / 32] >> (v % 32) & 1))
        return;
    for (int e = 0; e < DEGREE; e++) {
        int to = edges[v * DEGREE + e];
        if (!(visited[to / 32] >> (to % 32) & 1))
            atomicOr(&next[to / 32], 1u << (to % 32));
    }
}

#pragma nullstream kernel(merge) flops(4.0 * WORDS) bytes(12.0 * WORDS) regs(16) reads(next, WORDS * 4) reads(visited, WORDS * 4) writes(visited, WORDS * 4) reads(count, 4) writes(count, 4)
__global__ void merge(const unsigned *next, unsigned *visited, int *count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned fresh = next[i] & ~visited[i];
    visited[i] |= fresh;
    if (fresh)
        atomicAdd(count, __popc(fresh));
}

#pragma nullstream kernel(seed) flops(1.0) bytes(8.0) regs(16) writes(frontier, WORDS * 4) writes(visited, WORDS * 4)
__global__ void seed(unsigned *frontier, unsigned *visited, int node)
{
    frontier[node / 32] = visited[node / 32] = 1u << (node % 32);
}

int main(void)
{
    int *edges, *counts[QUERIES], *host_counts;
    unsigned *map[QUERIES][2], *visited[QUERIES];
    cudaStream_t st[QUERIES];
    cudaEvent_t a[QUERIES], b[QUERIES];
    int q, d;

    MUST(cudaMalloc((void **)&edges, NODES * DEGREE * sizeof(int)));
    MUST(cudaHostAlloc((void **)&host_counts, QUERIES * DEPTH * sizeof(int), cudaHostAllocDefault));
    make_graph<<<NODES * DEGREE / 256, 256>>>(edges);
    for (q = 0; q < QUERIES; q++) {
        MUST(cudaStreamCreate(&st[q]));
        MUST(cudaEventCreate(&a[q]));
        MUST(cudaEventCreate(&b[q]));
        MUST(cudaMalloc((void **)&counts[q], DEPTH * sizeof(int)));
        MUST(cudaMalloc((void **)&visited[q], WORDS * sizeof(unsigned)));
        MUST(cudaMalloc((void **)&map[q][0], WORDS * sizeof(unsigned)));
        MUST(cudaMalloc((void **)&map[q][1], WORDS * sizeof(unsigned)));
    }
    MUST(cudaDeviceSynchronize());

    for (q = 0; q < QUERIES; q++) {
        MUST(cudaEventRecord(a[q], st[q]));
        MUST(cudaMemsetAsync(counts[q], 0, DEPTH * sizeof(int), st[q]));
        MUST(cudaMemsetAsync(visited[q], 0, WORDS * sizeof(unsigned), st[q]));
        MUST(cudaMemsetAsync(map[q][0], 0, WORDS * sizeof(unsigned), st[q]));
        seed<<<1, 1, 0, st[q]>>>(map[q][0], visited[q], q * 1000);
    }
    for (d = 0; d < DEPTH; d++)
        for (q = 0; q < QUERIES; q++) {
            unsigned *now = map[q][d & 1], *next = map[q][~d & 1];
            MUST(cudaMemsetAsync(next, 0, WORDS * sizeof(unsigned), st[q]));
            expand<<<NODES / 256, 256, 0, st[q]>>>(edges, now, visited[q], next);
            merge<<<WORDS / 256, 256, 0, st[q]>>>(next, visited[q], counts[q] + d);
        }
    for (q = 0; q < QUERIES; q++) {
        MUST(cudaMemcpyAsync(host_counts + q * DEPTH, counts[q], DEPTH * sizeof(int), cudaMemcpyDeviceToHost, st[q]));
        MUST(cudaEventRecord(b[q], st[q]));
    }
    for (q = 0; q < QUERIES; q++) {
        float ms;
        int total = 1;
        MUST(cudaEventSynchronize(b[q]));
        MUST(cudaEventElapsedTime(&ms, a[q], b[q]));
        for (d = 0; d < DEPTH; d++)
            total += host_counts[q * DEPTH + d];
        printf("query %d reached %d nodes\n", q, total);
        fprintf(stderr, "query %d: %.3f ms, %.1f MTEPS\n", q, ms, total * (double)DEGREE / ms / 1e3);
    }
    return 0;
}
