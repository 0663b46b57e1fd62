#include <cuda_runtime.h>
void f()
{
    return 3;
}
int main()
{
    f();
    return 0;
}
