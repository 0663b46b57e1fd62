// Eight threads, each in cudaStreamPerThread, go through rounds that meet at a reusable barrier: everyone works on
// its slice, thread 0 then combines in the legacy stream while the others wait for the next round.
#include <condition_variable>
#include <cstdio>
#include <mutex>
#include <thread>
#include <vector>
#include "nullstream.cuh"

class Barrier {
    std::mutex m;
    std::condition_variable cv;
    int count, waiting = 0;
    unsigned generation = 0;

public:
    explicit Barrier(int n) : count(n) {}
    void arrive_and_wait()
    {
        std::unique_lock<std::mutex> lock(m);
        unsigned mine = generation;
        if (++waiting == count) {
            waiting = 0;
            generation++;
            cv.notify_all();
            return;
        }
        cv.wait(lock, [&] { return generation != mine; });
    }
};

const int THREADS = 8, ROUNDS = 12, N = 1 << 18;

#pragma nullstream kernel(relax) flops(400.0 * n) bytes(8.0 * n)
__global__ void relax(float *x, int n, float w)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float v = x[i];
        for (int k = 0; k < 200; k++)
            v = v * w + 0.5f;
        x[i] = v;
    }
}

#pragma nullstream kernel(combine) bytes(4.0 * n) reads(x, n * sizeof(float)) writes(mean, sizeof(float))
__global__ void combine(const float *x, int n, float *mean)
{
    float s = 0;
    for (int i = threadIdx.x + blockIdx.x * blockDim.x; i < n; i += blockDim.x * gridDim.x)
        s += x[i];
    atomicAdd(mean, s / n);
}

int main()
{
    float *x, *mean, *host;
    cudaMalloc(&x, sizeof(float) * N * THREADS);
    cudaMalloc(&mean, sizeof(float) * ROUNDS);
    cudaMallocHost(&host, sizeof(float) * ROUNDS);
    cudaMemset(x, 0, sizeof(float) * N * THREADS);
    cudaMemset(mean, 0, sizeof(float) * ROUNDS);

    Barrier barrier(THREADS);
    std::vector<std::thread> team;
    for (int t = 0; t < THREADS; t++)
        team.emplace_back([&, t] {
            float *mine = x + (size_t)t * N;
            for (int r = 0; r < ROUNDS; r++) {
                int sweeps = 1 + (t + r) % 3; // uneven
                for (int k = 0; k < sweeps; k++)
                    relax<<<(N + 127) / 128, 128, 0, cudaStreamPerThread>>>(mine, N, 0.9f);
                cudaStreamSynchronize(cudaStreamPerThread);
                barrier.arrive_and_wait();
                if (t == 0) {
                    combine<<<264, 256>>>(x, N * THREADS, mean + r);
                    cudaMemcpyAsync(host + r, mean + r, sizeof(float), cudaMemcpyDeviceToHost, 0);
                    cudaStreamSynchronize(0);
                }
                barrier.arrive_and_wait();
            }
        });
    for (auto &t : team)
        t.join();
    for (int r = 0; r < ROUNDS; r++)
        printf("round %d: %g\n", r, host[r]);
    cudaFree(x);
    cudaFree(mean);
    cudaFreeHost(host);
}
