// C++17. A relay of stages by host functions: a stage's end puts the next closure into the queue of a dispatcher thread,
// which alone talks to CUDA (host functions may not). Items move through load, project, reduce at their own speed.
#include "nullstream.cuh"
#include <condition_variable>
#include <cstdio>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

class Dispatcher {
public:
    using Job = std::function<void()>;
    void post(Job job)
    {
        std::lock_guard<std::mutex> g(mutex_);
        jobs_.push_back(std::move(job));
        cv_.notify_one();
    }
    // runs jobs until `expected` items have called finish()
    void run(int expected)
    {
        while (finished_ < expected) {
            Job job;
            {
                std::unique_lock<std::mutex> lock(mutex_);
                cv_.wait(lock, [this] { return !jobs_.empty(); });
                job = std::move(jobs_.front());
                jobs_.pop_front();
            }
            job();
        }
    }
    void finish() { finished_++; }

private:
    std::mutex mutex_;
    std::condition_variable cv_;
    std::deque<Job> jobs_;
    int finished_ = 0;
};

constexpr int ITEMS = 8, ROUNDS = 4, N = 256 * 1024;

#pragma nullstream kernel(project) time(55us)
__global__ void project(const float *in, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = in[i] * 3.0f;
}

#pragma nullstream kernel(reduce) time(13us) reads(in, n * 4) writes(out, 4)
__global__ void reduce(const float *in, float *out, int n)
{
    float s = 0;
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        s += in[i];
    if (threadIdx.x == 0)
        *out = s;
}

struct Item {
    Dispatcher *dispatcher;
    cudaStream_t stream;
    float *host, *in, *out, *sum, *sum_host;
    int id, stage = 0, round = 0;

    void advance()
    {
        switch (stage++ % 3) {
        case 0:
            cudaMemcpyAsync(in, host, N * sizeof(float), cudaMemcpyHostToDevice, stream);
            break;
        case 1:
            project<<<N / 256 / 4, 256, 0, stream>>>(in, out, N / 4);
            break;
        case 2:
            reduce<<<1, 1024, 0, stream>>>(out, sum, N / 4);
            cudaMemcpyAsync(sum_host, sum, sizeof(float), cudaMemcpyDeviceToHost, stream);
            if (++round == ROUNDS) {
                cudaStreamSynchronize(stream);
                dispatcher->finish();
                return;
            }
            break;
        }
        cudaLaunchHostFunc(stream, &Item::staged, this);
    }
    static void CUDART_CB staged(void *p)
    {
        Item *item = static_cast<Item *>(p);
        item->dispatcher->post([item] { item->advance(); });
    }
};

int main()
{
    Dispatcher dispatcher;
    std::vector<Item> items(ITEMS);
    for (int i = 0; i < ITEMS; i++) {
        Item &it = items[i];
        it.dispatcher = &dispatcher;
        it.id = i;
        cudaStreamCreateWithFlags(&it.stream, cudaStreamNonBlocking);
        cudaMallocHost(&it.host, N * sizeof(float));
        cudaMallocHost(&it.sum_host, sizeof(float));
        cudaMalloc(&it.in, N * sizeof(float));
        cudaMalloc(&it.out, N * sizeof(float));
        cudaMalloc(&it.sum, sizeof(float));
    }
    for (auto &it : items)
        dispatcher.post([&it] { it.advance(); });
    std::thread gpu([&] { dispatcher.run(ITEMS); });
    gpu.join();
    std::printf("%d items, %d rounds each\n", ITEMS, items[0].round);
    for (auto &it : items) {
        cudaFree(it.in);
        cudaFree(it.out);
        cudaFree(it.sum);
        cudaFreeHost(it.host);
        cudaFreeHost(it.sum_host);
        cudaStreamDestroy(it.stream);
    }
}
