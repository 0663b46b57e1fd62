// What a call to the legacy stream takes while other threads put work into streams of their own:
// blocking ones or not, 0 to 3 threads, which launch back to back or leave pauses. Both sides'
// calls are timed, and how many calls the others made within one. To be built with nvcc -O2
// -std=c++17. Native only.
#include <cuda_runtime.h>
#include <pthread.h>
#include <stdio.h>
#include <time.h>

#include <algorithm>
#include <atomic>
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

struct span {
    double from, to;
};

struct other {
    pthread_t thread;
    cudaStream_t stream;
    double pause;
    std::vector<span> calls;
};

static std::atomic<int> over, ready;

static void *launch(void *argument)
{
    other *o = (other *)argument;
    nothing<<<1, 64, 0, o->stream>>>();
    cudaStreamSynchronize(o->stream);
    ready++;
    while (!over && o->calls.size() < 20000) {
        double from = now_us();
        nothing<<<1, 64, 0, o->stream>>>();
        o->calls.push_back({from, now_us()});
        if (o->pause > 0)
            busy_us(o->pause);
    }
    return NULL;
}

static void print(const char *what, std::vector<double> v)
{
    if (v.empty())
        return;
    std::sort(v.begin(), v.end());
    size_t n = v.size();
    printf("  %s: p10 %.1f median %.1f p75 %.1f p90 %.1f most %.1f\n", what, v[n / 10], v[n / 2],
           v[3 * n / 4], v[9 * n / 10], v[n - 1]);
}

static void rounds(int threads, bool blocking, double pause, bool legacy)
{
    over = 0;
    ready = 0;
    std::vector<other> others(threads);
    for (auto &o : others) {
        cudaStreamCreateWithFlags(&o.stream, blocking ? cudaStreamDefault : cudaStreamNonBlocking);
        o.pause = pause;
    }
    cudaStream_t own;
    cudaStreamCreateWithFlags(&own, blocking ? cudaStreamDefault : cudaStreamNonBlocking);
    for (auto &o : others)
        pthread_create(&o.thread, NULL, launch, &o);
    while (ready < threads) {
    }
    std::vector<span> mine;
    for (int i = 0; i < 60; i++) {
        busy_us(60);
        double from = now_us();
        nothing<<<1, 64, 0, legacy ? 0 : own>>>();
        mine.push_back({from, now_us()});
    }
    over = 1;
    for (auto &o : others)
        pthread_join(o.thread, NULL);
    cudaDeviceSynchronize();
    std::vector<double> took, theirs, within, across;
    for (auto &c : mine)
        took.push_back(c.to - c.from);
    for (auto &o : others)
        for (auto &c : o.calls)
            theirs.push_back(c.to - c.from);
    for (auto &c : mine) {
        double n = 0;
        for (auto &o : others)
            for (auto &d : o.calls) {
                n += d.from > c.from && d.to < c.to;
                if (d.from < c.to && d.to > c.to)
                    across.push_back(d.to - d.from);
            }
        within.push_back(n);
    }
    printf("%d threads, %s streams, pauses of %.0f us, calls to %s:\n", threads,
           blocking ? "blocking" : "non-blocking", pause,
           legacy ? "the legacy stream" : "one more");
    print("calls", took);
    print("others' calls within one", within);
    print("others' calls", theirs);
    print("others' calls that were under way at its end", across);
    cudaStreamDestroy(own);
    for (auto &o : others)
        cudaStreamDestroy(o.stream);
}

int main()
{
    for (int i = 0; i < 100; i++)
        nothing<<<1, 64>>>();
    cudaDeviceSynchronize();
    for (int legacy = 1; legacy >= 0; legacy--)
        for (int blocking = 1; blocking >= 0; blocking--)
            for (double pause : {0.0, 3.0, 20.0})
                for (int threads = 0; threads <= 3; threads++)
                    if (threads > 0 || pause == 0)
                        rounds(threads, blocking, pause, legacy);
    return 0;
}
