// A host thread fills two staging buffers by turns, another one copies from them. BUG: it says that
// a buffer is free again while the copy from it may still run.
#include <condition_variable>
#include <cuda_runtime.h>
#include <mutex>
#include <thread>

const int n = 1 << 18, rounds = 6;
float *staging[2], *data[2];
std::mutex mutex;
std::condition_variable changed;
int filled = 0, consumed = 0;

#pragma nullstream kernel(grow) time(200us)
__global__ void grow(float *x)
{
    x[blockIdx.x * blockDim.x + threadIdx.x] += 1.0f;
}

void produce()
{
    for (int k = 0; k < rounds; k++) {
        {
            std::unique_lock<std::mutex> lock(mutex);
            changed.wait(lock, [&] { return filled - consumed < 2; });
        }
        for (int i = 0; i < n; i++)
            staging[k % 2][i] = k;
        {
            std::lock_guard<std::mutex> lock(mutex);
            filled++;
        }
        changed.notify_one();
    }
}

void consume()
{
    cudaStream_t s;
    cudaStreamCreate(&s);
    for (int k = 0; k < rounds; k++) {
        {
            std::unique_lock<std::mutex> lock(mutex);
            changed.wait(lock, [&] { return filled > consumed; });
        }
        cudaMemcpyAsync(data[k % 2], staging[k % 2], n * sizeof(float), cudaMemcpyHostToDevice, s);
        grow<<<n / 256, 256, 0, s>>>(data[k % 2]);
#ifndef BUG
        cudaStreamSynchronize(s);
#endif
        {
            std::lock_guard<std::mutex> lock(mutex);
            consumed++;
        }
        changed.notify_one();
    }
    cudaStreamSynchronize(s);
    cudaStreamDestroy(s);
}

int main()
{
    for (int i = 0; i < 2; i++) {
        cudaMallocHost(&staging[i], n * sizeof(float));
        cudaMalloc(&data[i], n * sizeof(float));
    }
    std::thread producer(produce), consumer(consume);
    producer.join();
    consumer.join();
    for (int i = 0; i < 2; i++) {
        cudaFreeHost(staging[i]);
        cudaFree(data[i]);
    }
    return 0;
}
