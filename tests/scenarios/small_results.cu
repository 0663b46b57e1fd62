// Eight threads, each with a result of its own in pageable memory: page-locked, all are cut from one chunk.
#include "nullstream.cuh"
#include <thread>
#include <vector>

#ifndef KIB
#define KIB 200
#endif

__global__ void reduce(float *out)
{
    out[threadIdx.x] = 1.0f;
    spin_us(20);
}

static void run(float *data)
{
    std::vector<float> result(KIB * 256);
    cudaStream_t s;
    cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    for (int turn = 0; turn < 20; turn++) {
        reduce<<<1, 256, 0, s>>>(data);
        cudaMemcpyAsync(result.data(), data, KIB * 1024, cudaMemcpyDeviceToHost, s);
    }
    cudaStreamSynchronize(s);
    cudaStreamDestroy(s);
}

int main()
{
    float *data[8];
    std::vector<std::thread> threads;
    for (float *&d : data)
        cudaMalloc(&d, KIB * 1024);
    for (float *d : data)
        threads.emplace_back(run, d);
    for (std::thread &t : threads)
        t.join();
}
