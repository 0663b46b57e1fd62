// Pinned memory is allocated, registered and given back in the timed part, while kernels run.
#include "nullstream.cuh"
#include <stdlib.h>
__global__ void under(int i) { spin_us(400); }
__global__ void mini(int i) { spin_us(8); }
int main()
{
    cudaStream_t s, t;
    cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&t, cudaStreamNonBlocking);
    char *d; cudaMalloc(&d, 16 << 20);
    for (int i = 0; i < 4; i++) {
        const size_t n = (size_t)16384 << (2 * i);
        under<<<20, 64, 0, s>>>(i);
        char *p; 
        cudaMallocHost(&p, n);
        cudaMemcpyAsync(d, p, n, cudaMemcpyHostToDevice, t);
        mini<<<1, 32, 0, t>>>(i);
        char *q = (char *)aligned_alloc(4096, n);
        cudaHostRegister(q, n, cudaHostRegisterDefault);
        cudaMemcpyAsync(q, d, n, cudaMemcpyDeviceToHost, t);
        mini<<<1, 32, 0, s>>>(i);
        cudaStreamSynchronize(t);
        cudaHostUnregister(q);
        free(q);
        cudaFreeHost(p);
        mini<<<4, 32, 0, t>>>(i);
    }
    cudaDeviceSynchronize();
    return 0;
}
