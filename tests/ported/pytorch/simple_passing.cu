// Two streams read the same tensor.
#include "nullstream.cuh"

const int N = 1024;

#pragma nullstream kernel(use) time(100us)
__global__ void use(const float *tensor)
{
    float value = tensor[blockIdx.x * blockDim.x + threadIdx.x];
    (void)value;
}

int main()
{
    cudaStream_t s[3];
    for (int i = 0; i < 3; i++)
        cudaStreamCreateWithFlags(&s[i], cudaStreamNonBlocking);
    float *t;
    cudaMalloc(&t, N * sizeof(float));
    use<<<1, N, 0, s[1]>>>(t);
    use<<<1, N, 0, s[2]>>>(t);
    cudaDeviceSynchronize();
    return 0;
}
