// Work in the default stream keeps two streams apart, which the host waits for by asking. Streams
// that do not wait for it (FIXED) are done sooner. LOOK: what the host does when it is told that
// they are not: 0 it works, 1 it sleeps, 2 it asks for both in turn, and pauses, 3 it does so many
// turns of work whatever it is told.
#include <chrono>
#include <cuda_runtime.h>
#include <thread>

#include "nullstream.cuh"

#ifndef FIXED
#define FIXED 0
#endif

#ifndef LOOK
#define LOOK 0
#endif

__global__ void k()
{
    spin_us(300);
}

static bool asks(cudaStream_t s)
{
    return cudaStreamQuery(s) == cudaErrorNotReady;
}

int main()
{
    cudaStream_t a, b;
    cudaStreamCreateWithFlags(&a, FIXED ? cudaStreamNonBlocking : cudaStreamDefault);
    cudaStreamCreateWithFlags(&b, FIXED ? cudaStreamNonBlocking : cudaStreamDefault);
    for (int i = 0; i < 3; i++) {
        k<<<1, 32, 0, a>>>();
        k<<<1, 32>>>();
        k<<<1, 32, 0, b>>>();
        if (LOOK == 0)
            while (asks(b))
                host_work_us(5);
        else if (LOOK == 1)
            while (asks(b))
                std::this_thread::sleep_for(std::chrono::microseconds(20));
        else if (LOOK == 2)
            for (bool a_waits = true, b_waits = true; a_waits || b_waits; host_work_us(3)) {
                a_waits = a_waits && asks(a);
                b_waits = b_waits && asks(b);
            }
        else
            for (int turn = 0; turn < 100; turn++) {
                host_work_us(12);
                asks(b);
            }
    }
    cudaDeviceSynchronize();
    return 0;
}
