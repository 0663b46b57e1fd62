#include <cuda_runtime.h>
int main()
{
    const int n = 4;
    n = 5;
    return 0;
}
