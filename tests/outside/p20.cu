// "Multi-GPU style" domain code on one device: std::thread per rank, std::barrier-like class, ranks exchange halos by
// device-to-device copies with events that others recorded.
#include <cuda_runtime.h>
#include <condition_variable>
#include <cstdio>
#include <mutex>
#include <thread>
#include <vector>

constexpr int RANKS = 4, STEPS = 15, N = 1 << 20, HALO = 8192;

#pragma nullstream kernel(advance) bytes(24.0 * n) flops(60.0 * n) reads(u, n * 4) writes(v, n * 4)
__global__ void advance(const float *u, float *v, int n) {}

class Barrier {
    std::mutex m;
    std::condition_variable cv;
    int waiting = 0, generation = 0;
    const int count;

  public:
    explicit Barrier(int n) : count(n) {}
    void arrive_and_wait()
    {
        std::unique_lock<std::mutex> lock(m);
        const int g = generation;
        if (++waiting == count) {
            waiting = 0;
            generation++;
            cv.notify_all();
        } else {
            cv.wait(lock, [&] { return generation != g; });
        }
    }
};

struct Rank {
    float *u, *v;
    cudaStream_t stream;
    cudaEvent_t computed, exchanged;
};

void run(int me, std::vector<Rank> &ranks, Barrier &barrier)
{
    Rank &r = ranks[me];
    Rank &left = ranks[(me + RANKS - 1) % RANKS], &right = ranks[(me + 1) % RANKS];
    for (int step = 0; step < STEPS; step++) {
        advance<<<N / 512, 512, 0, r.stream>>>(r.u, r.v, N);
        cudaEventRecord(r.computed, r.stream);
        barrier.arrive_and_wait();
        cudaStreamWaitEvent(r.stream, left.computed, 0);
        cudaStreamWaitEvent(r.stream, right.computed, 0);
        cudaMemcpyAsync(r.v, left.v + N - 2 * HALO, HALO * sizeof(float), cudaMemcpyDeviceToDevice, r.stream);
        cudaMemcpyAsync(r.v + N - HALO, right.v + HALO, HALO * sizeof(float), cudaMemcpyDeviceToDevice, r.stream);
        cudaEventRecord(r.exchanged, r.stream);
        barrier.arrive_and_wait();
        cudaStreamWaitEvent(r.stream, left.exchanged, 0);
        cudaStreamWaitEvent(r.stream, right.exchanged, 0);
        std::swap(r.u, r.v);
        barrier.arrive_and_wait();
    }
    cudaStreamSynchronize(r.stream);
}

int main()
{
    std::vector<Rank> ranks(RANKS);
    for (auto &r : ranks) {
        cudaMalloc(&r.u, N * sizeof(float));
        cudaMalloc(&r.v, N * sizeof(float));
        cudaMemset(r.u, 0, N * sizeof(float));
        cudaStreamCreateWithFlags(&r.stream, cudaStreamNonBlocking);
        cudaEventCreateWithFlags(&r.computed, cudaEventDisableTiming);
        cudaEventCreateWithFlags(&r.exchanged, cudaEventDisableTiming);
    }
    cudaDeviceSynchronize();
    Barrier barrier(RANKS);
    std::vector<std::thread> threads;
    for (int i = 0; i < RANKS; i++)
        threads.emplace_back(run, i, std::ref(ranks), std::ref(barrier));
    for (auto &t : threads)
        t.join();
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    return 0;
}
