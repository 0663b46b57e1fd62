// Are calls slower while something else uses their core, how long does a core stay quiet, and which
// loop tells? First four cores are looked at every millisecond (T), each with five loops; then, in
// turn, calls are timed where the thread happens to be (F) and on the core that was the quietest by
// one of three loops (Q), the loops before and after them. Medians of 40 calls, ns. Native only:
// nvcc -arch=sm_90 -O2 -o shared-cores shared-cores.cu && ./shared-cores SECONDS
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <cuda_runtime.h>
#include <sched.h>
#include <unistd.h>
__global__ void k()
{
}
static double now()
{
    timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1e9 + t.tv_nsec;
}
static char *d, *h;
static cudaStream_t s;
static cudaEvent_t e;
static volatile unsigned sink;
enum { PROBES = 5, KINDS = 6, CALLS = 40 };
// loops: arithmetic, first cache, both with branches, clock_gettime, cudaEventRecord
// calls: launch, h2d 64K, d2d 64K, memset 64K, cudaEventRecord, cudaStreamQuery
static unsigned table[4096];
static double probe_once(int kind)
{
    double a = now();
    switch (kind) {
    case 0: {
        unsigned x0 = sink, x1 = x0 + 1, x2 = x0 + 2, x3 = x0 + 3, x4 = x0 + 4, x5 = x0 + 5,
                 x6 = x0 + 6, x7 = x0 + 7;
        for (int i = 0; i < 500; i++) {
            x0 = x0 ^ (x0 << 3);
            x1 = x1 ^ (x1 >> 3);
            x2 = x2 + (x2 << 5);
            x3 = x3 ^ (x3 >> 1);
            x4 = x4 ^ (x4 << 3);
            x5 = x5 ^ (x5 >> 3);
            x6 = x6 + (x6 << 5);
            x7 = x7 ^ (x7 >> 1);
            __asm__ volatile(""
                             : "+r"(x0), "+r"(x1), "+r"(x2), "+r"(x3), "+r"(x4), "+r"(x5), "+r"(x6),
                               "+r"(x7));
        }
        sink = x0 + x1 + x2 + x3 + x4 + x5 + x6 + x7;
        break;
    }
    case 1: {
        unsigned sum = 0;
        for (int i = 0; i < 4096; i += 4) {
            sum += table[i] + table[(i + 1024) & 4095];
            table[i + 1] = sum;
            __asm__ volatile("" : "+r"(sum) : : "memory");
        }
        sink = sum;
        break;
    }
    case 2: {
        unsigned x = sink;
        for (int i = 0; i < 300; i++) {
            x = x * 1664525 + 1013904223;
            unsigned y = table[x >> 20];
            if (y & 1)
                x += y;
            else
                table[x >> 20] = x;
            __asm__ volatile("" : "+r"(x) : : "memory");
        }
        sink = x;
        break;
    }
    case 3:
        for (int i = 0; i < 16; i++)
            now();
        break;
    case 4:
        for (int i = 0; i < 8; i++)
            cudaEventRecord(e, s);
        break;
    }
    return now() - a;
}
static double probe(int kind)
{
    double t[7];
    for (int i = 0; i < 7; i++)
        t[i] = probe_once(kind);
    std::sort(t, t + 7);
    return t[2];
}
static void call(int kind)
{
    switch (kind) {
    case 0:
        k<<<1, 32, 0, s>>>();
        break;
    case 1:
        cudaMemcpyAsync(d, h, 65536, cudaMemcpyHostToDevice, s);
        break;
    case 2:
        cudaMemcpyAsync(d, d + (1 << 20), 65536, cudaMemcpyDeviceToDevice, s);
        break;
    case 3:
        cudaMemsetAsync(d, 0, 65536, s);
        break;
    case 4:
        cudaEventRecord(e, s);
        break;
    case 5:
        cudaStreamQuery(s);
        break;
    }
}
static int cpus;
static void go(int cpu)
{
    cpu_set_t set;
    CPU_ZERO(&set);
    for (int i = 0; i < cpus; i++)
        if (cpu < 0 || i == cpu)
            CPU_SET(i, &set);
    sched_setaffinity(0, sizeof set, &set);
}
static void calls()
{
    for (int kind = 0; kind < KINDS; kind++) {
        double t[CALLS];
        for (int i = 0; i < 8; i++)
            call(kind);
        cudaStreamSynchronize(s);
        for (int i = 0; i < CALLS; i++) {
            double a = now();
            call(kind);
            t[i] = now() - a;
        }
        cudaStreamSynchronize(s);
        std::sort(t, t + CALLS);
        printf(" %6.0f", t[CALLS / 2]);
    }
}
int main(int argc, char **argv)
{
    double end = now() + (argc > 1 ? atof(argv[1]) : 5) * 1e9;
    cpus = sysconf(_SC_NPROCESSORS_ONLN);
    cudaMalloc(&d, 4 << 20);
    cudaMallocHost(&h, 4 << 20);
    cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    cudaEventCreateWithFlags(&e, cudaEventDisableTiming);
    for (int i = 0; i < 4096; i++)
        table[i] = rand();
    double start = now();
    // 1. one core, every millisecond, for a second each on four cores
    for (int c = 0; c < 4; c++) {
        go(c * 3);
        for (int i = 0; i < 600; i++) {
            printf("T %d %.1f", c * 3, (now() - start) / 1e6);
            for (int p = 0; p < PROBES; p++)
                printf(" %.0f", probe(p));
            printf("\n");
            if (i % 16 == 15)
                cudaStreamSynchronize(s);
            usleep(1000);
        }
    }
    // 2. by turns: free; the quietest of all by the mixed probe; all probes before, calls, probes
    // after
    for (int round = 0; now() < end; round++) {
        int best = -1, kind = round % 3; // probe 0..2
        double took = now(), value = 1e18;
        if (round % 2) {
            for (int c = 0; c < cpus; c++) {
                go(c);
                double v = probe(kind);
                if (v < value)
                    value = v, best = c;
            }
        }
        go(best);
        took = now() - took;
        printf("%s %d %d %.0f %5.0f |", round % 2 ? "Q" : "F", kind, best, (now() - start) / 1e6,
               took / 1e3);
        cudaStreamSynchronize(s);
        for (int p = 0; p < PROBES; p++)
            printf(" %.0f", probe(p));
        printf(" |");
        calls();
        printf(" |");
        for (int p = 0; p < PROBES; p++)
            printf(" %.0f", probe(p));
        printf("\n");
        cudaStreamSynchronize(s);
        usleep(20000);
    }
    printf("%s\n", cudaGetErrorString(cudaGetLastError()));
    return 0;
}
