/* A loop whose condition declares what the device has computed: nobody knows how often it turns. */
#include <cuda_runtime.h>

#pragma nullstream kernel(level) time(20us)
__global__ void level(int *count) { *count = 3; }

int main(void)
{
    int *count, left;
    cudaMalloc(&count, sizeof *count);
    level<<<1, 1>>>(count);
    cudaMemcpy(&left, count, sizeof left, cudaMemcpyDeviceToHost);
    while (int now = left) {
        level<<<1, 32>>>(count);
        cudaMemcpy(&left, count, sizeof left, cudaMemcpyDeviceToHost);
        if (now < 0)
            break;
    }
    cudaFree(count);
    return 0;
}
