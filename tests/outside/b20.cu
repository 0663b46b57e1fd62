// The host polls streams and events, and puts in work whenever something is done: two queries deep.
#include "nullstream.cuh"
#include <stdio.h>
__global__ void job(int i) { spin_us(70); }
__global__ void after(int i) { spin_us(10); }
int main()
{
    cudaStream_t s[2]; cudaEvent_t e;
    for (int i = 0; i < 2; i++) cudaStreamCreateWithFlags(&s[i], cudaStreamNonBlocking);
    cudaEventCreateWithFlags(&e, cudaEventDisableTiming);
    char *d, *h; cudaMalloc(&d, 4 << 20); cudaMallocHost(&h, 4 << 20);
    for (int i = 0; i < 12; i++) {
        job<<<30, 256, 0, s[0]>>>(i);
        cudaEventRecord(e, s[0]);
        cudaMemcpyAsync(d, h, 500000 + i * 200000, cudaMemcpyHostToDevice, s[1]);
        while (cudaStreamQuery(s[1]) != cudaSuccess)
            ;
        after<<<8, 64, 0, s[1]>>>(i);
        while (cudaEventQuery(e) == cudaErrorNotReady)
            host_work_us(3);
        after<<<8, 64, 0, s[0]>>>(i);
    }
    cudaGetLastError();
    cudaDeviceSynchronize();
    return 0;
}
