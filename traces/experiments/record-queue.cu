// Through which queue does a record with timing behind a copy go? One compute connection, which a kernel
// behind a long one holds up; copies have connections of their own. The record is called when that is so;
// what waits for it in another stream is a copy the other way, and the events' elapsed time tells when it
// was written. VARIANT: 0 a record without timing, 1 one with timing, 2 one with timing between two copies,
// 3 two with timing, the second awaited, 4 one with timing behind a kernel and a copy, 5 one with timing
// behind nothing, 6 one with timing called when the copy has ended, 7 one with timing behind a copy and a wait
// for another stream's kernel, 8 as 1 behind a copy out, with a copy in behind it, 9 as 1 behind a copy of 8 KiB.
// For --connections 1.
#include <cuda_runtime.h>

#include "nullstream.cuh"

#define VARIANT 1

__global__ void long_one()
{
    spin_us(600);
}

__global__ void short_one()
{
    spin_us(10);
}

__global__ void middle_one()
{
    spin_us(120);
}

int main()
{
    const size_t bytes = 4 << 20;
    cudaStream_t a, b, c, d;
    cudaEvent_t first, plain, timed, again;
    char *in, *out, *device, *other;
    cudaMallocHost(&in, bytes);
    cudaMallocHost(&out, bytes);
    cudaMalloc(&device, bytes);
    cudaMalloc(&other, bytes);
    cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&c, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&d, cudaStreamNonBlocking);
    cudaEventCreate(&first);
    cudaEventCreate(&timed);
    cudaEventCreate(&again);
    cudaEventCreateWithFlags(&plain, cudaEventDisableTiming);
    cudaDeviceSynchronize();
    cudaEventRecord(first, a);
    if (VARIANT == 4)
        short_one<<<1, 32, 0, a>>>();
    if (VARIANT == 7) {
        middle_one<<<1, 32, 0, d>>>();
        cudaEventRecord(plain, d);
    }
    if (VARIANT == 8)
        cudaMemcpyAsync(out, other, bytes, cudaMemcpyDeviceToHost, a);
    else if (VARIANT != 5)
        cudaMemcpyAsync(device, in, VARIANT == 9 ? 8192 : bytes, cudaMemcpyHostToDevice, a);
    if (VARIANT == 7)
        cudaStreamWaitEvent(a, plain, 0);
    long_one<<<1, 32, 0, c>>>();
    short_one<<<1, 32, 0, c>>>();
    if (VARIANT == 6)
        host_work_us(200);
    cudaEventRecord(VARIANT == 0 ? plain : timed, a);
    if (VARIANT == 2)
        cudaMemcpyAsync(device, in, bytes, cudaMemcpyHostToDevice, a);
    if (VARIANT == 3)
        cudaEventRecord(again, a);
    cudaStreamWaitEvent(b, VARIANT == 0 ? plain : VARIANT == 3 ? again : timed, 0);
    if (VARIANT == 8)
        cudaMemcpyAsync(device, in, bytes, cudaMemcpyHostToDevice, b);
    else
        cudaMemcpyAsync(out, other, bytes, cudaMemcpyDeviceToHost, b);
    if (VARIANT == 0)
        cudaEventRecord(timed, b);
    cudaDeviceSynchronize();
    float ms;
    cudaEventElapsedTime(&ms, first, timed);
    return 0;
}
