// The same work in several places, so that the same values stand in several buffers: a finding names
// the place that its own bytes come from. WHAT: 0: two launches; 1: two memsets; 2: a function that
// is called twice; 3: what a copy moves; 4: a loop; 5: lambdas of one line each, which a template
// calls; 6: a buffer that holds what another one was given before.
#include "nullstream.cuh"

#ifndef WHAT
#define WHAT 0
#endif

const int N = 1 << 20;

#pragma nullstream kernel(produce) time(300us)
__global__ void produce(float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        x[i] = i;
}

#pragma nullstream kernel(consume) time(400us)
__global__ void consume(float *out, const float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = x[i];
}

static void make(float *x, cudaStream_t s)
{
    produce<<<N / 256, 256, 0, s>>>(x, N);
}

struct stage {
    cudaStream_t s;
    float *x;
    void run()
    {
        produce<<<N / 256, 256, 0, s>>>(x, N);
    }
    void use(float *out)
    {
        consume<<<N / 256, 256, 0, s>>>(out, x, N);
    }
};

template <class F> static void timed(F f)
{
    f();
}

int main()
{
    cudaStream_t a, b;
    float *first, *x, *out;
    cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking);
    cudaMalloc(&first, N * sizeof(float));
    cudaMalloc(&x, N * sizeof(float));
    cudaMalloc(&out, N * sizeof(float));
    if (WHAT == 0) {
        produce<<<N / 256, 256, 0, a>>>(first, N);
        produce<<<N / 256, 256, 0, a>>>(x, N);
    } else if (WHAT == 1) {
        cudaMemsetAsync(first, 0, N * sizeof(float), a);
        cudaMemsetAsync(x, 0, N * sizeof(float), a);
    } else if (WHAT == 2) {
        make(first, a);
        make(x, a);
    } else if (WHAT == 3) {
        make(out, b);
        produce<<<N / 256, 256, 0, a>>>(first, N);
        cudaMemcpyAsync(x, first, N * sizeof(float), cudaMemcpyDeviceToDevice, a);
    } else if (WHAT == 4) {
        for (int i = 0; i < 3; i++)
            produce<<<N / 256, 256, 0, a>>>(i == 1 ? x : first, N);
    }
    if (WHAT < 5)
        consume<<<N / 256, 256, 0, b>>>(out, x, N);
    stage p{a, x}, q{b, x};
    if (WHAT == 5) {
        timed([&] { p.run(); });
        timed([&] { q.use(out); });
    } else if (WHAT == 6) {
        cudaMemset(first, 0, N * sizeof(float));
        cudaMemset(x, 0, N * sizeof(float));
        cudaDeviceSynchronize();
        make(x, a);
        consume<<<N / 256, 256, 0, b>>>(out, x, N);
    }
    cudaDeviceSynchronize();
    return 0;
}
