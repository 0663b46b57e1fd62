// Polling scheduler: jobs of different lengths in a pool of streams, cudaStreamQuery finds the free one
#include <algorithm>
#include <array>
#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>
#include <list>
#include <vector>

#define OK(expr)                                                                       \
    if (cudaError_t status = (expr); status != cudaSuccess) {                          \
        std::printf("%s -> %s\n", #expr, cudaGetErrorName(status));                    \
        std::exit(2);                                                                  \
    }

enum class State { Idle, Running };

struct Job {
    int id;
    int iterations;
    std::size_t elems;
};

#pragma nullstream kernel(jacobi) time(8us + n * 0.00002us)
__global__ void jacobi(float *dst, const float *src, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i > 0 && i < n - 1)
        dst[i] = 0.5f * (src[i - 1] + src[i + 1]);
}

class Worker {
public:
    Worker()
    {
        OK(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking));
        for (auto &b : buf_)
            OK(cudaMalloc(&b, max_elems * sizeof(float)));
        OK(cudaMallocHost(&host_, max_elems * sizeof(float)));
    }
    ~Worker()
    {
        for (auto b : buf_)
            cudaFree(b);
        cudaFreeHost(host_);
        cudaStreamDestroy(stream_);
    }
    Worker(const Worker &) = delete;

    void start(const Job &j)
    {
        job_ = j;
        for (std::size_t i = 0; i < j.elems; i += 4096)
            host_[i] = float(j.id);
        OK(cudaMemcpyAsync(buf_[0], host_, j.elems * sizeof(float), cudaMemcpyHostToDevice, stream_));
        OK(cudaMemcpyAsync(buf_[1], buf_[0], j.elems * sizeof(float), cudaMemcpyDeviceToDevice, stream_));
        for (int k = 0; k < j.iterations; ++k)
            jacobi<<<unsigned((j.elems + 255) / 256), 256, 0, stream_>>>(buf_[(k + 1) & 1], buf_[k & 1], int(j.elems));
        OK(cudaMemcpyAsync(host_, buf_[j.iterations & 1], j.elems * sizeof(float), cudaMemcpyDeviceToHost, stream_));
        state_ = State::Running;
    }
    bool poll()
    {
        if (state_ == State::Idle)
            return false;
        switch (cudaError_t e = cudaStreamQuery(stream_)) {
        case cudaSuccess:
            state_ = State::Idle;
            return true;
        case cudaErrorNotReady:
            return false;
        default:
            std::fprintf(stderr, "%s\n", cudaGetErrorString(e));
            std::exit(1);
        }
    }
    bool idle() const { return state_ == State::Idle; }
    const Job &job() const { return job_; }
    float first() const { return host_[1]; }
    static constexpr std::size_t max_elems = 1 << 20;

private:
    cudaStream_t stream_{};
    std::array<float *, 2> buf_{};
    float *host_ = nullptr;
    State state_ = State::Idle;
    Job job_{};
};

int main()
{
    std::list<Job> todo;
    for (int i = 0; i < 18; ++i)
        todo.push_back({i, 10 + (i * 7) % 23, (std::size_t)(1 + i % 4) << 18});
    todo.sort([](const Job &a, const Job &b) { return a.iterations * a.elems > b.iterations * b.elems; });

    std::array<Worker, 3> pool;
    std::vector<int> order;
    std::size_t finished = 0;
    const std::size_t total = todo.size();
    while (finished < total) {
        for (auto &w : pool) {
            if (w.poll()) {
                ++finished;
                order.push_back(w.job().id);
            }
            if (w.idle() && !todo.empty()) {
                w.start(todo.front());
                todo.pop_front();
            }
        }
    }
    std::printf("finished:");
    for (int id : order)
        std::printf(" %d", id);
    std::printf("\n");
}
