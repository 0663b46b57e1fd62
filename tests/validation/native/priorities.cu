// A short kernel of high priority among long ones of low priority that fill the SMs in waves: its
// blocks go first as blocks end, and running blocks are not stopped.
#include <cuda_runtime.h>

#include "nullstream.cuh"

__global__ void bulk()
{
    spin_us(80);
}

__global__ void urgent()
{
    spin_us(20);
}

int main()
{
    int least, greatest;
    cudaStream_t low, high;
    cudaDeviceGetStreamPriorityRange(&least, &greatest);
    cudaStreamCreateWithPriority(&low, cudaStreamNonBlocking, least);
    cudaStreamCreateWithPriority(&high, cudaStreamNonBlocking, greatest);
    for (int i = 0; i < 3; i++) {
        bulk<<<132 * 2 * 4, 1024, 0, low>>>();
        urgent<<<132, 256, 0, high>>>();
    }
    cudaDeviceSynchronize();
    return 0;
}
