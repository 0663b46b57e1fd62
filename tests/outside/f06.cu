// Out-of-core sort: tiles of a large pinned array are sorted on the device (bitonic, in shared memory
// and in global passes) in three streams and go back; the host merges the sorted runs in the end.
#include <cstdio>
#include <cuda_runtime.h>
#include <vector>

const int TILES = 8, LOG = 19, N = 1 << LOG; // 512 Ki keys a tile
const int STREAMS = 3, LOCAL = 2048;

#define gpuErrchk(ans)                                                                             \
    {                                                                                              \
        gpuAssert((ans), __FILE__, __LINE__);                                                      \
    }
inline void gpuAssert(cudaError_t code, const char *file, int line, bool abort = true)
{
    if (code != cudaSuccess) {
        fprintf(stderr, "GPUassert: %s %s %d\n", cudaGetErrorString(code), file, line);
        if (abort)
            exit(code);
    }
}

__device__ void order(unsigned &a, unsigned &b, bool up)
{
    if ((a > b) == up) {
        unsigned t = a;
        a = b;
        b = t;
    }
}

// sorts 2048 keys a block, 66 compare steps in shared memory
#pragma nullstream kernel(sort_local) flops(66.0 * n * 4) bytes(8.0 * n) shared(8192) regs(22) reads(key, 4 * n) writes(key, 4 * n)
__global__ void sort_local(unsigned *key, int n)
{
    __shared__ unsigned s[LOCAL];
    unsigned *mine = key + blockIdx.x * LOCAL;
    s[threadIdx.x] = mine[threadIdx.x];
    s[threadIdx.x + 1024] = mine[threadIdx.x + 1024];
    for (int k = 2; k <= LOCAL; k *= 2)
        for (int j = k / 2; j > 0; j /= 2) {
            __syncthreads();
            int i = 2 * threadIdx.x - (threadIdx.x & (j - 1));
            order(s[i], s[i + j], ((blockIdx.x * LOCAL + i) & k) == 0);
        }
    __syncthreads();
    mine[threadIdx.x] = s[threadIdx.x];
    mine[threadIdx.x + 1024] = s[threadIdx.x + 1024];
}

// one compare step across blocks
#pragma nullstream kernel(step_global) flops(2.0 * n) bytes(8.0 * n) reads(key, 4 * n) writes(key, 4 * n)
__global__ void step_global(unsigned *key, int n, int k, int j)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    int i = 2 * t - (t & (j - 1));
    if (i + j < n)
        order(key[i], key[i + j], (i & k) == 0);
}

// the steps j <= 1024 of a merge
#pragma nullstream kernel(merge_local) flops(11.0 * n * 4) bytes(8.0 * n) shared(8192) regs(20) reads(key, 4 * n) writes(key, 4 * n)
__global__ void merge_local(unsigned *key, int n, int k)
{
    __shared__ unsigned s[LOCAL];
    unsigned *mine = key + blockIdx.x * LOCAL;
    s[threadIdx.x] = mine[threadIdx.x];
    s[threadIdx.x + 1024] = mine[threadIdx.x + 1024];
    for (int j = 1024; j > 0; j /= 2) {
        __syncthreads();
        int i = 2 * threadIdx.x - (threadIdx.x & (j - 1));
        order(s[i], s[i + j], ((blockIdx.x * LOCAL + i) & k) == 0);
    }
    __syncthreads();
    mine[threadIdx.x] = s[threadIdx.x];
    mine[threadIdx.x + 1024] = s[threadIdx.x + 1024];
}

#pragma nullstream host(merge_runs) time(35ms) reads(data, 4 * (size_t)n * runs) writes(out, 4 * (size_t)n * runs)
void merge_runs(const unsigned *data, unsigned *out, int runs, int n)
{
#ifndef __NULLSTREAM__ // the interpreter has no keys to compare
    std::vector<int> at(runs, 0);
    for (size_t o = 0; o < (size_t)runs * n; o++) {
        int best = -1;
        for (int r = 0; r < runs; r++)
            if (at[r] < n && (best < 0 || data[(size_t)r * n + at[r]] < data[(size_t)best * n + at[best]]))
                best = r;
        out[o] = data[(size_t)best * n + at[best]++];
    }
#endif
}

int main()
{
    unsigned *host, *dev[STREAMS], *sorted = (unsigned *)malloc((size_t)TILES * N * 4);
    cudaStream_t stream[STREAMS];
    gpuErrchk(cudaHostAlloc(&host, (size_t)TILES * N * 4, cudaHostAllocDefault));
    for (size_t i = 0; i < (size_t)TILES * N; i++)
        host[i] = (unsigned)i * 2654435761u;
    for (int s = 0; s < STREAMS; s++) {
        gpuErrchk(cudaStreamCreate(&stream[s]));
        gpuErrchk(cudaMalloc(&dev[s], N * 4));
    }
    // depth first: each tile whole, before the next stream gets its own
    for (int t = 0; t < TILES; t++) {
        cudaStream_t s = stream[t % STREAMS];
        unsigned *d = dev[t % STREAMS], *h = host + (size_t)t * N;
        gpuErrchk(cudaMemcpyAsync(d, h, N * 4, cudaMemcpyHostToDevice, s));
        sort_local<<<N / LOCAL, LOCAL / 2, 0, s>>>(d, N);
        for (int k = 2 * LOCAL; k <= N; k *= 2) {
            for (int j = k / 2; j >= LOCAL; j /= 2)
                step_global<<<N / 2 / 256, 256, 0, s>>>(d, N, k, j);
            merge_local<<<N / LOCAL, LOCAL / 2, 0, s>>>(d, N, k);
        }
        gpuErrchk(cudaPeekAtLastError());
        gpuErrchk(cudaMemcpyAsync(h, d, N * 4, cudaMemcpyDeviceToHost, s));
    }
    gpuErrchk(cudaDeviceSynchronize());
    merge_runs(host, sorted, TILES, N);
    printf("first %u, last %u\n", sorted[0], sorted[(size_t)TILES * N - 1]);
    free(sorted);
    return 0;
}
