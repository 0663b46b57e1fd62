#include <cuda_runtime.h>
int main()
{
    auto a = 1, b = 2.0;
    return 0;
}
