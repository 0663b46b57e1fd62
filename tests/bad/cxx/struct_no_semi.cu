#include <cuda_runtime.h>
struct S { int n; }
int main()
{
    return 0;
}
