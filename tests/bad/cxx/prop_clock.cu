#include <cuda_runtime.h>
#include <stdio.h>
int main()
{
    cudaDeviceProp p;
    cudaGetDeviceProperties(&p, 0);
    printf("%d", p.clockRate);
    return 0;
}
