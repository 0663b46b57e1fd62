// What makes a new thread's first launch take 40 us in random programs, where it takes 10 to 20 by
// itself? VARIANT 0 and 2, the same program twice, to see what is chance: main launched into another
// stream 100 us before it made the thread, and computes meanwhile; 1: into the thread's stream; 3: it
// launches all the time into another stream; 4: into the thread's; 5: once into the thread's right
// before it makes the thread; 6: it waits for the device.
#include <cuda_runtime.h>
#include <stdlib.h>
#include <string.h>

#include <thread>

#include "nullstream.cuh"

#define VARIANT 0

const size_t KIB = 1 << 10;

cudaStream_t own, other;

__global__ void spin(double us)
{
    spin_us(us);
}

void first()
{
    for (int i = 0; i < 3; i++)
        spin<<<1, 64, 0, own>>>(2);
}

int main()
{
    cudaStreamCreateWithFlags(&own, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking);
    memset(malloc(32 * KIB * KIB), 1, 32 * KIB * KIB); // some ms, as in programs
    cudaDeviceSynchronize();
    spin<<<1, 64, 0, VARIANT == 1 || VARIANT == 4 ? own : other>>>(2);
    spin<<<1, 64, 0, VARIANT == 1 || VARIANT == 4 ? own : other>>>(200);
    host_work_us(100);
    if (VARIANT == 5)
        spin<<<1, 64, 0, own>>>(2);
    std::thread thread(first);
    if (VARIANT == 3 || VARIANT == 4)
        for (int i = 0; i < 16; i++)
            spin<<<1, 64, 0, VARIANT == 4 ? own : other>>>(2);
    else if (VARIANT < 6)
        host_work_us(120);
    else
        cudaDeviceSynchronize();
    thread.join();
    cudaDeviceSynchronize();
    return 0;
}
