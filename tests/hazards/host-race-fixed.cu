// Each of the two host threads adds to the number while it holds the lock.
#include "nullstream.cuh"

#include <mutex>
#include <thread>

const int N = 1 << 20;
std::mutex adds;

static void count(float *host, int from)
{
    float sum = 0;
    for (int i = from; i < from + 1000; i++)
        sum += host[1 + i];
    std::lock_guard<std::mutex> lock(adds);
    host[0] += sum;
}

int main()
{
    float *device, *host;
    cudaMalloc(&device, N * sizeof(float));
    cudaMallocHost(&host, N * sizeof(float));
    cudaMemset(device, 0, N * sizeof(float));
    cudaMemcpy(host, device, N * sizeof(float), cudaMemcpyDeviceToHost);
    std::thread other(count, host, 1000);
    count(host, 0);
    other.join();
    cudaMemcpy(device, host, N * sizeof(float), cudaMemcpyHostToDevice);
    return 0;
}
