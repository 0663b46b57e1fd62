#include <cuda_runtime.h>
__global__ void k(float *x, int n) {}
int main()
{
    k<<<1, 1>>(nullptr, 1);
    return 0;
}
