// What does a pool's memory cost that cudaMemPoolTrimTo or cudaMemPoolDestroy gives back, and what
// does a trim find free? Each row: what was allocated, how its frees were waited for, MiB reserved
// before and after, the time of the call in us in six rounds.
// Native only: the pool's reserve is printed as it is.
#include <cuda_runtime.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "nullstream.cuh"

const size_t MIB = 1 << 20;
const int ROUNDS = 6;

__global__ void busy(int us)
{
    spin_us(us);
}

cudaMemPool_t pool;
cudaStream_t a, b;
cudaEvent_t done;
char *memory[64];
char *cold;

size_t reserved()
{
    uint64_t bytes = 0;
    cudaMemPoolGetAttribute(pool, cudaMemPoolAttrReservedMemCurrent, &bytes);
    return bytes / MIB;
}

void make()
{
    cudaMemPoolProps props = {};
    props.allocType = cudaMemAllocationTypePinned;
    props.location.type = cudaMemLocationTypeDevice;
    cudaMemPoolCreate(&pool, &props);
    uint64_t keep = UINT64_MAX;
    cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &keep);
}

// how: how the frees were waited for; keep: MiB to keep, -1: destroys the pool
void row(size_t mib, int count, const char *how, int keep)
{
    size_t before[ROUNDS], after[ROUNDS];
    double took[ROUNDS];
    for (int r = 0; r < ROUNDS; r++) {
        if (keep < 0)
            make();
        for (int i = 0; i < count; i++) {
            cudaMallocFromPoolAsync((void **)&memory[i], mib * MIB, pool, a);
            cudaMemsetAsync(memory[i], 0, mib * MIB, a);
        }
        cudaStreamSynchronize(a);
        if (how[0] == 'p') // pending
            busy<<<1, 32, 0, a>>>(2000);
        for (int i = 0; i < count; i++)
            cudaFreeAsync(memory[i], a);
        cudaEventRecord(done, a);
        if (how[0] == 's' || how[0] == 'c') // synchronized, cold
            cudaStreamSynchronize(a);
        if (how[0] == 'e') // event
            cudaEventSynchronize(done);
        if (how[0] == 'o') { // other: what waits for it in another stream
            cudaStreamWaitEvent(b, done, 0);
            cudaStreamSynchronize(b);
        }
        if (how[0] == 'q') // queried
            while (cudaEventQuery(done) == cudaErrorNotReady) {
            }
        if (how[0] == 'n') // nothing, for 300 us
            host_work_us(300);
        if (how[0] == 'c')
            for (size_t i = 0; i < 64 * MIB; i++)
                cold[i] = (char)(cold[i] * 3 + 1);
        before[r] = reserved();
        double start = host_time_us();
        if (keep < 0)
            cudaMemPoolDestroy(pool);
        else
            cudaMemPoolTrimTo(pool, keep * MIB);
        took[r] = host_time_us() - start;
        after[r] = keep < 0 ? 0 : reserved();
        cudaDeviceSynchronize();
        if (keep >= 0)
            cudaMemPoolTrimTo(pool, 0);
        cudaDeviceSynchronize();
    }
    printf("%-7s %4zu MiB x %2d %-12s keep %4d: reserved %zu -> %zu (last %zu -> %zu), us",
           keep < 0 ? "destroy" : "trim", mib, count, how, keep, before[0], after[0],
           before[ROUNDS - 1], after[ROUNDS - 1]);
    for (int r = 0; r < ROUNDS; r++)
        printf(" %.1f", took[r]);
    printf("\n");
}

int main()
{
    setvbuf(stdout, NULL, _IOLBF, 0);
    cudaStreamCreate(&a);
    cudaStreamCreate(&b);
    cudaEventCreateWithFlags(&done, cudaEventDisableTiming);
    cold = (char *)calloc(64, MIB);
    make();
    static const struct {
        size_t mib;
        int count;
    } sizes[] = {{1, 1},  {4, 3},  {16, 4},  {32, 1},  {32, 2}, {32, 4},  {32, 8},
                 {64, 1}, {64, 3}, {128, 1}, {256, 1}, {50, 3}, {512, 1}, {200, 3}};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        row(sizes[i].mib, sizes[i].count, "synchronized", 0);
    static const char *const hows[] = {"cold", "event", "other", "queried", "nothing", "pending"};
    for (size_t i = 0; i < sizeof hows / sizeof *hows; i++) {
        row(4, 3, hows[i], 0);
        row(64, 3, hows[i], 0);
    }
    for (int keep = 1; keep < 200; keep = keep * 2 + 15)
        row(64, 3, "synchronized", keep);
    cudaMemPoolTrimTo(pool, 0);
    printf("nothing to give:");
    for (int r = 0; r < ROUNDS; r++) {
        double start = host_time_us();
        cudaMemPoolTrimTo(pool, 0);
        printf(" %.2f", host_time_us() - start);
    }
    printf("\n");
    cudaMemPoolDestroy(pool);
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i += 2)
        row(sizes[i].mib, sizes[i].count, "synchronized", -1);
    row(4, 3, "pending", -1);
    row(64, 3, "pending", -1);
    row(64, 3, "event", -1);
    return 0;
}
