// A memset among the set-up begins the timed part, and with it the page-locking behind it. With
// RANGE the program says where that begins.
#include <cuda_runtime.h>
#include <nvtx3/nvToolsExt.h>
#pragma nullstream kernel(step) time(50us)
__global__ void step(float *x)
{
    x[threadIdx.x] = 1;
}
int main()
{
    const size_t bytes = 32 << 20;
    float *x, *h;
    cudaStream_t s[2];
    cudaMalloc(&x, bytes);
    cudaMemset(x, 0, bytes);
    cudaMallocHost(&h, bytes);
    for (int i = 0; i < 2; i++)
        cudaStreamCreateWithFlags(&s[i], cudaStreamNonBlocking);
#ifdef RANGE
    nvtxRangePushA("nullstream");
#endif
    for (int i = 0; i < 4; i++) {
        float *part = x + i * 65536;
        cudaMemcpyAsync(part, h + i * 65536, 262144, cudaMemcpyHostToDevice, s[i % 2]);
        step<<<1, 32, 0, s[i % 2]>>>(part);
    }
    cudaDeviceSynchronize();
#ifdef RANGE
    nvtxRangePop();
#endif
}
