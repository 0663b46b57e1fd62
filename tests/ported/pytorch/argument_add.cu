// Adding two tensors reads them and writes a third: another stream may read the former, not the latter.
#include "nullstream.cuh"

#ifndef RACY
#define RACY 0
#endif

const int N = 1024;

// c = a + b
#pragma nullstream kernel(add) time(100us)
__global__ void add(float *c, const float *a, const float *b)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    c[i] = a[i] + b[i];
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
    add<<<1, N, 0, s[0]>>>(t[2], t[0], t[1]);
#if RACY
    use<<<1, N, 0, s[1]>>>(t[2]);
#else
    use<<<1, N, 0, s[1]>>>(t[0]);
    use<<<1, N, 0, s[1]>>>(t[1]);
#endif
    cudaDeviceSynchronize();
    return 0;
}
