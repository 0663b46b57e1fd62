// Native only. How long does a thread sleep that asks for a while, by what it asks for? nanosleep
// (sleep_for, usleep) and a condition variable's wait_for that nobody notifies, by main and by a
// thread of its own, while a kernel runs or not. Printed are medians of 30, us beyond what was
// asked for, with the 10th and 90th percentile. To be built with nvcc -O2 -std=c++17.
#include <cuda_runtime.h>
#include <stdio.h>
#include <time.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>
#include <vector>

__global__ void spin(long long ns)
{
    long long t0, t1;
    asm volatile("mov.u64 %0, %globaltimer;" : "=l"(t0));
    do
        asm volatile("mov.u64 %0, %globaltimer;" : "=l"(t1));
    while (t1 - t0 < ns);
}

static double now_us()
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1e6 + t.tv_nsec * 1e-3;
}

static void series(bool waits, double us, std::vector<double> *late)
{
    std::mutex mutex;
    std::condition_variable condition;
    for (int i = 0; i < 30; i++) {
        auto time = std::chrono::nanoseconds((long long)(us * 1e3));
        double from = now_us();
        if (waits) {
            std::unique_lock<std::mutex> lock(mutex);
            condition.wait_for(lock, time);
        } else {
            std::this_thread::sleep_for(time);
        }
        late->push_back(now_us() - from - us);
        for (double until = now_us() + 20; now_us() < until;) {
        }
    }
}

int main()
{
    cudaStream_t s;
    cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    spin<<<1, 32, 0, s>>>(1000);
    cudaDeviceSynchronize();
    for (int busy = 0; busy < 2; busy++)
        for (int waits = 0; waits < 2; waits++)
            for (int own = 0; own < 2; own++)
                for (double us : {1., 10., 50., 100., 200., 500., 1000., 3000., 10000.}) {
                    std::vector<double> late;
                    if (busy)
                        spin<<<1, 32, 0, s>>>((long long)(us * 40e3) + 3000000);
                    if (own) {
                        std::thread t(series, waits != 0, us, &late);
                        t.join();
                    } else {
                        series(waits != 0, us, &late);
                    }
                    cudaDeviceSynchronize();
                    std::sort(late.begin(), late.end());
                    printf("%s %s %s %7.0f us: %6.1f (%6.1f..%6.1f)\n", busy ? "busy" : "idle",
                           waits ? "wait_for " : "sleep_for", own ? "thread" : "main  ", us,
                           late[15], late[3], late[27]);
                }
    return 0;
}
