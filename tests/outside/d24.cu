// Training with a background checkpoint: every 4th step the parameters are snapshot on the device (192 MB D2D), then sent home in
// 16 MB pieces in a low-priority stream by a checkpoint thread, while memory-bound optimizer kernels go on.
#include "nullstream.cuh"
#include <condition_variable>
#include <cstdio>
#include <mutex>
#include <thread>

constexpr size_t PARAMS = 192u << 20, PIECE = 16u << 20;
constexpr int STEPS = 9;

#pragma nullstream kernel(step_fwd) flops(1.5e10) bytes(4e7) regs(128) shared(65536) reads(p, PARAMS) writes(g, PARAMS)
__global__ void step_fwd(const float *p, float *g) {}
__global__ void adamw(float *p, const float *g, float *m, float *v, size_t n)
{
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x) {
        m[i] = 0.9f * m[i] + 0.1f * g[i];
        v[i] = 0.99f * v[i] + 0.01f * g[i] * g[i];
        p[i] -= 1e-3f * m[i] * rsqrtf(v[i] + 1e-8f);
    }
}
#pragma nullstream kernel(adamw) bytes(n * 28.0) flops(n * 14.0) reads(g, n * 4) reads(p, n * 4) reads(m, n * 4) reads(v, n * 4) writes(p, n * 4) writes(m, n * 4) writes(v, n * 4)

struct Checkpointer {
    float *snapshot, *home;
    cudaStream_t stream;
    cudaEvent_t taken, saved;
    std::mutex m;
    std::condition_variable cv;
    int requests = 0;
    bool quit = false;
    void run()
    {
        int served = 0;
        for (;;) {
            {
                std::unique_lock<std::mutex> l(m);
                cv.wait(l, [&] { return requests > served || quit; });
                if (requests == served)
                    return;
            }
            served++;
            cudaStreamWaitEvent(stream, taken, 0);
            for (size_t at = 0; at < PARAMS; at += PIECE) {
                cudaMemcpyAsync((char *)home + at, (char *)snapshot + at, PIECE, cudaMemcpyDeviceToHost, stream);
                cudaEventRecord(saved, stream);
                cudaEventSynchronize(saved);
                host_work_us(25); // write(2)
            }
        }
    }
};

int main()
{
    static Checkpointer ck;
    float *p, *g, *m, *v, *hMetric;
    for (float **q : {&p, &g, &m, &v, &ck.snapshot})
        cudaMalloc(q, PARAMS);
    cudaMallocHost(&ck.home, PARAMS);
    cudaMallocHost(&hMetric, 64 * STEPS);
    cudaStream_t train;
    cudaStreamCreateWithPriority(&train, cudaStreamNonBlocking, -1);
    cudaStreamCreateWithFlags(&ck.stream, cudaStreamNonBlocking);
    cudaEventCreateWithFlags(&ck.taken, cudaEventDisableTiming);
    cudaEventCreateWithFlags(&ck.saved, cudaEventDisableTiming | cudaEventBlockingSync);
    std::thread saver([] { ck.run(); });
    for (int i = 0; i < STEPS; i++) {
        for (int l = 0; l < 4; l++)
            step_fwd<<<396, 256, 0, train>>>(p, g);
        adamw<<<1056, 256, 0, train>>>(p, g, m, v, PARAMS / 4);
        cudaMemcpyAsync((char *)hMetric + 64 * i, g, 64, cudaMemcpyDeviceToHost, train);
        if (i % 4 == 0) {
            std::lock_guard<std::mutex> l(ck.m);
            cudaMemcpyAsync(ck.snapshot, p, PARAMS, cudaMemcpyDeviceToDevice, train);
            cudaEventRecord(ck.taken, train);
            ck.requests++;
            ck.cv.notify_one();
        }
        if (i % 2)
            cudaStreamSynchronize(train);
    }
    {
        std::lock_guard<std::mutex> l(ck.m);
        ck.quit = true;
        ck.cv.notify_one();
    }
    saver.join();
    cudaStreamSynchronize(train);
    printf("%g %g\n", hMetric[0], ck.home[0]);
    return 0;
}
