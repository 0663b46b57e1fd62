// Two streams wait for the same event.
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
    cudaStream_t s[4];
    for (int i = 0; i < 4; i++)
        cudaStreamCreateWithFlags(&s[i], cudaStreamNonBlocking);
    float *t;
    cudaMalloc(&t, N * sizeof(float));
    cudaEvent_t e;
    cudaEventCreate(&e);
    change<<<1, N, 0, s[1]>>>(t);
    cudaEventRecord(e, s[1]);
    cudaStreamWaitEvent(s[2], e, 0);
    cudaStreamWaitEvent(s[3], e, 0);
    use<<<1, N, 0, s[2]>>>(t);
    use<<<1, N, 0, s[3]>>>(t);
    cudaDeviceSynchronize();
    return 0;
}
