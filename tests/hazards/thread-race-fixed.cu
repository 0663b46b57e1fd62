// The copy is asked for after the thread that fills its buffer has ended.
#include "nullstream.cuh"
#include <thread>

const int N = 1 << 20;
float *host;

void fill()
{
    for (int i = 0; i < N; i += 1024)
        host[i] = i;
}

int main()
{
    float *device;
    cudaStream_t s;
    cudaStreamCreate(&s);
    cudaMallocHost(&host, N * sizeof(float));
    cudaMalloc(&device, N * sizeof(float));
    std::thread filler(fill);
    host_work_us(200);
    filler.join();
    cudaMemcpyAsync(device, host, N * sizeof(float), cudaMemcpyHostToDevice, s);
    cudaStreamSynchronize(s);
    return 0;
}
