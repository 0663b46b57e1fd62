#include <cuda_runtime.h>
int main()
{
    float *d;
    cudaMalloc(d, 64);
    return 0;
}
