// What do calls cost behind a host that has touched memory? Between two rounds of seven calls the host is busy for so
// long without touching any, fills so much memory (the same again, or going round in 256 MiB), copies it, reads it, or
// has the driver copy it in or out of pageable memory. All take turns, 41 times; medians, ns, of each call, and of all
// but the synchronize. Native only.
#include <algorithm>
#include <cstdio>
#include <cstring>
#include <cuda_runtime.h>
#include <time.h>

#include "nullstream.cuh"

enum { ROUNDS = 41, CALLS = 8, AROUND = 256 << 20 };

__global__ void k()
{
    spin_us(1);
}

static double now()
{
    timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1e9 + t.tv_nsec;
}

static void CUDART_CB nothing(void *) {}

enum how { BUSY, FILL_SAME, FILL, COPY, READ, PAGEABLE_IN, PAGEABLE_OUT };

static const struct what {
    enum how how;
    const char *name;
    size_t kib;
    double us;
} whats[] = {
    {BUSY, "busy", 0, 1},           {BUSY, "busy", 0, 20},          {BUSY, "busy", 0, 100},
    {BUSY, "busy", 0, 300},         {BUSY, "busy", 0, 1000},        {BUSY, "busy", 0, 3000},
    {FILL_SAME, "fill, same", 512}, {FILL_SAME, "fill, same", 1024}, {FILL_SAME, "fill, same", 1536},
    {FILL_SAME, "fill, same", 2048}, {FILL_SAME, "fill, same", 3072}, {FILL_SAME, "fill, same", 4096},
    {FILL_SAME, "fill, same", 8192}, {FILL, "fill", 256},            {FILL, "fill", 512},
    {FILL, "fill", 1024},           {FILL, "fill", 1536},           {FILL, "fill", 2048},
    {FILL, "fill", 3072},           {FILL, "fill", 4096},           {FILL, "fill", 8192},
    {FILL, "fill", 65536},          {COPY, "copy", 256},            {COPY, "copy", 512},
    {COPY, "copy", 1024},           {COPY, "copy", 1536},           {COPY, "copy", 2048},
    {COPY, "copy", 8192},           {READ, "read", 512},            {READ, "read", 1024},
    {READ, "read", 2048},           {READ, "read", 4096},           {READ, "read", 16384},
    {PAGEABLE_IN, "pageable in", 512}, {PAGEABLE_IN, "pageable in", 1024}, {PAGEABLE_IN, "pageable in", 2048},
    {PAGEABLE_IN, "pageable in", 4096}, {PAGEABLE_IN, "pageable in", 16384}, {PAGEABLE_OUT, "pageable out", 1024},
    {PAGEABLE_OUT, "pageable out", 4096}, {PAGEABLE_OUT, "pageable out", 16384},
};

enum { WHATS = sizeof whats / sizeof *whats };

static char *memory, *target, *device;
static size_t at;
static volatile long sum;

static void touch(const struct what *what)
{
    size_t bytes = what->kib << 10, place = what->how == FILL_SAME ? 0 : at;
    if (what->how != FILL_SAME)
        at = at + 2 * bytes > AROUND ? 0 : at + bytes;
    double from = now();
    switch (what->how) {
    case BUSY:
        while (now() - from < what->us * 1000)
            ;
        break;
    case FILL_SAME:
    case FILL:
        memset(memory + place, (int)at, bytes);
        break;
    case COPY:
        memcpy(target + place, memory + place, bytes);
        break;
    case READ:
        for (size_t i = 0; i < bytes; i += 64)
            sum = sum + memory[place + i];
        break;
    case PAGEABLE_IN:
        cudaMemcpy(device, memory + place, bytes, cudaMemcpyHostToDevice);
        break;
    case PAGEABLE_OUT:
        cudaMemcpy(memory + place, device, bytes, cudaMemcpyDeviceToHost);
        break;
    }
}

int main()
{
    cudaSetDeviceFlags(cudaDeviceScheduleSpin);
    cudaStream_t s;
    cudaEvent_t e;
    char *d, *h;
    cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    cudaEventCreateWithFlags(&e, cudaEventDisableTiming);
    cudaMalloc(&d, 1 << 20);
    cudaMalloc(&device, 64 << 20);
    cudaMallocHost(&h, 1 << 20);
    memory = (char *)malloc(AROUND);
    target = (char *)malloc(AROUND);
    memset(memory, 1, AROUND);
    memset(target, 1, AROUND);
    static double took[WHATS][CALLS + 2][ROUNDS];
    for (int r = -3; r < ROUNDS; r++)
        for (int w = 0; w < WHATS; w++) {
            double t[CALLS + 1], from = now();
            touch(&whats[w]);
            t[0] = now();
            cudaMemcpyAsync(d, h, 65536, cudaMemcpyHostToDevice, s);
            t[1] = now();
            k<<<1, 32, 0, s>>>();
            t[2] = now();
            k<<<1, 32, 0, s>>>();
            t[3] = now();
            cudaEventRecord(e, s);
            t[4] = now();
            cudaMemcpyAsync(h, d, 65536, cudaMemcpyDeviceToHost, s);
            t[5] = now();
            cudaMemsetAsync(d, 0, 65536, s);
            t[6] = now();
            cudaLaunchHostFunc(s, nothing, nullptr);
            t[7] = now();
            cudaStreamSynchronize(s);
            double end = now();
            cudaStreamSynchronize(s);
            t[8] = t[7] + (now() - end);
            for (int i = 0; r >= 0 && i < CALLS; i++)
                took[w][i][r] = t[i + 1] - t[i];
            if (r >= 0) {
                took[w][CALLS][r] = t[0] - from;
                took[w][CALLS + 1][r] = t[7] - t[0];
            }
        }
    printf("%-12s %6s %8s | %6s %6s %6s %6s %6s %6s %6s %6s | %6s\n", "", "KiB", "us", "h2d", "launch", "launch", "record",
           "d2h", "memset", "hostfn", "sync", "all");
    for (int w = 0; w < WHATS; w++) {
        for (int i = 0; i < CALLS + 2; i++)
            std::sort(took[w][i], took[w][i] + ROUNDS);
        printf("%-12s %6zu %8.1f |", whats[w].name, whats[w].kib, took[w][CALLS][ROUNDS / 2] / 1000);
        for (int i = 0; i < CALLS; i++)
            printf(" %6.0f", took[w][i][ROUNDS / 2]);
        printf(" | %6.0f\n", took[w][CALLS + 1][ROUNDS / 2]);
    }
    return 0;
}
