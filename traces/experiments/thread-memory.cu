// What do a new thread's first calls for memory take, alone? Main, or a thread of its own, makes a
// stream, takes and gives memory of a size three times, with the device idle or busy with kernels
// of another stream, behind much that was freed or not. Printed are medians of 15 rounds, us: the
// calls in their order. To be built with nvcc -O2 -std=c++17. Native only.
#include <cuda_runtime.h>
#include <stdio.h>
#include <time.h>

#include <algorithm>
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

enum { CALLS = 9 };
static const char *const names[CALLS] = {"stream", "take", "take", "take",   "launch",
                                         "give",   "give", "give", "destroy"};

static void calls(size_t bytes, double *took)
{
    cudaStream_t s;
    void *p[3];
    double at = now_us();
    int n = 0;
    auto lap = [&] {
        double now = now_us();
        took[n++] = now - at;
        at = now_us();
    };
    cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking), lap();
    for (void *&one : p)
        cudaMalloc(&one, bytes), lap();
    spin<<<1, 32, 0, s>>>(1000), lap();
    cudaStreamSynchronize(s), at = now_us();
    for (void *one : p)
        cudaFree(one), lap();
    cudaStreamDestroy(s), lap();
}

int main()
{
    const size_t MIB = 1 << 20;
    cudaStream_t other;
    cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking);
    spin<<<1, 32, 0, other>>>(1000);
    cudaDeviceSynchronize();
    for (int busy = 0; busy < 2; busy++)
        for (int kept = 0; kept < 2; kept++)
            for (size_t bytes : {MIB / 4, 4 * MIB, 64 * MIB})
                for (int thread = 0; thread < 2; thread++) {
                    std::vector<double> took[CALLS];
                    std::vector<void *> held;
                    for (int round = 0; round < 15; round++) {
                        double once[CALLS];
                        for (double until = now_us() + 300; now_us() < until;) {
                        }
                        if (kept) { // what the last round gave back is in use
                            for (int i = 0; i < 3; i++) {
                                void *p;
                                cudaMalloc(&p, bytes);
                                held.push_back(p);
                            }
                        }
                        if (busy)
                            spin<<<1, 32, 0, other>>>(3000000);
                        if (thread) {
                            std::thread t(calls, bytes, once);
                            t.join();
                        } else {
                            calls(bytes, once);
                        }
                        cudaDeviceSynchronize();
                        for (int i = 0; i < CALLS; i++)
                            took[i].push_back(once[i]);
                    }
                    for (void *p : held)
                        cudaFree(p);
                    printf("%s, %s, %5zu KiB, %s:", busy ? "busy" : "idle",
                           kept ? "more each round" : "again and again", bytes >> 10,
                           thread ? "a new thread" : "main        ");
                    for (int i = 0; i < CALLS; i++) {
                        std::sort(took[i].begin(), took[i].end());
                        printf(" %s %.1f", names[i], took[i][took[i].size() / 2]);
                    }
                    printf("\n");
                }
    return 0;
}
