// nvcc --default-stream per-thread: each thread uses <<<...>>> without a stream, and still they overlap.
#include "nullstream.cuh"
#include <chrono>
#include <cstdio>
#include <thread>
#include <vector>

using namespace std::chrono_literals;

__global__ void relax(float *grid, int n, double us)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        grid[i] = 0.99f * grid[i];
    spin_us(us);
}

struct Result {
    double sum = 0;
    int steps = 0;
};

static void simulate(int id, Result &r)
{
    const int n = 1 << 18;
    float *grid;
    std::vector<float> host(n, 1.0f + id);
    cudaMalloc(&grid, n * sizeof(float));
    cudaMemcpy(grid, host.data(), n * sizeof(float), cudaMemcpyHostToDevice);
    for (int step = 0; step < 20; step++) {
        relax<<<n / 1024, 1024>>>(grid, n, 60.0 + 20.0 * id);
        if (step % 5 == 4) {
            cudaMemcpy(host.data(), grid, n * sizeof(float), cudaMemcpyDeviceToHost);
            r.sum += host[step];
            std::this_thread::sleep_for(100us * (id + 1));
        }
        r.steps++;
    }
    cudaStreamSynchronize(0);
    cudaFree(grid);
}

int main()
{
    constexpr int threads = 3;
    std::vector<Result> results(threads);
    std::vector<std::thread> pool;
    for (int i = 0; i < threads; i++)
        pool.emplace_back(simulate, i, std::ref(results[i]));
    for (auto &t : pool)
        t.join();
    for (const auto &r : results)
        std::printf("%d steps, %f\n", r.steps, r.sum);
    return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
