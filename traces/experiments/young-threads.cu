// What does a thread that has just been made cost the others' calls (docs/semantics.md S1.8)? Main
// calls all the time, while 1 to 3 threads are made, each of which does one thing: nothing of CUDA,
// one query, launches, a mix of calls as random programs make them; each thread in a stream of its
// own, or all in one; with and without CUPTI. Native only: every call's enter and return.
#ifndef __NULLSTREAM__ // it reads the host's clock, and its threads look at a word
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <cuda_runtime.h>
#include <cupti.h>
#include <mutex>
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
enum { MOST = 4, CALLS = 100, YOUNG_CALLS = 30, ROUNDS = 40 };
static cudaStream_t streams[MOST];
static cudaEvent_t events[MOST];
static char *d, *h;
static long long enter[MOST][CALLS], leave[MOST][CALLS], begun[MOST], made[MOST];
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
    case 'Q':
        cudaStreamQuery(streams[st]);
        break;
    case 'X': // as random programs do
        call(i % 4 == 1 ? 'C' : i % 8 == 7 ? 'R' : 'L', st, i);
        break;
    }
}
static int timed(int t, char kind, int st, int count, long long until)
{
    int n = 0;
    for (; n < count && (until == 0 || now() < until); n++) {
        if (tags)
            cuptiActivityPushExternalCorrelationId(CUPTI_EXTERNAL_CORRELATION_KIND_CUSTOM0, n + 1);
        enter[t][n] = now();
        call(kind, st, n);
        leave[t][n] = now();
        if (tags) {
            uint64_t last;
            cuptiActivityPopExternalCorrelationId(CUPTI_EXTERNAL_CORRELATION_KIND_CUSTOM0, &last);
        }
    }
    return n;
}
static void young(int t, char kind, int st)
{
    begun[t] = now();
    if (kind == 'S') { // nothing
        while (now() < begun[t] + 300000)
            ;
    } else if (kind == 'A') { // memory of its own
        free(malloc(100000));
        while (now() < begun[t] + 300000)
            ;
    } else if (kind == 'Q') { // one query
        timed(t, 'Q', st, 1, 0);
        while (now() < begun[t] + 300000)
            ;
    } else {
        timed(t, kind, st, YOUNG_CALLS, 0);
    }
}
static void mix(const char *what, char main_kind, char kind, int count, int shared)
{
    for (int r = 0; r < ROUNDS; r++) {
        memset(enter, 0, sizeof enter);
        memset(begun, 0, sizeof begun);
        cudaDeviceSynchronize();
        for (long long a = now(); now() < a + 500000;)
            ;
        timed(0, main_kind, 0, 8, 0);
        long long zero = now();
        std::vector<std::thread> threads;
        for (int t = 1; t <= count; t++) {
            threads.emplace_back(young, t, kind, shared ? 0 : t);
            made[t] = now();
        }
        int n = timed(0, main_kind, 0, CALLS, now() + 450000);
        for (auto &thread : threads)
            thread.join();
        cudaDeviceSynchronize();
        for (int t = 0; t <= count; t++) {
            printf("%s %c%c%d shared%d round%d t%d made%lld begun%lld:", what, main_kind, kind,
                   count, shared, r, t, t ? made[t] - zero : 0, t ? begun[t] - zero : 0);
            for (int i = 0; i < (t ? YOUNG_CALLS : n) && enter[t][i]; i++)
                printf(" %lld-%lld", enter[t][i] - zero, leave[t][i] - enter[t][i]);
            printf("\n");
        }
    }
}
// Buffers whose pages are there, as the executor has them.
static std::mutex lock;
static std::vector<uint8_t *> ready;
enum { BUFFER = 1 << 18 };
static void CUPTIAPI request(uint8_t **buffer, size_t *size, size_t *records)
{
    std::lock_guard<std::mutex> guard(lock);
    *buffer = NULL;
    if (!ready.empty())
        *buffer = ready.back(), ready.pop_back();
    if (!*buffer)
        *buffer = (uint8_t *)aligned_alloc(8, BUFFER), memset(*buffer, 0, BUFFER);
    *size = BUFFER;
    *records = 0;
}
static void CUPTIAPI complete(CUcontext, uint32_t, uint8_t *buffer, size_t, size_t)
{
    memset(buffer, 0, BUFFER);
    std::lock_guard<std::mutex> guard(lock);
    ready.push_back(buffer);
}
static void all(const char *what)
{
    for (char main_kind : {'L', 'X'}) {
        for (char kind : {'S', 'A', 'Q', 'L', 'X'})
            for (int count = 1; count < MOST; count++)
                for (int shared = 0; shared < 2; shared++)
                    if (!shared || kind == 'L' || kind == 'X') {
                        mix(what, main_kind, kind, count, shared);
                        if (tags)
                            cuptiActivityFlushAll(0);
                    }
        mix(what, main_kind, 'S', 0, 0);
    }
}
int main()
{
    for (int i = 0; i < MOST; i++) {
        cudaStreamCreateWithFlags(&streams[i], cudaStreamNonBlocking);
        cudaEventCreateWithFlags(&events[i], cudaEventDisableTiming);
    }
    cudaMalloc(&d, 16 << 20);
    cudaMallocHost(&h, 16 << 20);
    mix("warmup", 'X', 'X', 3, 0);
    all("plain");
    for (int i = 0; i < 24; i++) {
        uint8_t *buffer = (uint8_t *)aligned_alloc(8, BUFFER);
        memset(buffer, 0, BUFFER);
        ready.push_back(buffer);
    }
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
    mix("warmup", 'X', 'X', 3, 0);
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
