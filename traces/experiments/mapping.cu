// How long do calls that take memory last beside copies, in the executor and as predicted?
// measure -D OUT=0,1 -D COPIES=0..60 -D KIB=256..262144 -D STREAMS=1,2 -D DELAY=5..2300 -D POOL=0,1
#include "nullstream.cuh"

#ifndef OUT
#define OUT 1
#endif
#ifndef COPIES
#define COPIES 4
#endif
#ifndef KIB
#define KIB 4096
#endif
#ifndef STREAMS
#define STREAMS 1
#endif
#ifndef DELAY
#define DELAY 5
#endif
#ifndef POOL
#define POOL 0
#endif

__global__ void work()
{
    spin_us(20);
}

int main()
{
    const size_t bytes = (size_t)KIB << 10;
    char *host, *device, *memory;
    cudaStream_t s[3];
    cudaMallocHost(&host, 256 << 20);
    cudaMalloc(&device, 256 << 20);
    for (int i = 0; i < 3; i++)
        cudaStreamCreateWithFlags(&s[i], cudaStreamNonBlocking);
    work<<<1, 32, 0, s[2]>>>();
    cudaDeviceSynchronize();
    for (int i = 0; i < COPIES; i++)
        if (OUT)
            cudaMemcpyAsync(host, device, bytes, cudaMemcpyDeviceToHost, s[i % STREAMS]);
        else
            cudaMemcpyAsync(device, host, bytes, cudaMemcpyHostToDevice, s[i % STREAMS]);
    host_work_us(DELAY);
    if (POOL)
        cudaMallocAsync((void **)&memory, 32 << 20, s[2]);
    else
        cudaMalloc(&memory, 2 << 20);
    work<<<1, 32, 0, s[2]>>>();
    cudaDeviceSynchronize();
    return 0;
}
