// C++20 v23: task scheduler for asynchronous copies, resumable jobs that wait for events, round-robin polling executor
#include "nullstream.cuh"
#include <cstdio>
#include <deque>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

struct Executor;
struct Task {
    std::function<bool(Executor &)> resume; // false: done
};
struct Waiting {
    cudaEvent_t event;
    Task *task;
};
struct Executor {
    std::deque<Waiting> waiting;
    void until(cudaEvent_t e, Task *t) { waiting.push_back({e, t}); }
    void run()
    {
        while (!waiting.empty()) {
            Waiting w = waiting.front();
            waiting.pop_front();
            if (cudaEventQuery(w.event) != cudaSuccess)
                waiting.push_back(w), host_work_us(2);
            else if (w.task->resume(*this))
                until(w.event, w.task);
        }
    }
};

__global__ void transform(float *x, int n)
{
    spin_us(120);
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        x[i] += 1;
}

static Task job(int id, float *host, float *dev, int n, cudaStream_t s, cudaEvent_t e)
{
    return Task{[=, round = 0](Executor &) mutable {
        if (round > 0)
            host_work_us(30);
        if (round++ == 3) {
            std::printf("job %d done\n", id);
            return false;
        }
        cudaMemcpyAsync(dev, host, n * sizeof(float), cudaMemcpyHostToDevice, s);
        transform<<<n / 256, 256, 0, s>>>(dev, n);
        cudaMemcpyAsync(host, dev, n * sizeof(float), cudaMemcpyDeviceToHost, s);
        cudaEventRecord(e, s);
        return true;
    }};
}

int main()
{
    Executor ex;
    constexpr int jobs = 4, n = 1 << 18;
    std::vector<std::unique_ptr<Task>> tasks;
    std::vector<cudaEvent_t> events;
    for (int i = 0; i < jobs; ++i) {
        float *h, *d;
        cudaStream_t s;
        cudaEvent_t e;
        cudaMallocHost(&h, n * sizeof(float));
        cudaMalloc(&d, n * sizeof(float));
        cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
        cudaEventCreateWithFlags(&e, cudaEventDisableTiming);
        tasks.push_back(std::make_unique<Task>(job(i, h, d, n, s, e)));
        events.push_back(e);
    }
    for (int i = 0; i < jobs; ++i)
        if (tasks[i]->resume(ex))
            ex.until(events[i], tasks[i].get());
    ex.run();
    cudaDeviceSynchronize();
}
