// Native only: which blocks that another stream has freed does a pool reuse, where an event orders
// some of the frees before the allocation, or they have happened, and later ones are pending?
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cuda_runtime.h>
#include <thread>

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

static const size_t MIB = 1 << 20;
cudaStream_t prod, cons, third;
cudaEvent_t event;
cudaMemPool_t pool;

static void *take(size_t mib, cudaStream_t stream)
{
    void *p;
    cudaMallocFromPoolAsync(&p, mib * MIB, pool, stream);
    return p;
}

enum { EVENT, DONE, SAME };

// x, and y if there is one, are freed in cons; what comes behind orders that; z is freed later,
// pending.
static void one(const char *name, int how, size_t y_mib, size_t z_mib, cudaStream_t z_stream,
                double pending, size_t want)
{
    cudaMemPoolProps props = {};
    props.allocType = cudaMemAllocationTypePinned;
    props.location = {cudaMemLocationTypeDevice, 0};
    cudaMemPoolCreate(&pool, &props);
    uint64_t all = ~0ull, held;
    cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &all);
    cudaStream_t freer = how == SAME ? prod : cons;
    void *x = take(12, freer), *y = y_mib ? take(y_mib, freer) : nullptr,
         *z = z_mib ? take(z_mib, freer) : nullptr;
    cudaDeviceSynchronize();
    if (how != DONE)
        spin<<<1, 32, 0, freer>>>(pending);
    cudaFreeAsync(x, freer);
    if (y)
        cudaFreeAsync(y, freer);
    if (how == EVENT) {
        cudaEventRecord(event, freer);
        cudaStreamWaitEvent(prod, event, 0);
    }
    if (how == DONE)
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
    if (z) {
        spin<<<1, 32, 0, z_stream>>>(pending);
        cudaFreeAsync(z, z_stream);
    }
    double t = now();
    void *p = take(want, prod);
    t = now() - t;
    cudaMemPoolGetAttribute(pool, cudaMemPoolAttrReservedMemCurrent, &held);
    printf("%-58s %s, %.1f us, %d MiB held\n", name,
           p == x        ? "x"
           : y && p == y ? "y"
           : z && p == z ? "z"
                         : "new",
           t, (int)(held >> 20));
    cudaFreeAsync(p, prod);
    cudaDeviceSynchronize();
    cudaMemPoolDestroy(pool);
}

int main()
{
    cudaStreamCreateWithFlags(&prod, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&cons, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&third, cudaStreamNonBlocking);
    cudaEventCreateWithFlags(&event, cudaEventDisableTiming);
    spin<<<1, 32>>>(1);
    cudaDeviceSynchronize();
    for (int round = 0; round < 2; round++) {
        const double P = 3000;
        one("event behind x", EVENT, 0, 0, cons, P, 12);
        one("event behind x and y", EVENT, 12, 0, cons, P, 12);
        one("event behind x, z of 12 MiB later", EVENT, 0, 12, cons, P, 12);
        one("event behind x, z of 4 MiB later", EVENT, 0, 4, cons, P, 12);
        one("event behind x, z of 24 MiB later", EVENT, 0, 24, cons, P, 12);
        one("event behind x, z of 12 MiB later, 8 wanted", EVENT, 0, 12, cons, P, 8);
        one("event behind x, z of 12 MiB later in a third stream", EVENT, 0, 12, third, P, 12);
        one("event behind x and y, z of 12 MiB later", EVENT, 12, 12, cons, P, 12);
        one("x has happened", DONE, 0, 0, cons, P, 12);
        one("x and y have happened", DONE, 12, 0, cons, P, 12);
        one("x has happened, z of 12 MiB pending", DONE, 0, 12, cons, P, 12);
        one("x has happened, z of 4 MiB pending", DONE, 0, 4, cons, P, 12);
        one("x has happened, z of 12 MiB pending in a third stream", DONE, 0, 12, third, P, 12);
        one("x and y in the same stream", SAME, 12, 0, prod, P, 12);
        one("x in the same stream, z of 12 MiB pending in cons", SAME, 0, 12, cons, P, 12);
    }
    return 0;
}
