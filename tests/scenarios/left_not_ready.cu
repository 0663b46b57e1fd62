// The check behind the second launch is told cudaErrorNotReady, which the query before it had left, and takes it for an
// error of the launch. ASKED: the query's answer is cleared.
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
    TRY(cudaEventRecord(done));
    cudaError_t state = cudaEventQuery(done);
#ifdef ASKED
    cudaGetLastError();
#endif
    if (state != cudaErrorNotReady)
        TRY(state);
    work<<<1, 32>>>();
    TRY(cudaGetLastError());
    TRY(cudaMalloc((void **)nullptr, 16));
    TRY(cudaDeviceSynchronize());
}
