#include <cuda_runtime.h>
int main()
{
    return later(1);
}
int later(int a) { return a; }
