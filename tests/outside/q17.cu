// Particle simulation: high-priority force kernels against a low-priority analysis that fills the machine.
#include "nullstream.cuh"
#include <cstdio>

#pragma nullstream kernel(forces) block_time(18us) regs(64) reads(pos, 16 * n) writes(acc, 16 * n)
__global__ void forces(const float4 *pos, float4 *acc, int n) {}
#pragma nullstream kernel(integrate) bytes(64.0 * n)
__global__ void integrate(float4 *pos, float4 *vel, const float4 *acc, float dt, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        vel[i].x += dt * acc[i].x;
        pos[i].x += dt * vel[i].x;
    }
}
#pragma nullstream kernel(pair_correlation) block_time(40us) regs(40) reads(snapshot, 16 * n) writes(g, 4096)
__global__ void pair_correlation(const float4 *snapshot, float *g, int n) {}

int main()
{
    const int n = 65536, steps = 20;
    float4 *pos, *vel, *acc, *snapshot;
    float *g, *g_host;
    cudaMalloc(&pos, n * sizeof *pos);
    cudaMalloc(&vel, n * sizeof *vel);
    cudaMalloc(&acc, n * sizeof *acc);
    cudaMalloc(&snapshot, n * sizeof *snapshot);
    cudaMalloc(&g, 1024 * sizeof(float));
    cudaMallocHost(&g_host, 1024 * sizeof(float));
    cudaMemset(pos, 0, n * sizeof *pos);
    cudaMemset(vel, 0, n * sizeof *vel);

    int least, greatest;
    cudaDeviceGetStreamPriorityRange(&least, &greatest);
    cudaStream_t md, analysis;
    cudaStreamCreateWithPriority(&md, cudaStreamNonBlocking, greatest);
    cudaStreamCreateWithPriority(&analysis, cudaStreamNonBlocking, least);
    cudaEvent_t snapped, analysed, start, stop;
    cudaEventCreateWithFlags(&snapped, cudaEventDisableTiming);
    cudaEventCreateWithFlags(&analysed, cudaEventDisableTiming);
    cudaEventCreate(&start);
    cudaEventCreate(&stop);
    cudaDeviceSynchronize();

    cudaEventRecord(start, md);
    for (int step = 0; step < steps; ++step) {
        forces<<<n / 128, 128, 0, md>>>(pos, acc, n);
        integrate<<<n / 256, 256, 0, md>>>(pos, vel, acc, 1e-3f, n);
        if (step % 5 == 4) {
            cudaStreamWaitEvent(md, analysed, 0);
            cudaMemcpyAsync(snapshot, pos, n * sizeof *pos, cudaMemcpyDeviceToDevice, md);
            cudaEventRecord(snapped, md);
            cudaStreamWaitEvent(analysis, snapped, 0);
            pair_correlation<<<2640, 256, 0, analysis>>>(snapshot, g, n);
            cudaMemcpyAsync(g_host, g, 1024 * sizeof(float), cudaMemcpyDeviceToHost, analysis);
            cudaEventRecord(analysed, analysis);
        }
    }
    cudaEventRecord(stop, md);
    cudaEventSynchronize(stop);
    cudaStreamSynchronize(analysis);
    float ms;
    cudaEventElapsedTime(&ms, start, stop);
    printf("%d steps, %.3f ms, g(0) %f\n", steps, ms, g_host[0]);
    return 0;
}
