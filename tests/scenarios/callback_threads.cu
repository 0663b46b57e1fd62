// Threads that stream callbacks start, which nobody joins: what the program leaves behind waits for the
// callbacks, and for these.
#include <cuda_runtime.h>
#include <thread>

#include "nullstream.cuh"

const int STREAMS = 3;

__global__ void step()
{
    spin_us(200);
}

void after(cudaStream_t stream, cudaError_t status, void *data)
{
    std::thread([] { host_work_us(100); }).detach();
}

int main()
{
    cudaEvent_t done;
    cudaEventCreateWithFlags(&done, cudaEventDisableTiming);
    for (int i = 0; i < STREAMS; i++) {
        cudaStream_t stream;
        cudaStreamCreate(&stream);
        step<<<1, 64, 0, stream>>>();
        cudaEventRecord(done, stream);
        cudaStreamAddCallback(stream, after, nullptr, 0);
    }
    cudaEventSynchronize(done);
    return 0;
}
