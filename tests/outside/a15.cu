// cudaLaunchHostFunc does the consumer's work in stream order.
#include "nullstream.cuh"
#include <stdio.h>

struct Context {
    int chunk;
    const float *result;
    double sum;
};

static void CUDART_CB consume(void *user)
{
    Context *c = static_cast<Context *>(user);
    host_work_us(60.0 + 10.0 * (c->chunk % 3));
    c->sum += 1.0;
}

#pragma nullstream kernel(square) time(75us)
__global__ void square(float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        x[i] = x[i] * x[i];
}

int main()
{
    constexpr int CHUNKS = 18, STREAMS = 3, N = 1 << 20;
    static Context ctx[CHUNKS];
    float *h, *d[STREAMS];
    cudaStream_t s[STREAMS];
    cudaMallocHost(&h, size_t(CHUNKS) * N * sizeof(float));
    for (int i = 0; i < STREAMS; i++) {
        cudaStreamCreate(&s[i]);
        cudaMalloc(&d[i], N * sizeof(float));
    }
    for (int c = 0; c < CHUNKS; c++) {
        int k = c % STREAMS;
        float *chunk = h + (size_t)c * N;
        ctx[c] = {c, chunk, 0.0};
        cudaMemcpyAsync(d[k], chunk, N * sizeof(float), cudaMemcpyHostToDevice, s[k]);
        square<<<N / 256, 256, 0, s[k]>>>(d[k], N);
        cudaMemcpyAsync(chunk, d[k], N * sizeof(float), cudaMemcpyDeviceToHost, s[k]);
        cudaLaunchHostFunc(s[k], consume, &ctx[c]);
    }
    cudaDeviceSynchronize();
    double total = 0;
    for (const Context &c : ctx)
        total += c.sum;
    printf("consumed %.0f\n", total);
    return 0;
}
