// A fork and join by events, twice: one kernel, three branches of different length in streams of
// their own, and a kernel that waits for all of them.
#include <cuda_runtime.h>

#include "nullstream.cuh"

__global__ void fork_from()
{
    spin_us(50);
}

__global__ void left()
{
    spin_us(120);
}

__global__ void middle()
{
    spin_us(40);
}

__global__ void right()
{
    spin_us(90);
}

__global__ void join_all()
{
    spin_us(30);
}

int main()
{
    cudaStream_t streams[4];
    cudaEvent_t forked, done[4];
    for (int i = 0; i < 4; i++) {
        cudaStreamCreateWithFlags(&streams[i], cudaStreamNonBlocking);
        cudaEventCreateWithFlags(&done[i], cudaEventDisableTiming);
    }
    cudaEventCreateWithFlags(&forked, cudaEventDisableTiming);
    for (int round = 0; round < 2; round++) {
        fork_from<<<4, 128, 0, streams[0]>>>();
        cudaEventRecord(forked, streams[0]);
        for (int i = 1; i < 4; i++)
            cudaStreamWaitEvent(streams[i], forked, 0);
        left<<<8, 128, 0, streams[1]>>>();
        middle<<<8, 128, 0, streams[2]>>>();
        middle<<<8, 128, 0, streams[2]>>>();
        right<<<8, 128, 0, streams[3]>>>();
        for (int i = 1; i < 4; i++) {
            cudaEventRecord(done[i], streams[i]);
            cudaStreamWaitEvent(streams[0], done[i], 0);
        }
        join_all<<<4, 128, 0, streams[0]>>>();
    }
    cudaStreamSynchronize(streams[0]);
    return 0;
}
