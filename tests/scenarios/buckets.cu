// Training with an all-reduce for each bucket of gradients: the compute stream waits in each turn for
// what only the optimizer needs. LIBRARY: by a kernel of which nobody says what it reads and writes.
#include "nullstream.cuh"
#include <nvtx3/nvToolsExt.h>

const int LAYERS = 5, N = 1 << 14;

#pragma nullstream kernel(backward) time(100us)
__global__ void backward(const float *w, float *g)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    g[i] = w[i];
}

#pragma nullstream kernel(reduce) time(90us)
__global__ void reduce(float *g)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    g[i] *= 2;
}

#pragma nullstream kernel(sgd) time(5us)
__global__ void sgd(float *w, const float *g)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    w[i] -= g[i];
}

int main()
{
    float *w[LAYERS], *g[LAYERS];
    cudaStream_t compute, comm;
    cudaEvent_t ready, reduced;
    cudaStreamCreateWithFlags(&compute, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&comm, cudaStreamNonBlocking);
    cudaEventCreateWithFlags(&ready, cudaEventDisableTiming);
    cudaEventCreateWithFlags(&reduced, cudaEventDisableTiming);
    for (int i = 0; i < LAYERS; i++) {
        cudaMalloc(&w[i], N * sizeof(float));
        cudaMalloc(&g[i], N * sizeof(float));
        cudaMemset(w[i], 0, N * sizeof(float));
    }
    cudaDeviceSynchronize();
    nvtxRangePush("nullstream");
    for (int i = LAYERS - 1; i >= 0; i--) {
        backward<<<N / 256, 256, 0, compute>>>(w[i], g[i]);
        cudaEventRecord(ready, compute);
        cudaStreamWaitEvent(comm, ready, 0);
#ifdef LIBRARY
        ns_all_reduce(8 << 20, 16, comm);
#else
        reduce<<<N / 256, 256, 0, comm>>>(g[i]);
#endif
        cudaEventRecord(reduced, comm);
        cudaStreamWaitEvent(compute, reduced, 0);
    }
    cudaStreamWaitEvent(compute, reduced, 0);
    for (int i = 0; i < LAYERS; i++)
        sgd<<<N / 256, 256, 0, compute>>>(w[i], g[i]);
    cudaDeviceSynchronize();
    nvtxRangePop();
    return 0;
}
