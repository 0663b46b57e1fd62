#include <cuda_runtime.h>
template <T> __global__ void t(T *x) {}
int main()
{
    return 0;
}
