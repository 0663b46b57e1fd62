// The priorities that streams can have.
#include <cuda_runtime.h>
#include <stdio.h>

int main()
{
    int least, greatest;
    cudaDeviceGetStreamPriorityRange(&least, &greatest);
    printf("%d to %d\n", least, greatest);
    return 0;
}
