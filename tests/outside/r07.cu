// Training with checkpoints: every 6 steps the weights are snapshotted on the device and a writer thread
// drains the snapshot to registered host memory in slices, by a low-priority stream, while training goes on.
#include "nullstream.cuh"
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <cstdio>
#include <mutex>
#include <thread>
#include <vector>

#define RT(call)                                                                                  \
    if (cudaError_t rt_ = (call)) {                                                               \
        fprintf(stderr, "[%s:%d] %s -> %s\n", __FILE__, __LINE__, #call, cudaGetErrorString(rt_)); \
        exit(EXIT_FAILURE);                                                                       \
    }

static const size_t kWeights = 32u << 20; // floats: 128 MiB
static const size_t kSlice = 4u << 20;    // floats: 16 MiB
static const int kLayers = 8, kSteps = 18;

#pragma nullstream kernel(forward) flops(3.0e9) bytes(4.0e7) regs(128) shared(65536)
__global__ void forward(const float *w, const float *x, float *y)
{
    y[blockIdx.x * blockDim.x + threadIdx.x] = x[threadIdx.x] * w[threadIdx.x];
}
#pragma nullstream kernel(backward) flops(6.0e9) bytes(8.0e7) regs(168) shared(65536)
__global__ void backward(const float *w, const float *y, float *g)
{
    g[blockIdx.x * blockDim.x + threadIdx.x] = y[threadIdx.x] * w[threadIdx.x];
}
#pragma nullstream kernel(adam) bytes(28.0 * n)
__global__ void adam(float *w, const float *g, float *m, float *v, size_t n)
{
    const size_t i = blockIdx.x * size_t(blockDim.x) + threadIdx.x;
    if (i < n) {
        m[i] = 0.9f * m[i] + 0.1f * g[i];
        v[i] = 0.999f * v[i] + 0.001f * g[i] * g[i];
        w[i] -= 1e-3f * m[i] * rsqrtf(v[i] + 1e-8f);
    }
}

struct Checkpointer {
    std::mutex lock;
    std::condition_variable wake, idle;
    bool pending = false, quit = false, busy = false;
    float *snapshot = nullptr;
    std::vector<float> store;
    cudaEvent_t snapped = nullptr, drained = nullptr;
    int written = 0;
    std::thread writer;

    void start()
    {
        store.resize(kWeights);
        RT(cudaMalloc(&snapshot, kWeights * sizeof(float)));
        RT(cudaHostRegister(store.data(), kWeights * sizeof(float), cudaHostRegisterDefault));
        RT(cudaEventCreateWithFlags(&snapped, cudaEventDisableTiming));
        RT(cudaEventCreateWithFlags(&drained, cudaEventDisableTiming));
        writer = std::thread(&Checkpointer::run, this);
    }
    void run()
    {
        int least, greatest;
        cudaStream_t s;
        RT(cudaDeviceGetStreamPriorityRange(&least, &greatest));
        RT(cudaStreamCreateWithPriority(&s, cudaStreamNonBlocking, least));
        for (;;) {
            {
                std::unique_lock<std::mutex> l(lock);
                wake.wait(l, [&] { return pending || quit; });
                if (!pending)
                    break;
                pending = false;
            }
            RT(cudaStreamWaitEvent(s, snapped, 0));
            for (size_t at = 0; at < kWeights; at += kSlice) {
                RT(cudaMemcpyAsync(&store[at], snapshot + at, kSlice * sizeof(float), cudaMemcpyDeviceToHost, s));
                RT(cudaStreamSynchronize(s));
                host_work_us(90); // compress the slice
            }
            {
                std::lock_guard<std::mutex> l(lock);
                busy = false;
                written++;
            }
            idle.notify_all();
        }
        RT(cudaStreamDestroy(s));
    }
    void request(const float *weights, cudaStream_t train)
    {
        std::unique_lock<std::mutex> l(lock);
        idle.wait(l, [&] { return !busy; });
        RT(cudaMemcpyAsync(snapshot, weights, kWeights * sizeof(float), cudaMemcpyDeviceToDevice, train));
        RT(cudaEventRecord(snapped, train));
        busy = pending = true;
        wake.notify_one();
    }
    void finish()
    {
        {
            std::lock_guard<std::mutex> l(lock);
            quit = true;
        }
        wake.notify_one();
        writer.join();
        RT(cudaHostUnregister(store.data()));
        RT(cudaFree(snapshot));
    }
};

int main()
{
    float *w, *g, *m, *v, *act[kLayers + 1], *batch[2];
    cudaStream_t train, input;
    cudaEvent_t loaded[2], used[2];
    RT(cudaStreamCreateWithFlags(&train, cudaStreamNonBlocking));
    RT(cudaStreamCreateWithFlags(&input, cudaStreamNonBlocking));
    RT(cudaMalloc(&w, kWeights * sizeof(float)));
    RT(cudaMalloc(&g, kWeights * sizeof(float)));
    RT(cudaMalloc(&m, kWeights * sizeof(float)));
    RT(cudaMalloc(&v, kWeights * sizeof(float)));
    RT(cudaMemset(w, 0, kWeights * sizeof(float)));
    RT(cudaMemset(m, 0, kWeights * sizeof(float)));
    RT(cudaMemset(v, 0, kWeights * sizeof(float)));
    for (auto &a : act) {
        RT(cudaMalloc(&a, 16 << 20));
    }
    for (int i = 0; i < 2; i++) {
        RT(cudaMallocHost(&batch[i], 16 << 20));
        RT(cudaEventCreateWithFlags(&loaded[i], cudaEventDisableTiming));
        RT(cudaEventCreateWithFlags(&used[i], cudaEventDisableTiming));
    }
    Checkpointer ckpt;
    ckpt.start();
    RT(cudaDeviceSynchronize());

    for (int step = 0; step < kSteps; step++) {
        const int b = step % 2;
        RT(cudaEventSynchronize(loaded[b])); // the pinned batch is free again
        RT(cudaStreamWaitEvent(input, used[1 - b], 0));
        RT(cudaMemcpyAsync(act[0], batch[b], 16 << 20, cudaMemcpyHostToDevice, input));
        RT(cudaEventRecord(loaded[b], input));
        RT(cudaStreamWaitEvent(train, loaded[b], 0));
        for (int l = 0; l < kLayers; l++)
            forward<<<256, 256, 0, train>>>(w + l * (1 << 20), act[l], act[l + 1]);
        for (int l = kLayers - 1; l >= 0; l--)
            backward<<<256, 256, 0, train>>>(w + l * (1 << 20), act[l], g + l * (1 << 20));
        adam<<<(unsigned)(kWeights / 256), 256, 0, train>>>(w, g, m, v, kWeights);
        RT(cudaGetLastError());
        RT(cudaEventRecord(used[b], train));
        if (step % 6 == 5)
            ckpt.request(w, train);
    }
    RT(cudaStreamSynchronize(train));
    ckpt.finish();
    printf("%d checkpoints\n", ckpt.written);
    return 0;
}
