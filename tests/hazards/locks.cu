// Two threads whose only order is that of a mutex: which of them is first is chance. WHAT: 0: work in
// two streams, nobody waits; 1: the first thread waits in its section, the other does not; 2: the
// host fills what the other thread's copy may still be reading; 3: a wait for an event that may not
// be recorded yet; 4: work in one stream, in either order; 5: each order has a race of its own.
// 10: a wait for an event that may not be recorded yet, of one who then reads what nothing has
// written, and waits in its section (LATE: the predicted run is such). Nothing to find: 6: both wait
// in their sections; 7: each waits for the last one's event; 8: the order is by a flag under the
// mutex; 9: by a condition; 11: like 10, but what it reads was written before.
#include "nullstream.cuh"
#include <condition_variable>
#include <mutex>
#include <thread>

#ifndef WHAT
#define WHAT 0
#endif

const int N = 1 << 20;

#pragma nullstream kernel(fill) time(150us)
__global__ void fill(float *x)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    x[i] = 1;
}

#pragma nullstream kernel(scale) time(100us)
__global__ void scale(float *x)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    x[i] *= 2;
}

std::mutex m;
std::condition_variable changed;
cudaStream_t a, b;
cudaEvent_t e;
float *x, *y, *host;
bool ready;

static void first()
{
#ifdef LATE
    host_work_us(300);
#endif
    std::lock_guard<std::mutex> lock(m);
    if (WHAT == 2) {
        host[0] = 1;
        return;
    }
    if (WHAT == 7)
        cudaStreamWaitEvent(a, e, 0);
    fill<<<N / 256, 256, 0, a>>>(x);
    if (WHAT == 1 || WHAT == 5 || WHAT == 6)
        cudaStreamSynchronize(a);
    if (WHAT == 5)
        fill<<<N / 256, 256, 0, a>>>(y);
    if (WHAT == 3 || WHAT >= 7)
        cudaEventRecord(e, a);
    ready = true;
    changed.notify_one();
}

static void second()
{
    std::unique_lock<std::mutex> lock(m);
    while (WHAT == 8 && !ready) {
        lock.unlock();
        lock.lock();
    }
    if (WHAT == 9)
        changed.wait(lock, [] { return ready; });
    if (WHAT == 2) {
        host[0] = 2;
        cudaMemcpyAsync(x, host, N * sizeof(float), cudaMemcpyHostToDevice, b);
        return;
    }
    cudaStream_t s = WHAT == 4 ? a : b;
    if (WHAT == 3 || WHAT >= 7)
        cudaStreamWaitEvent(s, e, 0);
    if (WHAT >= 10)
        cudaMemcpyAsync(y, x, N * sizeof(float), cudaMemcpyDeviceToDevice, s);
    else
        scale<<<N / 256, 256, 0, s>>>(WHAT == 5 ? y : x);
    if (WHAT == 5 || WHAT == 6 || WHAT >= 10)
        cudaStreamSynchronize(s);
    if (WHAT == 5)
        scale<<<N / 256, 256, 0, s>>>(x);
    if (WHAT == 7)
        cudaEventRecord(e, s);
}

int main()
{
    cudaMalloc(&x, N * sizeof(float));
    cudaMalloc(&y, N * sizeof(float));
    cudaMallocHost(&host, N * sizeof(float));
    cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking);
    cudaEventCreateWithFlags(&e, cudaEventDisableTiming);
    if (WHAT == 11)
        cudaMemset(x, 0, N * sizeof(float));
    cudaDeviceSynchronize();
    std::thread one(first), two(second);
    one.join();
    two.join();
    cudaDeviceSynchronize();
    return 0;
}
