// Two host threads, each with a stream of its own, that launch and wait independently.
#include <cuda_runtime.h>
#include <thread>

#include "nullstream.cuh"

__global__ void first()
{
    spin_us(100);
}

__global__ void second()
{
    spin_us(70);
}

void work(bool even)
{
    cudaStream_t stream;
    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    for (int i = 0; i < 8; i++) {
        if (even)
            first<<<20, 256, 0, stream>>>();
        else
            second<<<20, 256, 0, stream>>>();
        cudaStreamSynchronize(stream);
    }
    cudaStreamDestroy(stream);
}

int main()
{
    std::thread other(work, false);
    work(true);
    other.join();
    cudaDeviceSynchronize();
    return 0;
}
