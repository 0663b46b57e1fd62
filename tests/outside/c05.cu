// "How to Overlap Data Transfers in CUDA C/C++": sequential, depth first, breadth first, then breadth first
// with 16 streams. The kernel is bound by arithmetic (sin, cos, sqrt).
#include <stdio.h>
#include <math.h>
#include <assert.h>
#include <cuda_runtime.h>

inline cudaError_t checkCuda(cudaError_t result)
{
    if (result != cudaSuccess) {
        fprintf(stderr, "CUDA Runtime Error: %s\n", cudaGetErrorString(result));
        assert(result == cudaSuccess);
    }
    return result;
}

#pragma nullstream kernel(kernel) flops(180.0 * gridDim.x * blockDim.x) bytes(8.0 * gridDim.x * blockDim.x) regs(26)
__global__ void kernel(float *a, int offset)
{
    int i = offset + threadIdx.x + blockIdx.x * blockDim.x;
    float x = (float)i;
    float s = sinf(x);
    float c = cosf(x);
    a[i] = a[i] + sqrtf(s * s + c * c);
}

float maxError(float *a, int n)
{
    float maxE = 0;
    for (int i = 0; i < n; i++) {
        float error = fabs(a[i] - 1.0f);
        if (error > maxE)
            maxE = error;
    }
    return maxE;
}

int main(int argc, char **argv)
{
    const int blockSize = 256, maxStreams = 16;
    const int n = 4 * 1024 * blockSize * 4;
    const int bytes = n * sizeof(float);
    float *a, *d_a;
    checkCuda(cudaMallocHost((void **)&a, bytes));
    checkCuda(cudaMalloc((void **)&d_a, bytes));
    float ms;
    cudaEvent_t startEvent, stopEvent, dummyEvent;
    cudaStream_t stream[maxStreams];
    checkCuda(cudaEventCreate(&startEvent));
    checkCuda(cudaEventCreate(&stopEvent));
    checkCuda(cudaEventCreate(&dummyEvent));
    for (int i = 0; i < maxStreams; ++i)
        checkCuda(cudaStreamCreate(&stream[i]));

    memset(a, 0, bytes);
    checkCuda(cudaEventRecord(startEvent, 0));
    checkCuda(cudaMemcpy(d_a, a, bytes, cudaMemcpyHostToDevice));
    kernel<<<n / blockSize, blockSize>>>(d_a, 0);
    checkCuda(cudaMemcpy(a, d_a, bytes, cudaMemcpyDeviceToHost));
    checkCuda(cudaEventRecord(stopEvent, 0));
    checkCuda(cudaEventSynchronize(stopEvent));
    checkCuda(cudaEventElapsedTime(&ms, startEvent, stopEvent));
    printf("sequential %f ms, max error %e\n", ms, maxError(a, n));

    int counts[] = {4, 4, 16};
    for (int version = 0; version < 3; version++) {
        const int nStreams = counts[version];
        const int streamSize = n / nStreams;
        const int streamBytes = streamSize * sizeof(float);
        memset(a, 0, bytes);
        checkCuda(cudaEventRecord(startEvent, 0));
        if (version == 0) {
            for (int i = 0; i < nStreams; ++i) {
                int offset = i * streamSize;
                checkCuda(cudaMemcpyAsync(&d_a[offset], &a[offset], streamBytes, cudaMemcpyHostToDevice, stream[i]));
                kernel<<<streamSize / blockSize, blockSize, 0, stream[i]>>>(d_a, offset);
                checkCuda(cudaMemcpyAsync(&a[offset], &d_a[offset], streamBytes, cudaMemcpyDeviceToHost, stream[i]));
            }
        } else {
            for (int i = 0; i < nStreams; ++i)
                checkCuda(cudaMemcpyAsync(&d_a[i * streamSize], &a[i * streamSize], streamBytes, cudaMemcpyHostToDevice, stream[i]));
            for (int i = 0; i < nStreams; ++i)
                kernel<<<streamSize / blockSize, blockSize, 0, stream[i]>>>(d_a, i * streamSize);
            for (int i = 0; i < nStreams; ++i)
                checkCuda(cudaMemcpyAsync(&a[i * streamSize], &d_a[i * streamSize], streamBytes, cudaMemcpyDeviceToHost, stream[i]));
        }
        checkCuda(cudaEventRecord(stopEvent, 0));
        checkCuda(cudaEventSynchronize(stopEvent));
        checkCuda(cudaEventElapsedTime(&ms, startEvent, stopEvent));
        printf("V%d %f ms, max error %e\n", version + 1, ms, maxError(a, n));
    }
    return 0;
}
