// A monitor (std::jthread) reads a progress counter from the device while the solver runs in another stream. C++20.
#include "nullstream.cuh"
#include <chrono>
#include <cstdio>
#include <stop_token>
#include <thread>

namespace chr = std::chrono;

__global__ void sweep_kernel(float *a, int color, int *progress)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    a[2 * i + color] *= 0.9f;
    if (i == 0)
        atomicAdd(progress, 1);
    spin_us(70);
}

__global__ void snapshot(int *progress, int *copy)
{
    *copy = atomicAdd(progress, 0);
    spin_us(2);
}

struct Monitor {
    cudaStream_t stream{};
    int *device{}, *host{};
    int reads = 0;

    Monitor()
    {
        cudaStreamCreateWithPriority(&stream, cudaStreamNonBlocking, -5);
        cudaMalloc(&device, sizeof(int));
        cudaMallocHost(&host, sizeof(int));
    }
    ~Monitor()
    {
        cudaStreamDestroy(stream);
        cudaFree(device);
        cudaFreeHost(host);
    }
    void run(std::stop_token stop, int *progress)
    {
        while (!stop.stop_requested()) {
            snapshot<<<1, 1, 0, stream>>>(progress, device);
            cudaMemcpyAsync(host, device, sizeof(int), cudaMemcpyDeviceToHost, stream);
            cudaStreamSynchronize(stream);
            reads++;
            std::this_thread::sleep_for(chr::microseconds(300));
        }
    }
};

int main()
{
    const int n = 1 << 21, sweeps = 50;
    float *a;
    int *progress;
    cudaMalloc(&a, n * sizeof(float));
    cudaMalloc(&progress, sizeof(int));
    cudaMemset(a, 0, n * sizeof(float));
    cudaMemset(progress, 0, sizeof(int));
    cudaDeviceSynchronize();
    cudaStream_t solver;
    cudaStreamCreateWithFlags(&solver, cudaStreamNonBlocking);

    Monitor monitor;
    {
        std::jthread watch([&](std::stop_token st) { monitor.run(st, progress); });
        for (int s = 0; s < sweeps; s++) {
            sweep_kernel<<<n / 2 / 1024, 1024, 0, solver>>>(a, 0, progress);
            sweep_kernel<<<n / 2 / 1024, 1024, 0, solver>>>(a, 1, progress);
            if (s % 10 == 9) {
                cudaStreamSynchronize(solver);
                host_work_us(200); // adapts the step width
            }
        }
        cudaStreamSynchronize(solver);
    }
    printf("%d reads, last %d of %d\n", monitor.reads, *monitor.host, 2 * sweeps);
    cudaStreamDestroy(solver);
    cudaFree(a);
    cudaFree(progress);
    return 0;
}
