// Level-synchronous breadth-first search over a CSR graph (a ring of cliques); the host reads the
// size of the next frontier after every level and stops when it is empty.
#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>
#include <utility>
#include <vector>

#define CHECK(e) do { cudaError_t r = (e); if (r) { std::printf("%s failed: %s\n", #e, cudaGetErrorString(r)); std::exit(2); } } while (0)

__global__ void init_dist(int *dist, int n, int src)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) dist[i] = i == src ? 0 : -1;
}

__global__ void expand(const int *row, const int *col, const int *frontier, int count, int *next, int *next_count,
                       int *dist, int level)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    int v = frontier[i];
    for (int e = row[v]; e < row[v + 1]; e++) {
        int u = col[e];
        if (atomicCAS(&dist[u], -1, level) == -1) {
            int at = atomicAdd(next_count, 1);
            next[at] = u;
        }
    }
}

__global__ void sum_dist(const int *dist, int n, unsigned long long *sum)
{
    unsigned long long s = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        if (dist[i] > 0) s += dist[i];
    atomicAdd(sum, s);
}

int main()
{
    const int cliques = 64, size = 1024, deg = 16, n = cliques * size;
    std::vector<int> row(n + 1), col;
    col.reserve((size_t)n * (deg + 1));
    for (int v = 0; v < n; v++) {
        row[v] = (int)col.size();
        int c = v / size, k = v % size;
        for (int d = 1; d <= deg; d++) col.push_back(c * size + (k + d * 61) % size);
        if (k == 0) {
            col.push_back(((c + 1) % cliques) * size);
            col.push_back(((c + cliques - 1) % cliques) * size);
        }
    }
    row[n] = (int)col.size();

    int *d_row, *d_col, *d_f, *d_g, *d_dist, *d_count;
    unsigned long long *d_sum;
    CHECK(cudaMalloc(&d_row, row.size() * sizeof(int)));
    CHECK(cudaMalloc(&d_col, col.size() * sizeof(int)));
    CHECK(cudaMalloc(&d_f, n * sizeof(int)));
    CHECK(cudaMalloc(&d_g, n * sizeof(int)));
    CHECK(cudaMalloc(&d_dist, n * sizeof(int)));
    CHECK(cudaMalloc(&d_count, sizeof(int)));
    CHECK(cudaMalloc(&d_sum, sizeof *d_sum));
    CHECK(cudaMemcpy(d_row, row.data(), row.size() * sizeof(int), cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(d_col, col.data(), col.size() * sizeof(int), cudaMemcpyHostToDevice));

    const int src = 0;
    init_dist<<<(n + 255) / 256, 256>>>(d_dist, n, src);
    CHECK(cudaMemcpy(d_f, &src, sizeof src, cudaMemcpyHostToDevice));
    int count = 1, level = 0;
    while (count > 0) {
        level++;
        CHECK(cudaMemset(d_count, 0, sizeof(int)));
        expand<<<(count + 127) / 128, 128>>>(d_row, d_col, d_f, count, d_g, d_count, d_dist, level);
        CHECK(cudaMemcpy(&count, d_count, sizeof(int), cudaMemcpyDeviceToHost));
        std::swap(d_f, d_g);
    }
    CHECK(cudaMemset(d_sum, 0, sizeof *d_sum));
    sum_dist<<<132, 256>>>(d_dist, n, d_sum);
    unsigned long long sum = 0;
    CHECK(cudaMemcpy(&sum, d_sum, sizeof sum, cudaMemcpyDeviceToHost));
    std::printf("%d vertices, %zu edges, %d levels, sum of distances %llu\n", n, col.size(), level, sum);
    for (int *p : {d_row, d_col, d_f, d_g, d_dist, d_count}) cudaFree(p);
    cudaFree(d_sum);
    return 0;
}
