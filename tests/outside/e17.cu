// Bitonic sort of two key arrays in two streams: shared-memory kernels for strides below 2048, one launch a stride above;
// the host verifies a sample of each by an asynchronous copy and a host function.
#include "nullstream.cuh"
#include <cstdio>
#include <climits>

typedef unsigned int uint;

const uint TILE = 2048;

#pragma nullstream kernel(sortTile) bytes(8.0 * n) flops(66.0 * n) shared(8192) reads(keys, 4 * n) writes(keys, 4 * n)
__global__ void sortTile(uint *keys, uint n)
{
    __shared__ uint s[TILE];
    uint base = blockIdx.x * TILE;
    s[threadIdx.x] = keys[base + threadIdx.x];
    s[threadIdx.x + TILE / 2] = keys[base + threadIdx.x + TILE / 2];
    for (uint size = 2; size <= TILE; size <<= 1)
        for (uint stride = size / 2; stride > 0; stride >>= 1) {
            __syncthreads();
            uint pos = 2 * threadIdx.x - (threadIdx.x & (stride - 1));
            uint a = s[pos], b = s[pos + stride];
            if (a > b) {
                s[pos] = b;
                s[pos + stride] = a;
            }
        }
    __syncthreads();
    keys[base + threadIdx.x] = s[threadIdx.x];
    keys[base + threadIdx.x + TILE / 2] = s[threadIdx.x + TILE / 2];
}
#pragma nullstream kernel(mergeGlobal) bytes(8.0 * n) flops(3.0 * n) reads(keys, 4 * n) writes(keys, 4 * n)
__global__ void mergeGlobal(uint *keys, uint n, uint size, uint stride)
{
    uint i = blockIdx.x * blockDim.x + threadIdx.x;
    uint pos = 2 * i - (i & (stride - 1));
    uint a = keys[pos], b = keys[pos + stride];
    if ((a > b) == ((pos & size) == 0)) {
        keys[pos] = b;
        keys[pos + stride] = a;
    }
}
#pragma nullstream kernel(mergeTile) bytes(8.0 * n) flops(11.0 * n) shared(8192) reads(keys, 4 * n) writes(keys, 4 * n)
__global__ void mergeTile(uint *keys, uint n, uint size)
{
    uint i = blockIdx.x * TILE + threadIdx.x;
    uint a = keys[i], b = keys[i + TILE / 2];
    if ((a > b) == ((i & size) == 0)) {
        keys[i] = b;
        keys[i + TILE / 2] = a;
    }
}

struct Check {
    const uint *sample;
    int count;
    int unsorted;
};

static void CUDART_CB verify(void *user)
{
    Check *c = (Check *)user;
    host_work_us(15);
    for (int i = 1; i < c->count; i++)
        if (c->sample[i] < c->sample[i - 1])
            c->unsorted++;
}

static void bitonic(uint *keys, uint n, cudaStream_t s)
{
    sortTile<<<n / TILE, TILE / 2, 0, s>>>(keys, n);
    for (uint size = 2 * TILE; size <= n; size <<= 1) {
        for (uint stride = size / 2; stride >= TILE; stride >>= 1)
            mergeGlobal<<<n / 512, 256, 0, s>>>(keys, n, size, stride);
        mergeTile<<<n / TILE, TILE / 2, 0, s>>>(keys, n, size);
    }
}

int main()
{
    const uint n[2] = {1u << 20, 1u << 22};
    uint *keys[2], *host[2], *sample[2];
    Check check[2];
    cudaStream_t s[2];
    for (int i = 0; i < 2; i++) {
        cudaStreamCreate(&s[i]);
        cudaMalloc(&keys[i], n[i] * sizeof(uint));
        cudaMallocHost(&host[i], n[i] * sizeof(uint));
        cudaMallocHost(&sample[i], 4096);
        for (uint k = 0; k < 1024; k++)
            host[i][k] = k * 2654435761u % UINT_MAX;
        check[i] = {sample[i], 1024, 0};
    }
    for (int i = 0; i < 2; i++)
        cudaMemcpyAsync(keys[i], host[i], n[i] * sizeof(uint), cudaMemcpyHostToDevice, s[i]);
    for (int i = 1; i >= 0; i--) {
        bitonic(keys[i], n[i], s[i]);
        cudaMemcpyAsync(sample[i], keys[i] + n[i] / 2, 4096, cudaMemcpyDeviceToHost, s[i]);
        cudaLaunchHostFunc(s[i], verify, &check[i]);
        cudaMemcpyAsync(host[i], keys[i], n[i] * sizeof(uint), cudaMemcpyDeviceToHost, s[i]);
    }
    for (int i = 0; i < 2; i++) {
        cudaStreamSynchronize(s[i]);
        printf("%u keys, %d out of order\n", n[i], check[i].unsorted);
    }
    return 0;
}
