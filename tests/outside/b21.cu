// One thread waits for the device again and again while another launches; the waiter must not see only its own work.
#include <thread>
#include <atomic>
#include "nullstream.cuh"
__global__ void steady(int i) { spin_us(33); }
__global__ void own(int i) { spin_us(4); }
std::atomic<bool> stop(false);
int main()
{
    cudaStream_t s, t;
    cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&t, cudaStreamNonBlocking);
    std::thread launcher([&]() {
        for (int i = 0; i < 60; i++) {
            steady<<<25, 128, 0, s>>>(i);
            host_work_us(12);
        }
        stop.store(true);
    });
    for (int i = 0; i < 20; i++) {
        own<<<3, 64, 0, t>>>(i);
        cudaDeviceSynchronize();
        host_work_us(20);
    }
    launcher.join();
    cudaDeviceSynchronize();
    return stop.load() ? 0 : 1;
}
