#include <cuda_runtime.h>
int f() { return 1; }
int f() { return 2; }
int main()
{
    return 0;
}
