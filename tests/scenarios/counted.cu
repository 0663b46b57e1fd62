/* A grid that the device has computed, and how a program says to nullstream what it is. */
#include <cuda_runtime.h>

#pragma nullstream kernel(level) time(20us)
__global__ void level(int *count) { *count = 3; }

int main(void)
{
    int *count, left;
    cudaMalloc(&count, sizeof *count);
    level<<<1, 1>>>(count);
    cudaMemcpy(&left, count, sizeof left, cudaMemcpyDeviceToHost);
#if defined __NULLSTREAM__ && defined SAID
    left = 500;
#endif
    level<<<left, 32>>>(count);
    cudaDeviceSynchronize();
    cudaFree(count);
    return 0;
}
