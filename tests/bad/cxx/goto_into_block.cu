#include <cuda_runtime.h>
#include <stdio.h>
int main()
{
    goto in;
    {
        int z = 3;
in:
        printf("%d", z);
    }
    return 0;
}
