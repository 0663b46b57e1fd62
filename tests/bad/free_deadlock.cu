// cudaFree waits for a host function that waits for a lock, whose holder waits for cudaFree: it
// keeps all other threads from launching until it returns.
#include <chrono>
#include <cuda_runtime.h>
#include <mutex>
#include <thread>

std::mutex m;

__global__ void k()
{
}

void take(void *)
{
    m.lock();
    m.unlock();
}

int main()
{
    cudaStream_t s;
    char *memory;
    cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    cudaMalloc(&memory, 4 << 20);
    m.lock();
    cudaLaunchHostFunc(s, take, NULL);
    std::thread frees([&] { cudaFree(memory); });
    std::this_thread::sleep_for(std::chrono::microseconds(200));
    k<<<1, 1, 0, s>>>();
    m.unlock();
    frees.join();
    return 0;
}
