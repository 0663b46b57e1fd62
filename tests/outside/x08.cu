// C++17. Star cluster, leapfrog. Energies leave by a side stream every few steps and a host function appends them to a
// deque that main drains when it likes; it never waits for the device but at the end.
#include <cstdio>
#include <cuda_runtime.h>
#include <deque>
#include <mutex>
#include <vector>

namespace cluster {
constexpr int N = 16384, STEPS = 48, EVERY = 6;

#pragma nullstream kernel(kick) flops(20.0 * n * n / 64) bytes(32.0 * n) regs(40)
__global__ void kick(const float4 *pos, float4 *vel, int n, float dt)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float ax = 0;
    for (int j = 0; j < n; j += 64)
        ax += pos[j].x - pos[i].x;
    vel[i].x += dt * ax;
}

#pragma nullstream kernel(drift) time(4us)
__global__ void drift(float4 *pos, const float4 *vel, int n, float dt)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        pos[i].x += dt * vel[i].x;
}

#pragma nullstream kernel(energy) time(11us) reads(pos, n * 16) reads(vel, n * 16) writes(out, 8)
__global__ void energy(const float4 *pos, const float4 *vel, double *out, int n)
{
    __shared__ double part[512];
    double e = 0;
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        e += pos[i].x * pos[i].x + vel[i].x * vel[i].x;
    part[threadIdx.x] = e;
    __syncthreads();
    if (threadIdx.x == 0) {
        for (int i = 1; i < 512; i++)
            e += part[i];
        *out = e;
    }
}

class Diary {
public:
    struct Entry {
        int step;
        double *value;
        Diary *diary;
    };
    explicit Diary(int most) : entries_(most)
    {
        cudaMallocHost(&values_, most * sizeof(double));
        for (int i = 0; i < most; i++)
            entries_[i] = {0, values_ + i, this};
    }
    ~Diary() { cudaFreeHost(values_); }
    Entry *next(int step)
    {
        Entry *e = &entries_[used_++];
        e->step = step;
        return e;
    }
    static void CUDART_CB arrived(void *p)
    {
        auto *e = static_cast<Entry *>(p);
        std::lock_guard<std::mutex> g(e->diary->lock_);
        e->diary->arrived_.push_back({e->step, *e->value});
    }
    int drain()
    {
        std::lock_guard<std::mutex> g(lock_);
        int n = 0;
        for (; !arrived_.empty(); arrived_.pop_front())
            n++;
        return n;
    }

private:
    std::vector<Entry> entries_;
    double *values_ = nullptr;
    int used_ = 0;
    std::mutex lock_;
    std::deque<std::pair<int, double>> arrived_;
};
} // namespace cluster

int main()
{
    using namespace cluster;
    float4 *pos, *vel, *pos_copy, *vel_copy;
    double *e_dev;
    for (auto p : {&pos, &vel, &pos_copy, &vel_copy}) {
        cudaMalloc(p, N * sizeof(float4));
        cudaMemset(*p, 0, N * sizeof(float4));
    }
    cudaMalloc(&e_dev, sizeof(double));
    cudaStream_t sim, side;
    cudaStreamCreate(&sim);
    cudaStreamCreate(&side);
    cudaEvent_t copied, measured;
    cudaEventCreateWithFlags(&copied, cudaEventDisableTiming);
    cudaEventCreateWithFlags(&measured, cudaEventDisableTiming);
    int seen = 0;
    {
        Diary diary(STEPS / EVERY + 1);
        for (int step = 1; step <= STEPS; step++) {
            kick<<<N / 128, 128, 0, sim>>>(pos, vel, N, 0.5e-3f);
            drift<<<N / 128, 128, 0, sim>>>(pos, vel, N, 1e-3f);
            kick<<<N / 128, 128, 0, sim>>>(pos, vel, N, 0.5e-3f);
            if (step % EVERY == 0) {
                if (step > EVERY)
                    cudaStreamWaitEvent(sim, measured, 0); // the copies are free again
                cudaMemcpyAsync(pos_copy, pos, N * sizeof(float4), cudaMemcpyDeviceToDevice, sim);
                cudaMemcpyAsync(vel_copy, vel, N * sizeof(float4), cudaMemcpyDeviceToDevice, sim);
                cudaEventRecord(copied, sim);
                cudaStreamWaitEvent(side, copied, 0);
                auto *entry = diary.next(step);
                energy<<<1, 512, 0, side>>>(pos_copy, vel_copy, e_dev, N);
                cudaEventRecord(measured, side);
                cudaMemcpyAsync(entry->value, e_dev, sizeof(double), cudaMemcpyDeviceToHost, side);
                cudaLaunchHostFunc(side, Diary::arrived, entry);
                seen += diary.drain();
            }
        }
        cudaStreamSynchronize(side);
        seen += diary.drain();
        cudaStreamSynchronize(sim);
    }
    std::printf("%d energies\n", seen);
    for (auto p : {pos, vel, pos_copy, vel_copy})
        cudaFree(p);
    cudaFree(e_dev);
    cudaEventDestroy(copied);
    cudaEventDestroy(measured);
    cudaStreamDestroy(sim);
    cudaStreamDestroy(side);
}
