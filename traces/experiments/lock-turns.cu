// Which thread has a shared stream's lock next, and how long who waits for it waits: short programs of two to
// four new threads, calls to a stream of all and to their own mixed as programs mix them, every call's enter and
// return in 60 rounds each, with and without CUPTI. Native only.
#ifndef __NULLSTREAM__ // CUPTI is not predicted, and what is asked for is chance
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

enum { MOST = 4, CALLS = 40, ROUNDS = 60 };

static cudaStream_t shared, own[MOST];
static cudaEvent_t never, recorded, other;
static char *d, *h;
static bool tags;
static long long enter[MOST][CALLS], leave[MOST][CALLS];

// s launches, c copies in, r records, w waits for an event never recorded, v for one of another stream, in the
// stream of all; o launches, d copies in its own; . works for 5 us.
static void call(char kind, int t)
{
    switch (kind) {
    case 's':
        k<<<1, 32, 0, shared>>>();
        break;
    case 'c':
        cudaMemcpyAsync(d + (t << 20), h + (t << 20), 65536, cudaMemcpyHostToDevice, shared);
        break;
    case 'r':
        cudaEventRecord(recorded, shared);
        break;
    case 'w':
        cudaStreamWaitEvent(shared, never, 0);
        break;
    case 'v':
        cudaStreamWaitEvent(shared, other, 0);
        break;
    case 'o':
        k<<<1, 32, 0, own[t]>>>();
        break;
    case 'd':
        cudaMemcpyAsync(d + (t << 20), h + (t << 20), 65536, cudaMemcpyHostToDevice, own[t]);
        break;
    case '.':
        for (long long a = now(); now() < a + 5000;)
            ;
        break;
    }
}

static void work(int t, const char *calls)
{
    for (int i = 0; calls[i]; i++) {
        if (tags)
            cuptiActivityPushExternalCorrelationId(CUPTI_EXTERNAL_CORRELATION_KIND_CUSTOM0, (uint64_t)i + 1);
        enter[t][i] = now();
        call(calls[i], t);
        leave[t][i] = now();
        if (tags) {
            uint64_t last;
            cuptiActivityPopExternalCorrelationId(CUPTI_EXTERNAL_CORRELATION_KIND_CUSTOM0, &last);
        }
    }
}

static void mix(const char *what, const std::vector<const char *> &calls)
{
    int n = (int)calls.size();
    for (int r = 0; r < ROUNDS; r++) {
        std::vector<std::thread> threads;
        long long zero = now();
        for (int t = 1; t < n; t++)
            threads.emplace_back(work, t, calls[(size_t)t]);
        work(0, calls[0]);
        for (auto &thread : threads)
            thread.join();
        cudaDeviceSynchronize();
        if (tags)
            cuptiActivityFlushAll(0);
        if (r < 4) // warm
            continue;
        for (int t = 0; t < n; t++) {
            printf("%s %s %d %d:", what, calls[(size_t)t], r, t);
            for (int i = 0; calls[(size_t)t][i]; i++)
                printf(" %lld-%lld", enter[t][i] - zero, leave[t][i] - enter[t][i]);
            printf("\n");
        }
    }
}

// Buffers that have been touched: a new thread's first record must not wait for pages.
enum { BUFFERS = 96, BUFFER_BYTES = 1 << 20 };
static std::mutex buffers_lock;
static std::vector<uint8_t *> buffers;

static void CUPTIAPI request(uint8_t **buffer, size_t *size, size_t *records)
{
    std::lock_guard<std::mutex> guard(buffers_lock);
    if (buffers.empty()) {
        fprintf(stderr, "no buffer is left\n");
        exit(1);
    }
    *buffer = buffers.back();
    buffers.pop_back();
    *size = BUFFER_BYTES;
    *records = 0;
}

static void CUPTIAPI complete(CUcontext, uint32_t, uint8_t *buffer, size_t, size_t)
{
    memset(buffer, 0, BUFFER_BYTES);
    std::lock_guard<std::mutex> guard(buffers_lock);
    buffers.push_back(buffer);
}

static void every(const char *what)
{
    const char *launches = "ssssssssssssssssssssssssssssss";
    const char *a = "sosdssoossdosssodosssoosdsosso", *b = "ossdosossdossoosssdosossosdoso", *c = "soosssdosoossdossosossoosssdos",
               *e = "ssoosdssosossodsossoosdsososss";
    mix(what, {launches});
    mix(what, {launches, launches});
    mix(what, {launches, launches, launches});
    mix(what, {launches, launches, launches, launches});
    mix(what, {a, b});
    mix(what, {a, b, c});
    mix(what, {a, b, c, e});
    mix(what, {"s.s.s.s.s.s.s.s.s.s.s.s.s.s.s.", "s.s.s.s.s.s.s.s.s.s.s.s.s.s.s."});
    mix(what, {launches, "w.w.w.w.w.w.w.w.w.w.w.w.w.w.w.w.w.w.w."});
    mix(what, {launches, "v.v.v.v.v.v.v.v.v.v.v.v.v.v.v.v.v.v.v."});
    mix(what, {launches, "r.r.r.r.r.r.r.r.r.r.r.r.r.r.r.r.r.r.r."});
    mix(what, {"oooooooooooooooooooooooooooooo", "oooooooooooooooooooooooooooooo"});
    mix(what, {"oooooooooooooooooooooooooooooo", "oooooooooooooooooooooooooooooo", "oooooooooooooooooooooooooooooo",
               "oooooooooooooooooooooooooooooo"});
}

int main()
{
    cudaStreamCreateWithFlags(&shared, cudaStreamNonBlocking);
    for (int i = 0; i < MOST; i++)
        cudaStreamCreateWithFlags(&own[i], cudaStreamNonBlocking);
    for (cudaEvent_t *e : {&never, &recorded, &other})
        cudaEventCreateWithFlags(e, cudaEventDisableTiming);
    cudaMalloc(&d, 16 << 20);
    cudaMallocHost(&h, 16 << 20);
    cudaEventRecord(other, own[0]);
    every("plain");
    for (int i = 0; i < BUFFERS; i++) {
        buffers.push_back((uint8_t *)malloc(BUFFER_BYTES));
        memset(buffers.back(), 0, BUFFER_BYTES);
    }
    cuptiActivityRegisterCallbacks(request, complete);
    uint8_t zeroed = 1;
    size_t size = sizeof zeroed;
    cuptiActivitySetAttribute(CUPTI_ACTIVITY_ATTR_ZEROED_OUT_ACTIVITY_BUFFER, &size, &zeroed);
    cuptiActivityEnable(CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL);
    cuptiActivityEnable(CUPTI_ACTIVITY_KIND_MEMCPY);
    cuptiActivityEnable(CUPTI_ACTIVITY_KIND_EXTERNAL_CORRELATION);
    cuptiActivityEnable(CUPTI_ACTIVITY_KIND_RUNTIME);
    tags = true;
    every("cupti");
    fprintf(stderr, "%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    return 0;
}
#else
int main()
{
    return 0;
}
#endif
