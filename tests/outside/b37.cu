// Managed memory as an argument and a copy's end; zero-copy memory; a kernel reads both; legacy and per-thread streams mixed.
#include "nullstream.cuh"
#pragma nullstream kernel(touch) block_time(31us) reads(m, 4096) writes(z, 4096)
__global__ void touch(const float *m, float *z) { spin_us(31); }
int main()
{
    float *z, *zd, *m, *d;
    cudaHostAlloc(&z, 1 << 20, cudaHostAllocMapped);
    cudaHostGetDevicePointer(&zd, z, 0);
    cudaMallocManaged(&m, 1 << 20);
    cudaMalloc(&d, 1 << 20);
    cudaStream_t s;
    cudaStreamCreate(&s);
    for (int i = 0; i < 6; i++) {
        touch<<<16, 256, 0, s>>>(m, zd);
        cudaMemcpyAsync(d, zd, 1 << 20, cudaMemcpyDefault, s);
        touch<<<16, 256, 0, cudaStreamPerThread>>>(m, zd);
        cudaMemsetAsync(z, 0, 65536, cudaStreamPerThread);
        touch<<<16, 256>>>(d, zd);
        cudaMemcpyAsync(z, d, 500000, cudaMemcpyDefault, cudaStreamPerThread);
        if (i == 3) {
            cudaMemset(zd, 1, 4096);
            z[0] = 1;
        }
    }
    cudaDeviceSynchronize();
    return 0;
}
