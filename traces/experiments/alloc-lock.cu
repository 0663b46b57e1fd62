// Does an allocation from a pool hold its stream's lock while it takes memory from the device?
// Native only. One thread launches all the time into a stream; meanwhile main makes one call, to the
// same stream or another: how long that takes, how many launches begin and return within it, and how
// long the longest that began before its end takes, and the longest of as many that began before it.
#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include <algorithm>
#include <atomic>
#include <thread>
#include <vector>

struct interval {
    double start, end;
};

static double now_us()
{
    timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e6 + (double)t.tv_nsec / 1e3;
}

__global__ void nothing()
{
}

static void spin_host(double us)
{
    for (const double until = now_us() + us; now_us() < until;)
        ;
}

static cudaStream_t s, other;
static std::atomic<bool> stop;
static std::vector<interval> launches;

static void launch_all_the_time()
{
    while (!stop && launches.size() < 400) {
        const double start = now_us();
        nothing<<<1, 32, 0, s>>>();
        launches.push_back({start, now_us()});
    }
}

enum call { GROW, GROW_MORE, REUSE, FREE, LAUNCH, NOTHING };
static const char *const names[] = {"grow 64 KiB", "grow 256 MiB", "reuse", "free", "launch", "nothing"};

static double median(std::vector<double> v)
{
    std::sort(v.begin(), v.end());
    return v[v.size() / 2];
}

static void try_call(enum call call, bool same)
{
    std::vector<double> took, within, longest, before;
    for (int round = 0; round < 21; round++) {
        const cudaStream_t to = same ? s : other;
        void *memory = NULL, *kept = NULL;
        cudaMemPool_t pool;
        cudaDeviceGetDefaultMemPool(&pool, 0);
        cudaDeviceSynchronize();
        cudaMemPoolTrimTo(pool, 0);
        if (call == REUSE || call == FREE) {
            cudaMallocAsync(&kept, 1 << 20, to);
            if (call == FREE)
                cudaMallocAsync(&memory, 1 << 16, to);
        }
        cudaStreamSynchronize(to);
        launches.clear();
        launches.reserve(1000);
        stop = false;
        std::thread thread(launch_all_the_time);
        while (launches.size() < 30)
            ;
        const double start = now_us();
        switch (call) {
        case GROW:
        case REUSE:
            cudaMallocAsync(&memory, 1 << 16, to);
            break;
        case GROW_MORE:
            cudaMallocAsync(&memory, 256 << 20, to);
            break;
        case FREE:
            cudaFreeAsync(memory, to);
            memory = NULL;
            break;
        case LAUNCH:
            nothing<<<1, 32, 0, to>>>();
            break;
        case NOTHING:
            spin_host(60);
            break;
        }
        const double end = now_us();
        spin_host(50);
        stop = true;
        thread.join();
        int count = 0;
        double most = 0, most_before = 0;
        for (const interval &l : launches) {
            count += l.start >= start && l.end <= end;
            if (l.start < start && l.end < start)
                most_before = std::max(most_before, l.end - l.start);
            else if (l.start < end)
                most = std::max(most, l.end - l.start);
        }
        if (memory)
            cudaFreeAsync(memory, to);
        if (kept)
            cudaFreeAsync(kept, to);
        took.push_back(end - start);
        within.push_back(count);
        longest.push_back(most);
        before.push_back(most_before);
    }
    printf("%-13s %-12s takes %6.1f us, %4.0f launches within it, the longest begun before its end %6.1f us (before it %5.1f)\n",
           names[call], same ? "same stream" : "other stream", median(took), median(within), median(longest),
           median(before));
}

int main()
{
    cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking);
    nothing<<<1, 32, 0, s>>>();
    cudaDeviceSynchronize();
    for (int same = 1; same >= 0; same--)
        for (int call = GROW; call <= NOTHING; call++)
            try_call((enum call)call, same);
    return cudaDeviceSynchronize() != cudaSuccess;
}
