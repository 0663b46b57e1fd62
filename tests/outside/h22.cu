// CPU and GPU share each batch of ray packets: the split is adapted from the times that both took last time (events on
// one side, a host clock on the other); the CPU's part is real host work, between the asynchronous calls and the wait.
#include <chrono>
#include <cstdio>
#include <vector>
#include "nullstream.cuh"

constexpr int PACKETS = 4096, RAYS = 64, BATCHES = 20;
constexpr size_t PACKET_BYTES = RAYS * 6 * sizeof(float);

#pragma nullstream kernel(trace) flops(60000.0 * packets * RAYS) bytes(32.0 * packets * RAYS) regs(72)
__global__ void trace(const float *rays, float *hits, int packets)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= packets * RAYS)
        return;
    float o = rays[6 * i], d = rays[6 * i + 3], t = 0;
    for (int k = 0; k < 15000; k++)
        t = fmaf(d, 1e-4f, t) + o * 1e-6f;
    hits[i] = t;
}

#pragma nullstream host(trace_on_cpu) time(packets * 0.45us)
static void trace_on_cpu(const float *rays, float *hits, int packets)
{
    for (int p = 0; p < packets; p++)
        hits[p * RAYS] = rays[6 * p * RAYS] * 0.5f;
}

class Split {
    double share_ = 0.5; // of the GPU

public:
    int gpu(int packets) const { return (int)(share_ * packets) / 32 * 32; }
    void learn(double gpu_us, double cpu_us, int on_gpu, int on_cpu)
    {
        if (on_gpu == 0 || on_cpu == 0 || gpu_us <= 0 || cpu_us <= 0)
            return;
        double g = on_gpu / gpu_us, c = on_cpu / cpu_us;
        double want = g / (g + c);
        share_ = 0.5 * share_ + 0.5 * want;
        if (share_ > 0.96)
            share_ = 0.96;
    }
    double share() const { return share_; }
};

int main()
{
    float *rays, *hits, *d_rays, *d_hits;
    cudaMallocHost(&rays, PACKETS * PACKET_BYTES);
    cudaMallocHost(&hits, PACKETS * RAYS * sizeof(float));
    cudaMalloc(&d_rays, PACKETS * PACKET_BYTES);
    cudaMalloc(&d_hits, PACKETS * RAYS * sizeof(float));
    for (int i = 0; i < PACKETS * RAYS; i += 32)
        rays[6 * i] = (float)i;
    cudaStream_t s;
    cudaEvent_t from, to;
    cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    cudaEventCreate(&from);
    cudaEventCreate(&to);

    Split split;
    std::vector<double> shares;
    for (int b = 0; b < BATCHES; b++) {
        int g = split.gpu(PACKETS), c = PACKETS - g;
        cudaEventRecord(from, s);
        // in four pieces, so that the copies hide behind the kernels
        for (int k = 0; k < 4; k++) {
            int first = g * k / 4, n = g * (k + 1) / 4 - first;
            cudaMemcpyAsync(d_rays + (size_t)first * RAYS * 6, rays + (size_t)first * RAYS * 6, n * PACKET_BYTES, cudaMemcpyHostToDevice, s);
            if (n > 0)
                trace<<<(n * RAYS + 127) / 128, 128, 0, s>>>(d_rays + (size_t)first * RAYS * 6, d_hits + (size_t)first * RAYS, n);
        }
        cudaMemcpyAsync(hits, d_hits, (size_t)g * RAYS * sizeof(float), cudaMemcpyDeviceToHost, s);
        cudaEventRecord(to, s);
        auto t = std::chrono::steady_clock::now();
        trace_on_cpu(rays + (size_t)g * RAYS * 6, hits + (size_t)g * RAYS, c);
        double cpu_us = std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - t).count();
        cudaEventSynchronize(to);
        float ms = 0;
        cudaEventElapsedTime(&ms, from, to);
        split.learn(1e3 * ms, cpu_us, g, c);
        shares.push_back(split.share());
    }
    std::printf("share of the GPU: %.3f at first, %.3f in the end\n", shares.front(), shares.back());
    cudaFree(d_rays);
    cudaFree(d_hits);
    cudaFreeHost(rays);
    cudaFreeHost(hits);
    cudaStreamDestroy(s);
    return 0;
}
