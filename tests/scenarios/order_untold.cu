// A wait for an event between two kernels that share nothing, in a program with a kernel that has no
// pointers: to warm up, before the host waits; with BEFORE, in the stream that is waited for, before
// the event; with BEHIND, behind the wait; with BESIDE, in a stream of its own.
#include <cuda_runtime.h>
const int N = 1 << 20;
#pragma nullstream kernel(fill) time(300us)
__global__ void fill(float *x)
{
    x[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}
#pragma nullstream kernel(spin) time(200us)
__global__ void spin(long cycles)
{
    for (long begin = clock64(); clock64() - begin < cycles;)
        ;
}
int main()
{
    float *x, *y;
    cudaStream_t a, b, c;
    cudaEvent_t filled;
    cudaMalloc(&x, N * sizeof(float));
    cudaMalloc(&y, N * sizeof(float));
    cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&c, cudaStreamNonBlocking);
    cudaEventCreateWithFlags(&filled, cudaEventDisableTiming);
    spin<<<1, 32>>>(1000);
    cudaDeviceSynchronize();
#ifdef BESIDE
    spin<<<1, 32, 0, c>>>(1000);
#endif
    fill<<<32, 256, 0, a>>>(x);
#ifdef BEFORE
    spin<<<1, 32, 0, a>>>(1000);
#endif
    cudaEventRecord(filled, a);
    cudaStreamWaitEvent(b, filled, 0);
    fill<<<32, 256, 0, b>>>(y);
#ifdef BEHIND
    spin<<<1, 32, 0, b>>>(1000);
#endif
    cudaDeviceSynchronize();
    return 0;
}
