// One stream feeds another: it copies each part in and filters it. The next part has a buffer of its
// own, but its copy waits behind the filter all the same, as both are in one stream.
#include <cuda_runtime.h>

const int PARTS = 8;
const int N = 1 << 20;
const size_t BYTES = N * sizeof(float);

#pragma nullstream kernel(filter) time(70us) reads(x, BYTES) writes(x, BYTES)
__global__ void filter(float *x)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < N; i += gridDim.x * blockDim.x)
        x[i] = x[i] > 0.5f ? x[i] : 0;
}

#pragma nullstream kernel(add) time(60us) reads(x, BYTES) reads(sum, BYTES) writes(sum, BYTES)
__global__ void add(const float *x, float *sum)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < N; i += gridDim.x * blockDim.x)
        sum[i] += x[i];
}

int main()
{
    float *in, *out, *x[2], *sum;
    cudaStream_t feed, work;
    cudaEvent_t filtered[2], used[2];
    cudaMallocHost(&in, PARTS * BYTES);
    cudaMallocHost(&out, BYTES);
    cudaMalloc(&sum, BYTES);
    cudaStreamCreateWithFlags(&feed, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&work, cudaStreamNonBlocking);
    for (int i = 0; i < 2; i++) {
        cudaMalloc(&x[i], BYTES);
        cudaEventCreateWithFlags(&filtered[i], cudaEventDisableTiming);
        cudaEventCreateWithFlags(&used[i], cudaEventDisableTiming);
    }
    cudaMemset(sum, 0, BYTES);
    cudaDeviceSynchronize();

    for (int p = 0; p < PARTS; p++) {
        const int i = p % 2;
        if (p >= 2)
            cudaStreamWaitEvent(feed, used[i], 0);
        cudaMemcpyAsync(x[i], in + p * N, BYTES, cudaMemcpyHostToDevice, feed);
        filter<<<64, 256, 0, feed>>>(x[i]);
        cudaEventRecord(filtered[i], feed);
        cudaStreamWaitEvent(work, filtered[i], 0);
        add<<<64, 256, 0, work>>>(x[i], sum);
        cudaEventRecord(used[i], work);
    }
    cudaMemcpyAsync(out, sum, BYTES, cudaMemcpyDeviceToHost, work);
    cudaDeviceSynchronize();
#pragma nullstream result(out, BYTES)
    return 0;
}
