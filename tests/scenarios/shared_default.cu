// Two host threads, each with memory of its own, that both use the default stream. SHARED: the second
// reads what the first computes, which only the stream orders.
#include "nullstream.cuh"
#include <thread>

const int N = 1 << 18;

#pragma nullstream kernel(relax) time(100us) reads(x, n * 4) writes(x, n * 4)
__global__ void relax(float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        x[i] *= 0.5f;
}

void work(float *device, float *host, int turns)
{
    for (int i = 0; i < turns; i++)
        relax<<<16, 256>>>(device, N);
    cudaMemcpy(host, device, N * sizeof(float), cudaMemcpyDeviceToHost);
}

int main()
{
    float *device[2], *host[2];
    for (int i = 0; i < 2; i++) {
        cudaMalloc(&device[i], N * sizeof(float));
        cudaMallocHost(&host[i], N * sizeof(float));
    }
    cudaDeviceSynchronize();
#ifdef SHARED
    device[1] = device[0];
#endif
    std::thread other(work, device[1], host[1], 4);
    work(device[0], host[0], 4);
    other.join();
    return 0;
}
