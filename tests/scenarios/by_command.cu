// Copies of pageable memory that come with their commands, and what an event tells of work that
// ended just before: 1100 copies of 1 KiB behind a long kernel fill its queue; a record and a copy
// that are called GAP us after a kernel's end.
#include <cuda_runtime.h>
#include <stdio.h>

#include "nullstream.cuh"

const int GAP = 0;
const int COPIES = 0;

__global__ void work(double us)
{
    spin_us(us);
}

int main()
{
    cudaStream_t s;
    cudaEvent_t done;
    char *pinned, *device, *pageable = new char[1024];
    cudaStreamCreate(&s);
    cudaEventCreateWithFlags(&done, cudaEventDisableTiming);
    cudaMallocHost((void **)&pinned, 65536);
    cudaMalloc((void **)&device, 65536);
    for (int i = 0; i < 1024; i++)
        pageable[i] = 1;
    cudaDeviceSynchronize();
    work<<<1, 64, 0, s>>>(COPIES ? 20000 : 10);
    for (int i = 0; i < COPIES; i++)
        cudaMemcpyAsync(device, pageable, 1024, cudaMemcpyHostToDevice, s);
    cudaEventRecord(done, s);
    host_work_us(GAP);
    cudaMemcpyAsync(device, pinned, 65536, cudaMemcpyHostToDevice, s);
    cudaDeviceSynchronize();
    cudaEventRecord(done, s);
    int asked = 1;
    while (cudaEventQuery(done) == cudaErrorNotReady)
        asked++;
    printf("asked %d times\n", asked);
    return 0;
}
