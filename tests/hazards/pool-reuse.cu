// A block of the caching allocator is freed and handed out again while a second stream still reads it.
#include "nullstream.cuh"

const int N = 1 << 18;

#pragma nullstream kernel(fill) time(50us) writes(out, n * sizeof(float))
__global__ void fill(float *out, float value, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = value;
}

#pragma nullstream kernel(sum) time(400us) reads(in, n * sizeof(float)) writes(out, sizeof(float))
__global__ void sum(float *out, const float *in, int n)
{
    spin_us(400);
    if (blockIdx.x == 0 && threadIdx.x == 0)
        for (int i = 0; i < n; i++)
            out[0] += in[i];
}

int main()
{
    cudaStream_t main_stream, side;
    cudaStreamCreateWithFlags(&main_stream, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&side, cudaStreamNonBlocking);
    cudaEvent_t filled;
    cudaEventCreateWithFlags(&filled, cudaEventDisableTiming);
    float *result;
    cudaMalloc(&result, sizeof(float));

    float *first = (float *)ns_pool_alloc(N * sizeof(float), main_stream);
    fill<<<N / 256, 256, 0, main_stream>>>(first, 1.0f, N);
    cudaEventRecord(filled, main_stream);
    cudaStreamWaitEvent(side, filled, 0);
    sum<<<1, 32, 0, side>>>(result, first, N);
    ns_pool_free(first);
    float *second = (float *)ns_pool_alloc(N * sizeof(float), main_stream);
    fill<<<N / 256, 256, 0, main_stream>>>(second, 2.0f, N);
    cudaDeviceSynchronize();
    return 0;
}
