// The scratch buffer is freed in the stream that used it last.
#include "nullstream.cuh"

#define BYTES (16 << 20)

#pragma nullstream kernel(produce) time(300us)
__global__ void produce(float *scratch)
{
}

int main()
{
    cudaStream_t a;
    float *scratch;
    cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking);
    cudaMallocAsync((void **)&scratch, BYTES, a);
    produce<<<20, 256, 0, a>>>(scratch);
    cudaFreeAsync(scratch, a);
    cudaDeviceSynchronize();
    return 0;
}
