// Copies and kernels in a random order of calls over streams: run with --connections 2.
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
    cudaStreamCreateWithFlags(&s[0], cudaStreamDefault);
    cudaStreamCreateWithFlags(&s[1], cudaStreamDefault);
    cudaStreamCreateWithFlags(&s[2], cudaStreamDefault);
    cudaStreamCreateWithFlags(&s[3], cudaStreamNonBlocking);
    cudaEventCreateWithFlags(&e[0], cudaEventDefault);
    cudaEventCreateWithFlags(&e[1], cudaEventDefault);
    cudaEventCreateWithFlags(&e[2], cudaEventDefault);
    cudaEventCreateWithFlags(&e[3], cudaEventDefault);
    cudaDeviceSynchronize();
    cudaMemcpyAsync(device, pinned, 8192 * KB, cudaMemcpyHostToDevice, s[0]);
    cudaMemcpyAsync(pinned, device, 16384 * KB, cudaMemcpyDeviceToHost, s[1]);
    k1<<<1, 32, 0, s[0]>>>(x);
    cudaMemcpyAsync(device, pinned, 4096 * KB, cudaMemcpyHostToDevice, s[2]);
    cudaMemcpyAsync(device, pinned, 4096 * KB, cudaMemcpyHostToDevice, s[2]);
    cudaEventRecord(e[0], cudaStreamPerThread);
    cudaMemcpyAsync(device, pinned, 4096 * KB, cudaMemcpyHostToDevice, s[3]);
    cudaMemcpyAsync(device, pinned, 256 * KB, cudaMemcpyHostToDevice, s[3]);
    cudaMemcpyAsync(pinned, device, 1024 * KB, cudaMemcpyDeviceToHost, s[0]);
    k0<<<1, 32, 0, cudaStreamPerThread>>>(x);
    k2<<<1, 32, 0, s[2]>>>(x);
    k2<<<1, 32, 0, s[2]>>>(x);
    cudaMemcpyAsync(device, pinned, 1024 * KB, cudaMemcpyHostToDevice, s[3]);
    k2<<<1, 32, 0, s[0]>>>(x);
    cudaMemcpyAsync(pinned, device, 64 * KB, cudaMemcpyDeviceToHost, s[3]);
    cudaMemcpyAsync(device, pinned, 4096 * KB, cudaMemcpyHostToDevice, cudaStreamPerThread);
    k2<<<1, 32, 0, cudaStreamPerThread>>>(x);
    cudaMemcpyAsync(device, pinned, 256 * KB, cudaMemcpyHostToDevice, s[0]);
    k1<<<1, 32, 0, cudaStreamPerThread>>>(x);
    cudaEventRecord(e[0], s[0]);
    k2<<<1, 32, 0, cudaStreamPerThread>>>(x);
    cudaMemcpyAsync(device, pinned, 1024 * KB, cudaMemcpyHostToDevice, s[1]);
    k1<<<1, 32, 0, cudaStreamPerThread>>>(x);
    k0<<<1, 32, 0, s[3]>>>(x);
    cudaMemcpyAsync(device, pinned, 4096 * KB, cudaMemcpyHostToDevice, cudaStreamPerThread);
    cudaMemcpyAsync(device, pinned, 256 * KB, cudaMemcpyHostToDevice, s[0]);
    cudaStreamSynchronize(s[2]);
    k1<<<1, 32, 0, cudaStreamPerThread>>>(x);
    cudaMemcpyAsync(device, pinned, 256 * KB, cudaMemcpyHostToDevice, s[1]);
    k1<<<1, 32, 0, cudaStreamPerThread>>>(x);
    cudaMemcpyAsync(pinned, device, 1024 * KB, cudaMemcpyDeviceToHost, s[3]);
    cudaMemcpyAsync(device, pinned, 4096 * KB, cudaMemcpyHostToDevice, s[2]);
    k1<<<1, 32, 0, s[1]>>>(x);
    cudaMemcpyAsync(device, pinned, 256 * KB, cudaMemcpyHostToDevice, s[1]);
    cudaMemcpyAsync(pinned, device, 64 * KB, cudaMemcpyDeviceToHost, s[1]);
    cudaEventRecord(e[0], s[2]);
    cudaDeviceSynchronize();
    return 0;
}
