// Two buffers in turn: a copy stream fills one while the kernel of another stream reads the other.
// SAFE: the copy also waits for the kernel that reads the buffer. OUT: results go back.
#include "nullstream.cuh"

#ifndef BATCHES
#define BATCHES 12
#endif
#ifndef BYTES
#define BYTES 8388608
#endif
#ifndef US
#define US 180
#endif
#ifndef SAFE
#define SAFE 1
#endif
#ifndef OUT
#define OUT 0
#endif

__global__ void process(const char *in, char *out)
{
    spin_us(US);
}

int main()
{
    cudaStream_t copy, compute, back;
    cudaEvent_t full[2], empty[2], ready;
    char *host, *in, *out;
    cudaStreamCreateWithFlags(&copy, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&compute, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&back, cudaStreamNonBlocking);
    for (int i = 0; i < 2; i++) {
        cudaEventCreateWithFlags(&full[i], cudaEventDisableTiming);
        cudaEventCreateWithFlags(&empty[i], cudaEventDisableTiming);
    }
    cudaEventCreateWithFlags(&ready, cudaEventDisableTiming);
    cudaMallocHost(&host, 2 * BYTES);
    cudaMalloc(&in, 2 * BYTES);
    cudaMalloc(&out, BYTES);
    for (int i = 0; i < BATCHES; i++) {
        const int buffer = i % 2;
        if (SAFE)
            cudaStreamWaitEvent(copy, empty[buffer], 0);
        cudaMemcpyAsync(in + buffer * BYTES, host, BYTES, cudaMemcpyHostToDevice, copy);
        cudaEventRecord(full[buffer], copy);
        cudaStreamWaitEvent(compute, full[buffer], 0);
        process<<<132, 512, 0, compute>>>(in + buffer * BYTES, out);
        cudaEventRecord(empty[buffer], compute);
        if (OUT) {
            cudaEventRecord(ready, compute);
            cudaStreamWaitEvent(back, ready, 0);
            cudaMemcpyAsync(host + BYTES, out, BYTES / 4, cudaMemcpyDeviceToHost, back);
        }
    }
    cudaDeviceSynchronize();
    return 0;
}
