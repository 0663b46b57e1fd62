// Native only: when does a pool reuse a block that another stream has freed, where an event orders
// the two? Two streams by turns, LAG buffers; us that each allocation takes, and what the pool then
// holds.
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cuda_runtime.h>

#pragma nullstream kernel(spin) time(us * 1us)
__global__ void spin(double us)
{
    long long from = 0, now;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(from));
    do
        asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now));
    while (now - from < (long long)(us * 1000));
}

static double now()
{
    return std::chrono::duration<double, std::micro>(
               std::chrono::steady_clock::now().time_since_epoch())
        .count();
}

static void turns(int lag, double us, size_t mib, size_t keep_mib, bool same, bool settle)
{
    cudaStream_t prod, cons;
    cudaStreamCreateWithFlags(&prod, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&cons, cudaStreamNonBlocking);
    if (same)
        cons = prod;
    cudaMemPool_t pool;
    cudaMemPoolProps props = {};
    props.allocType = cudaMemAllocationTypePinned;
    props.location = {cudaMemLocationTypeDevice, 0};
    cudaMemPoolCreate(&pool, &props);
    uint64_t all = ~0ull;
    cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &all);
    cudaEvent_t made, used[4];
    cudaEventCreateWithFlags(&made, cudaEventDisableTiming);
    for (auto &u : used)
        cudaEventCreateWithFlags(&u, cudaEventDisableTiming);
    void *keep = nullptr;
    if (keep_mib)
        cudaMallocFromPoolAsync(&keep, keep_mib << 20, pool, cons);
    const int N = 12;
    double took[N];
    uint64_t held[N];
    void *at[N];
    for (int i = 0; i < N; i++) {
        void *x;
        if (lag && i >= lag)
            cudaStreamWaitEvent(prod, used[i % lag], 0);
        double t = now();
        cudaMallocFromPoolAsync(&x, mib << 20, pool, prod);
        took[i] = now() - t;
        at[i] = x;
        spin<<<1, 32, 0, prod>>>(us);
        cudaEventRecord(made, prod);
        cudaStreamWaitEvent(cons, made, 0);
        spin<<<1, 32, 0, cons>>>(us);
        cudaFreeAsync(x, cons);
        if (lag)
            cudaEventRecord(used[i % lag], cons);
        cudaMemPoolGetAttribute(pool, cudaMemPoolAttrReservedMemCurrent, &held[i]);
        if (settle)
            cudaStreamSynchronize(cons);
    }
    cudaDeviceSynchronize();
    printf("lag %d, %2.0f us, %2zu MiB, keep %2zu%s%s:", lag, us, mib, keep_mib,
           same ? ", one stream" : "", settle ? ", synchronized" : "");
    for (int i = 0; i < N; i++) {
        int first = 0;
        while (at[first] != at[i])
            first++;
        printf(" %.1f/%d/%c", took[i], (int)(held[i] >> 20), 'a' + first);
    }
    printf("\n");
    if (keep)
        cudaFreeAsync(keep, cons);
    cudaDeviceSynchronize();
    cudaMemPoolDestroy(pool);
}

int main()
{
    cudaFree(0);
    spin<<<1, 32>>>(1);
    cudaDeviceSynchronize();
    for (int round = 0; round < 2; round++)
        for (double us : {5.0, 20.0, 40.0})
            for (int lag : {0, 1, 2, 3}) {
                turns(lag, us, 12, 12, false, false);
                turns(lag, us, 12, 0, false, false);
                turns(lag, us, 4, 0, false, false);
                if (lag == 1) {
                    turns(lag, us, 12, 0, true, false);
                    turns(lag, us, 12, 0, false, true);
                }
            }
    return 0;
}
