// Native only. What do CUPTI's callbacks cost a row of launches (gpu/inject needs the first call of
// a run that enqueues work), and can they be turned off once they have told? Rows of 400 launches
// over two streams, as tests/validation/native/host-bound.cu has, their variants in turns. us a
// row: least, median and most; behind them the least and the most callbacks that a row had.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cuda_runtime.h>
#include <cupti.h>
#include <vector>

#include "../../lessons/nullstream.cuh"

static const int LAUNCHES = 400, ROUNDS = 31;
static const CUpti_CallbackId LAUNCH = CUPTI_RUNTIME_TRACE_CBID_cudaLaunchKernel_v7000,
                              SYNCHRONIZE = CUPTI_RUNTIME_TRACE_CBID_cudaDeviceSynchronize_v3020;

__global__ void tick()
{
    spin_us(1);
}

static double now_us()
{
    return std::chrono::duration<double, std::micro>(
               std::chrono::steady_clock::now().time_since_epoch())
        .count();
}

static cudaStream_t streams[2];
static CUpti_SubscriberHandle subscriber;
static std::atomic<long> called;
static bool once;

static void CUPTIAPI on_callback(void *, CUpti_CallbackDomain, CUpti_CallbackId id, const void *)
{
    called++;
    if (once && id == LAUNCH)
        cuptiEnableCallback(0, subscriber, CUPTI_CB_DOMAIN_RUNTIME_API, LAUNCH);
}

static void set(CUpti_CallbackId id, int on)
{
    if (cuptiEnableCallback(on, subscriber, CUPTI_CB_DOMAIN_RUNTIME_API, id) != CUPTI_SUCCESS)
        printf("callback not set\n");
}

static void subscribe()
{
    if (cuptiSubscribe(&subscriber, on_callback, NULL) != CUPTI_SUCCESS)
        printf("not subscribed\n");
}

static void unsubscribe()
{
    if (cuptiUnsubscribe(subscriber) != CUPTI_SUCCESS)
        printf("not unsubscribed\n");
}

static double row()
{
    double from = now_us();
    for (int i = 0; i < LAUNCHES; i++)
        tick<<<1, 32, 0, streams[i % 2]>>>();
    cudaDeviceSynchronize();
    return now_us() - from;
}

static double without()
{
    return row();
}

static double synchronize_only()
{
    subscribe();
    set(SYNCHRONIZE, 1);
    double took = row();
    unsubscribe();
    return took;
}

static double all_launches()
{
    subscribe();
    set(LAUNCH, 1);
    double took = row();
    unsubscribe();
    return took;
}

static double first_launch()
{
    once = true;
    double took = all_launches();
    once = false;
    return took;
}

struct variant {
    const char *name;
    double (*run)();
    std::vector<double> took;
    long least, most;
};

static void perform(variant &variant)
{
    called = 0;
    variant.took.push_back(variant.run());
    variant.least = std::min(variant.least, called.load());
    variant.most = std::max(variant.most, called.load());
}

static void print(variant &variant)
{
    std::sort(variant.took.begin(), variant.took.end());
    printf("%-44s %7.1f %7.1f %7.1f   %ld to %ld\n", variant.name, variant.took[0],
           variant.took[variant.took.size() / 2], variant.took.back(), variant.least, variant.most);
}

static double kept_all()
{
    set(LAUNCH, 1);
    double took = row();
    set(LAUNCH, 0);
    return took;
}

static double kept_first()
{
    once = true;
    set(LAUNCH, 1);
    double took = row();
    once = false;
    return took;
}

int main()
{
    for (cudaStream_t &stream : streams)
        cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    for (int i = 0; i < 5; i++)
        row();
    const long none = 1000000000;
    variant variants[] = {{"without CUPTI", without, {}, none, 0},
                          {"callbacks of synchronize", synchronize_only, {}, none, 0},
                          {"callbacks of launches", all_launches, {}, none, 0},
                          {"those turned off in the first", first_launch, {}, none, 0}};
    const int count = sizeof variants / sizeof variants[0];
    for (int round = 0; round < ROUNDS; round++)
        for (int i = 0; i < count; i++)
            perform(variants[(i + round) % count]);
    variant kept[] = {{"one subscriber, turned on for the row", kept_all, {}, none, 0},
                      {"one subscriber, turned off in the first", kept_first, {}, none, 0},
                      {"one subscriber, none on", without, {}, none, 0}};
    subscribe();
    for (int round = 0; round < ROUNDS; round++)
        for (int i = 0; i < 3; i++)
            perform(kept[(i + round) % 3]);
    unsubscribe();
    for (variant &variant : variants)
        print(variant);
    for (variant &variant : kept)
        print(variant);
    return 0;
}
