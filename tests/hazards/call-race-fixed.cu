// Two host threads that put work on the same bytes into one stream, one behind the other: by a join,
// by a condition; and in no order where that makes no difference, or a copy looks at what there is.
#include "nullstream.cuh"
#include <condition_variable>
#include <mutex>
#include <thread>

const int N = 1 << 20;

#pragma nullstream kernel(scale) time(100us)
__global__ void scale(float *x)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    x[i] *= 2;
}

#pragma nullstream kernel(sum) time(100us)
__global__ void sum(float *y, const float *x)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    y[i] += x[i];
}

int main()
{
    float *x, *y;
    cudaStream_t s;
    cudaMalloc(&x, N * sizeof(float));
    cudaMalloc(&y, N * sizeof(float));
    cudaStreamCreate(&s);
    std::thread first([&] { cudaMemsetAsync(x, 0, N * sizeof(float), s); });
    first.join();
    std::mutex mutex;
    std::condition_variable called;
    bool done = false;
    std::thread second([&] {
        scale<<<N / 256, 256, 0, s>>>(x);
        std::lock_guard<std::mutex> lock(mutex);
        done = true;
        called.notify_one();
    });
    std::thread third([&] {
        std::unique_lock<std::mutex> lock(mutex);
        called.wait(lock, [&] { return done; });
        cudaMemsetAsync(y, 0, N * sizeof(float), s);
        sum<<<N / 256, 256, 0, s>>>(y, x);
    });
    second.join();
    third.join();
    std::thread fourth([&] { sum<<<N / 256, 256, 0, s>>>(y, x); });
    std::thread fifth([&] { sum<<<N / 256, 256, 0, s>>>(y, x); });
    float *host;
    cudaMallocHost(&host, N * sizeof(float));
    cudaMemcpyAsync(host, y, N * sizeof(float), cudaMemcpyDeviceToHost, s);
    fourth.join();
    fifth.join();
    cudaStreamSynchronize(s);
    return 0;
}
