#include <cuda_runtime.h>
int main()
{
    const float *h = nullptr;
    cudaFree(h);
    return 0;
}
