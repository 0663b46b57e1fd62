// Two host threads hand a staging buffer to each other by an atomic. HOW 1: the flag is relaxed, which
// orders nothing.
#include "nullstream.cuh"
#include <atomic>
#include <thread>

#ifndef HOW
#define HOW 0
#endif

const int N = 1 << 18, BATCHES = 4;
std::atomic<int> filled, copied;
float *host;

void loader()
{
    for (int batch = 1; batch <= BATCHES; batch++) {
        while (copied.load() < batch - 1) {
        }
        for (int i = 0; i < N; i += 1024)
            host[i] = batch;
        filled.store(batch, HOW ? std::memory_order_relaxed : std::memory_order_release);
    }
}

int main()
{
    float *device;
    cudaStream_t s;
    cudaStreamCreate(&s);
    cudaMallocHost(&host, N * sizeof(float));
    cudaMalloc(&device, N * sizeof(float));
    std::thread thread(loader);
    for (int batch = 1; batch <= BATCHES; batch++) {
        while (filled.load(std::memory_order_acquire) < batch) {
        }
        cudaMemcpyAsync(device, host, N * sizeof(float), cudaMemcpyHostToDevice, s);
        cudaStreamSynchronize(s);
        copied++;
    }
    thread.join();
    return 0;
}
