#include <cuda_runtime.h>
#include <stdlib.h>
int main()
{
    float *p = malloc(64);
    free(p);
    return 0;
}
