#include <cuda_runtime.h>
void f(int a) {}
void f(double a) {}
int main()
{
    f(1L);
    return 0;
}
