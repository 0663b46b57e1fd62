#include <cuda_runtime.h>
int main()
{
    int a = 1
    int b = 2;
    return 0;
}
