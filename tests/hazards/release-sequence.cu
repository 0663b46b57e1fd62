// What one thread released, another one sees through a write of a third in between. Nothing to find: HOW 0:
// that one updates, relaxed, which goes on with it; 1: by compare_exchange; 2: it stores, and has acquired
// before. To find: 3: it stores, relaxed; 4: it stores, and releases only what it knows itself.
#include "nullstream.cuh"
#include <atomic>
#include <thread>

#ifndef HOW
#define HOW 0
#endif

const int N = 1 << 10;
const auto relaxed = std::memory_order_relaxed, acquire = std::memory_order_acquire,
           release = std::memory_order_release;

std::atomic<int> stage{0};

static void between()
{
    while (stage.load(HOW == 2 ? acquire : relaxed) != 1)
        std::this_thread::yield();
    int one = 1;
    if (HOW == 0)
        stage.fetch_add(1, relaxed);
    else if (HOW == 1)
        stage.compare_exchange_strong(one, 2, relaxed);
    else
        stage.store(2, HOW == 3 ? relaxed : release);
}

int main()
{
    float *device, *host;
    cudaStream_t s;
    cudaMalloc(&device, N * sizeof(float));
    cudaMallocHost(&host, N * sizeof(float));
    cudaStreamCreate(&s);
    std::thread first([=] {
        host[0] = 1;
        stage.store(1, release);
    });
    std::thread second(between);
    std::thread third([=] {
        while (stage.load(acquire) != 2)
            std::this_thread::yield();
        cudaMemcpyAsync(device, host, N * sizeof(float), cudaMemcpyHostToDevice, s);
        cudaStreamSynchronize(s);
    });
    first.join();
    second.join();
    third.join();
    return 0;
}
