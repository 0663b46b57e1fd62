// Two kernels that differ by 0.1 us, timed by events: told apart if events are finer than that.
#include <cuda_runtime.h>
#include <stdio.h>

#pragma nullstream kernel(shorter) time(20us)
__global__ void shorter()
{
}

#pragma nullstream kernel(longer) time(20.1us)
__global__ void longer()
{
}

int main()
{
    cudaStream_t stream;
    cudaEvent_t event[3];
    cudaStreamCreate(&stream);
    for (int i = 0; i < 3; i++)
        cudaEventCreate(&event[i]);
    shorter<<<1, 32, 0, stream>>>(); // the host is ahead of what follows
    cudaEventRecord(event[0], stream);
    shorter<<<1, 32, 0, stream>>>();
    cudaEventRecord(event[1], stream);
    longer<<<1, 32, 0, stream>>>();
    cudaEventRecord(event[2], stream);
    cudaStreamSynchronize(stream);
    float first, second;
    cudaEventElapsedTime(&first, event[0], event[1]);
    cudaEventElapsedTime(&second, event[1], event[2]);
    printf("%.3f us and %.3f us: %s\n", first * 1000, second * 1000,
           first < second ? "told apart" : "the same");
    return 0;
}
