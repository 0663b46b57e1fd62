// Native only. What do a new thread's calls take that neither launch nor copy: each three times,
// as the thread's first, or behind two launches, alone or by four threads at once; and main's
// behind a rest of 0.3 ms? Printed are medians of 15 rounds (of four threads those of all), us,
// with the 90th percentile of the first. To be built with nvcc -O2 -std=c++17.
#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include <algorithm>
#include <atomic>
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

enum kind {
    SET_DEVICE,
    GET_DEVICE,
    STREAM_CREATE,
    STREAM_DESTROY,
    EVENT_CREATE,
    EVENT_DESTROY,
    MALLOC,
    FREE,
    MALLOC_HOST,
    FREE_HOST,
    STREAM_SYNC,
    DEVICE_SYNC,
    STREAM_QUERY,
    EVENT_QUERY,
    HOST_FUNCTION,
    CALLBACK,
    PAGEABLE,
    LAUNCH,
    KINDS
};
static const char *const names[KINDS] = {"cudaSetDevice",
                                         "cudaGetDevice",
                                         "cudaStreamCreate",
                                         "cudaStreamDestroy",
                                         "cudaEventCreate",
                                         "cudaEventDestroy",
                                         "cudaMalloc (cut)",
                                         "cudaFree (cut)",
                                         "cudaMallocHost (cut)",
                                         "cudaFreeHost (cut)",
                                         "cudaStreamSynchronize",
                                         "cudaDeviceSynchronize",
                                         "cudaStreamQuery",
                                         "cudaEventQuery",
                                         "cudaLaunchHostFunc",
                                         "cudaStreamAddCallback",
                                         "cudaMemcpy 4 KiB pageable",
                                         "launch"};

enum { TIMES = 3, THREADS = 4, ROUNDS = 15, CUT = 64 << 10 };

struct thing {
    cudaStream_t own, stream[TIMES];
    cudaEvent_t event[TIMES], done;
    void *device[TIMES], *host[TIMES], *space;
    char *pageable;
    double took[TIMES];
};

static void nothing(void *)
{
}
static void nothing_back(cudaStream_t, cudaError_t, void *)
{
}

static void prepare(kind k, thing *t)
{
    cudaStreamCreateWithFlags(&t->own, cudaStreamNonBlocking);
    cudaEventCreateWithFlags(&t->done, cudaEventDisableTiming);
    cudaEventRecord(t->done, t->own);
    cudaMalloc(&t->space, CUT);
    t->pageable = (char *)calloc(1, 4096);
    for (int i = 0; i < TIMES; i++) {
        if (k == STREAM_DESTROY)
            cudaStreamCreateWithFlags(&t->stream[i], cudaStreamNonBlocking);
        if (k == EVENT_DESTROY)
            cudaEventCreate(&t->event[i]);
        if (k == FREE)
            cudaMalloc(&t->device[i], CUT);
        if (k == FREE_HOST)
            cudaMallocHost(&t->host[i], CUT);
    }
}

static void tidy(kind k, thing *t)
{
    for (int i = 0; i < TIMES; i++) {
        if (k == STREAM_CREATE)
            cudaStreamDestroy(t->stream[i]);
        if (k == EVENT_CREATE)
            cudaEventDestroy(t->event[i]);
        if (k == MALLOC)
            cudaFree(t->device[i]);
        if (k == MALLOC_HOST)
            cudaFreeHost(t->host[i]);
    }
    cudaStreamDestroy(t->own);
    cudaEventDestroy(t->done);
    cudaFree(t->space);
    free(t->pageable);
}

