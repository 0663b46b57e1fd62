// One stream feeds another, as in tests/pitfalls/stream-order.cu; between the filter and the next copy in
// stands a small copy of the filter's settings. APART: the copies in have a stream of their own.
#include <cuda_runtime.h>

#ifndef APART
#define APART 0
#endif

const int PARTS = 8;
const int N = 1 << 20;
const size_t BYTES = N * sizeof(float);

#pragma nullstream kernel(filter) time(70us) reads(x, BYTES) reads(least, 4) writes(x, BYTES)
__global__ void filter(float *x, const float *least)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < N; i += gridDim.x * blockDim.x)
        x[i] = x[i] > *least ? x[i] : 0;
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
    float *least[2], *leasts;
    cudaStream_t copy, feed, work;
    cudaEvent_t copied[2], filtered[2], used[2];
    cudaMallocHost(&in, PARTS * BYTES);
    cudaMallocHost(&out, BYTES);
    cudaMallocHost(&leasts, PARTS * sizeof(float));
    cudaMalloc(&sum, BYTES);
    cudaStreamCreateWithFlags(&copy, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&feed, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&work, cudaStreamNonBlocking);
    for (int i = 0; i < 2; i++) {
        cudaMalloc(&x[i], BYTES);
        cudaMalloc(&least[i], sizeof(float));
        cudaEventCreateWithFlags(&copied[i], cudaEventDisableTiming);
        cudaEventCreateWithFlags(&filtered[i], cudaEventDisableTiming);
        cudaEventCreateWithFlags(&used[i], cudaEventDisableTiming);
    }
    cudaMemset(sum, 0, BYTES);
    cudaDeviceSynchronize();

    for (int p = 0; p < PARTS; p++) {
        const int i = p % 2;
        cudaMemcpyAsync(least[i], leasts + p, sizeof(float), cudaMemcpyHostToDevice, feed);
        if (p >= 2)
            cudaStreamWaitEvent(APART ? copy : feed, used[i], 0);
        cudaMemcpyAsync(x[i], in + p * N, BYTES, cudaMemcpyHostToDevice, APART ? copy : feed);
        if (APART) {
            cudaEventRecord(copied[i], copy);
            cudaStreamWaitEvent(feed, copied[i], 0);
        }
        filter<<<64, 256, 0, feed>>>(x[i], least[i]);
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
