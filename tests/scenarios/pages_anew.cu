// Each turn makes a vector, page-locks it, and takes device memory from a pool. Neither can be called
// before the timed part as it stands: the vector is not there, and the pool's calls are in a stream.
#include "nullstream.cuh"
#include <vector>

#pragma nullstream kernel(step) time(60us) reads(x, n * 4)
__global__ void step(const float *x, int n)
{
}

static void turn(int n, cudaStream_t s)
{
    std::vector<float> data(n);
    float *x;
    cudaHostRegister(data.data(), n * 4, cudaHostRegisterDefault);
    cudaMallocAsync(&x, n * 4, s);
    cudaMemcpyAsync(x, data.data(), n * 4, cudaMemcpyHostToDevice, s);
    step<<<8, 128, 0, s>>>(x, n);
    cudaFreeAsync(x, s);
    cudaStreamSynchronize(s);
    cudaHostUnregister(data.data());
}

int main()
{
    cudaStream_t s;
    cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    for (int i = 0; i < 6; i++)
        turn(1 << 20, s);
}
