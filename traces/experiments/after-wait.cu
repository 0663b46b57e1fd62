// What do calls cost after a wait of the host? A kernel of so many us, a synchronize (or a busy host, or a sleep), then
// each of four calls timed; medians of 15, ns. Natively.
#include <algorithm>
#include <cstdio>
#include <ctime>
#include <cuda_runtime.h>
#include <unistd.h>
__global__ void k(long long ns) {
    unsigned long long t, a;
    asm volatile("mov.u64 %0, %globaltimer;" : "=l"(a));
    do
        asm volatile("mov.u64 %0, %globaltimer;" : "=l"(t));
    while (t < a + ns);
}
static double now() {
    timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1e9 + t.tv_nsec;
}
static cudaStream_t s;
static cudaEvent_t e;
static char *d, *h;
static void call(int kind) {
    if (kind == 0)
        k<<<1, 32, 0, s>>>(0);
    else if (kind == 1)
        cudaMemcpyAsync(d, h, 1 << 20, cudaMemcpyHostToDevice, s);
    else if (kind == 2)
        cudaMemcpyAsync(d, h, 4096, cudaMemcpyHostToDevice, s);
    else if (kind == 3)
        cudaEventRecord(e, s);
    else
        cudaMemsetAsync(d, 0, 4096, s);
}
int main() {
#ifndef __NULLSTREAM__ // it waits by looking at the clock, too often to be predicted
    const char *names[] = {"launch", "h2d 1M", "h2d 4K", "record", "memset"}, *waits[] = {"sync", "busy", "sleep"};
    cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    cudaEventCreateWithFlags(&e, cudaEventDisableTiming);
    cudaMalloc(&d, 1 << 20);
    cudaMallocHost(&h, 1 << 20);
    for (int kind = 0; kind < 5; kind++)
        for (int w = 0; w < 3; w++)
            for (int us = 0; us <= 30000; us = us ? us == 10      ? 100
                                                    : us == 100   ? 300
                                                    : us == 300   ? 1000
                                                    : us == 1000  ? 3000
                                                    : us == 3000  ? 10000
                                                    : us == 10000 ? 30000
                                                                  : 30001
                                                  : 10) {
                double t[4][15];
                for (int r = -2; r < 15; r++) {
                    if (w == 0) {
                        k<<<1, 32, 0, s>>>(us * 1000ll);
                        cudaStreamSynchronize(s);
                    } else {
                        cudaStreamSynchronize(s);
                        double a = now();
                        if (w == 1)
                            while (now() < a + us * 1000.)
                                ;
                        else if (us)
                            usleep(us);
                    }
                    double a = now();
                    for (int i = 0; i < 4; i++) {
                        call(kind);
                        double b = now();
                        if (r >= 0)
                            t[i][r] = b - a;
                        a = b;
                    }
                    cudaStreamSynchronize(s);
                }
                printf("%-8s after %-6s %6d us:", names[kind], waits[w], us);
                for (int i = 0; i < 4; i++) {
                    std::sort(t[i], t[i] + 15);
                    printf(" %7.0f (%.0f)", t[i][7], t[i][12]);
                }
                printf("\n");
            }
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
#endif
}
