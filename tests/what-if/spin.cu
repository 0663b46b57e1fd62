// The host looks at a flag, works, and looks again, until a thread has set it behind its kernel: what takes
// the time is the kernel, whatever the host does meanwhile.
#include "nullstream.cuh"

#include <atomic>
#include <thread>

#define LONGER 0

#pragma nullstream kernel(first) time(us * 1us)
__global__ void first(float *p, double us)
{
    p[threadIdx.x] = (float)us;
}

#pragma nullstream kernel(second) time(300us)
__global__ void second(float *p)
{
    p[threadIdx.x] += 1;
}

int main()
{
    float *p;
    cudaMalloc(&p, 4096);
    cudaStream_t s, t;
    cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&t, cudaStreamNonBlocking);
    std::atomic<int> done{0};
    std::thread thread([&] {
        first<<<8, 256, 0, s>>>(p, 300 + LONGER);
        while (cudaStreamQuery(s) == cudaErrorNotReady)
            host_work_us(5);
        done = 1;
    });
    while (!done)
        host_work_us(1);
    second<<<8, 256, 0, t>>>(p);
    cudaStreamSynchronize(t);
    thread.join();
    return 0;
}
