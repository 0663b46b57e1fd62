// What do calls cost the host that programs make seldom: streams and events made and destroyed around
// work, events that block, and calls that no benchmark has? Native only:
// nvcc -O2 -std=c++17 -arch=sm_90 -I lessons seldom-calls.cu
#include "nullstream.cuh"

#include <algorithm>
#include <cstdio>
#include <pthread.h>
#include <thread>
#include <vector>

static std::vector<double> times[64];
static const char *names[64];
static int count;

static int row(const char *name)
{
    for (int i = 0; i < count; i++)
        if (names[i] == name)
            return i;
    names[count] = name;
    return count++;
}

#define T(name, call)                                                                              \
    do {                                                                                           \
        static const int r = row(name);                                                            \
        const double t = host_time_us();                                                           \
        call;                                                                                      \
        times[r].push_back(host_time_us() - t);                                                    \
    } while (0)

__global__ void tiny(double us)
{
    spin_us(us);
}

__device__ float symbol[1024];

int main()
{
    const int TIMES = 200;
    char *d, *h, *managed;
    cudaMalloc(&d, 16 << 20);
    cudaMallocHost(&h, 16 << 20);
    cudaMallocManaged(&managed, 16 << 20);
    cudaStream_t s, other, keep;
    cudaStreamCreate(&s);
    cudaStreamCreate(&other);
    cudaStreamCreateWithFlags(&keep, cudaStreamNonBlocking);
    cudaEvent_t e;
    void *args[1];
    double us = 2;
    args[0] = &us;
    // events by flags: records in turn with launches
    const unsigned int flags[] = {cudaEventDefault, cudaEventDisableTiming, cudaEventBlockingSync,
                                  cudaEventDisableTiming | cudaEventBlockingSync,
                                  cudaEventDisableTiming | cudaEventInterprocess};
    for (int time = 0; time < TIMES; time++)
        for (int f = 0; f < 5; f++) {
            cudaEventCreateWithFlags(&e, flags[f]);
            tiny<<<1, 32, 0, s>>>(2);
            switch (f) {
            case 0: T("record, timed", cudaEventRecord(e, s)); break;
            case 1: T("record, not timed", cudaEventRecord(e, s)); break;
            case 2: T("record, timed, blocking", cudaEventRecord(e, s)); break;
            case 3: T("record, not timed, blocking", cudaEventRecord(e, s)); break;
            default: T("record, not timed, interprocess", cudaEventRecord(e, s)); break;
            }
            T("cudaStreamWaitEvent", cudaStreamWaitEvent(other, e, 0));
            tiny<<<1, 32, 0, other>>>(2);
            cudaStreamSynchronize(other);
            cudaEventDestroy(e);
        }
    // a chain from stream to stream: us a step, kernels of 5 us
    for (int f = 0; f < 5; f++)
        for (int time = 0; time < 7; time++) {
            enum { STEPS = 200 };
            static cudaEvent_t es[STEPS];
            for (int i = 0; i < STEPS; i++)
                cudaEventCreateWithFlags(&es[i], flags[f]);
            cudaDeviceSynchronize();
            tiny<<<1, 32, 0, s>>>(4000);
            const double began = host_time_us();
            for (int i = 0; i < STEPS; i++) {
                cudaStream_t a = i % 2 ? other : s, b = i % 2 ? s : other;
                tiny<<<1, 32, 0, a>>>(5);
                cudaEventRecord(es[i], a);
                cudaStreamWaitEvent(b, es[i], 0);
            }
            const double queued = host_time_us();
            cudaDeviceSynchronize();
            const double ended = host_time_us();
            if (time > 0)
                printf("chain, flags %u: %.3f us a step (queued in %.0f us)\n", flags[f],
                       (ended - began - 4000) / STEPS, queued - began);
            for (int i = 0; i < STEPS; i++)
                cudaEventDestroy(es[i]);
        }
    // streams made, used, destroyed: nothing pending; work pending; never used
    for (int time = 0; time < TIMES; time++) {
        cudaStream_t a;
        T("launch into a stream that lasts", (tiny<<<1, 32, 0, keep>>>(2)));
        T("cudaStreamCreate, in turn", cudaStreamCreate(&a));
        T("cudaEventCreate, in turn", cudaEventCreate(&e));
        T("launch into a new stream", (tiny<<<1, 32, 0, a>>>(30)));
        T("copy into a new stream", cudaMemcpyAsync(d, h, 100000, cudaMemcpyHostToDevice, a));
        T("record into a new stream", cudaEventRecord(e, a));
        T("cudaEventDestroy, pending", cudaEventDestroy(e));
        T("cudaStreamDestroy, pending", cudaStreamDestroy(a));
        cudaDeviceSynchronize();
    }
    for (int time = 0; time < TIMES; time++) {
        cudaStream_t a;
        T("cudaStreamCreateWithFlags, in turn", cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking));
        T("cudaEventCreateWithFlags, in turn", cudaEventCreateWithFlags(&e, cudaEventDisableTiming));
        tiny<<<1, 32, 0, a>>>(2);
        cudaEventRecord(e, a);
        cudaStreamSynchronize(a);
        T("cudaEventDestroy, done", cudaEventDestroy(e));
        T("cudaStreamDestroy, done", cudaStreamDestroy(a));
    }
    for (int time = 0; time < TIMES; time++) {
        cudaStream_t a;
        tiny<<<1, 32, 0, keep>>>(2);
        T("cudaStreamCreateWithPriority, in turn",
          cudaStreamCreateWithPriority(&a, cudaStreamNonBlocking, -1));
        T("cudaStreamDestroy, never used", cudaStreamDestroy(a));
        cudaDeviceSynchronize();
    }
    {
        enum { MANY = 64 };
        cudaStream_t many[MANY];
        for (int time = 0; time < 6; time++) {
            for (int i = 0; i < MANY; i++)
                cudaStreamCreateWithFlags(&many[i], cudaStreamNonBlocking);
            for (int i = 0; i < MANY; i++)
                tiny<<<1, 32, 0, many[i]>>>(2);
            cudaDeviceSynchronize();
            for (int i = 0; i < MANY; i++)
                T("cudaStreamDestroy, done, one of 64", cudaStreamDestroy(many[i]));
        }
    }
    // calls of which there is no benchmark, on an idle device, each behind a launch
    cudaMemPool_t pool, standard;
    cudaDeviceGetDefaultMemPool(&standard, 0);
    cudaMemPoolProps props = {};
    props.allocType = cudaMemAllocationTypePinned;
    props.location.type = cudaMemLocationTypeDevice;
    size_t free_bytes, total;
    void *block;
    for (int time = 0; time < TIMES; time++) {
        tiny<<<1, 32, 0, s>>>(2);
        T("cudaMemcpyAsync", cudaMemcpyAsync(d, h, 65536, cudaMemcpyHostToDevice, s));
        T("cudaMemcpy2DAsync", cudaMemcpy2DAsync(d, 512, h, 512, 256, 256, cudaMemcpyHostToDevice, s));
        T("cudaMemcpyToSymbolAsync", cudaMemcpyToSymbolAsync(symbol, h, 4096, 0, cudaMemcpyHostToDevice, s));
        T("cudaMemcpyFromSymbolAsync", cudaMemcpyFromSymbolAsync(h, symbol, 4096, 0, cudaMemcpyDeviceToHost, s));
        T("cudaMemsetAsync", cudaMemsetAsync(d, 0, 1 << 20, s));
        T("cudaMemset2DAsync", cudaMemset2DAsync(d, 512, 0, 256, 1024, s));
        cudaMemLocation here = {};
        here.type = cudaMemLocationTypeDevice;
        T("cudaMemPrefetchAsync, there", cudaMemPrefetchAsync(managed, 1 << 20, here, 0, s));
        T("cudaStreamAttachMemAsync", cudaStreamAttachMemAsync(s, managed, 0, cudaMemAttachGlobal));
        cudaDeviceSynchronize();
        tiny<<<1, 32, 0, s>>>(2);
        T("cudaMemGetInfo", cudaMemGetInfo(&free_bytes, &total));
        T("cudaLaunchKernel", cudaLaunchKernel((const void *)tiny, dim3(1), dim3(32), args, 0, s));
        T("cudaLaunchCooperativeKernel",
          cudaLaunchCooperativeKernel((const void *)tiny, dim3(1), dim3(32), args, 0, s));
        cudaLaunchConfig_t config = {};
        config.gridDim = dim3(1);
        config.blockDim = dim3(32);
        config.stream = s;
        T("cudaLaunchKernelExC", cudaLaunchKernelExC(&config, (const void *)tiny, args));
        T("cudaLaunchHostFunc", cudaLaunchHostFunc(s, [](void *) {}, NULL));
        T("cudaStreamAddCallback", cudaStreamAddCallback(s, [](cudaStream_t, cudaError_t, void *) {}, NULL, 0));
        cudaEventCreate(&e);
        T("cudaEventRecordWithFlags", cudaEventRecordWithFlags(e, s, 0));
        cudaEventDestroy(e);
        cudaDeviceSynchronize();
        T("cudaMallocAsync", cudaMallocAsync(&block, 1 << 20, s));
        cudaFreeAsync(block, s);
        T("cudaMallocFromPoolAsync", cudaMallocFromPoolAsync(&block, 1 << 20, standard, s));
        cudaFreeAsync(block, s);
        T("cudaGetLastError", cudaGetLastError());
        T("cudaSetDevice", cudaSetDevice(0));
        cudaDeviceSynchronize();
        if (time < 20) {
            T("cudaMemPoolCreate", cudaMemPoolCreate(&pool, &props));
            T("cudaMemPoolDestroy", cudaMemPoolDestroy(pool));
        }
    }
    pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    for (int time = 0; time < TIMES; time++) {
        std::thread ended([] {});
        host_work_us(100);
        T("thread join, ended", ended.join());
        T("lock", pthread_mutex_lock(&lock));
        T("unlock", pthread_mutex_unlock(&lock));
    }
    for (int i = 0; i < count; i++) {
        std::sort(times[i].begin(), times[i].end());
        const size_t n = times[i].size();
        printf("%-38s %7.3f  [%7.3f ..%7.3f]  %zu\n", names[i], times[i][n / 2], times[i][n / 10],
               times[i][n * 9 / 10], n);
    }
    return cudaGetLastError();
}
