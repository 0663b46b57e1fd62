#include <cuda_runtime.h>
int main()
{
    __shared__ int a;
    a = 1;
    return 0;
}
