// Which calls wait while another thread's call holds the context's lock, alone (a cudaFree behind a kernel
// of 2 ms) or with others (a pageable copy behind it)? Those that wait-lock.cu does not try. Prints what
// each took, us, medians. Native only.
#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_runtime.h>
#include <functional>
#include <thread>

#include "nullstream.cuh"

enum { ROUNDS = 5 };

__global__ void spin(double us)
{
    spin_us(us);
}

static cudaStream_t k, s, made;
static cudaEvent_t done, pending, event, timed[2];
static char *pinned, *device, *other, *pageable, *memory, *apart, *managed, *got;
static cudaMemPool_t pool;
static std::atomic<int> in, go;

static double beside(bool alone, const std::function<void()> &before, const std::function<void()> &call,
                     const std::function<void()> &after)
{
    double took[ROUNDS];
    for (int i = 0; i < ROUNDS; i++) {
        cudaMalloc((void **)&memory, 64 << 10);
        before();
        cudaDeviceSynchronize();
        host_work_us(1000);
        spin<<<1, 64, 0, k>>>(2000);
        cudaEventRecord(pending, k);
        in = go = 0;
        std::thread thread([&] {
            cudaStreamQuery(s); // the first call of a thread takes long
            in = 1;
            while (go == 0)
                ;
            if (alone)
                cudaFree(memory);
            else
                cudaMemcpyAsync(pageable, other, 8 << 20, cudaMemcpyDeviceToHost, k);
        });
        while (in == 0)
            ;
        go = 1;
        host_work_us(300);
        const double at = host_time_us();
        call();
        took[i] = host_time_us() - at;
        thread.join();
        cudaDeviceSynchronize();
        after();
        if (!alone)
            cudaFree(memory);
    }
    cudaGetLastError();
    std::sort(took, took + ROUNDS);
    return took[ROUNDS / 2];
}

int main()
{
    cudaSetDeviceFlags(cudaDeviceScheduleSpin);
    cudaStreamCreate(&k);
    cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    cudaEventCreateWithFlags(&done, cudaEventDisableTiming);
    cudaEventCreateWithFlags(&pending, cudaEventDisableTiming);
    cudaEventCreate(&timed[0]);
    cudaEventCreate(&timed[1]);
    cudaMallocHost((void **)&pinned, 32 << 20);
    cudaMalloc((void **)&device, 1 << 20);
    cudaMalloc((void **)&other, 8 << 20);
    cudaMallocManaged((void **)&managed, 1 << 20);
    pageable = (char *)malloc(8 << 20);
    memset(pageable, 1, 8 << 20);
    cudaEventRecord(done, s);
    cudaEventRecord(timed[0], s);
    cudaEventRecord(timed[1], s);
    cudaMemPoolProps props = {};
    props.allocType = cudaMemAllocationTypePinned;
    props.location.type = cudaMemLocationTypeDevice;
    cudaDeviceSynchronize();
    const auto nothing = [] {};
    size_t free_bytes, total;
    float ms;
    int value;
    const struct {
        const char *name;
        std::function<void()> before, call, after;
    } rows[] = {
        {"cudaEventCreate", nothing, [] { cudaEventCreate(&event); }, [] { cudaEventDestroy(event); }},
        {"cudaEventDestroy", [] { cudaEventCreate(&event); }, [] { cudaEventDestroy(event); }, nothing},
        {"cudaStreamCreate", nothing, [] { cudaStreamCreate(&made); }, [] { cudaStreamDestroy(made); }},
        {"cudaStreamDestroy", [] { cudaStreamCreate(&made); }, [] { cudaStreamDestroy(made); }, nothing},
        {"cudaEventQuery, done", nothing, [] { cudaEventQuery(done); }, nothing},
        {"cudaEventQuery, pending", nothing, [] { cudaEventQuery(pending); }, nothing},
        {"cudaEventSynchronize, done", nothing, [] { cudaEventSynchronize(done); }, nothing},
        {"cudaEventElapsedTime", nothing, [&] { cudaEventElapsedTime(&ms, timed[0], timed[1]); }, nothing},
        {"cudaStreamQuery, idle", nothing, [] { cudaStreamQuery(s); }, nothing},
        {"cudaStreamSynchronize, idle", nothing, [] { cudaStreamSynchronize(s); }, nothing},
        {"cudaStreamWaitEvent, pending", nothing, [] { cudaStreamWaitEvent(s, pending, 0); }, nothing},
        {"cudaLaunchHostFunc", nothing, [] { cudaLaunchHostFunc(s, [](void *) {}, NULL); }, nothing},
        {"cudaMemsetAsync", nothing, [] { cudaMemsetAsync(device, 0, 1 << 20, s); }, nothing},
        {"copy on the device", nothing,
         [] { cudaMemcpyAsync(device, other, 1 << 20, cudaMemcpyDeviceToDevice, s); }, nothing},
        {"cudaMemPrefetchAsync", nothing,
         [] {
             cudaMemLocation here = {};
             here.type = cudaMemLocationTypeDevice;
             cudaMemPrefetchAsync(managed, 1 << 20, here, 0, s);
         },
         nothing},
        {"cudaFreeAsync", [] { cudaMallocAsync((void **)&got, 1 << 20, s); }, [] { cudaFreeAsync(got, s); },
         nothing},
        {"cudaMemPoolCreate", nothing, [&] { cudaMemPoolCreate(&pool, &props); },
         [] { cudaMemPoolDestroy(pool); }},
        {"cudaMemPoolDestroy", [&] { cudaMemPoolCreate(&pool, &props); }, [] { cudaMemPoolDestroy(pool); },
         nothing},
        {"cudaMalloc in a chunk", nothing, [] { cudaMalloc((void **)&apart, 4096); },
         [] { cudaFree(apart); }},
        {"cudaFree in a chunk", [] { cudaMalloc((void **)&apart, 4096); }, [] { cudaFree(apart); }, nothing},
        {"cudaMemGetInfo", nothing, [&] { cudaMemGetInfo(&free_bytes, &total); }, nothing},
        {"cudaPointerGetAttributes", nothing,
         [] {
             cudaPointerAttributes attributes;
             cudaPointerGetAttributes(&attributes, device);
         },
         nothing},
        {"cudaDeviceGetAttribute", nothing,
         [&] { cudaDeviceGetAttribute(&value, cudaDevAttrClockRate, 0); }, nothing},
        {"cudaStreamGetPriority", nothing, [&] { cudaStreamGetPriority(s, &value); }, nothing},
        {"cudaFuncSetAttribute", nothing,
         [] { cudaFuncSetAttribute(spin, cudaFuncAttributeMaxDynamicSharedMemorySize, 1024); }, nothing},
        {"occupancy", nothing,
         [&] { cudaOccupancyMaxActiveBlocksPerMultiprocessor(&value, spin, 64, 0); }, nothing},
        {"cudaGetLastError", nothing, [] { cudaGetLastError(); }, nothing},
        {"cudaSetDevice", nothing, [] { cudaSetDevice(0); }, nothing},
    };
    printf("%-32s %10s %10s\n", "", "alone", "together");
    for (const auto &row : rows) {
        row.before();
        row.call();
        row.after();
        const double a = beside(true, row.before, row.call, row.after);
        const double b = beside(false, row.before, row.call, row.after);
        printf("%-32s %10.1f %10.1f\n", row.name, a, b);
    }
    return 0;
}
