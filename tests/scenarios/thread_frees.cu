// Threads that free what they allocated: the first to end comes to a busy device and waits for it,
// the last finds no work left, and waits for nothing but the other's lock.
#include "nullstream.cuh"
#include <thread>

__global__ void step(int us)
{
    spin_us(us);
}

void work(int us)
{
    cudaStream_t stream;
    char *memory, *more;
    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    cudaMalloc(&memory, 1 << 20);
    cudaMalloc(&more, 64 << 20);
    step<<<1, 64, 0, stream>>>(us);
    cudaStreamSynchronize(stream);
    cudaFree(memory);
    cudaFree(more);
    cudaStreamDestroy(stream);
}

int main()
{
    std::thread one(work, 400), other(work, 900);
    one.join();
    other.join();
    return 0;
}
