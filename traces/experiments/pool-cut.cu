// What does cudaMallocAsync cost by where its memory comes from, once the pool has some: a piece
// that its stream has freed and that nobody has waited for, one that was waited for, one of the
// same size or larger, what was never used, another stream's; and what does the synchronize take
// that gives a chunk back, in a loop and once? Native only: it times calls; medians of 25, the
// clock's own cost taken off.
#include <algorithm>
#include <cuda_runtime.h>
#include <stdint.h>
#include <stdio.h>
#include <vector>

#include "nullstream.cuh"

const size_t KIB = 1 << 10, MIB = 1 << 20;

__global__ void spin(double us)
{
    spin_us(us);
}

cudaStream_t s, other;
cudaEvent_t event;
cudaMemPool_t pool;
double clock_us;

struct Row {
    std::vector<double> us;
    template <class F> void time(F f)
    {
        double begin = host_time_us();
        f();
        us.push_back(host_time_us() - begin - clock_us);
    }
    void print(const char *what)
    {
        std::sort(us.begin(), us.end());
        printf("%-66s %6.2f (%.2f..%.2f)\n", what, us[us.size() / 2], us[us.size() / 10],
               us[us.size() * 9 / 10]);
        us.clear();
    }
};

void keep(bool all)
{
    uint64_t bytes = all ? UINT64_MAX : 0;
    cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &bytes);
}

char *get(size_t bytes, cudaStream_t stream)
{
    char *p;
    cudaMallocAsync((void **)&p, bytes, stream);
    return p;
}

void pieces(size_t bytes)
{
    char *x, *y, *z;
    Row r[12];
    keep(true);
    for (int i = 0; i < 27; i++) {
        if (i == 2)
            for (auto &row : r)
                row.us.clear();
        cudaDeviceSynchronize();
        cudaMemPoolTrimTo(pool, 0);
        r[0].time([&] { x = get(bytes, s); });
        r[1].time([&] { y = get(bytes, s); });
        r[2].time([&] { z = get(bytes, s); });
        cudaFreeAsync(y, s);
        r[3].time([&] { y = get(bytes, s); });
        cudaFreeAsync(y, s);
        r[4].time([&] { y = get(bytes / 2, s); });
        cudaFreeAsync(y, s);
        cudaStreamSynchronize(s);
        r[5].time([&] { y = get(bytes, s); });
        cudaFreeAsync(x, s);
        cudaFreeAsync(y, s);
        cudaFreeAsync(z, s);
        r[6].time([&] { x = get(bytes, s); });
        r[7].time([&] { y = get(bytes, s); });
        r[8].time([&] { z = get(bytes, s); });
        cudaFreeAsync(y, s);
        cudaEventRecord(event, s);
        cudaStreamWaitEvent(other, event, 0);
        r[9].time([&] { y = get(bytes, other); });
        cudaFreeAsync(x, s);
        cudaFreeAsync(z, s);
        cudaFreeAsync(y, other);
        cudaDeviceSynchronize();
        r[10].time([&] { x = get(bytes, s); });
        cudaFreeAsync(x, s);
        cudaStreamSynchronize(s);
        r[11].time([&] { x = get(bytes, s); });
        cudaFreeAsync(x, s);
        cudaStreamSynchronize(s);
    }
    printf("%zu KiB\n", bytes / KIB);
    r[0].print("  the pool grows");
    r[1].print("  never used, second");
    r[2].print("  never used, third");
    r[3].print("  freed just before, the same size");
    r[4].print("  freed just before, twice as large");
    r[5].print("  freed and waited for, between two in use");
    r[6].print("  three freed just before, first");
    r[7].print("  second");
    r[8].print("  third");
    r[9].print("  freed in another stream, behind an event");
    r[10].print("  all freed and waited for");
    r[11].print("  again");
}

void releases(size_t bytes, int pieces, double pause, int busy)
{
    Row r[2];
    keep(false);
    std::vector<char *> p(pieces);
    for (int i = 0; i < 27; i++) {
        if (i == 2)
            for (auto &row : r)
                row.us.clear();
        if (pause > 0)
            host_work_us(pause);
        for (auto &x : p)
            x = get(bytes, s);
        if (busy)
            spin<<<1, 1, 0, s>>>(busy);
        for (auto &x : p)
            cudaFreeAsync(x, s);
        if (!busy)
            host_work_us(30);
        r[0].time([&] { cudaStreamSynchronize(s); });
        r[1].time([&] { cudaStreamSynchronize(s); });
    }
    char what[99];
    snprintf(what, sizeof what, "%d of %zu MiB, a pause of %.0f us, %s: synchronize", pieces,
             bytes / MIB, pause, busy ? "a kernel of 100 us" : "idle");
    r[0].print(what);
    r[1].print("  and the next");
}

int main()
{
    cudaSetDevice(0);
    cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking);
    cudaEventCreateWithFlags(&event, cudaEventDisableTiming);
    cudaDeviceGetDefaultMemPool(&pool, 0);
    spin<<<1, 1, 0, s>>>(100);
    cudaDeviceSynchronize();
    Row r;
    for (int i = 0; i < 1001; i++)
        r.time([] {});
    std::sort(r.us.begin(), r.us.end());
    clock_us = r.us[500];
    r.us.clear();
    pieces(MIB);
    pieces(64 * KIB);
    pieces(4 * MIB);
    releases(MIB, 1, 0, 0);
    releases(MIB, 1, 0, 100);
    releases(4 * MIB, 3, 0, 100);
    releases(MIB, 1, 1000, 0);
    releases(MIB, 1, 4000, 0);
    releases(16 * MIB, 4, 0, 0);
    releases(MIB, 1, 0, 0);
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    return 0;
}
