// Level-synchronous breadth-first search; the size of the next frontier is read back each level.
#include <cuda_runtime.h>
#include <cstdio>
#include <utility>
#include <vector>

__device__ int next_size;

#pragma nullstream kernel(expand) bytes(64.0 * size) reads(row, (vertices + 1) * 4) reads(col, edges * 4) reads(frontier, size * 4) writes(level, vertices * 4) writes(next, vertices * 4) writes(&next_size, 4)
__global__ void expand(const int *row, const int *col, const int *frontier, int *next, int *level,
                       int size, int depth, int vertices, int edges)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= size)
        return;
    int v = frontier[i];
    for (int e = row[v]; e < row[v + 1]; e++) {
        int w = col[e];
        if (atomicCAS(&level[w], -1, depth + 1) == -1)
            next[atomicAdd(&next_size, 1)] = w;
    }
}

struct Graph {
    int vertices, edges;
    std::vector<int> row, col;
};

static Graph grid(int side)
{
    Graph g;
    g.vertices = side * side;
    g.row.reserve(g.vertices + 1);
    g.row.push_back(0);
    const int dx[] = {1, -1, 0, 0}, dy[] = {0, 0, 1, -1};
    for (int y = 0; y < side; y++)
        for (int x = 0; x < side; x++) {
            for (int k = 0; k < 4; k++) {
                int u = x + dx[k], v = y + dy[k];
                if (u >= 0 && v >= 0 && u < side && v < side)
                    g.col.push_back(v * side + u);
            }
            g.row.push_back((int)g.col.size());
        }
    g.edges = (int)g.col.size();
    return g;
}

int main()
{
    const int SIDE = 128;
    Graph g = grid(SIDE);
    int *row, *col, *frontier, *next, *level, *size;
    cudaMalloc(&row, g.row.size() * sizeof(int));
    cudaMalloc(&col, g.col.size() * sizeof(int));
    cudaMalloc(&frontier, g.vertices * sizeof(int));
    cudaMalloc(&next, g.vertices * sizeof(int));
    cudaMalloc(&level, g.vertices * sizeof(int));
    cudaMallocHost(&size, sizeof(int));
    cudaMemcpy(row, g.row.data(), g.row.size() * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemcpy(col, g.col.data(), g.col.size() * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemset(level, 0xff, g.vertices * sizeof(int));
    cudaMemset(level, 0, sizeof(int));
    cudaMemset(frontier, 0, sizeof(int));

    cudaStream_t s;
    cudaStreamCreate(&s);
    int depth = 0, visited = 1;
    *size = 1;
    while (*size > 0) {
        const int n = *size, zero = 0;
        cudaMemcpyToSymbolAsync(next_size, &zero, sizeof zero, 0, cudaMemcpyHostToDevice, s);
        expand<<<(n + 127) / 128, 128, 0, s>>>(row, col, frontier, next, level, n, depth, g.vertices, g.edges);
        cudaMemcpyFromSymbolAsync(size, next_size, sizeof(int), 0, cudaMemcpyDeviceToHost, s);
        cudaStreamSynchronize(s);
#ifdef __NULLSTREAM__
        *size = depth + 1 < SIDE ? depth + 2 : 2 * SIDE - 2 - depth - 1 > 0 ? 2 * SIDE - 2 - depth : 0;
#endif
        visited += *size;
        std::swap(frontier, next);
        depth++;
    }
    printf("depth %d, visited %d of %d, edges %d\n", depth - 1, visited, g.vertices, g.edges);
    for (int *p : {row, col, frontier, next, level})
        cudaFree(p);
    cudaFreeHost(size);
    cudaStreamDestroy(s);
}
