// Host functions of two streams count what is done, and a thread reads the buffer that the count
// says: they must be called in order. The wait before the copy keeps it; before the host function it
// would do, and the copies could run side by side. With COUNTS=0 nothing counts.
#include <condition_variable>
#include <cuda_runtime.h>
#include <mutex>
#include <stdio.h>
#include <thread>
#ifndef COUNTS
#define COUNTS 1
#endif
static const int TURNS = 16, SAMPLES = 1 << 18;
static std::mutex m;
static std::condition_variable full;
static int filled;
#pragma nullstream kernel(work) time(20us) reads(in, 4 * n) writes(out, 4 * n)
__global__ void work(const float *in, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = in[i] * 2;
}
static void CUDART_CB done(void *)
{
#if COUNTS
    {
        std::lock_guard<std::mutex> hold(m);
        filled++;
    }
    full.notify_one();
#endif
}
int main()
{
    float *in[2], *out[2], *raw, *host;
    cudaStream_t s[2];
    cudaEvent_t turn;
    cudaMallocHost(&raw, 2 * SAMPLES * sizeof(float));
    cudaMallocHost(&host, TURNS * SAMPLES * sizeof(float));
    cudaEventCreateWithFlags(&turn, cudaEventDisableTiming);
    for (int i = 0; i < 2; i++) {
        cudaMalloc(&in[i], SAMPLES * sizeof(float));
        cudaMalloc(&out[i], SAMPLES * sizeof(float));
        cudaStreamCreateWithFlags(&s[i], cudaStreamNonBlocking);
    }
    std::thread reader([&] {
        float sum = 0;
        for (int p = 0; p < TURNS * COUNTS; p++) {
            {
                std::unique_lock<std::mutex> hold(m);
                full.wait(hold, [p] { return filled > p; });
            }
            sum += host[p * SAMPLES];
        }
    });
    for (int p = 0; p < TURNS; p++) {
        const int i = p % 2;
        const size_t bytes = SAMPLES * sizeof(float);
        cudaMemcpyAsync(in[i], raw + i * SAMPLES, bytes, cudaMemcpyHostToDevice, s[i]);
        work<<<SAMPLES / 256, 256, 0, s[i]>>>(in[i], out[i], SAMPLES);
        if (p)
            cudaStreamWaitEvent(s[i], turn, 0);
        cudaMemcpyAsync(host + p * SAMPLES, out[i], bytes, cudaMemcpyDeviceToHost, s[i]);
        cudaLaunchHostFunc(s[i], done, NULL);
        cudaEventRecord(turn, s[i]);
    }
    reader.join();
    cudaDeviceSynchronize();
}
