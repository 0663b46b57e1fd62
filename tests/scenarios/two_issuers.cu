// Two host threads, each with requests in streams of its own, issued one stream after the other: what
// tests/pitfalls/issue-order.cu does in one thread. SHARED: both use the same streams.
#include "nullstream.cuh"
#include <thread>

const int REQUESTS = 12;
const int N = 1 << 12;
float *x;
cudaStream_t stream[2][REQUESTS];

__global__ void decode(float *x)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    x[i] = 1.0f;
    spin_us(100);
}

__global__ void encode(float *x)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    x[i] = x[i] + 1.0f;
    spin_us(100);
}

void serve(int who)
{
    float *mine = x + who * REQUESTS * N;
#ifdef SHARED
    cudaStream_t *s = stream[0];
#else
    cudaStream_t *s = stream[who];
#endif
    for (int i = 0; i < REQUESTS; i++) {
        decode<<<4, 1024, 0, s[i]>>>(mine + i * N);
        encode<<<4, 1024, 0, s[i]>>>(mine + i * N);
        encode<<<4, 1024, 0, s[i]>>>(mine + i * N);
    }
    for (int i = 0; i < REQUESTS; i++)
        cudaStreamSynchronize(s[i]);
}

int main()
{
    cudaMalloc(&x, 2 * REQUESTS * N * sizeof(float));
    for (int i = 0; i < 2 * REQUESTS; i++)
        cudaStreamCreate(&stream[i / REQUESTS][i % REQUESTS]);
    std::thread first(serve, 0), second(serve, 1);
    first.join();
    second.join();
#pragma nullstream result(x, 2 * REQUESTS * N * sizeof(float))
    return 0;
}
