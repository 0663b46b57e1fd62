// Training step with a prefetch thread: a loader fills pinned batches while the main thread trains.
#include "nullstream.cuh"
#include <thread>
#include <mutex>
#include <condition_variable>
#include <cstdio>

constexpr int STEPS = 12;
constexpr int DEPTH = 2;
constexpr size_t BATCH = 24 << 20;

std::mutex m;
std::condition_variable cv;
int produced = 0, consumed = 0;
char *pinned[DEPTH], *dev[DEPTH];
cudaStream_t copyStream;
cudaEvent_t ready[DEPTH], used[DEPTH];

__global__ void forward(const char *batch, float *act) { spin_us(110); }
__global__ void backward(float *act, float *grad) { spin_us(190); }
#pragma nullstream kernel(sgd) bytes(12.0 * n)
__global__ void sgd(float *w, const float *g, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        w[i] -= 0.01f * g[i];
}

void loader()
{
    for (int b = 0; b < STEPS; b++) {
        std::unique_lock<std::mutex> lock(m);
        cv.wait(lock, [=] { return b - consumed < DEPTH; });
        lock.unlock();
        const int s = b % DEPTH;
        host_work_us(350); // decode and augment
        cudaStreamWaitEvent(copyStream, used[s], 0);
        cudaMemcpyAsync(dev[s], pinned[s], BATCH, cudaMemcpyHostToDevice, copyStream);
        cudaEventRecord(ready[s], copyStream);
        lock.lock();
        produced++;
        cv.notify_all();
    }
}

int main()
{
    const int NW = 16 << 20;
    float *w, *g, *act;
    cudaStream_t train;
    cudaStreamCreateWithFlags(&train, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&copyStream, cudaStreamNonBlocking);
    for (int i = 0; i < DEPTH; i++) {
        cudaMallocHost(&pinned[i], BATCH);
        cudaMalloc(&dev[i], BATCH);
        cudaEventCreateWithFlags(&ready[i], cudaEventDisableTiming);
        cudaEventCreateWithFlags(&used[i], cudaEventDisableTiming);
    }
    cudaMalloc(&w, NW * sizeof(float));
    cudaMalloc(&g, NW * sizeof(float));
    cudaMalloc(&act, 64 << 20);
    std::thread t(loader);
    for (int step = 0; step < STEPS; step++) {
        {
            std::unique_lock<std::mutex> lock(m);
            cv.wait(lock, [&] { return produced > step; });
        }
        const int s = step % DEPTH;
        cudaStreamWaitEvent(train, ready[s], 0);
        forward<<<264, 512, 0, train>>>(dev[s], act);
        cudaEventRecord(used[s], train);
        backward<<<264, 512, 0, train>>>(act, g);
        sgd<<<NW / 1024, 1024, 0, train>>>(w, g, NW);
        cudaStreamSynchronize(train);
        std::lock_guard<std::mutex> guard(m);
        consumed++;
        cv.notify_all();
    }
    t.join();
    printf("%d steps\n", STEPS);
    return 0;
}
