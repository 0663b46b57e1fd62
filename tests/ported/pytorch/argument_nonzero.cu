// Indices go to several tensors, where the data says: the kernel says what it writes.
#include "nullstream.cuh"

#ifndef RACY
#define RACY 0
#endif

const int N = 1024;

#pragma nullstream kernel(nonzero) time(100us) reads(a, N * 4) writes(x, N * 4) writes(y, N * 4)
__global__ void nonzero(float *x, float *y, const float *a)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (a[i] != 0) {
        x[(int)a[i] % N] = (float)(i / 32);
        y[(int)a[i] % N] = (float)(i % 32);
    }
}

#pragma nullstream kernel(use) time(100us)
__global__ void use(const float *tensor)
{
    float value = tensor[blockIdx.x * blockDim.x + threadIdx.x];
    (void)value;
}

int main()
{
    cudaStream_t s[2];
    for (int i = 0; i < 2; i++)
        cudaStreamCreateWithFlags(&s[i], cudaStreamNonBlocking);
    float *t[3];
    for (int i = 0; i < 3; i++)
        cudaMalloc(&t[i], N * sizeof(float));
    nonzero<<<1, N, 0, s[0]>>>(t[1], t[2], t[0]);
#if RACY
    use<<<1, N, 0, s[1]>>>(t[2]);
#else
    use<<<1, N, 0, s[1]>>>(t[0]);
#endif
    cudaDeviceSynchronize();
    return 0;
}
