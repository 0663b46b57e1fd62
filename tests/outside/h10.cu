// Exclusive scans of five arrays of very different length (2 Ki to 8 Mi), recursive in as many levels as needed; block sums
// come from a pool made for it (cudaMemPoolCreate), the short arrays run in streams of higher priority.
#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>
#include <vector>

#define CHECKED(x) checked((x), __LINE__)
static inline void checked(cudaError_t e, int line)
{
    if (e != cudaSuccess) {
        fprintf(stderr, "h10:%d: %s\n", line, cudaGetErrorString(e));
        exit(1);
    }
}

constexpr int BLOCK = 256, ITEMS = 8, TILE = BLOCK * ITEMS;

#pragma nullstream kernel(scan_tiles) bytes(8.0 * n) flops(6.0 * n) regs(28) shared(BLOCK * 4)
__global__ void __launch_bounds__(BLOCK) scan_tiles(const unsigned *in, unsigned *out, unsigned *sums, int n)
{
    __shared__ unsigned s[BLOCK];
    unsigned v[ITEMS], run = 0;
    int base = blockIdx.x * TILE + threadIdx.x * ITEMS;
#pragma unroll
    for (int k = 0; k < ITEMS; k++) {
        v[k] = run;
        if (base + k < n)
            run += in[base + k];
    }
    s[threadIdx.x] = run;
    __syncthreads();
    for (int o = 1; o < BLOCK; o *= 2) {
        unsigned t = (int)threadIdx.x >= o ? s[threadIdx.x - o] : 0;
        __syncthreads();
        s[threadIdx.x] += t;
        __syncthreads();
    }
    unsigned before = threadIdx.x ? s[threadIdx.x - 1] : 0;
#pragma unroll
    for (int k = 0; k < ITEMS; k++)
        if (base + k < n)
            out[base + k] = v[k] + before;
    if (threadIdx.x == BLOCK - 1 && sums)
        sums[blockIdx.x] = s[BLOCK - 1];
}

#pragma nullstream kernel(add_offsets) bytes(8.0 * n) flops(1.0 * n)
__global__ void add_offsets(unsigned *out, const unsigned *offsets, int n)
{
    int base = blockIdx.x * TILE;
    unsigned o = offsets[blockIdx.x];
    for (int k = threadIdx.x; k < TILE && base + k < n; k += BLOCK)
        out[base + k] += o;
}

static void scan(const unsigned *in, unsigned *out, int n, cudaMemPool_t pool, cudaStream_t s)
{
    int tiles = (n + TILE - 1) / TILE;
    if (tiles == 1) {
        scan_tiles<<<1, BLOCK, 0, s>>>(in, out, nullptr, n);
        CHECKED(cudaGetLastError());
        return;
    }
    unsigned *sums;
    CHECKED(cudaMallocFromPoolAsync((void **)&sums, tiles * sizeof(unsigned), pool, s));
    scan_tiles<<<tiles, BLOCK, 0, s>>>(in, out, sums, n);
    scan(sums, sums, tiles, pool, s);
    add_offsets<<<tiles, BLOCK, 0, s>>>(out, sums, n);
    CHECKED(cudaGetLastError());
    CHECKED(cudaFreeAsync(sums, s));
}

int main()
{
    const int length[] = {2048, 30000, 500000, 3 << 20, 8 << 20};
    const int arrays = sizeof length / sizeof *length;
    cudaMemPoolProps props = {};
    props.allocType = cudaMemAllocationTypePinned;
    props.location.type = cudaMemLocationTypeDevice;
    props.location.id = 0;
    cudaMemPool_t pool;
    CHECKED(cudaMemPoolCreate(&pool, &props));
    unsigned long long keep = 1 << 20;
    CHECKED(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &keep));

    int least, greatest;
    CHECKED(cudaDeviceGetStreamPriorityRange(&least, &greatest));
    std::vector<unsigned *> in(arrays), out(arrays);
    std::vector<cudaStream_t> st(arrays);
    unsigned *last;
    CHECKED(cudaMallocHost(&last, arrays * sizeof *last));
    for (int a = 0; a < arrays; a++) {
        CHECKED(cudaMalloc(&in[a], length[a] * sizeof(unsigned)));
        CHECKED(cudaMalloc(&out[a], length[a] * sizeof(unsigned)));
        int priority = greatest + a < least ? greatest + a : least;
        CHECKED(cudaStreamCreateWithPriority(&st[a], cudaStreamNonBlocking, priority));
        CHECKED(cudaMemsetAsync(in[a], 1, length[a] * sizeof(unsigned), st[a]));
    }
    for (int round = 0; round < 8; round++) {
        for (int a = arrays - 1; a >= 0; a--) { // the long ones first: the short ones have to get past them
            scan(in[a], out[a], length[a], pool, st[a]);
            CHECKED(cudaMemcpyAsync(&last[a], out[a] + length[a] - 1, sizeof(unsigned), cudaMemcpyDeviceToHost, st[a]));
        }
        CHECKED(cudaStreamSynchronize(st[0])); // whoever needs the shortest goes on with it
    }
    CHECKED(cudaDeviceSynchronize());
    for (int a = 0; a < arrays; a++) {
        printf("%8d: %u\n", length[a], last[a]);
        CHECKED(cudaFree(in[a]));
        CHECKED(cudaFree(out[a]));
        CHECKED(cudaStreamDestroy(st[a]));
    }
    CHECKED(cudaFreeHost(last));
    CHECKED(cudaMemPoolDestroy(pool));
    return 0;
}
