// Priorities: a batch thread fills the GPU with long kernels, a request thread needs answers now.
#include "nullstream.cuh"
#include <cstdio>
#include <thread>
#include <unistd.h>
#include <vector>
#include <algorithm>

static void must(cudaError_t e)
{
    if (e != cudaSuccess) {
        fprintf(stderr, "%s\n", cudaGetErrorString(e));
        abort();
    }
}

__global__ void batch_block(float *x)
{
    x[blockIdx.x * blockDim.x + threadIdx.x] += 1.0f;
    spin_us(60);
}

__global__ void request(const float *in, float *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i];
    spin_us(20);
}

static void background(cudaStream_t s, float *x, int rounds)
{
    for (int i = 0; i < rounds; i++)
        batch_block<<<132 * 8, 1024, 0, s>>>(x); // four waves of an H100's SMs, two blocks each
    must(cudaGetLastError());
    must(cudaStreamSynchronize(s));
}

int main()
{
    int least, greatest;
    must(cudaDeviceGetStreamPriorityRange(&least, &greatest));
    cudaStream_t low, high;
    must(cudaStreamCreateWithPriority(&low, cudaStreamNonBlocking, least));
    must(cudaStreamCreateWithPriority(&high, cudaStreamNonBlocking, greatest));

    const int n = 64 * 256, requests = 15;
    float *x, *din, *dout, *hin, *hout;
    must(cudaMalloc(&x, 132 * 8 * 1024 * sizeof(float)));
    must(cudaMalloc(&din, n * sizeof(float)));
    must(cudaMalloc(&dout, n * sizeof(float)));
    must(cudaMallocHost(&hin, n * sizeof(float)));
    must(cudaMallocHost(&hout, n * sizeof(float)));
    for (int i = 0; i < n; i++)
        hin[i] = i;

    std::thread worker(background, low, x, 20);

    std::vector<double> latency;
    for (int r = 0; r < requests; r++) {
        usleep(150);
        double t0 = host_time_us();
        must(cudaMemcpyAsync(din, hin, n * sizeof(float), cudaMemcpyHostToDevice, high));
        request<<<64, 256, 0, high>>>(din, dout);
        must(cudaMemcpyAsync(hout, dout, n * sizeof(float), cudaMemcpyDeviceToHost, high));
        must(cudaStreamSynchronize(high));
        latency.push_back(host_time_us() - t0);
    }
    worker.join();

    std::sort(latency.begin(), latency.end());
    printf("median %.1f us, worst %.1f us\n", latency[requests / 2], latency.back());
    must(cudaFree(x));
    must(cudaFree(din));
    must(cudaFree(dout));
    must(cudaFreeHost(hin));
    must(cudaFreeHost(hout));
    must(cudaStreamDestroy(low));
    must(cudaStreamDestroy(high));
    return 0;
}
