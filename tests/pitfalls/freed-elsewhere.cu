// A scratch buffer is allocated and used in one stream and freed in another, which does not wait.
#include "nullstream.cuh"

#define BYTES (16 << 20)

#pragma nullstream kernel(produce) time(300us)
__global__ void produce(float *scratch)
{
}

int main()
{
    cudaStream_t a, b;
    float *scratch;
    cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking);
    cudaMallocAsync((void **)&scratch, BYTES, a);
    produce<<<20, 256, 0, a>>>(scratch);
    cudaFreeAsync(scratch, b);
    cudaDeviceSynchronize();
    return 0;
}
