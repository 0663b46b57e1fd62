#include <cuda_runtime.h>
int main()
{
    int a = 1;
    float a = 2;
    return 0;
}
