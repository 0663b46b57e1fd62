// A thread spins until main has copied to pageable memory and says so, and then has the device to
// itself: to page-lock the memory (PINNED) makes that sooner, and ends the loop sooner. LOOK: 1 it
// yields, 2 it works between two looks, 3 it looks under a lock, 4 and sleeps between.
#include <atomic>
#include <chrono>
#include <cuda_runtime.h>
#include <mutex>
#include <stdlib.h>
#include <thread>

#ifndef PINNED
#define PINNED 0
#endif

#ifndef LOOK
#define LOOK 0
#endif

const int N = 1 << 20;

#pragma nullstream kernel(fill) time(300us)
__global__ void fill(float *x)
{
    x[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}

float *x, *y, *h;
cudaStream_t a, b;
std::atomic<bool> copied{false};
std::mutex mutex;
bool copied_under_lock = false;

#pragma nullstream host(other_work) time(5us)
static void other_work() {}

static bool is_copied()
{
    if (LOOK < 3 || LOOK > 4)
        return copied;
    std::lock_guard<std::mutex> lock(mutex);
    return copied_under_lock;
}

static void doze()
{
    std::this_thread::sleep_for(std::chrono::microseconds(5));
}

static void between()
{
    if (LOOK == 1)
        std::this_thread::yield();
    else if (LOOK == 2)
        other_work();
    else if (LOOK == 4 || LOOK == 5)
        doze();
    for (int i = 0; i < 6 && LOOK == 6; i++)
        doze();
    for (int i = 0; i < 3 && LOOK == 7; i++) {
        doze();
        other_work();
    }
    if (LOOK == 8) {
        std::this_thread::yield();
        std::this_thread::yield();
        std::this_thread::yield();
        std::this_thread::yield();
        std::this_thread::yield();
        std::this_thread::yield();
    }
    static int turns = 0;
    for (int i = 0; i < turns && LOOK == 9; i++)
        doze();
    turns++;
}

static void work()
{
    while (!is_copied())
        between();
    fill<<<N / 256, 256, 0, b>>>(y);
    cudaStreamSynchronize(b);
}

int main()
{
    cudaMalloc(&x, N * sizeof(float));
    cudaMalloc(&y, N * sizeof(float));
    if (PINNED)
        cudaMallocHost(&h, N * sizeof(float));
    else
        h = (float *)malloc(N * sizeof(float));
    cudaStreamCreate(&a);
    cudaStreamCreate(&b);
    std::thread thread(work);
    fill<<<N / 256, 256, 0, a>>>(x);
    cudaMemcpyAsync(h, x, N * sizeof(float), cudaMemcpyDeviceToHost, a);
    cudaStreamSynchronize(a);
    copied = true;
    {
        std::lock_guard<std::mutex> lock(mutex);
        copied_under_lock = true;
    }
    thread.join();
    return 0;
}
