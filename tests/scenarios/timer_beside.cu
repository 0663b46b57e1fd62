// A thread keeps the device busy for long, main times short work beside it and does not wait for it. BOTH: in two streams.
#include "nullstream.cuh"
#include <cstdio>
#include <thread>

__global__ void batch()
{
    spin_us(2000);
}

__global__ void request()
{
    spin_us(20);
}

int main()
{
    cudaStream_t low, high, other;
    cudaStreamCreateWithFlags(&low, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&high, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking);
    std::thread worker([low] {
        for (int i = 0; i < 4; i++)
            batch<<<16, 256, 0, low>>>();
        cudaStreamSynchronize(low);
    });
    double from = host_time_us();
    request<<<16, 256, 0, high>>>();
#ifdef BOTH
    request<<<16, 256, 0, other>>>();
#endif
    double took = host_time_us() - from;
    cudaDeviceSynchronize();
    worker.join();
    std::printf("%.1f us\n", took);
}
