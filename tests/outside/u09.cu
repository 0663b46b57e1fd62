// Four host threads, each launching many tiny kernels into a stream of its own.
#include "nullstream.cuh"
#include <atomic>
#include <cstdio>
#include <thread>
#include <vector>

static const int kThreads = 4;
static const int kSteps = 120;

__global__ void tick(float *x)
{
    x[threadIdx.x] += 1.0f;
    spin_us(3);
}

__global__ void tock(float *x, const float *y)
{
    x[threadIdx.x] -= y[threadIdx.x];
    spin_us(4);
}

int main()
{
    std::atomic<int> ready{0};
    std::atomic<bool> go{false};
    std::vector<float> sums(kThreads, 0.0f);
    std::vector<std::thread> threads;
    float *pool;
    cudaMalloc(&pool, kThreads * 2 * 256 * sizeof(float));
    cudaMemset(pool, 0, kThreads * 2 * 256 * sizeof(float));
    cudaDeviceSynchronize();

    for (int t = 0; t < kThreads; t++) {
        threads.emplace_back([&, t] {
            cudaSetDevice(0);
            cudaStream_t s;
            cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
            float *x = pool + t * 512, *y = x + 256;
            float *out;
            cudaMallocHost(&out, 256 * sizeof(float));
            ready++;
            while (!go.load())
                std::this_thread::yield();
            for (int i = 0; i < kSteps; i++) {
                tick<<<1, 256, 0, s>>>(x);
                tock<<<1, 256, 0, s>>>(y, x);
                if (i % 30 == 29) {
                    cudaMemcpyAsync(out, y, 256 * sizeof(float), cudaMemcpyDeviceToHost, s);
                    cudaStreamSynchronize(s);
                    sums[t] += out[0];
                }
            }
            cudaStreamSynchronize(s);
            cudaFreeHost(out);
            cudaStreamDestroy(s);
        });
    }
    while (ready.load() < kThreads)
        std::this_thread::yield();
    go = true;
    for (auto &t : threads)
        t.join();
    for (float s : sums)
        printf("%f\n", s);
    cudaFree(pool);
    return 0;
}
