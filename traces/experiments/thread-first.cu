// What does a host thread's first CUDA call take, and how long does a thread take to begin
// (docs/semantics.md S1.8)? Native only, as it reads the host's clock. A thread is made while the
// device is idle, while main goes on launching, and again in a process that made threads before.
#include <chrono>
#include <cstdio>
#include <cuda_runtime.h>
#include <thread>

__global__ void empty() {}

static double now_us()
{
    using namespace std::chrono;
    return duration<double, std::micro>(steady_clock::now().time_since_epoch()).count();
}

static cudaStream_t stream;
static double begun, first, second, third;

static void work(int kind)
{
    begun = now_us();
    if (kind == 0)
        empty<<<1, 32, 0, stream>>>();
    else if (kind == 1)
        cudaStreamQuery(stream);
    else
        cudaGetLastError();
    first = now_us();
    empty<<<1, 32, 0, stream>>>();
    second = now_us();
    empty<<<1, 32, 0, stream>>>();
    third = now_us();
}

int main()
{
    cudaStreamCreate(&stream);
    for (int i = 0; i < 100; i++)
        empty<<<1, 32, 0, stream>>>();
    cudaDeviceSynchronize();
    const char *kinds[] = {"launch", "query", "last error"};
    for (int busy = 0; busy < 2; busy++)
        for (int kind = 0; kind < 3; kind++)
            for (int i = 0; i < 8; i++) {
                double from = now_us();
                std::thread thread(work, kind);
                double made = now_us();
                for (int j = 0; busy && j < 60; j++)
                    empty<<<1, 32, 0, stream>>>();
                double issued = now_us();
                thread.join();
                cudaDeviceSynchronize();
                printf("%s, main %s: create %.1f, begins after %.1f, first call (%s) %.1f, "
                       "launches %.1f %.1f, main issued for %.1f us\n",
                       kinds[kind], busy ? "launching" : "waiting", made - from, begun - from,
                       kinds[kind], first - begun, second - first, third - second, issued - made);
            }
    return 0;
}
