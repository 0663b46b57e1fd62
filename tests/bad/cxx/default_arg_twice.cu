#include <cuda_runtime.h>
int f(int a = 1);
int f(int a = 1) { return a; }
int main()
{
    return 0;
}
