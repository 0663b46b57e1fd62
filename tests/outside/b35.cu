// Huge grids of tiny blocks, with an urgent kernel, a copy and a memset that come while they are handed out.
#include "nullstream.cuh"
__global__ void dust(int x) { spin_us(2.5); }
__global__ void pebble(int x) { spin_us(30); }
int main()
{
    cudaStream_t low, high, c;
    cudaStreamCreateWithPriority(&low, cudaStreamNonBlocking, 0);
    cudaStreamCreateWithPriority(&high, cudaStreamNonBlocking, -5);
    cudaStreamCreateWithFlags(&c, cudaStreamNonBlocking);
    char *d, *h; cudaMalloc(&d, 8 << 20); cudaMallocHost(&h, 8 << 20);
    dust<<<100000, 32, 0, low>>>(0);
    pebble<<<64, 1024, 0, high>>>(1);
    cudaMemsetAsync(d, 0, 8 << 20, c);
    cudaMemcpyAsync(d, h, 3 << 20, cudaMemcpyHostToDevice, c);
    dust<<<dim3(300, 100), dim3(8, 4), 0, c>>>(2);
    pebble<<<1, 64, 0, high>>>(3);
    dust<<<dim3(10, 20, 300), 64, 0, low>>>(4);
    pebble<<<400, 256, 0, high>>>(5);
    cudaStreamSynchronize(c);
    dust<<<132 * 32 + 1, 32, 0, c>>>(6);
    dust<<<132 * 32, 32, 0, c>>>(7);
    cudaDeviceSynchronize();
    return 0;
}
