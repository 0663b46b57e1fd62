// Merge-tree over eight streams: leaves in parallel, pairs joined by events, root copied back; three rounds.
#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>
#include <string>

#define CHECK(expr) check((expr), #expr, __LINE__)
static void check(cudaError_t e, const char *what, int line)
{
    if (e == cudaSuccess)
        return;
    std::string message = std::string(what) + ": " + cudaGetErrorString(e);
    fprintf(stderr, "line %d: %s\n", line, message.c_str());
    std::exit(2);
}

#pragma nullstream kernel(sort_leaf) time(150us) shared(16384) regs(40)
__global__ void sort_leaf(unsigned *keys, int n)
{
    __shared__ unsigned s[4096];
    for (int i = threadIdx.x; i < 4096; i += blockDim.x)
        s[i] = keys[blockIdx.x * 4096 + i];
    __syncthreads();
    keys[blockIdx.x * 4096 + threadIdx.x] = s[threadIdx.x];
}
#pragma nullstream kernel(merge) bytes(16.0 * n) flops(20.0 * n)
__global__ void merge(unsigned *a, const unsigned *b, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        a[i] = a[i] < b[i] ? a[i] : b[i];
}

int main()
{
    const int LEAVES = 8, N = 1 << 20, ROUNDS = 3;
    cudaStream_t st[LEAVES];
    cudaEvent_t done[LEAVES];
    unsigned *d[LEAVES], *h;
    CHECK(cudaMallocHost(&h, (size_t)LEAVES * N * sizeof(unsigned)));
    for (int i = 0; i < LEAVES; i++) {
        CHECK(cudaStreamCreate(&st[i]));
        CHECK(cudaEventCreateWithFlags(&done[i], cudaEventDisableTiming));
        CHECK(cudaMalloc(&d[i], (size_t)LEAVES * N * sizeof(unsigned)));
    }
    for (int r = 0; r < ROUNDS; r++) {
        for (int i = 0; i < LEAVES; i++) {
            CHECK(cudaMemcpyAsync(d[i], h + (size_t)i * N, N * sizeof(unsigned), cudaMemcpyHostToDevice, st[i]));
            sort_leaf<<<N / 4096, 512, 0, st[i]>>>(d[i], N);
        }
        for (int step = 1; step < LEAVES; step *= 2)
            for (int i = 0; i < LEAVES; i += 2 * step) {
                CHECK(cudaEventRecord(done[i + step], st[i + step]));
                CHECK(cudaStreamWaitEvent(st[i], done[i + step], 0));
                merge<<<264, 256, 0, st[i]>>>(d[i], d[i + step], N * step);
                CHECK(cudaPeekAtLastError());
            }
        CHECK(cudaMemcpyAsync(h, d[0], (size_t)LEAVES * N * sizeof(unsigned), cudaMemcpyDeviceToHost, st[0]));
        CHECK(cudaStreamSynchronize(st[0]));
    }
    for (int i = 0; i < LEAVES; i++) {
        CHECK(cudaFree(d[i]));
        CHECK(cudaEventDestroy(done[i]));
        CHECK(cudaStreamDestroy(st[i]));
    }
    CHECK(cudaFreeHost(h));
    return 0;
}
