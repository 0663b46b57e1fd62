// Four "ranks" as threads on one GPU, 2-D Poisson by red-black sweeps; neighbours' halos are fetched with device copies once
// their events say so, events are passed on behind a barrier made of a mutex and a condition variable.
#include "nullstream.cuh"
#include <condition_variable>
#include <cstdio>
#include <mutex>
#include <thread>
#include <vector>

class Barrier
{
public:
    explicit Barrier(int n) : n_(n) {}
    void arriveAndWait()
    {
        std::unique_lock<std::mutex> lock(m_);
        const int phase = phase_;
        if (++arrived_ == n_) {
            arrived_ = 0;
            phase_++;
            cv_.notify_all();
        } else {
            cv_.wait(lock, [&] { return phase_ != phase; });
        }
    }

private:
    std::mutex m_;
    std::condition_variable cv_;
    int n_, arrived_ = 0, phase_ = 0;
};

const int RANKS = 4, NX = 2048, ROWS = 384; // and a halo row above and below

#pragma nullstream kernel(sweep) bytes(10.0 * NX * rows) flops(4.0 * NX * rows) reads(u, 4 * NX * (rows + 2)) writes(u + NX, 4 * NX * rows)
__global__ void sweep(float *u, const float *f, int rows, int colour)
{
    int x = 2 * (blockIdx.x * blockDim.x + threadIdx.x), y = blockIdx.y + 1;
    x += (y + colour) & 1;
    if (x > 0 && x < NX - 1 && y <= rows)
        u[y * NX + x] = 0.25f * (u[y * NX + x - 1] + u[y * NX + x + 1] + u[(y - 1) * NX + x] + u[(y + 1) * NX + x] - f[y * NX + x]);
}
#pragma nullstream kernel(residual) bytes(8.0 * NX * rows) flops(6.0 * NX * rows) shared(1024) reads(u, 4 * NX * (rows + 2)) writes(r, 4)
__global__ void residual(const float *u, const float *f, int rows, float *r)
{
    float s = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < NX * rows; i += gridDim.x * blockDim.x)
        s += fabsf(u[i + NX] - f[i + NX]);
    atomicAdd(r, s);
}

struct Rank {
    float *u, *f, *r, *hr;
    cudaStream_t stream;
    cudaEvent_t swept, copied;
};

static Rank ranks[RANKS];
static float residuals[RANKS];

static void run(int me, Barrier *barrier)
{
    Rank &k = ranks[me];
    for (int it = 0; it < 12; it++) {
        for (int colour = 0; colour < 2; colour++) {
            // my edge rows may change only when my neighbours have fetched the old ones
            if (me > 0)
                cudaStreamWaitEvent(k.stream, ranks[me - 1].copied, 0);
            if (me < RANKS - 1)
                cudaStreamWaitEvent(k.stream, ranks[me + 1].copied, 0);
            sweep<<<dim3(NX / 2 / 256, ROWS), 256, 0, k.stream>>>(k.u, k.f, ROWS, colour);
            cudaEventRecord(k.swept, k.stream);
            barrier->arriveAndWait();
            if (me > 0) {
                cudaStreamWaitEvent(k.stream, ranks[me - 1].swept, 0);
                cudaMemcpyAsync(k.u, ranks[me - 1].u + (size_t)ROWS * NX, NX * sizeof(float),
                                cudaMemcpyDeviceToDevice, k.stream);
            }
            if (me < RANKS - 1) {
                cudaStreamWaitEvent(k.stream, ranks[me + 1].swept, 0);
                cudaMemcpyAsync(k.u + (size_t)(ROWS + 1) * NX, ranks[me + 1].u + NX, NX * sizeof(float),
                                cudaMemcpyDeviceToDevice, k.stream);
            }
            cudaEventRecord(k.copied, k.stream);
            barrier->arriveAndWait();
        }
        if (it % 4 == 3) {
            cudaMemsetAsync(k.r, 0, sizeof(float), k.stream);
            residual<<<66, 256, 0, k.stream>>>(k.u, k.f, ROWS, k.r);
            cudaMemcpyAsync(k.hr, k.r, sizeof(float), cudaMemcpyDeviceToHost, k.stream);
            cudaStreamSynchronize(k.stream);
            residuals[me] = *k.hr;
        }
    }
}

int main()
{
    const size_t bytes = sizeof(float) * NX * (ROWS + 2);
    for (Rank &k : ranks) {
        cudaMalloc(&k.u, bytes);
        cudaMalloc(&k.f, bytes);
        cudaMalloc(&k.r, sizeof(float));
        cudaMallocHost(&k.hr, sizeof(float));
        cudaMemset(k.u, 0, bytes);
        cudaMemset(k.f, 0, bytes);
        cudaStreamCreateWithFlags(&k.stream, cudaStreamNonBlocking);
        cudaEventCreateWithFlags(&k.swept, cudaEventDisableTiming);
        cudaEventCreateWithFlags(&k.copied, cudaEventDisableTiming);
    }
    cudaDeviceSynchronize();
    Barrier barrier(RANKS);
    std::vector<std::thread> team;
    for (int r = 1; r < RANKS; r++)
        team.push_back(std::thread(run, r, &barrier));
    run(0, &barrier);
    for (auto &t : team)
        t.join();
    float sum = 0;
    for (float r : residuals)
        sum += r;
    printf("residual %g\n", sum);
    return 0;
}
