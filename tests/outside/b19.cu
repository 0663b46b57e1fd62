// A queue of copies deeper than 1024 behind a kernel, of another stream's big copy.
#include "nullstream.cuh"
__global__ void hold(int *p) { spin_us(3000); }
int main()
{
    int *d, *h; char *big, *hb;
    cudaStream_t s, t; cudaEvent_t go;
    cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&t, cudaStreamNonBlocking);
    cudaEventCreateWithFlags(&go, cudaEventDisableTiming);
    cudaMalloc(&d, 1 << 16); cudaMallocHost(&h, 1 << 16);
    cudaMalloc(&big, 100 << 20); cudaMallocHost(&hb, 100 << 20);
    hold<<<1, 32, 0, s>>>(d);
    cudaMemcpyAsync(big, hb, 100 << 20, cudaMemcpyHostToDevice, t);
    for (int i = 0; i < 1300; i++)
        cudaMemcpyAsync(d + i, h + i, sizeof(int) * (1 + i % 64), cudaMemcpyHostToDevice, s);
    cudaEventRecord(go, s);
    cudaStreamWaitEvent(t, go, 0);
    cudaMemcpyAsync(hb, big, 1 << 20, cudaMemcpyDeviceToHost, t);
    cudaDeviceSynchronize();
    return 0;
}
