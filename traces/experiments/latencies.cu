// How long the device takes between two operations of which one must wait for the other: every pair
// of kernel, copy and memset in one stream, through an event and through the legacy stream; and from
// a call to its start on an idle device. Each case ends with a synchronize, so that it starts idle.
#include <cuda_runtime.h>

#include "nullstream.cuh"

const size_t MIB = 1 << 20;

__global__ void work()
{
    spin_us(100);
}

cudaStream_t a, b;
cudaEvent_t done;
char *host, *device, *other;

void k(cudaStream_t s)
{
    work<<<20, 256, 0, s>>>();
}

void in(cudaStream_t s)
{
    cudaMemcpyAsync(device, host, MIB, cudaMemcpyHostToDevice, s);
}

void out(cudaStream_t s)
{
    cudaMemcpyAsync(host, device, MIB, cudaMemcpyDeviceToHost, s);
}

void on(cudaStream_t s)
{
    cudaMemcpyAsync(other, device, MIB, cudaMemcpyDeviceToDevice, s);
}

void set(cudaStream_t s)
{
    cudaMemsetAsync(device, 0, MIB, s);
}

void hop()
{
    cudaEventRecord(done, a);
    cudaStreamWaitEvent(b, done, 0);
}

void idle()
{
    cudaDeviceSynchronize();
}

int main()
{
    cudaStreamCreate(&a);
    cudaStreamCreate(&b);
    cudaEventCreateWithFlags(&done, cudaEventDisableTiming);
    cudaMallocHost((void **)&host, 2 * MIB);
    cudaMalloc((void **)&device, 2 * MIB);
    cudaMalloc((void **)&other, 2 * MIB);

    // In one stream, behind a kernel so that all calls are made before the pairs are reached.
    k(a), k(a), k(a), k(a), idle();
    k(a), in(a), k(a), in(a), k(a), idle();
    k(a), out(a), k(a), out(a), k(a), idle();
    k(a), set(a), k(a), set(a), k(a), idle();
    k(a), on(a), k(a), on(a), k(a), idle();
    k(a), in(a), in(a), out(a), out(a), in(a), idle();
    k(a), in(a), set(a), in(a), on(a), in(a), idle();
    k(a), out(a), set(a), out(a), on(a), out(a), idle();
    k(a), set(a), set(a), on(a), on(a), set(a), idle();

    // Through an event.
    k(a), hop(), k(b), idle();
    k(a), hop(), in(b), idle();
    k(a), hop(), out(b), idle();
    k(a), in(a), hop(), k(b), idle();
    k(a), out(a), hop(), k(b), idle();
    k(a), in(a), hop(), out(b), idle();
    k(a), hop(), set(b), idle();
    k(a), set(a), hop(), k(b), idle();

    // Through the legacy stream.
    k(a), k(0), k(b), idle();
    k(a), in(0), k(b), idle();
    k(a), set(0), k(b), idle();
    k(a), in(a), k(0), out(b), idle();

    // From a call to its start, and from the end to the return of the synchronize.
    k(a), idle(), k(a), idle(), k(b), idle();
    in(a), idle(), in(a), idle(), in(b), idle();
    out(a), idle(), out(a), idle(), out(b), idle();
    set(a), idle(), set(a), idle(), on(b), idle();
    return 0;
}
