// As waits_in_vain.cu, but the host function sleeps between its looks.
#include "nullstream.cuh"
#include <unistd.h>

volatile int go;

void wait_for_go(void *)
{
    while (!go)
        usleep(10);
}

int main()
{
    cudaStream_t s;
    cudaStreamCreate(&s);
    cudaLaunchHostFunc(s, wait_for_go, nullptr);
    cudaStreamSynchronize(s);
    go = 1;
    cudaDeviceSynchronize();
    return 0;
}
