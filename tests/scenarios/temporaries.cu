// Each step allocates a temporary and frees it, as library code does; four streams, so that steps could
// overlap. Nobody reads a result: what the temporaries hold in the end is none.
#include <cuda_runtime.h>

const int n = 1 << 18;

#pragma nullstream kernel(add) time(50us)
__global__ void add(float *x, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count)
        x[i] += 1;
}

static void step(float *x, cudaStream_t s)
{
    float *t;
    cudaMalloc(&t, n * 4);
    cudaMemcpyAsync(t, x, n * 4, cudaMemcpyDeviceToDevice, s);
    add<<<64, 256, 0, s>>>(t, 64 * 256);
    cudaMemcpyAsync(x, t, n * 4, cudaMemcpyDeviceToDevice, s);
    cudaFree(t);
}

int main()
{
    float *d[4];
    cudaStream_t s[4];
    for (int i = 0; i < 4; i++) {
        cudaMalloc(&d[i], n * 4);
        cudaMemset(d[i], 0, n * 4);
        cudaStreamCreate(&s[i]);
    }
    cudaDeviceSynchronize();
    for (int r = 0; r < 6; r++)
        for (int i = 0; i < 4; i++)
            step(d[i], s[i]);
    cudaDeviceSynchronize();
}
