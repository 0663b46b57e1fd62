// Launch latency: empty kernels in a row, launch and synchronize, ping-pong between two streams by events,
// a growing number of arguments, launches of small grids against large ones, by the host's clock.
#include <cstdio>
#include <cuda_runtime.h>
#include <time.h>

struct Big {
    int v[256]; // 1 KiB of arguments
};

#pragma nullstream kernel(empty) flops(0) bytes(0)
__global__ void empty()
{
}

#pragma nullstream kernel(empty_args) flops(0) bytes(4) writes(out, 4)
__global__ void empty_args(Big b, int *out)
{
    if (b.v[0] != 0)
        *out = b.v[255];
}

// waits for so many cycles, 1.98 GHz
#pragma nullstream kernel(cycles) block_time(n * 0.000505us)
__global__ void cycles(long long n)
{
    long long start = clock64();
    while (clock64() - start < n) {
    }
}

static double now_us(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1e6 + t.tv_nsec * 1e-3;
}

#define REPORT(what, n, begin) printf("%-28s %8.2f us\n", what, (now_us() - (begin)) / (n))

int main()
{
    cudaStream_t a, b;
    cudaEvent_t ab, ba;
    int *out;
    cudaSetDevice(0);
    cudaSetDeviceFlags(cudaDeviceScheduleSpin);
    cudaMalloc(&out, sizeof *out);
    cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking);
    cudaEventCreateWithFlags(&ab, cudaEventDisableTiming);
    cudaEventCreateWithFlags(&ba, cudaEventDisableTiming);
    for (int i = 0; i < 20; i++)
        empty<<<1, 32, 0, a>>>();
    cudaDeviceSynchronize();

    const int N = 300;
    double t = now_us();
    for (int i = 0; i < N; i++)
        empty<<<1, 32, 0, a>>>();
    REPORT("launch only", N, t);
    cudaStreamSynchronize(a);
    REPORT("launch, to the end", N, t);

    t = now_us();
    for (int i = 0; i < N / 3; i++) {
        empty<<<1, 32, 0, a>>>();
        cudaStreamSynchronize(a);
    }
    REPORT("launch and synchronize", N / 3, t);

    t = now_us();
    for (int i = 0; i < N / 3; i++) {
        empty<<<1, 32, 0, a>>>();
        cudaEventRecord(ab, a);
        cudaStreamWaitEvent(b, ab, 0);
        empty<<<1, 32, 0, b>>>();
        cudaEventRecord(ba, b);
        cudaStreamWaitEvent(a, ba, 0);
    }
    cudaStreamSynchronize(a);
    REPORT("there and back by events", N / 3, t);

    Big big = {};
    t = now_us();
    for (int i = 0; i < N; i++)
        empty_args<<<1, 32, 0, a>>>(big, out);
    cudaStreamSynchronize(a);
    REPORT("1 KiB of arguments", N, t);

    for (int blocks = 1; blocks <= 16384; blocks *= 16) {
        t = now_us();
        for (int i = 0; i < 50; i++)
            empty<<<blocks, 128, 0, a>>>();
        cudaStreamSynchronize(a);
        char label[32];
        snprintf(label, sizeof label, "grid of %d", blocks);
        REPORT(label, 50, t);
    }

    // a long kernel hides the launches behind it: the row takes its own time
    cudaEvent_t from, to;
    cudaEventCreate(&from);
    cudaEventCreate(&to);
    cycles<<<1, 32, 0, a>>>(3000000);
    cudaEventRecord(from, a);
    for (int i = 0; i < N; i++)
        cycles<<<1, 32, 0, a>>>(4000);
    cudaEventRecord(to, a);
    while (cudaEventQuery(to) == cudaErrorNotReady) {
    }
    float ms;
    cudaEventElapsedTime(&ms, from, to);
    printf("%-28s %8.2f us\n", "kernel to kernel, queued", ms * 1e3 / N);
    printf("%s\n", cudaGetErrorString(cudaGetLastError()));
    return 0;
}
