// What happens to calls of several threads at once: every call's enter and return, for some mixes
// of calls, each thread with a stream of its own or all with one, with and without CUPTI. Native only.
#ifndef __NULLSTREAM__ // its threads wait by looking at a word, and CUPTI is not predicted
#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <cuda_runtime.h>
#include <cupti.h>
#include <thread>
#include <vector>
__global__ void k()
{
}
static long long now()
{
    timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1000000000ll + t.tv_nsec;
}
enum { MOST = 8, CALLS = 80 };
static cudaStream_t streams[MOST];
static cudaEvent_t events[MOST], timed[MOST];
static char *d, *h;
static std::atomic<int> ready, go;
static long long enter[MOST][CALLS], leave[MOST][CALLS];
static bool tags;
static void call(char kind, int st, int i)
{
    switch (kind) {
    case 'L':
        k<<<1, 32, 0, streams[st]>>>();
        break;
    case 'C':
        cudaMemcpyAsync(d + (st << 20), h + (st << 20), 65536, cudaMemcpyHostToDevice, streams[st]);
        break;
    case 'R':
        cudaEventRecord(events[st], streams[st]);
        break;
    case 'T':
        cudaEventRecord(timed[st], streams[st]);
        break;
    case 'W':
        cudaStreamWaitEvent(streams[st], events[0], 0);
        break;
    case 'Q':
        cudaStreamQuery(streams[st]);
        break;
    case 'M':
        cudaMemsetAsync(d + (st << 20), 0, 65536, streams[st]);
        break;
    case 'D':
        cudaMemcpyAsync(d + (st << 20), d + (8 << 20), 65536, cudaMemcpyDeviceToDevice,
                        streams[st]);
        break;
    case 'X': // as random programs do
        call(i % 4 == 1 ? 'C' : i % 8 == 7 ? 'R' : 'L', st, i);
        break;
    }
}
static void work(int t, char kind, int shared, long long gap, int warm)
{
    int st = shared ? 0 : t;
    if (warm)
        for (int i = 0; i < 3; i++)
            call(kind, st, i), cudaStreamSynchronize(streams[st]);
    ready++;
    while (!go)
        ;
    for (int i = 0; i < CALLS; i++) {
        if (tags)
            cuptiActivityPushExternalCorrelationId(CUPTI_EXTERNAL_CORRELATION_KIND_CUSTOM0, i + 1);
        enter[t][i] = now();
        call(kind, st, i);
        leave[t][i] = now();
        if (tags) {
            uint64_t last;
            cuptiActivityPopExternalCorrelationId(CUPTI_EXTERNAL_CORRELATION_KIND_CUSTOM0, &last);
        }
        if (gap)
            for (long long a = now(); now() < a + gap;)
                ;
    }
}
// Threads that call from their first instant: main makes them 0 us apart and calls itself.
static void mix(const char *what, const char *kinds, int shared, long long gap, int warm,
                int rounds)
{
    int n = (int)strlen(kinds);
    for (int r = 0; r < rounds; r++) {
        ready = 0, go = warm ? 0 : 1;
        long long zero = now(), made[MOST] = {};
        std::vector<std::thread> threads;
        for (int t = 1; t < n; t++) {
            threads.emplace_back(work, t, kinds[t], shared, gap, warm);
            made[t] = now();
        }
        if (warm) {
            std::thread starter([n] {
                while (ready < n)
                    ;
                for (long long a = now(); now() < a + 200000;)
                    ;
                go = 1;
            });
            work(0, kinds[0], shared, gap, 1);
            starter.join();
        } else {
            work(0, kinds[0], shared, gap, 0);
        }
        for (auto &thread : threads)
            thread.join();
        cudaDeviceSynchronize();
        if (warm)
            zero = enter[0][0];
        for (int t = 0; t < n; t++) {
            printf("%s %s shared%d gap%lld warm%d round%d t%d made%lld:", what, kinds, shared, gap,
                   warm, r, t, made[t] ? made[t] - zero : 0);
            for (int i = 0; i < CALLS; i++)
                printf(" %lld-%lld", enter[t][i] - zero, leave[t][i] - enter[t][i]);
            printf("\n");
        }
    }
}
static void CUPTIAPI request(uint8_t **buffer, size_t *size, size_t *records)
{
    *size = 8 << 20;
    *buffer = (uint8_t *)calloc(1, *size);
    for (size_t i = 0; i < *size; i += 4096)
        (*buffer)[i] = 0, ((volatile uint8_t *)*buffer)[i] = 0;
    *records = 0;
}
static void CUPTIAPI complete(CUcontext, uint32_t, uint8_t *buffer, size_t, size_t)
{
    free(buffer);
}
static void all(const char *what)
{
    const char *mixes[] = {"L",  "LL", "LLL", "LLLL", "C",  "CC",  "CCC", "R",  "RR",
                           "T",  "TT", "W",   "WW",   "Q",  "QQ",  "M",   "MM", "D",
                           "DD", "LC", "LR",  "LQ",   "XX", "XXX", "XXXX"};
    for (const char *kinds : mixes)
        mix(what, kinds, 0, 600, 1, 6);
    for (const char *kinds : {"LL", "XXX"})
        for (long long gap : {0, 3000, 10000, 30000})
            mix(what, kinds, 0, gap, 1, 6);
    for (const char *kinds : {"LL", "CC", "XXX"})
        mix(what, kinds, 1, 600, 1, 6);
    for (const char *kinds : {"LL", "LLL", "XXX", "XXXX"})
        mix(what, kinds, 0, 600, 0, 12);
}
int main(int argc, char **argv) // with arguments: those mixes, plain, with and without pauses
{
    for (int i = 0; i < MOST; i++) {
        cudaStreamCreateWithFlags(&streams[i], cudaStreamNonBlocking);
        cudaEventCreateWithFlags(&events[i], cudaEventDisableTiming);
        cudaEventCreate(&timed[i]);
    }
    cudaMalloc(&d, 16 << 20);
    cudaMallocHost(&h, 16 << 20);
    mix("warmup", "XXXX", 0, 600, 1, 2);
    if (argc > 1) {
        for (int i = 1; i < argc; i++)
            for (long long gap : {0, 600})
                mix("plain", argv[i], 0, gap, 1, 6);
        return cudaDeviceSynchronize() != cudaSuccess;
    }
    all("plain");
    cuptiActivityRegisterCallbacks(request, complete);
    uint8_t zeroed = 1;
    size_t size = sizeof zeroed;
    cuptiActivitySetAttribute(CUPTI_ACTIVITY_ATTR_ZEROED_OUT_ACTIVITY_BUFFER, &size, &zeroed);
    cuptiActivityEnable(CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL);
    cuptiActivityEnable(CUPTI_ACTIVITY_KIND_MEMCPY);
    cuptiActivityEnable(CUPTI_ACTIVITY_KIND_MEMSET);
    cuptiActivityEnable(CUPTI_ACTIVITY_KIND_EXTERNAL_CORRELATION);
    cuptiActivityEnable(CUPTI_ACTIVITY_KIND_RUNTIME);
    tags = true;
    mix("warmup", "XXXX", 0, 600, 1, 2);
    all("cupti");
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    return 0;
}
#else
int main()
{
    return 0;
}
#endif
