// A synchronous copy from pageable memory reads while another host thread still fills its source.
#include "nullstream.cuh"
#include <stdlib.h>
#include <thread>

const int N = 1 << 20;
float *host, *device;

void fill()
{
    for (int i = 0; i < N; i++)
        host[i] = i;
}

int main()
{
    host = (float *)malloc(N * sizeof(float));
    cudaMalloc(&device, N * sizeof(float));
    std::thread filler(fill);
#ifdef FIXED
    filler.join();
#endif
    cudaMemcpy(device, host, N * sizeof(float), cudaMemcpyHostToDevice);
#ifndef FIXED
    filler.join();
#endif
    cudaDeviceSynchronize();
    cudaFree(device);
    free(host);
    return 0;
}
