// N-body with asynchronous snapshots: the host polls the snapshot event and writes files meanwhile.
#include "nullstream.cuh"
#include <chrono>
#include <cstdio>
#include <thread>
#include <vector>

constexpr int N = 16384;
constexpr int TILE = 256;

#pragma nullstream kernel(forces) flops(20.0 * n * n) bytes(32.0 * n) shared(256 * 16) regs(40)
__global__ void forces(const float4 *pos, float4 *acc, int n)
{
    __shared__ float4 tile[TILE];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float4 p = pos[i];
    float ax = 0, ay = 0, az = 0;
    for (int t = 0; t < n; t += TILE) {
        tile[threadIdx.x] = pos[t + threadIdx.x];
        __syncthreads();
#pragma unroll 8
        for (int j = 0; j < TILE; ++j) {
            float dx = tile[j].x - p.x, dy = tile[j].y - p.y, dz = tile[j].z - p.z;
            float r2 = dx * dx + dy * dy + dz * dz + 1e-4f;
            float inv = rsqrtf(r2);
            float f = tile[j].w * inv * inv * inv;
            ax += f * dx;
            ay += f * dy;
            az += f * dz;
        }
        __syncthreads();
    }
    acc[i] = make_float4(ax, ay, az, 0);
}

#pragma nullstream kernel(integrate) bytes(80.0 * n)
__global__ void integrate(float4 *pos, float4 *vel, const float4 *acc, int n, float dt)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        vel[i].x += acc[i].x * dt;
        vel[i].y += acc[i].y * dt;
        vel[i].z += acc[i].z * dt;
        pos[i].x += vel[i].x * dt;
        pos[i].y += vel[i].y * dt;
        pos[i].z += vel[i].z * dt;
    }
}

static void write_snapshot(const float4 *p, int step)
{
    host_work_us(400); // serialisation
    printf("snapshot at step %d: %f\n", step, p[0].x);
}

int main()
{
    std::vector<float4> init(N);
    for (int i = 0; i < N; ++i)
        init[i] = make_float4(i % 25, i / 25 % 25, i / 625, 1.0f);
    float4 *pos, *vel, *acc, *snap_d, *snap_h;
    cudaMalloc(&pos, N * sizeof(float4));
    cudaMalloc(&vel, N * sizeof(float4));
    cudaMalloc(&acc, N * sizeof(float4));
    cudaMalloc(&snap_d, N * sizeof(float4));
    cudaHostAlloc(&snap_h, N * sizeof(float4), cudaHostAllocDefault);
    cudaStream_t sim, io;
    cudaStreamCreateWithFlags(&sim, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&io, cudaStreamNonBlocking);
    cudaEvent_t copied, on_host;
    cudaEventCreateWithFlags(&copied, cudaEventDisableTiming);
    cudaEventCreateWithFlags(&on_host, cudaEventDisableTiming);
    cudaMemcpyAsync(pos, init.data(), N * sizeof(float4), cudaMemcpyHostToDevice, sim);
    cudaMemsetAsync(vel, 0, N * sizeof(float4), sim);

    int pending = -1;
    for (int step = 0; step < 30; ++step) {
        forces<<<N / TILE, TILE, 0, sim>>>(pos, acc, N);
        integrate<<<N / 256, 256, 0, sim>>>(pos, vel, acc, N, 0.001f);
        if (step % 10 == 9) {
            if (pending >= 0) {
                while (cudaEventQuery(on_host) == cudaErrorNotReady)
                    std::this_thread::sleep_for(std::chrono::microseconds(50));
                write_snapshot(snap_h, pending);
            }
            cudaMemcpyAsync(snap_d, pos, N * sizeof(float4), cudaMemcpyDeviceToDevice, sim);
            cudaEventRecord(copied, sim);
            cudaStreamWaitEvent(io, copied, 0);
            cudaMemcpyAsync(snap_h, snap_d, N * sizeof(float4), cudaMemcpyDeviceToHost, io);
            cudaEventRecord(on_host, io);
            pending = step;
        }
    }
    cudaEventSynchronize(on_host);
    write_snapshot(snap_h, pending);
    cudaDeviceSynchronize();
    return 0;
}
