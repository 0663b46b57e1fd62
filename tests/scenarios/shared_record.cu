// Steps in two streams, each with an event that one line records. That the second stream waits for the first orders
// more than the data needs, but the event of the last step is what the host waits for: the line stays.
#include "nullstream.cuh"

#pragma nullstream kernel(step) time(50us) writes(out, 4096)
__global__ void step(float *out)
{
    out[threadIdx.x] = 1.0f;
}

int main()
{
    const int n = 6;
    cudaStream_t s[2];
    cudaEvent_t done[n];
    float *out[n];
    for (int i = 0; i < 2; i++)
        cudaStreamCreateWithFlags(&s[i], cudaStreamNonBlocking);
    for (int i = 0; i < n; i++) {
        cudaEventCreateWithFlags(&done[i], cudaEventDisableTiming);
        cudaMalloc(&out[i], 4096);
    }
    for (int i = 0; i < n; i++) {
        if (i > 0)
            cudaStreamWaitEvent(s[i % 2], done[i - 1], 0);
        step<<<1, 256, 0, s[i % 2]>>>(out[i]);
        cudaEventRecord(done[i], s[i % 2]);
    }
    cudaEventSynchronize(done[n - 2]);
    cudaEventSynchronize(done[n - 1]);
}
