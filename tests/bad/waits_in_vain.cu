// main would set what the host function waits for, but first it waits for the host function.
#include "nullstream.cuh"

volatile int go;

void wait_for_go(void *)
{
    while (!go) {
    }
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
