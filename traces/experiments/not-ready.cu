// Is cudaErrorNotReady left for cudaPeekAtLastError and cudaGetLastError, and does it take an earlier error's place?
// Printed by the program itself and by its prediction; natively built with nvcc -O2 -std=c++17 -arch=sm_90 -cudart static
// -I lessons.
#include <cstdio>
#include <cuda_runtime.h>

#include "nullstream.cuh"

__global__ void spin(double us)
{
    spin_us(us);
}

static cudaStream_t stream;
static cudaEvent_t before, done;

static cudaError_t ask(int how)
{
    float ms;
    return how == 0   ? cudaEventQuery(done)
           : how == 1 ? cudaStreamQuery(stream)
                      : cudaEventElapsedTime(&ms, before, done);
}

int main()
{
    const char *ways[] = {"cudaEventQuery", "cudaStreamQuery", "cudaEventElapsedTime"};
    cudaStreamCreate(&stream);
    cudaEventCreate(&before);
    cudaEventCreate(&done);
    for (int fails = 0; fails < 2; fails++)
        for (int how = 0; how < 3; how++) {
            cudaEventRecord(before, stream);
            spin<<<1, 32, 0, stream>>>(20000);
            cudaEventRecord(done, stream);
            if (fails)
                cudaMalloc(nullptr, 16);
            cudaError_t answer = ask(how), peeked = cudaPeekAtLastError();
            spin<<<1, 32>>>(1);
            cudaError_t behind = cudaGetLastError(), again = cudaGetLastError();
            printf("%s%s: %s, peek %s, behind a launch %s, again %s\n", fails ? "behind an error " : "", ways[how],
                   cudaGetErrorName(answer), cudaGetErrorName(peeked), cudaGetErrorName(behind), cudaGetErrorName(again));
            cudaDeviceSynchronize();
        }
    return 0;
}
