#include <cuda_runtime.h>
void f() {}
int main()
{
    f<<<1, 1>>>();
    return 0;
}
