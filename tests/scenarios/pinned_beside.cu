// One thread page-locks memory, which needs the lock of the context alone; the launches of the other
// wait for it.
#include "nullstream.cuh"
#include <thread>

#pragma nullstream kernel(step) time(20us)
__global__ void step()
{
}

int main()
{
    cudaStream_t s;
    cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    std::thread locks([&] {
        for (int i = 0; i < 3; i++) {
            void *h;
            cudaMallocHost(&h, 8 << 20);
        }
    });
    std::thread asks([&] {
        for (int i = 0; i < 4; i++) {
            step<<<1, 32, 0, s>>>();
            cudaStreamSynchronize(s);
        }
    });
    locks.join();
    asks.join();
}
