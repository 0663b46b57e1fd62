// Whose turn is it when several threads take and give memory while others launch? The lock that
// such calls need alone may be handed to who waits, or be taken by whoever comes first. Threads of
// both kinds begin together and make a fixed number of calls; printed is how long each took, and
// how many calls of one thread followed one another while another one waited. To be built with nvcc
// -O2 -std=c++17. Native only.
#include <cuda_runtime.h>
#include <stdio.h>
#include <time.h>

#include <algorithm>
#include <atomic>
#include <thread>
#include <vector>

__global__ void nothing()
{
}

static double now_us()
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1e6 + t.tv_nsec * 1e-3;
}

static void busy_us(double us)
{
    for (double until = now_us() + us; now_us() < until;) {
    }
}

struct call {
    double from, to;
    int thread;
};

static std::atomic<int> ready, go;

static void work(int thread, bool memory, size_t bytes, int count, double pause,
                 std::vector<call> *calls)
{
    cudaStream_t own;
    cudaStreamCreateWithFlags(&own, cudaStreamNonBlocking);
    void *first;
    cudaMalloc(&first, bytes);
    nothing<<<1, 64, 0, own>>>();
    cudaStreamSynchronize(own);
    cudaFree(first);
    calls->reserve(count);
    ready++;
    while (!go) {
    }
    void *p = NULL;
    for (int i = 0; i < count; i++) {
        double from = now_us();
        if (!memory)
            nothing<<<1, 64, 0, own>>>();
        else if (i % 2 == 0)
            cudaMalloc(&p, bytes);
        else
            cudaFree(p);
        calls->push_back({from, now_us(), thread});
        if (pause > 0)
            busy_us(pause);
    }
    cudaStreamSynchronize(own);
    cudaStreamDestroy(own);
}

static void print(const char *what, std::vector<double> v)
{
    if (v.empty())
        return;
    std::sort(v.begin(), v.end());
    size_t n = v.size();
    printf("  %s (%zu): p10 %.1f median %.1f p75 %.1f p90 %.1f most %.1f\n", what, n, v[n / 10],
           v[n / 2], v[3 * n / 4], v[9 * n / 10], v[n - 1]);
}

static void round_of(int memory, int launching, size_t bytes, double pause)
{
    int threads = memory + launching;
    std::vector<std::vector<call>> calls(threads);
    std::vector<std::thread> workers;
    ready = 0;
    go = 0;
    for (int i = 0; i < threads; i++)
        workers.emplace_back(work, i, i < memory, bytes, i < memory ? 200 : 800, pause, &calls[i]);
    while (ready < threads) {
    }
    double begin = now_us();
    go = 1;
    for (auto &w : workers)
        w.join();
    printf("%d take and give %zu KiB, %d launch, pauses of %.0f us; ended after", memory,
           bytes >> 10, launching, pause);
    for (auto &c : calls)
        printf(" %.0f", c.back().to - begin);
    printf("\n");
    std::vector<double> takes, gives, launches;
    std::vector<call> all;
    double over = 1e300; // only while all are at it
    for (auto &c : calls)
        over = std::min(over, c.back().to);
    for (int t = 0; t < threads; t++)
        for (size_t i = 0; i < calls[t].size(); i++) {
            const call &c = calls[t][i];
            if (c.from > over)
                break;
            (t >= memory ? launches : i % 2 ? gives : takes).push_back(c.to - c.from);
            if (t < memory)
                all.push_back(c);
        }
    print("takes", takes);
    print("gives", gives);
    print("launches", launches);
    // turns: calls for memory in the order in which they returned
    std::sort(all.begin(), all.end(), [](const call &a, const call &b) { return a.to < b.to; });
    std::vector<double> turns;
    for (size_t i = 0, n = 1; i + 1 < all.size(); i++, n++)
        if (all[i].thread != all[i + 1].thread) {
            turns.push_back((double)n);
            n = 0;
        }
    print("calls in a turn", turns);
    // calls to the lock by others that began and returned within one call for memory
    std::vector<double> within;
    for (int t = 0; t < memory; t++)
        for (auto &c : calls[t]) {
            if (c.from > over)
                break;
            double n = 0;
            for (int u = memory; u < threads; u++)
                for (auto &d : calls[u])
                    n += d.from > c.from && d.to < c.to;
            within.push_back(n);
        }
    if (launching)
        print("launches within one", within);
}

int main()
{
    for (int i = 0; i < 100; i++)
        nothing<<<1, 64>>>();
    cudaDeviceSynchronize();
    for (size_t bytes : {(size_t)64 << 10, (size_t)4 << 20})
        for (double pause : {0.0, 10.0, 50.0}) {
            const int mixes[][2] = {{1, 0}, {2, 0}, {3, 0}, {4, 0}, {1, 1},
                                    {2, 1}, {3, 1}, {1, 2}, {2, 2}};
            for (auto &m : mixes)
                round_of(m[0], m[1], bytes, pause);
        }
    return 0;
}
