// Two streams take turns over a row of short steps. The events that hand over are created with timing, which nobody
// asks for.
#include "nullstream.cuh"

const int STEPS = 60;
const int N = 1 << 16;

#pragma nullstream kernel(step) time(5us)
__global__ void step(float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        x[i] = 2.0f * x[i] + 1.0f;
}

int main()
{
    float *x, *out;
    cudaStream_t a, b;
    cudaEvent_t there, back;
    cudaMalloc(&x, N * sizeof(float));
    cudaMallocHost(&out, N * sizeof(float));
    cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking);
    cudaEventCreate(&there);
    cudaEventCreate(&back);

    cudaMemsetAsync(x, 0, N * sizeof(float), a);
    for (int i = 0; i < STEPS; i++) {
        step<<<N / 256, 256, 0, a>>>(x, N);
        cudaEventRecord(there, a);
        cudaStreamWaitEvent(b, there, 0);
        step<<<N / 256, 256, 0, b>>>(x, N);
        cudaEventRecord(back, b);
        cudaStreamWaitEvent(a, back, 0);
    }
    cudaMemcpyAsync(out, x, N * sizeof(float), cudaMemcpyDeviceToHost, a);
    cudaDeviceSynchronize();
#pragma nullstream result(out, N * sizeof(float))
    return 0;
}
