// Two streams wait for each other's events, then one for the other's last.
#include "nullstream.cuh"

const int N = 1024;

#pragma nullstream kernel(change) time(100us)
__global__ void change(float *tensor)
{
    tensor[blockIdx.x * blockDim.x + threadIdx.x] += 1.0f;
}

int main()
{
    cudaStream_t s[3];
    for (int i = 0; i < 3; i++)
        cudaStreamCreateWithFlags(&s[i], cudaStreamNonBlocking);
    float *t[3];
    for (int i = 0; i < 3; i++)
        cudaMalloc(&t[i], N * sizeof(float));
    cudaEvent_t e[4];
    for (int i = 0; i < 4; i++)
        cudaEventCreate(&e[i]);
    change<<<1, N, 0, s[1]>>>(t[1]);
    change<<<1, N, 0, s[2]>>>(t[2]);
    cudaEventRecord(e[1], s[1]);
    cudaEventRecord(e[2], s[2]);
    change<<<1, N, 0, s[1]>>>(t[1]);
    change<<<1, N, 0, s[2]>>>(t[2]);
    cudaStreamWaitEvent(s[2], e[1], 0);
    cudaStreamWaitEvent(s[1], e[2], 0);
    cudaEventRecord(e[3], s[2]);
    cudaStreamWaitEvent(s[1], e[3], 0);
    change<<<1, N, 0, s[1]>>>(t[1]);
    change<<<1, N, 0, s[1]>>>(t[2]);
    cudaDeviceSynchronize();
    return 0;
}
