// What main's first call takes where threads are made: none (VARIANT 0), one that does nothing just
// before (1), one that has ended by then (2), one at the end of the program (3), one that launches
// just before (4).
#include <cuda_runtime.h>
#include <stdlib.h>
#include <string.h>

#include <thread>

#include "nullstream.cuh"

#define VARIANT 0

const size_t MIB = 1 << 20;

cudaStream_t s, t;

__global__ void step()
{
    spin_us(5);
}

void nothing()
{
    host_work_us(1);
}

void launches()
{
    for (int i = 0; i < 4; i++)
        step<<<1, 64, 0, t>>>();
}

void own()
{
    for (int i = 0; i < 6; i++)
        step<<<1, 64, 0, s>>>();
}

int main()
{
    cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&t, cudaStreamNonBlocking);
    memset(malloc(32 * MIB), 1, 32 * MIB);
    cudaDeviceSynchronize();
    if (VARIANT == 0) {
        own();
    } else if (VARIANT == 1) {
        std::thread a(nothing);
        own();
        a.join();
    } else if (VARIANT == 2) {
        std::thread a(nothing);
        a.join();
        own();
    } else if (VARIANT == 3) {
        own();
        std::thread a(nothing);
        a.join();
    } else {
        std::thread a(launches);
        own();
        a.join();
    }
    cudaDeviceSynchronize();
    return 0;
}
