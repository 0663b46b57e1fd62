// Copies on the device and memsets of 1 B to 64 MB beside kernels that fill the SMs and beside copies over the bus.
#include "nullstream.cuh"
__global__ void fill_all(float *x) { spin_us(150); }
int main()
{
    char *a, *b, *h; float *x;
    cudaMalloc(&a, 64 << 20); cudaMalloc(&b, 64 << 20); cudaMalloc(&x, 4);
    cudaMallocHost(&h, 64 << 20);
    cudaStream_t k, c, m, up;
    cudaStreamCreateWithFlags(&k, 1); cudaStreamCreateWithFlags(&c, 1);
    cudaStreamCreateWithFlags(&m, 1); cudaStreamCreateWithFlags(&up, 1);
    const size_t n[] = {1, 3, 1000, 65536, 1 << 20, 5000001, 16 << 20, 64 << 20};
    cudaMemcpyAsync(a, h, 30 << 20, cudaMemcpyHostToDevice, up);
    for (int i = 0; i < 8; i++) {
        fill_all<<<264, 1024, 0, k>>>(x);
        cudaMemcpyAsync(b, a, n[i], cudaMemcpyDeviceToDevice, c);
        cudaMemsetAsync(a, 0, n[7 - i], m);
        if (i == 4) cudaMemcpyAsync(h, b, 20 << 20, cudaMemcpyDeviceToHost, up);
    }
    cudaStreamSynchronize(k);
    for (size_t s : n) {
        cudaMemsetAsync(a, 1, s, m);
        cudaMemcpyAsync(b, a, s, cudaMemcpyDefault, m);
    }
    cudaDeviceSynchronize();
    return 0;
}
