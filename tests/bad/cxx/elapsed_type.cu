#include <cuda_runtime.h>
int main()
{
    cudaEvent_t a, b;
    cudaEventCreate(&a);
    cudaEventCreate(&b);
    double ms;
    cudaEventElapsedTime(&ms, a, b);
    return 0;
}
