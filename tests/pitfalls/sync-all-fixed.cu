// As sync-all.cu, but the host waits for the stream whose sums it needs.
#include "nullstream.cuh"

const int BATCHES = 4;
const int N = 1 << 20;
const int SUMS = 1024;

__global__ void simulate(float *field, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        field[i] = 0.5f * field[i];
}
#pragma nullstream kernel(simulate) time(2ms) reads(field, n * sizeof(float)) writes(field, n * sizeof(float))

__global__ void sum(const float *x, float *sums, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        atomicAdd(&sums[i % SUMS], x[i]);
}
#pragma nullstream kernel(sum) time(60us) reads(x, n * sizeof(float)) writes(sums, SUMS * sizeof(float))

// Reports a batch.
void report(const float *sums)
{
    volatile float first = sums[0];
    (void)first;
    host_work_us(200);
}

int main()
{
    float *in, *out, *x, *sums, *field;
    cudaStream_t side, work;
    cudaMallocHost(&in, BATCHES * N * sizeof(float));
    cudaMallocHost(&out, BATCHES * SUMS * sizeof(float));
    cudaMalloc(&x, N * sizeof(float));
    cudaMalloc(&sums, SUMS * sizeof(float));
    cudaMalloc(&field, N * sizeof(float));
    cudaStreamCreateWithFlags(&side, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&work, cudaStreamNonBlocking);

    simulate<<<16, 256, 0, side>>>(field, N);
    for (int b = 0; b < BATCHES; b++) {
        cudaMemcpyAsync(x, in + b * N, N * sizeof(float), cudaMemcpyHostToDevice, work);
        sum<<<66, 256, 0, work>>>(x, sums, N);
        cudaMemcpyAsync(out + b * SUMS, sums, SUMS * sizeof(float), cudaMemcpyDeviceToHost, work);
        cudaStreamSynchronize(work);
        report(out + b * SUMS);
    }
    cudaDeviceSynchronize();
#pragma nullstream result(out, BATCHES * SUMS * sizeof(float))
    return 0;
}
