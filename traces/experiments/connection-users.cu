// Kernels of one block in a random order of calls over four streams: run with --connections 2.
#include "nullstream.cuh"
#define KB ((size_t)1024)
cudaStream_t s[8];
cudaEvent_t e[4];
char *pinned, *device;
float *x;
#pragma nullstream kernel(k0) block_time(20us)
__global__ void k0(float *x) { spin_us(20); }
#pragma nullstream kernel(k1) block_time(60us)
__global__ void k1(float *x) { spin_us(60); }
#pragma nullstream kernel(k2) block_time(150us)
__global__ void k2(float *x) { spin_us(150); }
void f0(void *) { host_work_us(30); }
int main()
{
    cudaMallocHost(&pinned, 32768 * KB);
    cudaMalloc(&device, 32768 * KB);
    cudaMalloc(&x, 1024 * KB);
    cudaStreamCreateWithFlags(&s[0], cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&s[1], cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&s[2], cudaStreamDefault);
    cudaStreamCreateWithFlags(&s[3], cudaStreamNonBlocking);
    cudaEventCreateWithFlags(&e[0], cudaEventDefault);
    cudaEventCreateWithFlags(&e[1], cudaEventDefault);
    cudaEventCreateWithFlags(&e[2], cudaEventDefault);
    cudaEventCreateWithFlags(&e[3], cudaEventDefault);
    cudaDeviceSynchronize();
    k2<<<1, 32, 0, s[1]>>>(x);
    k2<<<1, 32, 0, s[0]>>>(x);
    k1<<<1, 32, 0, s[1]>>>(x);
    k2<<<1, 32, 0, s[3]>>>(x);
    k0<<<1, 32, 0, s[2]>>>(x);
    cudaEventRecord(e[0], s[3]);
    k1<<<1, 32, 0, s[2]>>>(x);
    k1<<<1, 32, 0, s[0]>>>(x);
    k2<<<1, 32, 0, s[0]>>>(x);
    k1<<<1, 32, 0, s[0]>>>(x);
    cudaStreamSynchronize(s[1]);
    k1<<<1, 32, 0, s[2]>>>(x);
    k1<<<1, 32, 0, s[0]>>>(x);
    k0<<<1, 32, 0, s[0]>>>(x);
    k2<<<1, 32, 0, s[0]>>>(x);
    k2<<<1, 32, 0, s[2]>>>(x);
    k2<<<1, 32, 0, s[0]>>>(x);
    k2<<<1, 32, 0, s[0]>>>(x);
    k0<<<1, 32, 0, s[1]>>>(x);
    k1<<<1, 32, 0, s[2]>>>(x);
    k0<<<1, 32, 0, s[3]>>>(x);
    cudaStreamWaitEvent(s[2], e[0], 0);
    k0<<<1, 32, 0, s[0]>>>(x);
    k1<<<1, 32, 0, s[3]>>>(x);
    k0<<<1, 32, 0, s[2]>>>(x);
    host_work_us(150);
    k0<<<1, 32, 0, s[3]>>>(x);
    k0<<<1, 32, 0, s[3]>>>(x);
    k1<<<1, 32, 0, s[1]>>>(x);
    host_work_us(150);
    cudaStreamSynchronize(s[2]);
    k1<<<1, 32, 0, s[0]>>>(x);
    k1<<<1, 32, 0, s[1]>>>(x);
    cudaDeviceSynchronize();
    return 0;
}
