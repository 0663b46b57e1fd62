// A chain of ten streams, each waiting for the one before it.
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
    cudaStream_t s[11];
    for (int i = 0; i < 11; i++)
        cudaStreamCreateWithFlags(&s[i], cudaStreamNonBlocking);
    float *t;
    cudaMalloc(&t, N * sizeof(float));
    cudaEvent_t e[10];
    for (int i = 0; i < 10; i++)
        cudaEventCreate(&e[i]);
    use<<<1, N, 0, s[0]>>>(t);
    for (int i = 0; i < 10; i++) {
        cudaEventRecord(e[i], s[i]);
        cudaStreamWaitEvent(s[i + 1], e[i], 0);
    }
    change<<<1, N, 0, s[10]>>>(t);
    cudaDeviceSynchronize();
    return 0;
}
