// The check behind the second launch is told what a call before it had left, which nobody looked at, and takes it for an
// error of the launch. That a query is not ready is no error and is not left (traces/experiments/not-ready.txt). ASKED: what
// was left is cleared, and the last call fails.
#include "nullstream.cuh"
#include <cstdio>
#include <cstdlib>

#define TRY(x) \
    if ((x) != cudaSuccess) \
    std::exit(3)

__global__ void work()
{
    spin_us(100);
}

int main()
{
    cudaEvent_t done;
    cudaEventCreateWithFlags(&done, cudaEventDisableTiming);
    work<<<1, 32>>>();
    TRY(cudaGetLastError());
    cudaEventRecord(nullptr);
    TRY(cudaEventRecord(done));
#ifdef ASKED
    cudaGetLastError();
#endif
    cudaError_t state = cudaEventQuery(done);
    if (state != cudaErrorNotReady)
        TRY(state);
    work<<<1, 32>>>();
    TRY(cudaGetLastError());
    TRY(cudaMalloc((void **)nullptr, 16));
    TRY(cudaDeviceSynchronize());
}
