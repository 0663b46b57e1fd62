// Threads that share one stream behind a mutex; one holds it over a synchronous pageable copy.
#include <mutex>
#include <thread>
#include <vector>
#include "nullstream.cuh"
std::mutex gate;
cudaStream_t common;
__global__ void step(int who) { spin_us(22); }
void user(int who, float *d)
{
    std::vector<float> mine(400000 + 1000 * who);
    for (int i = 0; i < 6; i++) {
        std::lock_guard<std::mutex> hold(gate);
        step<<<who + 1, 128, 0, common>>>(who);
        if (who == 1)
            cudaMemcpy(d, mine.data(), mine.size() * sizeof(float), cudaMemcpyHostToDevice);
        else
            cudaMemcpyAsync(d, &mine[0], 40000, cudaMemcpyHostToDevice, common);
        step<<<140, 64, 0, common>>>(who);
        if (who == 2)
            cudaStreamSynchronize(common);
    }
}
int main()
{
    float *d;
    cudaMalloc(&d, 4 << 20);
    cudaStreamCreate(&common);
    std::thread a(user, 0, d), b(user, 1, d), c(user, 2, d);
    a.join(); b.join(); c.join();
    cudaDeviceSynchronize();
    return 0;
}
