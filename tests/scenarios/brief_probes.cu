// Three lanes of a kernel that reads, a thread an element, and a small one that waits for room. BLOCKS: so many
// blocks in place of one for each 512 elements. What that gains is more than the room: a thread that reads much
// comes nearer to what the memory gives.
#include "nullstream.cuh"

#pragma nullstream kernel(probe) flops(4.0 * n) bytes(12.0 * n) reads(keys, n * 4) writes(hits, n * 4)
__global__ void probe(const float *keys, float *hits, size_t n)
{
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x)
        hits[i] = keys[i] + 1.0f;
}

__global__ void count(const float *hits, int *counter)
{
    *counter = hits[0] > 0.0f;
    spin_us(9);
}

int main()
{
    const size_t n = 16 << 20;
#ifdef BLOCKS
    const int blocks = BLOCKS;
#else
    const int blocks = n / 512;
#endif
    cudaStream_t s[3];
    float *keys[3], *hits[3];
    int *counter[3];
    for (int i = 0; i < 3; i++) {
        cudaStreamCreateWithFlags(&s[i], cudaStreamNonBlocking);
        cudaMalloc(&keys[i], n * 4);
        cudaMalloc(&hits[i], n * 4);
        cudaMalloc(&counter[i], sizeof(int));
    }
    for (int pass = 0; pass < 5; pass++)
        for (int i = 0; i < 3; i++) {
            probe<<<blocks, 512, 0, s[i]>>>(keys[i], hits[i], n);
            count<<<1, 32, 0, s[i]>>>(hits[i], counter[i]);
        }
    cudaDeviceSynchronize();
}
