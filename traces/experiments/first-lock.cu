// When does a new thread's first launch hold its stream's lock? The thread launches as soon as it has
// begun; main launches into the same stream at a time after that: where main's launch takes long, the
// thread had the lock. Every program computes for some ms before, as the caches hold little then. For
// each delay medians and the share of main's launches that took above 9 us; with and without CUPTI.
// Native only.
#ifndef __NULLSTREAM__ // CUPTI is not predicted
#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_runtime.h>
#include <cupti.h>
#include <ctime>
#include <mutex>
#include <thread>
#include <vector>

__global__ void k()
{
}

static double now()
{
    timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e6 + (double)t.tv_nsec * 1e-3;
}

enum { ROUNDS = 24, BYTES = 32 << 20 };

static cudaStream_t shared, own;
static bool tags;
static std::atomic<double> began;
static double left;
static char *memory;

static void tag(uint64_t id)
{
    if (tags)
        cuptiActivityPushExternalCorrelationId(CUPTI_EXTERNAL_CORRELATION_KIND_CUSTOM0, id);
}

static void untag()
{
    uint64_t last;
    if (tags)
        cuptiActivityPopExternalCorrelationId(CUPTI_EXTERNAL_CORRELATION_KIND_CUSTOM0, &last);
}

static void first(bool beside)
{
    tag(1);
    began = now();
    k<<<1, 32, 0, beside ? own : shared>>>();
    left = now();
    untag();
}

// Main is warm if it has launched right before; own: the thread launches into another stream.
static void row(const char *what, bool warm, bool beside, double delay)
{
    std::vector<double> at, took, first_took;
    int late = 0;
    for (int i = 0; i < ROUNDS + 2; i++) {
        memset(memory, i, BYTES);
        cudaDeviceSynchronize();
        if (warm)
            for (int j = 0; j < 3; j++)
                k<<<1, 32, 0, shared>>>();
        began = 0;
        std::thread thread(first, beside);
        double start;
        while ((start = began) == 0)
            ;
        tag(2);
        while (now() < start + delay)
            ;
        double enter = now();
        k<<<1, 32, 0, shared>>>();
        double leave = now();
        untag();
        thread.join();
        cudaDeviceSynchronize();
        if (tags)
            cuptiActivityFlushAll(0);
        if (i < 2)
            continue;
        at.push_back(enter - start);
        took.push_back(leave - enter);
        first_took.push_back(left - start);
        late += leave - enter > 9;
    }
    for (auto *v : {&at, &took, &first_took})
        std::sort(v->begin(), v->end());
    printf("%s main %s %s: at %.1f took %.1f (p25 %.1f p75 %.1f) late %d first %.1f (p25 %.1f p75 %.1f)\n", what,
           warm ? "warm" : "cold", beside ? "another stream" : "same stream", at[ROUNDS / 2], took[ROUNDS / 2],
           took[ROUNDS / 4], took[ROUNDS * 3 / 4], 100 * late / ROUNDS, first_took[ROUNDS / 2],
           first_took[ROUNDS / 4], first_took[ROUNDS * 3 / 4]);
}

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
    for (int warm = 0; warm < 2; warm++)
        for (double delay = 0; delay <= 40; delay += delay < 24 ? 1.5 : 4)
            row(what, warm, false, delay);
    row(what, true, true, 5);
    row(what, false, true, 5);
}

int main()
{
    memory = (char *)malloc(BYTES);
    cudaStreamCreateWithFlags(&shared, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&own, cudaStreamNonBlocking);
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
