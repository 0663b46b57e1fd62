// The host makes the next turn of what it reads of this one: no second buffer lets that begin
// earlier. With OTHER it reads the result, too, and writes what has nothing to do with it.
#include <cuda_runtime.h>
#include <stdio.h>
#pragma nullstream kernel(step) time(20us)
__global__ void step(const float *in, float *out)
{
    out[threadIdx.x] = in[threadIdx.x] * 2;
}
int main()
{
    float *in, *out, sum = 0;
    cudaMallocManaged(&in, 128);
    cudaMallocManaged(&out, 128);
    for (int i = 0; i < 32; i++)
        in[i] = 1;
    for (int turn = 0; turn < 10; turn++) {
        step<<<1, 32>>>(in, out);
        cudaDeviceSynchronize();
        for (int i = 0; i < 32; i++)
#ifdef OTHER
            sum += out[i], in[i] = i;
#else
            in[i] = out[i] + 1;
#endif
    }
    printf("%g\n", sum);
}
