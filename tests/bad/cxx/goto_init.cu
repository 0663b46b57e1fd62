#include <cuda_runtime.h>
#include <stdio.h>
int main()
{
    goto end;
    int n = 4;
end:
    printf("%d\n", n);
    return 0;
}
