#include <cuda_runtime.h>
int main()
{
    int a = 1;
    float f = reinterpret_cast<float>(a);
    return 0;
}
