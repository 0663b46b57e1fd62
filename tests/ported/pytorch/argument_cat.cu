// Three tensors are joined: all are read.
#include "nullstream.cuh"

#ifndef RACY
#define RACY 0
#endif

const int N = 1024;

#pragma nullstream kernel(cat) time(100us)
__global__ void cat(float *d, const float *a, const float *b, const float *c)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, third = N / 4;
    if (i < third) {
        d[i] = a[i];
        d[i + third] = b[i];
        d[i + 2 * third] = c[i];
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
    float *t[4];
    for (int i = 0; i < 4; i++)
        cudaMalloc(&t[i], N * sizeof(float));
    cat<<<1, N, 0, s[0]>>>(t[3], t[0], t[1], t[2]);
#if RACY
    use<<<1, N, 0, s[1]>>>(t[3]);
#else
    use<<<1, N, 0, s[1]>>>(t[0]);
    use<<<1, N, 0, s[1]>>>(t[1]);
    use<<<1, N, 0, s[1]>>>(t[2]);
#endif
    cudaDeviceSynchronize();
    return 0;
}
