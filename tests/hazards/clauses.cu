// A clause says what a kernel touches of one parameter, its body what it touches of another, which a copy
// still writes. PART 1: the clause names a part of that one, and says all that is touched of it.
#include <cuda_runtime.h>

#ifdef PART
#pragma nullstream kernel(cull) time(50us) atomics(count, 4) reads(body + 1024, 4096)
#else
#pragma nullstream kernel(cull) time(50us) atomics(count, 4)
#endif
__global__ void cull(const float *body, int *visible, int *count, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && body[i] > 0)
        visible[atomicAdd(count, 1)] = i;
}

int main()
{
    const int n = 1024;
    float *body, *host;
    int *visible, *count;
    cudaStream_t s, t;
    cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&t, cudaStreamNonBlocking);
    cudaMalloc(&body, 2 * n * sizeof(float));
    cudaMalloc(&visible, n * sizeof(int));
    cudaMalloc(&count, sizeof(int));
    cudaMallocHost(&host, n * sizeof(float));
    cudaMemcpyAsync(body, host, n * sizeof(float), cudaMemcpyHostToDevice, s);
    cull<<<n / 256, 256, 0, t>>>(body, visible, count, n);
    cudaDeviceSynchronize();
    return 0;
}
