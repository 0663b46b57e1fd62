#include <cuda_runtime.h>
#include <stdio.h>
int main()
{
    dim3 g(1, 2, 3);
    printf("%d\n", g.w);
    return 0;
}
