// A thread takes what another one hands it every 300 us, by a condition with an end, and reads four
// bytes back in each turn: the run goes as fast as the other thread does, whatever is read.
#include "nullstream.cuh"

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

#define TURNS 10
#define SYNC 1 // 0: what was read is not waited for

__global__ void step()
{
    spin_us(50);
}

int main()
{
    std::mutex mutex;
    std::condition_variable changed;
    int pending = 0;
    bool last = false;
    int *host, *device;
    cudaMalloc(&device, 64);
    cudaMallocHost(&host, 64);
    std::thread producer([&] {
        for (int i = 0; i < TURNS; i++) {
            std::this_thread::sleep_for(std::chrono::microseconds(300));
            std::lock_guard<std::mutex> lock(mutex);
            pending++;
            last = i == TURNS - 1;
            changed.notify_one();
        }
    });
    for (bool end = false; !end;) {
        {
            std::unique_lock<std::mutex> lock(mutex);
            changed.wait_for(lock, std::chrono::milliseconds(2), [&] { return pending > 0; });
            pending = 0;
            end = last;
        }
        step<<<1, 32>>>();
        cudaMemcpyAsync(host, device, 4, cudaMemcpyDeviceToHost, 0);
        if (SYNC)
            cudaStreamSynchronize(0);
    }
    cudaStreamSynchronize(0);
    producer.join();
    cudaFree(device);
    cudaFreeHost(host);
}
