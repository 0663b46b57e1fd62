// How late does a thread wake that sleeps in cudaEventSynchronize for an event with
// cudaEventBlockingSync, in a loop: by how long the kernel takes that it waits for, by how long the
// host computes between two rounds? Rounds of a launch, a record and a synchronize; printed is what
// a round takes from its launch to the synchronize's return, beyond the kernel's time, with a plain
// event and with a blocking one. To be built with nvcc -O2 -std=c++17. Native only.
#include <cuda_runtime.h>
#include <stdio.h>
#include <time.h>

#include <algorithm>
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

static void busy_us(double us)
{
    for (double until = now_us() + us; now_us() < until;) {
    }
}

static std::vector<double> rounds(cudaEvent_t event, int launches, double kernel, double pause)
{
    std::vector<double> took;
    for (int i = 0; i < 40; i++) {
        if (pause > 0)
            busy_us(pause);
        double from = now_us();
        for (int k = 0; k < launches; k++)
            spin<<<1, 32>>>((long long)(kernel * 1000));
        cudaEventRecord(event);
        cudaEventSynchronize(event);
        took.push_back(now_us() - from - kernel * launches);
    }
    took.erase(took.begin(), took.begin() + 5);
    std::sort(took.begin(), took.end());
    return took;
}

int main()
{
    cudaEvent_t plain, blocking;
    cudaEventCreateWithFlags(&plain, cudaEventDisableTiming);
    cudaEventCreateWithFlags(&blocking, cudaEventDisableTiming | cudaEventBlockingSync);
    rounds(plain, 1, 5, 0);
    printf("kernels, pause | plain median | blocking p10 median p90 | later, us\n");
    for (double pause : {0.0, 5.0, 20.0, 100.0, 500.0, 2000.0})
        for (int launches : {1, 3})
            for (double kernel : {1.0, 3.0, 5.0, 8.0, 12.0, 20.0, 30.0, 60.0, 120.0, 480.0}) {
                if (launches > 1 && kernel > 20)
                    continue;
                std::vector<double> a = rounds(plain, launches, kernel, pause);
                std::vector<double> b = rounds(blocking, launches, kernel, pause);
                size_t n = a.size();
                printf("%d of %4.0f, %5.0f | %5.1f | %6.1f %6.1f %6.1f | %6.1f\n", launches, kernel,
                       pause, a[n / 2], b[n / 10], b[n / 2], b[9 * n / 10], b[n / 2] - a[n / 2]);
            }
    return 0;
}
