// How streams take and return connections: run with --connections 2. In each case the last kernel
// starts at once or waits for another stream's (traces/experiments/README.md has the table).
#include <cuda_runtime.h>

#include "nullstream.cuh"

const int STREAMS = 26;

__global__ void step()
{
    spin_us(200);
}

cudaStream_t streams[STREAMS];

void run(int stream, int kernels)
{
    for (int i = 0; i < kernels; i++)
        step<<<1, 64, 0, streams[stream]>>>();
}

int main()
{
    enum { A, B, C, D };
    cudaEvent_t timed, untimed;
    char *host, *device;
    cudaEventCreate(&timed);
    cudaEventCreateWithFlags(&untimed, cudaEventDisableTiming);
    cudaMallocHost((void **)&host, 1 << 20);
    cudaMalloc((void **)&device, 1 << 20);
    for (int i = 0; i < STREAMS; i++)
        cudaStreamCreate(&streams[i]);

    run(A, 5), run(C, 1), cudaDeviceSynchronize();
    run(D, 5), run(B, 1), run(A, 1), cudaDeviceSynchronize();
    run(A, 5), run(B, 1), run(C, 1), cudaDeviceSynchronize();
    run(A, 5), run(C, 1), run(B, 1), cudaDeviceSynchronize();
    run(A, 5), run(B, 1), cudaStreamSynchronize(streams[B]), run(C, 1), cudaDeviceSynchronize();
    run(A, 8), run(B, 1), host_work_us(400), run(C, 1), cudaDeviceSynchronize();
    run(A, 5), run(B, 1), cudaStreamSynchronize(streams[B]), run(C, 1), run(D, 1);
    cudaDeviceSynchronize();
    run(A, 5), cudaEventRecord(timed, streams[B]), run(C, 1), cudaDeviceSynchronize();
    run(A, 5), cudaEventRecord(untimed, streams[B]), run(C, 1), cudaDeviceSynchronize();
    run(A, 5), cudaEventRecord(timed, streams[B]), host_work_us(400), run(C, 1);
    cudaDeviceSynchronize();
    run(A, 5), run(B, 1), cudaEventRecord(untimed, streams[B]), run(C, 1), cudaDeviceSynchronize();
    run(B, 1), cudaEventRecord(untimed, streams[B]), run(A, 5);
    cudaStreamWaitEvent(streams[D], untimed, 0), run(C, 1), cudaDeviceSynchronize();
    run(A, 5), cudaStreamWaitEvent(streams[B], timed, 0), run(C, 1), cudaDeviceSynchronize();
    run(A, 5);
    cudaMemcpyAsync(device, host, 1 << 20, cudaMemcpyHostToDevice, streams[B]);
    run(C, 1), cudaDeviceSynchronize();
    return 0;
}
