// Work in two streams, and its result read back at the end: the copy waits for all of it by nature.
#include <cuda_runtime.h>
#include <stdio.h>

#pragma nullstream kernel(step) time(300us)
__global__ void step(float *x)
{
    x[threadIdx.x] += 1;
}

#pragma nullstream kernel(sum) time(50us)
__global__ void sum(const float *x, const float *y, float *out)
{
    out[threadIdx.x] = x[threadIdx.x] + y[threadIdx.x];
}

int main()
{
    cudaStream_t s[2];
    cudaEvent_t done;
    float *x[2], *out, result;
    for (int i = 0; i < 2; i++) {
        cudaStreamCreate(&s[i]);
        cudaMalloc(&x[i], 1024);
    }
    cudaMalloc(&out, 1024);
    cudaEventCreateWithFlags(&done, cudaEventDisableTiming);
    for (int n = 0; n < 4; n++)
        for (int i = 0; i < 2; i++)
            step<<<1, 256, 0, s[i]>>>(x[i]);
    cudaEventRecord(done, s[1]);
    cudaStreamWaitEvent(s[0], done, 0);
    sum<<<1, 256, 0, s[0]>>>(x[0], x[1], out);
    cudaMemcpy(&result, out, sizeof result, cudaMemcpyDeviceToHost);
    printf("%f\n", result);
    return 0;
}
