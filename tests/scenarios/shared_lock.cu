// Two threads read a table under a shared lock before each kernel; a third changes it on the device
// and keeps the lock until that is done. KIND: 0: std::shared_mutex; 1: std::mutex; 2:
// pthread_rwlock_t; 3: std::timed_mutex.
#include "nullstream.cuh"
#include <mutex>
#include <pthread.h>
#include <shared_mutex>
#include <thread>

#ifndef KIND
#define KIND 0
#endif

#if KIND == 0
using Mutex = std::shared_mutex;
using Reads = std::shared_lock<Mutex>;
#elif KIND == 1
using Mutex = std::mutex;
using Reads = std::lock_guard<Mutex>;
#elif KIND == 2
struct Mutex {
    pthread_rwlock_t inside = PTHREAD_RWLOCK_INITIALIZER;
    void lock()
    {
        pthread_rwlock_wrlock(&inside);
    }
    void lock_shared()
    {
        pthread_rwlock_rdlock(&inside);
    }
    void unlock()
    {
        pthread_rwlock_unlock(&inside);
    }
    void unlock_shared()
    {
        pthread_rwlock_unlock(&inside);
    }
};
using Reads = std::shared_lock<Mutex>;
#else
using Mutex = std::timed_mutex;
using Reads = std::lock_guard<Mutex>;
#endif

#pragma nullstream kernel(step) time(50us)
__global__ void step(float *x)
{
    x[threadIdx.x] += 1;
}
#pragma nullstream kernel(renew) time(300us)
__global__ void renew(float *table)
{
    table[threadIdx.x] = 1;
}

Mutex guard;

static cudaStream_t make()
{
    cudaStream_t s;
    cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    return s;
}

static void change(float *table)
{
    cudaStream_t s = make();
    for (int i = 0; i < 4; i++) {
        {
            std::lock_guard<Mutex> lock(guard);
            renew<<<1, 32, 0, s>>>(table);
            cudaStreamSynchronize(s);
        }
        host_work_us(100);
    }
}

static void use(float *x)
{
    cudaStream_t s = make();
    host_work_us(50);
    for (int i = 0; i < 6; i++) {
        {
            Reads lock(guard);
            host_work_us(10);
        }
        step<<<1, 32, 0, s>>>(x);
        cudaStreamSynchronize(s);
    }
}

int main()
{
    float *x, *table;
    cudaMalloc(&x, 1024);
    cudaMalloc(&table, 1024);
    std::thread changes(change, table), one(use, x), two(use, x + 64);
    changes.join();
    one.join();
    two.join();
    return 0;
}
