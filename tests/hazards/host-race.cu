// Two host threads sum up in one number of the buffer that is copied next, and nothing keeps them apart.
#include "nullstream.cuh"

#include <thread>

const int N = 1 << 20;

static void count(float *host, int from)
{
    float sum = 0;
    for (int i = from; i < from + 1000; i++)
        sum += host[1 + i];
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
