#include <cuda_runtime.h>
__device__ void f() {}
int main()
{
    f();
    return 0;
}
