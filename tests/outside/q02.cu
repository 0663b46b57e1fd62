// Breadth-first search on a CSR graph: a changed flag goes up and comes back each level.
#include "nullstream.cuh"
#include <cstdio>
#include <vector>
#include <algorithm>

#pragma nullstream kernel(expand_level) bytes(8.0 * n + 6.0 * m / 10) flops(1.0 * n) reads(row, (n + 1) * 4) reads(col, m * 4) reads(level, n * 4) writes(level, n * 4) writes(changed, 4)
__global__ void expand_level(const int *row, const int *col, int *level, int *changed, int depth, int n, int m)
{
    int v = blockIdx.x * blockDim.x + threadIdx.x;
    if (v >= n || level[v] != depth)
        return;
    for (int e = row[v]; e < row[v + 1]; e++) {
        int w = col[e];
        if (level[w] < 0) {
            level[w] = depth + 1;
            *changed = 1;
        }
    }
}

int main()
{
    const int n = 1 << 18, degree = 8, m = n * degree;
    std::vector<int> row(n + 1), col(m);
    for (int v = 0; v <= n; v++)
        row[v] = v * degree;
    for (int e = 0; e < m; e++) // a tree: the children of v are 8v+1 to 8v+8
        col[e] = e + 1 < n ? e + 1 : 0;
    int *d_row, *d_col, *d_level, *d_changed;
    cudaMalloc(&d_row, (n + 1) * sizeof(int));
    cudaMalloc(&d_col, m * sizeof(int));
    cudaMalloc(&d_level, n * sizeof(int));
    cudaMalloc(&d_changed, sizeof(int));
    cudaMemcpy(d_row, row.data(), (n + 1) * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemcpy(d_col, col.data(), m * sizeof(int), cudaMemcpyHostToDevice);
    cudaStream_t s;
    cudaStreamCreate(&s);
    int *changed;
    cudaMallocHost(&changed, sizeof(int));
    cudaEvent_t a, b;
    cudaEventCreate(&a);
    cudaEventCreate(&b);
    cudaDeviceSynchronize();

    cudaEventRecord(a, s);
    cudaMemsetAsync(d_level, 0xff, n * sizeof(int), s);
    cudaMemsetAsync(d_level, 0, sizeof(int), s);
    int depth = 0;
    bool more = true;
    while (more && depth < 7) {
        *changed = 0;
        cudaMemcpyAsync(d_changed, changed, sizeof(int), cudaMemcpyHostToDevice, s);
        expand_level<<<(n + 127) / 128, 128, 0, s>>>(d_row, d_col, d_level, d_changed, depth, n, m);
        cudaMemcpyAsync(changed, d_changed, sizeof(int), cudaMemcpyDeviceToHost, s);
        cudaStreamSynchronize(s);
        more = *changed != 0;
        depth++;
    }
    std::vector<int> level(n);
    cudaMemcpyAsync(level.data(), d_level, n * sizeof(int), cudaMemcpyDeviceToHost, s);
    cudaEventRecord(b, s);
    cudaEventSynchronize(b);
    float ms;
    cudaEventElapsedTime(&ms, a, b);
    printf("levels %d, deepest %d, %.3f ms\n", depth, *std::max_element(level.begin(), level.end()), ms);
    cudaFree(d_row);
    cudaFree(d_col);
    cudaFree(d_level);
    cudaFree(d_changed);
    cudaFreeHost(changed);
    return 0;
}
