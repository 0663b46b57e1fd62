/* Bandwidth and latency, in the style of the CUDA samples: memory of four kinds, sizes from 4 KiB to 32 MiB, in each direction, timed by events; then empty
 * kernels (launch latency), event pairs back to back, memset, ping-pong of a flag between host and device, and both directions at once. */
#include <cuda_runtime.h>
#include <chrono>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define REPEAT 4
#define checkCudaErrors(val) check_((val), #val, __FILE__, __LINE__)
static void check_(cudaError_t result, char const *const func, const char *const file, int const line)
{
    if (result) {
        fprintf(stderr, "CUDA error at %s:%d code=%d(%s) \"%s\"\n", file, line, (int)result, cudaGetErrorName(result), func);
        exit(EXIT_FAILURE);
    }
}

enum memoryMode { PAGEABLE, PINNED, WRITE_COMBINED };
enum direction { TO_DEVICE, FROM_DEVICE, WITHIN };

#pragma nullstream kernel(empty) time(1.2us)
__global__ void empty() {}

#pragma nullstream kernel(bump) time(1.5us) reads(x, 4) writes(x, 4)
__global__ void bump(int *x)
{
    ++*x;
}

static float elapsed(cudaEvent_t a, cudaEvent_t b)
{
    float ms = 0.0f;
    checkCudaErrors(cudaEventElapsedTime(&ms, a, b));
    return ms;
}

static float testTransfer(unsigned char *host, unsigned char *dev, unsigned char *dev2, size_t size, direction dir, cudaEvent_t start, cudaEvent_t stop, bool async)
{
    checkCudaErrors(cudaEventRecord(start, 0));
    for (int i = 0; i < REPEAT; i++) {
        switch (dir) {
        case TO_DEVICE:
            if (async)
                checkCudaErrors(cudaMemcpyAsync(dev, host, size, cudaMemcpyHostToDevice, 0));
            else
                checkCudaErrors(cudaMemcpy(dev, host, size, cudaMemcpyHostToDevice));
            break;
        case FROM_DEVICE:
            if (async)
                checkCudaErrors(cudaMemcpyAsync(host, dev, size, cudaMemcpyDeviceToHost, 0));
            else
                checkCudaErrors(cudaMemcpy(host, dev, size, cudaMemcpyDeviceToHost));
            break;
        default:
            checkCudaErrors(cudaMemcpy(dev2, dev, size, cudaMemcpyDeviceToDevice));
        }
    }
    checkCudaErrors(cudaEventRecord(stop, 0));
    checkCudaErrors(cudaEventSynchronize(stop));
    return (float)(size * (double)REPEAT / (elapsed(start, stop) * 1e6)); // GB/s
}

