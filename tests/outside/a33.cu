// Two solvers in threads, each in its per-thread default stream (cudaStreamPerThread by name);
// a third thread writes checkpoints with synchronous copies.
#include "nullstream.cuh"
#include <thread>
#include <vector>
#include <chrono>
#include <stdio.h>

__global__ void relax(float *grid, int parity) { spin_us(33); }
__global__ void residual(const float *grid, float *out) { spin_us(11); }

void solver(float *grid, float *res, int sweeps)
{
    float *h;
    cudaMallocHost(&h, sizeof(float));
    for (int i = 0; i < sweeps; i++) {
        relax<<<60, 256, 0, cudaStreamPerThread>>>(grid, 0);
        relax<<<60, 256, 0, cudaStreamPerThread>>>(grid, 1);
        if (i % 5 == 4) {
            residual<<<60, 256, 0, cudaStreamPerThread>>>(grid, res);
            cudaMemcpyAsync(h, res, sizeof(float), cudaMemcpyDeviceToHost, cudaStreamPerThread);
            cudaStreamSynchronize(cudaStreamPerThread);
        }
    }
    cudaStreamSynchronize(cudaStreamPerThread);
    cudaFreeHost(h);
}

void checkpoints(float *grid, float *host, size_t bytes)
{
    for (int k = 0; k < 6; k++) {
        cudaMemcpy(host, grid, bytes, cudaMemcpyDeviceToHost);
        std::this_thread::sleep_for(std::chrono::microseconds(250));
    }
}

int main()
{
    const size_t bytes = 4 << 20;
    float *grid[2], *res[2], *host;
    for (int i = 0; i < 2; i++) {
        cudaMalloc(&grid[i], bytes);
        cudaMalloc(&res[i], sizeof(float));
    }
    host = (float *)malloc(bytes);
    std::vector<std::thread> solvers;
    for (int i = 0; i < 2; i++)
        solvers.push_back(std::thread(solver, grid[i], res[i], 25));
    std::thread saver(checkpoints, grid[0], host, bytes);
    for (auto &s : solvers)
        s.join();
    saver.join();
    free(host);
    return 0;
}
