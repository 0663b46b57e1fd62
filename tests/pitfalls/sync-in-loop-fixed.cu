// An event behind each copy says when its staging buffer may be filled again; the host waits for
// all the work once.
#include "nullstream.cuh"

const int BATCHES = 8;
const int N = 1 << 20;
const size_t BYTES = N * sizeof(float);

__global__ void transform(float *x, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        x[i] = 2.0f * x[i] + 1.0f;
}
#pragma nullstream kernel(transform) block_time(100us) reads(x, n * sizeof(float)) writes(x, n * sizeof(float))

// The next batch comes into the staging buffer.
void load(float *staging, int batch)
{
    staging[0] = batch;
    host_work_us(60);
}

int main()
{
    float *staging[2], *out, *x[2];
    cudaStream_t stream[2];
    cudaEvent_t copied[2];
    cudaMallocHost(&out, BATCHES * BYTES);
    for (int i = 0; i < 2; i++) {
        cudaMallocHost(&staging[i], BYTES);
        cudaMalloc(&x[i], BYTES);
        cudaStreamCreate(&stream[i]);
        cudaEventCreateWithFlags(&copied[i], cudaEventDisableTiming);
    }

    for (int b = 0; b < BATCHES; b++) {
        const int s = b % 2;
        cudaEventSynchronize(copied[s]);
        load(staging[s], b);
        cudaMemcpyAsync(x[s], staging[s], BYTES, cudaMemcpyHostToDevice, stream[s]);
        cudaEventRecord(copied[s], stream[s]);
        transform<<<66, 1024, 0, stream[s]>>>(x[s], N);
        cudaMemcpyAsync(out + b * N, x[s], BYTES, cudaMemcpyDeviceToHost, stream[s]);
    }
    cudaDeviceSynchronize();
#pragma nullstream result(out, BATCHES * BYTES)
    return 0;
}
