// A kernel whose body does not show what it touches: two launches on the halves of an array, in two
// streams. TIMED: it has a pragma already.
#include "nullstream.cuh"

const int N = 1 << 20;

#ifdef TIMED
#pragma nullstream kernel(gather) time(100us)
#endif
__global__ void gather(float *out, const int *index)
{
    spin_us(100);
    out[index[blockIdx.x * blockDim.x + threadIdx.x]] = 1;
}

int main()
{
    float *out;
    int *index;
    cudaStream_t a, b;
    cudaStreamCreate(&a);
    cudaStreamCreate(&b);
    cudaMalloc(&out, 2 * N * sizeof(float));
    cudaMalloc(&index, N * sizeof(int));
    gather<<<N / 256, 256, 0, a>>>(out, index);
    gather<<<N / 256, 256, 0, b>>>(out + N, index);
    cudaDeviceSynchronize();
    return 0;
}