int main()
{
    const size_t MOST = 32 << 20;
    const char *modes[] = {"pageable", "pinned", "write-combined"}, *dirs[] = {"h2d", "d2h", "d2d"};
    unsigned char *dev, *dev2;
    cudaEvent_t start, stop;
    checkCudaErrors(cudaMalloc((void **)&dev, MOST));
    checkCudaErrors(cudaMalloc((void **)&dev2, MOST));
    checkCudaErrors(cudaEventCreate(&start));
    checkCudaErrors(cudaEventCreateWithFlags(&stop, cudaEventDefault));
    checkCudaErrors(cudaMemset(dev, 1, MOST));

    for (int mode = PAGEABLE; mode <= WRITE_COMBINED; mode++) {
        unsigned char *host;
        if (mode == PAGEABLE) {
            host = (unsigned char *)malloc(MOST);
            memset(host, 7, MOST);
        } else
            checkCudaErrors(cudaHostAlloc((void **)&host, MOST, mode == WRITE_COMBINED ? cudaHostAllocWriteCombined : 0));
        for (int dir = TO_DEVICE; dir <= WITHIN; dir++)
            for (size_t size = 4096; size <= MOST; size *= 8) {
                if (dir == WITHIN && mode != PINNED)
                    continue;
                float rate = testTransfer(host, dev, dev2, size, (direction)dir, start, stop, mode != PAGEABLE);
                fprintf(stderr, "%-14s %s %9zu %8.2f GB/s\n", modes[mode], dirs[dir], size, rate);
            }
        if (mode == PAGEABLE)
            free(host);
        else
            checkCudaErrors(cudaFreeHost(host));
    }

    /* launch latency: by the host's clock, and by events */
    auto t0 = std::chrono::high_resolution_clock::now();
    checkCudaErrors(cudaEventRecord(start));
    for (int i = 0; i < 500; i++)
        empty<<<1, 1>>>();
    checkCudaErrors(cudaEventRecord(stop));
    auto t1 = std::chrono::high_resolution_clock::now();
    checkCudaErrors(cudaDeviceSynchronize());
    fprintf(stderr, "launch: %.2f us a call, %.2f us on the device\n", std::chrono::duration<double, std::micro>(t1 - t0).count() / 500, elapsed(start, stop) * 1e3 / 500);

    for (int i = 0; i < 3; i++) {
        checkCudaErrors(cudaEventRecord(start));
        checkCudaErrors(cudaEventRecord(stop));
        checkCudaErrors(cudaEventSynchronize(stop));
        fprintf(stderr, "nothing: %.2f us\n", elapsed(start, stop) * 1e3);
        checkCudaErrors(cudaEventRecord(start));
        checkCudaErrors(cudaMemset(dev, i, 1 << 20));
        checkCudaErrors(cudaEventRecord(stop));
        checkCudaErrors(cudaEventSynchronize(stop));
        fprintf(stderr, "memset 1 MiB: %.2f us\n", elapsed(start, stop) * 1e3);
        checkCudaErrors(cudaEventRecord(start));
        empty<<<1, 1>>>();
        checkCudaErrors(cudaEventRecord(stop));
        checkCudaErrors(cudaEventSynchronize(stop));
        fprintf(stderr, "empty kernel: %.2f us\n", elapsed(start, stop) * 1e3);
    }

    int *flag, *counter;
    checkCudaErrors(cudaMallocHost((void **)&flag, sizeof(int)));
    checkCudaErrors(cudaMalloc((void **)&counter, sizeof(int)));
    checkCudaErrors(cudaMemset(counter, 0, sizeof(int)));
    auto t2 = std::chrono::high_resolution_clock::now();
    for (int i = 0; i < 100; i++) {
        bump<<<1, 1>>>(counter);
        checkCudaErrors(cudaMemcpy(flag, counter, sizeof(int), cudaMemcpyDeviceToHost));
    }
    double us = std::chrono::duration<double, std::micro>(std::chrono::high_resolution_clock::now() - t2).count();
    fprintf(stderr, "ping-pong: %.2f us\n", us / 100);

    /* both directions */
    unsigned char *a, *b;
    cudaStream_t s1, s2;
    checkCudaErrors(cudaStreamCreate(&s1));
    checkCudaErrors(cudaStreamCreate(&s2));
    checkCudaErrors(cudaMallocHost((void **)&a, MOST));
    checkCudaErrors(cudaMallocHost((void **)&b, MOST));
    checkCudaErrors(cudaEventRecord(start, 0));
    for (int i = 0; i < REPEAT; i++) {
        checkCudaErrors(cudaMemcpyAsync(dev, a, MOST, cudaMemcpyHostToDevice, s1));
        checkCudaErrors(cudaMemcpyAsync(b, dev2, MOST, cudaMemcpyDeviceToHost, s2));
    }
    checkCudaErrors(cudaEventRecord(stop, 0));
    checkCudaErrors(cudaEventSynchronize(stop));
    fprintf(stderr, "both: %.2f GB/s\n", 2.0 * MOST * REPEAT / (elapsed(start, stop) * 1e6));
    printf("counter %d\n", *flag);
    return 0;
}
