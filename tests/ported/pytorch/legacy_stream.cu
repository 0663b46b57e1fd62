// simple_error with the legacy stream and a blocking one, which it comes before.
#include "nullstream.cuh"

const int N = 1024;

#pragma nullstream kernel(use) time(100us)
__global__ void use(const float *tensor)
{
    float value = tensor[blockIdx.x * blockDim.x + threadIdx.x];
    (void)value;
}

#pragma nullstream kernel(change) time(100us)
__global__ void change(float *tensor)
{
    tensor[blockIdx.x * blockDim.x + threadIdx.x] += 1.0f;
}

int main()
{
    cudaStream_t s[1];
    for (int i = 0; i < 1; i++)
        cudaStreamCreateWithFlags(&s[i], cudaStreamNonBlocking);
    float *t;
    cudaMalloc(&t, N * sizeof(float));
    cudaStream_t blocking;
    cudaStreamCreate(&blocking);
    use<<<1, N>>>(t);
    change<<<1, N, 0, blocking>>>(t);
    cudaDeviceSynchronize();
    return 0;
}
