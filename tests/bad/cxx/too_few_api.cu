#include <cuda_runtime.h>
int main()
{
    cudaStream_t s;
    cudaStreamCreate(&s);
    cudaMemcpyAsync(0, 0, 0);
    return 0;
}
