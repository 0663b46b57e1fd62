// Mutex-guarded shared stream: three request threads share one GPU context object, each allocates and frees.
#include "nullstream.cuh"
#include <cstdio>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#pragma nullstream kernel(score) time(65us) reads(q, n * 4) reads(table, 4194304) writes(out, n * 4)
__global__ void score(const float *q, const float *table, float *out, int n) {}
#pragma nullstream kernel(topk) time(20us) reads(in, n * 4) writes(best, 64)
__global__ void topk(const float *in, int *best, int n) {}

struct DeviceFree {
    void operator()(void *p) const { cudaFree(p); }
};
template <typename T> using DevicePtr = std::unique_ptr<T, DeviceFree>;
template <typename T> DevicePtr<T> device_array(size_t n)
{
    T *p = nullptr;
    if (cudaMalloc(&p, n * sizeof(T)) != cudaSuccess)
        throw std::bad_alloc();
    return DevicePtr<T>(p);
}

class Engine {
public:
    Engine() : table_(device_array<float>(1 << 20))
    {
        cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking);
        cudaEventCreateWithFlags(&done_, cudaEventDisableTiming | cudaEventBlockingSync);
    }
    ~Engine()
    {
        cudaEventDestroy(done_);
        cudaStreamDestroy(stream_);
    }
    int ask(const std::vector<float> &query)
    {
        const int n = (int)query.size();
        auto q = device_array<float>(n);
        auto out = device_array<float>(n);
        auto best = device_array<int>(16);
        int answer[16];
        std::lock_guard<std::mutex> guard(lock_);
        cudaMemcpyAsync(q.get(), query.data(), n * sizeof(float), cudaMemcpyHostToDevice, stream_);
        score<<<64, 128, 0, stream_>>>(q.get(), table_.get(), out.get(), n);
        topk<<<1, 1024, 0, stream_>>>(out.get(), best.get(), n);
        cudaMemcpyAsync(answer, best.get(), sizeof answer, cudaMemcpyDeviceToHost, stream_);
        cudaEventRecord(done_, stream_);
        cudaEventSynchronize(done_);
        return answer[0];
    }

private:
    DevicePtr<float> table_;
    cudaStream_t stream_;
    cudaEvent_t done_;
    std::mutex lock_;
};

int main()
{
    Engine engine;
    std::vector<std::thread> clients;
    std::vector<int> answers(3);
    for (int c = 0; c < 3; c++)
        clients.emplace_back([&engine, &answers, c] {
            std::vector<float> query(4096 << c, 0.5f);
            for (int r = 0; r < 4; r++)
                answers[c] += engine.ask(query);
        });
    for (auto &t : clients)
        t.join();
    for (int a : answers)
        printf("answer %d\n", a);
    return 0;
}
