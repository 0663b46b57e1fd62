// Batches in a struct, set up and submitted by functions; the host memory is from new. SAME: all add to
// the first one's results.
#include "nullstream.cuh"

const int N = 1 << 20;

#pragma nullstream kernel(saxpy) time(200us)
__global__ void saxpy(float *y, const float *x, float a)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    y[i] += a * x[i];
}

struct batch {
    float *in, *out, *x, *y;
};

void set_up(batch &b)
{
    b.in = new float[N];
    b.out = new float[N];
    cudaMalloc(&b.x, N * sizeof(float));
    cudaMalloc(&b.y, N * sizeof(float));
}

void submit(batch &b, float *y, cudaStream_t stream)
{
    cudaMemcpyAsync(b.x, b.in, N * sizeof(float), cudaMemcpyHostToDevice, stream);
    saxpy<<<N / 256, 256, 0, stream>>>(y, b.x, 2.0f);
    cudaMemcpyAsync(b.out, y, N * sizeof(float), cudaMemcpyDeviceToHost, stream);
}

int main()
{
    batch batches[4];
    cudaStream_t s[4];
    for (int i = 0; i < 4; i++) {
        set_up(batches[i]);
        cudaStreamCreateWithFlags(&s[i], cudaStreamNonBlocking);
    }
    for (int i = 0; i < 4; i++)
#ifdef SAME
        submit(batches[i], batches[0].y, s[i]);
#else
        submit(batches[i], batches[i].y, s[i]);
#endif
    cudaDeviceSynchronize();
    return 0;
}
