/* The host asks two streams by turns whether they are done, and sleeps in between: the return of the
 * query that finds the second one done ends the timed part, as a synchronize's would. */
#include <cuda_runtime.h>
#include <unistd.h>

#pragma nullstream kernel(step) time(500us)
__global__ void step(float *x)
{
    x[threadIdx.x] = 0;
}

int main()
{
    float *x;
    cudaStream_t s[2];
    cudaEvent_t done[2];
    bool waits[2] = {true, true};
    cudaMalloc(&x, 2 * 256 * sizeof(float));
    for (int i = 0; i < 2; i++) {
        cudaStreamCreate(&s[i]);
        cudaEventCreate(&done[i]);
    }
    for (int i = 0; i < 2; i++) {
        for (int k = 0; k <= i; k++)
            step<<<1, 256, 0, s[i]>>>(x + 256 * i);
        cudaEventRecord(done[i], s[i]);
    }
    while (waits[0] || waits[1]) {
        for (int i = 0; i < 2; i++)
            if (waits[i] && cudaEventQuery(done[i]) == cudaSuccess)
                waits[i] = false;
        usleep(100);
    }
    for (int i = 0; i < 2; i++)
        cudaEventQuery(done[i]); // what the host knows
    return 0;
}
