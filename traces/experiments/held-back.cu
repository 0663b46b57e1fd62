// What a wait for an event of a busy connection holds back (docs/semantics.md S3.7): run with
// --connections 1, 2 and 8. In each case the question is when the last kernel starts.
#include <cuda_runtime.h>

#include "nullstream.cuh"

enum { A, B, C, D, STREAMS };

__global__ void step()
{
    spin_us(100);
}

__global__ void last()
{
    spin_us(50);
}

void rest(void *)
{
    host_work_us(100);
}

cudaStream_t streams[STREAMS];
cudaEvent_t timed, untimed;
char *host, *device;

void run(int stream, int kernels)
{
    for (int i = 0; i < kernels; i++)
        step<<<1, 64, 0, streams[stream]>>>();
}

void end(int stream)
{
    last<<<1, 64, 0, streams[stream]>>>();
    cudaDeviceSynchronize();
}

int main()
{
    for (int i = 0; i < STREAMS; i++)
        cudaStreamCreate(&streams[i]);
    cudaEventCreate(&timed);
    cudaEventCreateWithFlags(&untimed, cudaEventDisableTiming);
    cudaMallocHost((void **)&host, 16 << 20);
    cudaMalloc((void **)&device, 16 << 20);
    // B waits for A's event, with a kernel behind the wait: is C held back?
    run(A, 3), cudaEventRecord(untimed, streams[A]);
    cudaStreamWaitEvent(streams[B], untimed, 0), run(B, 1), end(C);
    run(A, 3), cudaEventRecord(timed, streams[A]);
    cudaStreamWaitEvent(streams[B], timed, 0), run(B, 1), end(C);
    // the wait alone
    run(A, 3), cudaEventRecord(untimed, streams[A]);
    cudaStreamWaitEvent(streams[B], untimed, 0), end(C);
    run(A, 3), cudaEventRecord(timed, streams[A]);
    cudaStreamWaitEvent(streams[B], timed, 0), end(C);
    // a copy behind the wait
    run(A, 3), cudaEventRecord(untimed, streams[A]);
    cudaStreamWaitEvent(streams[B], untimed, 0);
    cudaMemcpyAsync(device, host, 1 << 20, cudaMemcpyHostToDevice, streams[B]), end(C);
    // a memset behind the wait
    run(A, 3), cudaEventRecord(untimed, streams[A]);
    cudaStreamWaitEvent(streams[B], untimed, 0);
    cudaMemsetAsync(device, 0, 1 << 20, streams[B]), end(C);
    // a record with timing behind a wait
    run(A, 3), cudaEventRecord(untimed, streams[A]);
    cudaStreamWaitEvent(streams[B], untimed, 0), cudaEventRecord(timed, streams[B]), end(C);
    // a kernel behind a copy of its stream, another stream's kernel behind it
    cudaMemcpyAsync(device, host, 16 << 20, cudaMemcpyHostToDevice, streams[B]), run(B, 1), end(C);
    // a copy behind a kernel of its stream, another stream's copy and kernel behind it
    run(A, 3), cudaMemcpyAsync(device, host, 1 << 20, cudaMemcpyHostToDevice, streams[A]);
    cudaMemcpyAsync(device, host, 1 << 20, cudaMemcpyHostToDevice, streams[B]), end(B);
    // an event wait for a copy
    cudaMemcpyAsync(device, host, 16 << 20, cudaMemcpyHostToDevice, streams[A]);
    cudaEventRecord(untimed, streams[A]), cudaStreamWaitEvent(streams[B], untimed, 0), run(B, 1);
    end(C);
    // a kernel behind a host function of its stream, another stream's kernel behind it
    run(A, 1), cudaLaunchHostFunc(streams[A], rest, nullptr), run(A, 1), end(C);
    // a host function behind a wait
    run(A, 3), cudaEventRecord(untimed, streams[A]);
    cudaStreamWaitEvent(streams[B], untimed, 0), cudaLaunchHostFunc(streams[B], rest, nullptr);
    end(C);
    return 0;
}
