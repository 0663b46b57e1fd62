// Four threads, each with its own per-thread default stream: kernels, copies, waits of their own; the main thread uses legacy.
#include <thread>
#include <vector>
#include "nullstream.cuh"
__global__ void part(int who) { spin_us(30); }
__global__ void legacy(int who) { spin_us(12); }
static void run(int who, char *d, char *h)
{
    cudaStream_t mine = cudaStreamPerThread;
    for (int i = 0; i < 10; i++) {
        cudaMemcpyAsync(d, h, 100000 * (who + 1), cudaMemcpyHostToDevice, mine);
        part<<<16 + 8 * who, 256, 0, mine>>>(who);
        if (i % 3 == who % 3)
            cudaStreamSynchronize(mine);
        host_work_us(5.0 * who);
    }
    cudaStreamSynchronize(mine);
}
int main()
{
    char *d, *h;
    cudaMalloc(&d, 4 << 20);
    cudaMallocHost(&h, 4 << 20);
    std::vector<std::thread> pool;
    for (int t = 0; t < 4; t++)
        pool.emplace_back(run, t, d + (t << 20), h + (t << 20));
    host_work_us(150);
    legacy<<<4, 64>>>(0);
    host_work_us(120);
    legacy<<<4, 64>>>(1);
    for (auto &t : pool) t.join();
    cudaDeviceSynchronize();
    return 0;
}
