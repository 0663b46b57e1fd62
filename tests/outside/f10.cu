// Particles in a vortex, double-buffered: while step n+1 is computed, the positions of step n go out in a
// second stream and a writer thread (atomics, no lock) packs them; every 8th frame is kept.
#include <atomic>
#include <cstdio>
#include <cuda_runtime.h>
#include <thread>
#include "nullstream.cuh"

const int N = 1 << 19, FRAMES = 32, RING = 4;

#pragma nullstream kernel(advance) flops(200.0 * n) bytes(64.0 * n) regs(36)
__global__ void advance(const float4 *pos, const float4 *vel, float4 *pos2, float4 *vel2, int n, float dt)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float4 p = pos[i], v = vel[i];
    for (int sub = 0; sub < 8; sub++) {
        float r2 = p.x * p.x + p.y * p.y + p.z * p.z + 0.01f, inv = rsqrtf(r2);
        float f = dt * inv * inv * inv;
        v.x += f * (p.y - p.x);
        v.y -= f * (p.x + p.y);
        v.z -= f * p.z;
        p.x += v.x * dt;
        p.y += v.y * dt;
        p.z += v.z * dt;
    }
    pos2[i] = p;
    vel2[i] = v;
}

#pragma nullstream kernel(seed) flops(6.0 * n) bytes(32.0 * n)
__global__ void seed(float4 *pos, float4 *vel, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        pos[i] = make_float4(i % 101 * 0.1f, i % 97 * 0.1f, i % 89 * 0.1f, 1.0f);
        vel[i] = make_float4(0, 0, 0, 0);
    }
}

float4 *ring[RING];
cudaEvent_t out_done[RING];
std::atomic<int> sent{0}, written{0};

void pack(const float4 *p, int n)
{
    volatile float sum = 0.0f;
    for (int i = 0; i < n; i += 64)
        sum = sum + p[i].x;
    host_work_us(70.0);
}

void writer()
{
    for (int f = 0; f < FRAMES; f++) {
        while (sent.load(std::memory_order_acquire) <= f)
            std::this_thread::yield();
        cudaEventSynchronize(out_done[f % RING]);
        if (f % 8 == 0)
            pack(ring[f % RING], N);
        written.store(f + 1, std::memory_order_release);
    }
}

int main()
{
    float4 *pos[2], *vel[2];
    for (int i = 0; i < 2; i++) {
        cudaMalloc(&pos[i], N * sizeof(float4));
        cudaMalloc(&vel[i], N * sizeof(float4));
    }
    for (int i = 0; i < RING; i++) {
        cudaMallocHost(&ring[i], N * sizeof(float4));
        cudaEventCreateWithFlags(&out_done[i], cudaEventDisableTiming | cudaEventBlockingSync);
    }
    cudaStream_t compute, copy;
    cudaEvent_t stepped, copied[2];
    cudaStreamCreateWithFlags(&compute, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&copy, cudaStreamNonBlocking);
    cudaEventCreateWithFlags(&stepped, cudaEventDisableTiming);
    cudaEventCreateWithFlags(&copied[0], cudaEventDisableTiming);
    cudaEventCreateWithFlags(&copied[1], cudaEventDisableTiming);

    seed<<<(N + 191) / 192, 192, 0, compute>>>(pos[0], vel[0], N);
    std::thread io(writer);
    for (int f = 0; f < FRAMES; f++) {
        const int from = f & 1, to = from ^ 1;
        cudaStreamWaitEvent(compute, copied[to], 0); // the frame that lies there has left
        advance<<<(N + 191) / 192, 192, 0, compute>>>(pos[from], vel[from], pos[to], vel[to], N, 0.001f);
        cudaEventRecord(stepped, compute);
        while (written.load(std::memory_order_acquire) < f - RING + 1)
            std::this_thread::yield();
        cudaStreamWaitEvent(copy, stepped, 0);
        cudaMemcpyAsync(ring[f % RING], pos[to], N * sizeof(float4), cudaMemcpyDeviceToHost, copy);
        cudaEventRecord(copied[to], copy);
        cudaEventRecord(out_done[f % RING], copy);
        sent.store(f + 1, std::memory_order_release);
    }
    io.join();
    cudaDeviceSynchronize();
    printf("%d frames, %s\n", written.load(), cudaGetErrorString(cudaGetLastError()));
    return 0;
}
