// Old-style callbacks, and an event polled with cudaEventQuery while the host does other things.
#include "nullstream.cuh"
#include <stdio.h>

volatile int finished = 0;

void CUDART_CB on_done(cudaStream_t stream, cudaError_t status, void *data)
{
    host_work_us(15);
    finished++;
}

__global__ void simulate(float *state, int steps) { spin_us(220); }

int main()
{
    float *state, *snap;
    cudaStream_t s;
    cudaEvent_t e;
    cudaMalloc(&state, 16 << 20);
    cudaMallocHost(&snap, 16 << 20);
    cudaStreamCreate(&s);
    cudaEventCreate(&e);
    int idle = 0;
    for (int k = 0; k < 8; k++) {
        simulate<<<132, 1024, 0, s>>>(state, 10);
        cudaMemcpyAsync(snap, state, 16 << 20, cudaMemcpyDeviceToHost, s);
        cudaStreamAddCallback(s, on_done, NULL, 0);
        cudaEventRecord(e, s);
        while (cudaEventQuery(e) == cudaErrorNotReady) {
            host_work_us(20);
            idle++;
        }
    }
    cudaStreamSynchronize(s);
    printf("%d callbacks\n", finished);
    return 0;
}