static void call(kind k, thing *t, int i)
{
    int device;
    switch (k) {
    case SET_DEVICE:
        cudaSetDevice(0);
        break;
    case GET_DEVICE:
        cudaGetDevice(&device);
        break;
    case STREAM_CREATE:
        cudaStreamCreateWithFlags(&t->stream[i], cudaStreamNonBlocking);
        break;
    case STREAM_DESTROY:
        cudaStreamDestroy(t->stream[i]);
        break;
    case EVENT_CREATE:
        cudaEventCreate(&t->event[i]);
        break;
    case EVENT_DESTROY:
        cudaEventDestroy(t->event[i]);
        break;
    case MALLOC:
        cudaMalloc(&t->device[i], CUT);
        break;
    case FREE:
        cudaFree(t->device[i]);
        break;
    case MALLOC_HOST:
        cudaMallocHost(&t->host[i], CUT);
        break;
    case FREE_HOST:
        cudaFreeHost(t->host[i]);
        break;
    case STREAM_SYNC:
        cudaStreamSynchronize(t->own);
        break;
    case DEVICE_SYNC:
        cudaDeviceSynchronize();
        break;
    case STREAM_QUERY:
        cudaStreamQuery(t->own);
        break;
    case EVENT_QUERY:
        cudaEventQuery(t->done);
        break;
    case HOST_FUNCTION:
        cudaLaunchHostFunc(t->own, nothing, NULL);
        break;
    case CALLBACK:
        cudaStreamAddCallback(t->own, nothing_back, NULL, 0);
        break;
    case PAGEABLE:
        cudaMemcpy(t->space, t->pageable, 4096, cudaMemcpyHostToDevice);
        break;
    case LAUNCH:
        spin<<<1, 32, 0, t->own>>>(1000);
        break;
    case KINDS:
        break;
    }
}

static std::atomic<int> here;

static void body(kind k, thing *t, bool launches, int threads)
{
    here++;
    while (here < threads) {
    }
    if (launches) {
        spin<<<1, 32, 0, t->own>>>(1000);
        spin<<<1, 32, 0, t->own>>>(1000);
        double until = now_us() + 60;
        while (now_us() < until) {
        }
    }
    for (int i = 0; i < TIMES; i++) {
        double at = now_us();
        call(k, t, i);
        t->took[i] = now_us() - at;
    }
}

int main()
{
    void *held[2]; // so that what is cut comes from a chunk that is there
    cudaMalloc(&held[0], CUT);
    cudaMallocHost(&held[1], CUT);
    static const struct {
        const char *name;
        int threads;
        bool launches;
    } cases[] = {{"main", 0, false},
                 {"a new thread, first", 1, false},
                 {"a new thread, behind launches", 1, true},
                 {"four, first", 4, false},
                 {"four, behind launches", 4, true}};
    for (int k = 0; k < KINDS; k++)
        for (auto &c : cases) {
            std::vector<double> took[TIMES];
            for (int round = 0; round < ROUNDS; round++) {
                thing things[THREADS];
                int count = c.threads ? c.threads : 1;
                for (int i = 0; i < count; i++)
                    prepare((kind)k, &things[i]);
                cudaDeviceSynchronize();
                for (double until = now_us() + 300; now_us() < until;) {
                }
                here = 0;
                if (c.threads == 0) {
                    body((kind)k, &things[0], c.launches, 1);
                } else {
                    std::vector<std::thread> made;
                    for (int i = 0; i < count; i++)
                        made.emplace_back(body, (kind)k, &things[i], c.launches, count);
                    for (std::thread &t : made)
                        t.join();
                }
                cudaDeviceSynchronize();
                for (int i = 0; i < count; i++) {
                    for (int n = 0; n < TIMES; n++)
                        took[n].push_back(things[i].took[n]);
                    tidy((kind)k, &things[i]);
                }
            }
            printf("%-26s %-30s:", names[k], c.name);
            for (std::vector<double> &t : took) {
                std::sort(t.begin(), t.end());
                printf(" %6.2f", t[t.size() / 2]);
            }
            printf("   90 %%: %6.2f\n", took[0][took[0].size() * 9 / 10]);
        }
    cudaFree(held[0]);
    cudaFreeHost(held[1]);
    return 0;
}
