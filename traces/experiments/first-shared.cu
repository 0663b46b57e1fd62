// What does a new thread's first launch take that finds its stream's lock taken? Main launches into
// the same stream DELAY us after it has made the thread, which begins 8 us after that and comes to
// the lock a few us later; with WARM main has launched before. OWN: the thread launches elsewhere.
#include <cuda_runtime.h>
#include <stdlib.h>
#include <string.h>

#include <thread>

#include "nullstream.cuh"

#define DELAY 12
#define WARM 0
#define OWN 0

const size_t KIB = 1 << 10;

cudaStream_t streams[2];

__global__ void spin(double us)
{
    spin_us(us);
}

void first()
{
    for (int i = 0; i < 3; i++)
        spin<<<1, 64, 0, streams[OWN]>>>(5);
}

int main()
{
    cudaStreamCreateWithFlags(&streams[0], cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&streams[1], cudaStreamNonBlocking);
    memset(malloc(32 * KIB * KIB), 1, 32 * KIB * KIB); // some ms, as in programs
    cudaDeviceSynchronize();
    for (int i = 0; i < (WARM ? 3 : 0); i++)
        spin<<<1, 64, 0, streams[0]>>>(5);
    std::thread thread(first);
    host_work_us(DELAY);
    spin<<<1, 64, 0, streams[0]>>>(5);
    thread.join();
    cudaDeviceSynchronize();
    return 0;
}
