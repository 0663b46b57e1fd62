// Host functions that get the address of a local variable of the loop that launches them. OWN: of
// memory of their own; SYNC: each is waited for; LOCKED: shared on purpose, under a lock; FLAG: by
// an atomic; ANSWER: the other way round, waited for by an event.
#include "nullstream.cuh"

#include <atomic>
#include <mutex>
#include <stdio.h>

#pragma nullstream kernel(k) time(80us)
__global__ void k(float *x)
{
    x[threadIdx.x] = 1;
}

struct job {
    int id;
};

struct guarded {
    std::mutex mutex;
    int done;
};

static void finished(void *data)
{
    printf("job %d\n", static_cast<job *>(data)->id);
#ifdef OWN
    delete static_cast<job *>(data);
#endif
}

static void counted(void *data)
{
    printf("turn %d\n", *static_cast<int *>(data));
}

static void count_locked(void *data)
{
    guarded *g = static_cast<guarded *>(data);
    std::lock_guard<std::mutex> lock(g->mutex);
    g->done++;
}

static void count_atomic(void *data)
{
    static_cast<std::atomic<int> *>(data)->fetch_add(1);
}

static void answer(void *data)
{
    *static_cast<int *>(data) += 1;
}

int main()
{
    float *d;
    cudaMalloc(&d, 4096);
    cudaStream_t s;
    cudaStreamCreate(&s);
#if defined LOCKED
    guarded g{};
    for (int i = 0; i < 3; i++) {
        k<<<1, 256, 0, s>>>(d);
        cudaLaunchHostFunc(s, count_locked, &g);
        std::lock_guard<std::mutex> lock(g.mutex);
        g.done += 2;
    }
#elif defined FLAG
    std::atomic<int> count{0};
    for (int i = 0; i < 3; i++) {
        k<<<1, 256, 0, s>>>(d);
        cudaLaunchHostFunc(s, count_atomic, &count);
        count += 2;
    }
#elif defined ANSWER
    int value = 0;
    cudaEvent_t e;
    cudaEventCreateWithFlags(&e, cudaEventDisableTiming);
    for (int i = 0; i < 3; i++) {
        cudaLaunchHostFunc(s, answer, &value);
        cudaEventRecord(e, s);
        cudaEventSynchronize(e);
        value *= 2;
    }
    printf("%d\n", value);
#else
    int turn;
    for (turn = 0; turn < 3; turn++) {
#ifdef OWN
        job *next = new job{turn};
        k<<<1, 256, 0, s>>>(d);
        cudaLaunchHostFunc(s, finished, next);
#else
        job next{turn};
        k<<<1, 256, 0, s>>>(d);
        cudaLaunchHostFunc(s, finished, &next);
        cudaLaunchHostFunc(s, counted, &turn);
#endif
#ifdef SYNC
        cudaStreamSynchronize(s);
#endif
    }
#endif
    cudaStreamSynchronize(s);
    return 0;
}
