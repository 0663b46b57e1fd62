#include <cuda_runtime.h>
#include <stdio.h>
int main()
{
    int a[] = {1, 2.5, 3};
    printf("%d\n", a[0]);
    return 0;
}
