// All work is timed by two events in the default stream: the second one waits for it, and nothing waits
// for that one but the host. With AGAIN more work follows, which does.
#include "nullstream.cuh"

#pragma nullstream kernel(step) time(10us)
__global__ void step()
{
}

int main()
{
    cudaStream_t s[3];
    cudaEvent_t begin, end;
    for (int i = 0; i < 3; i++)
        cudaStreamCreate(&s[i]);
    cudaEventCreate(&begin);
    cudaEventCreate(&end);
    cudaEventRecord(begin);
    for (int i = 0; i < 24; i++)
        step<<<4, 128, 0, s[i % 3]>>>();
    cudaEventRecord(end);
#ifdef AGAIN
    step<<<4, 128, 0, s[0]>>>();
#endif
    cudaEventSynchronize(end);
    cudaDeviceSynchronize();
}
