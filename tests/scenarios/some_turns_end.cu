// Two short kernels in each turn; one turn in thirty copies a result and waits for it, which is no part of what a graph of
// a turn would hold.
#include "nullstream.cuh"

__global__ void tick(float *x)
{
    x[threadIdx.x] = 1.0f;
    spin_us(1);
}

int main()
{
    float *x, *out, sum = 0;
    cudaStream_t s;
    cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    cudaMalloc(&x, 1024);
    cudaMallocHost(&out, 1024);
    for (int i = 0; i < 120; i++) {
        tick<<<1, 256, 0, s>>>(x);
        tick<<<1, 256, 0, s>>>(x);
        if (i % 30 == 29) {
            cudaMemcpyAsync(out, x, 1024, cudaMemcpyDeviceToHost, s);
            cudaStreamSynchronize(s);
            sum += out[0];
        }
    }
}
