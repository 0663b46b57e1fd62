#include <cuda_runtime.h>
__global__ int bad(int a) { return a; }
int main()
{
    return 0;
}
