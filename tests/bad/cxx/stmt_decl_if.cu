#include <cuda_runtime.h>
#include <stdio.h>
int main()
{
    for (int i = 0; i < 3; i++)
        ;
    printf("%d\n", i);
    return 0;
}
