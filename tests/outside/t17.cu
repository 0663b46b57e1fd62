// Shallow water on three strips, one host thread a strip. Threads hand each other events through a small
// mailbox and meet at a hand-made barrier (before C++20) to agree on the time step.
#include "nullstream.cuh"
#include <array>
#include <condition_variable>
#include <cstdio>
#include <mutex>
#include <thread>
#include <vector>

class Barrier {
    std::mutex m;
    std::condition_variable cv;
    const int parties;
    int waiting = 0;
    unsigned phase = 0;

  public:
    explicit Barrier(int n) : parties(n) {}
    void arrive_and_wait()
    {
        std::unique_lock<std::mutex> lock(m);
        const unsigned mine = phase;
        if (++waiting == parties) {
            waiting = 0;
            ++phase;
            cv.notify_all();
        } else {
            cv.wait(lock, [&] { return phase != mine; });
        }
    }
};

constexpr int STRIPS = 3, NX = 2048, ROWS = 512, STEPS = 10;
constexpr size_t PITCH = NX * sizeof(float3);

#pragma nullstream kernel(flux) flops(60.0 * NX * ROWS) bytes(36.0 * NX * ROWS) regs(48) reads(q, (ROWS + 2) * NX * 12) writes(f + NX, ROWS * NX * 12)
__global__ void flux(const float3 *q, float3 *f)
{
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y + 1, at = y * NX + x;
    const float3 c = q[at], n = q[at - NX], s = q[at + NX];
    const float h = c.x + 0.01f * (n.y - s.y);
    f[at] = make_float3(h, c.y * 0.99f + 0.01f * h * h, c.z * 0.99f + 0.5f * (n.z + s.z));
}

#pragma nullstream kernel(speed) flops(4.0 * NX * ROWS) bytes(12.0 * NX * ROWS) reads(q + NX, ROWS * NX * 12) atomics(most, 4)
__global__ void speed(const float3 *q, int *most)
{
    const int at = (blockIdx.y + 1) * NX + blockIdx.x * blockDim.x + threadIdx.x;
    atomicMax(most, __float_as_int(fabsf(q[at].y) + sqrtf(fabsf(q[at].x))));
}

struct Strip {
    float3 *q[2];
    int *most, *host_most;
    cudaStream_t stream;
    cudaEvent_t stepped[2];
};

int main()
{
    std::array<Strip, STRIPS> strips;
    for (auto &s : strips) {
        for (auto &q : s.q) {
            cudaMalloc(&q, PITCH * (ROWS + 2));
            cudaMemset(q, 0, PITCH * (ROWS + 2));
        }
        cudaMalloc(&s.most, sizeof(int));
        cudaMallocHost(&s.host_most, sizeof(int));
        cudaStreamCreateWithFlags(&s.stream, cudaStreamNonBlocking);
        for (auto &e : s.stepped)
            cudaEventCreateWithFlags(&e, cudaEventDisableTiming);
    }
    cudaDeviceSynchronize();
    Barrier barrier(STRIPS);
    std::array<int, STRIPS> speeds{};
    auto run = [&](int me) {
        Strip &s = strips[me];
        for (int step = 0; step < STEPS; ++step) {
            const int now = step & 1, next = now ^ 1;
            cudaMemsetAsync(s.most, 0, sizeof(int), s.stream);
            flux<<<dim3(NX / 256, ROWS), 256, 0, s.stream>>>(s.q[now], s.q[next]);
            cudaEventRecord(s.stepped[next], s.stream);
            speed<<<dim3(NX / 256, ROWS), 256, 0, s.stream>>>(s.q[next], s.most);
            cudaMemcpyAsync(s.host_most, s.most, sizeof(int), cudaMemcpyDeviceToHost, s.stream);
            cudaStreamSynchronize(s.stream);
            speeds[me] = *s.host_most;
            barrier.arrive_and_wait(); // all have recorded their step and told their speed
            if (me > 0) {
                cudaStreamWaitEvent(s.stream, strips[me - 1].stepped[next], 0);
                cudaMemcpyAsync(s.q[next], strips[me - 1].q[next] + ROWS * NX, PITCH, cudaMemcpyDeviceToDevice,
                                s.stream);
            }
            if (me + 1 < STRIPS) {
                cudaStreamWaitEvent(s.stream, strips[me + 1].stepped[next], 0);
                cudaMemcpyAsync(s.q[next] + (ROWS + 1) * NX, strips[me + 1].q[next] + NX, PITCH,
                                cudaMemcpyDeviceToDevice, s.stream);
            }
            cudaStreamSynchronize(s.stream);
            barrier.arrive_and_wait(); // halos are here: the old step may be overwritten
        }
    };
    std::vector<std::thread> others;
    for (int t = 1; t < STRIPS; ++t)
        others.emplace_back(run, t);
    run(0);
    for (auto &t : others)
        t.join();
    std::printf("%d strips, %d steps, speed %d\n", STRIPS, STEPS, speeds[0]);
    for (auto &s : strips) {
        for (auto q : s.q)
            cudaFree(q);
        cudaFree(s.most);
        cudaFreeHost(s.host_most);
        cudaStreamDestroy(s.stream);
    }
}
