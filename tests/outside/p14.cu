// Host callbacks recycle buffers: cudaLaunchHostFunc hands slots back to a semaphore that the main thread waits on.
#include <cuda_runtime.h>
#include <condition_variable>
#include <cstdio>
#include <mutex>

#pragma nullstream kernel(fft) time(95us) reads(x, n * 8) writes(x, n * 8)
__global__ void fft(float2 *x, int n) {}
#pragma nullstream kernel(filter) bytes(16.0 * n) flops(6.0 * n)
__global__ void filter(float2 *x, float gain, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        x[i].x *= gain;
        x[i].y *= gain;
    }
}

class Semaphore {
    std::mutex m_;
    std::condition_variable cv_;
    int count_;

  public:
    explicit Semaphore(int n) : count_(n) {}
    void release()
    {
        std::lock_guard<std::mutex> l(m_);
        ++count_;
        cv_.notify_one();
    }
    void acquire()
    {
        std::unique_lock<std::mutex> l(m_);
        while (count_ == 0)
            cv_.wait(l);
        --count_;
    }
};

static void CUDART_CB giveBack(void *p)
{
    static_cast<Semaphore *>(p)->release();
}

int main()
{
    constexpr int n = 1 << 19, slots = 3, signals = 18;
    Semaphore free(slots);
    float2 *host[slots], *dev[slots];
    cudaStream_t st[slots];
    for (int i = 0; i < slots; i++) {
        cudaMallocHost((void **)&host[i], n * sizeof(float2));
        cudaMalloc((void **)&dev[i], n * sizeof(float2));
        cudaStreamCreateWithFlags(&st[i], cudaStreamNonBlocking);
    }
    for (int k = 0; k < signals; k++) {
        free.acquire();
        const int i = k % slots;
        for (int j = 0; j < n; j += 1024)
            host[i][j].x = k;
        cudaMemcpyAsync(dev[i], host[i], n * sizeof(float2), cudaMemcpyHostToDevice, st[i]);
        fft<<<96, 512, 0, st[i]>>>(dev[i], n);
        filter<<<n / 256, 256, 0, st[i]>>>(dev[i], 0.5f, n);
        fft<<<96, 512, 0, st[i]>>>(dev[i], n);
        cudaMemcpyAsync(host[i], dev[i], n * sizeof(float2), cudaMemcpyDeviceToHost, st[i]);
        cudaLaunchHostFunc(st[i], giveBack, &free);
    }
    for (int i = 0; i < slots; i++)
        free.acquire();
    cudaDeviceSynchronize();
    printf("%d signals\n", signals);
}
