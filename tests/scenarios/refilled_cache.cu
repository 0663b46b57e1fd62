// A thread's copies and kernels in one stream, whose launches wait for nothing, and main, which has its own to do until the
// thread says that it is done: that main's turns add up to the whole run bounds nothing. WAITS: the thread
// waits now and then.
#include "nullstream.cuh"
#include <atomic>
#include <chrono>
#include <thread>

__global__ void work(float *x)
{
    x[blockIdx.x * blockDim.x + threadIdx.x] *= 2.0f;
    spin_us(25);
}

int main()
{
    const size_t bytes = 2 << 20;
    float *host, *data;
    std::atomic<bool> finished{false};
    cudaMallocHost(&host, 20 * bytes);
    cudaMalloc(&data, bytes);
    std::thread worker([&] {
        cudaStream_t s;
        cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
        for (int i = 0; i < 20; i++) {
            cudaMemcpyAsync(data, host + i * (bytes / 4), bytes, cudaMemcpyHostToDevice, s);
            work<<<bytes / 4 / 256, 256, 0, s>>>(data);
            cudaMemcpyAsync(host + i * (bytes / 4), data, bytes, cudaMemcpyDeviceToHost, s);
#ifdef WAITS
            if (i % 2 == 1)
                cudaStreamSynchronize(s);
#endif
        }
        cudaStreamSynchronize(s);
        finished = true;
    });
    while (!finished) {
        void *entry;
        cudaMalloc(&entry, 16 << 20);
        std::this_thread::sleep_for(std::chrono::microseconds(250));
    }
    worker.join();
}
