// Request-scoped resources: a session makes its stream, events and buffers for every request and destroys them behind it (RAII),
// against sessions recycled through a free list; the requests are the same, three small kernels between two small copies.
#include <chrono>
#include <cstdio>
#include <memory>
#include <stack>
#include <utility>
#include <vector>
#include "nullstream.cuh"

constexpr int N = 32768, REQUESTS = 32;

#pragma nullstream kernel(stage) time(us * 1us) reads(in, N * 4) writes(out, N * 4)
__global__ void stage(const float *in, float *out, double us)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N)
        out[i] = in[i] * 1.5f + (float)us;
}

class Session {
    cudaStream_t stream_ = nullptr;
    cudaEvent_t begin_ = nullptr, end_ = nullptr;
    float *a_ = nullptr, *b_ = nullptr;

public:
    Session()
    {
        cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking);
        cudaEventCreate(&begin_);
        cudaEventCreate(&end_);
        cudaMalloc(&a_, N * sizeof(float));
        cudaMalloc(&b_, N * sizeof(float));
    }
    Session(const Session &) = delete;
    Session &operator=(const Session &) = delete;
    ~Session()
    {
        cudaFree(a_);
        cudaFree(b_);
        cudaEventDestroy(begin_);
        cudaEventDestroy(end_);
        cudaStreamDestroy(stream_);
    }
    void start(const float *in, float *out, int request)
    {
        cudaEventRecord(begin_, stream_);
        cudaMemcpyAsync(a_, in, N * sizeof(float), cudaMemcpyHostToDevice, stream_);
        for (int k = 0; k < 3; k++) {
            stage<<<N / 256, 256, 0, stream_>>>(a_, b_, 6.0 + (request * 5 + k * 3) % 20);
            std::swap(a_, b_);
        }
        cudaMemcpyAsync(out, a_, N * sizeof(float), cudaMemcpyDeviceToHost, stream_);
        cudaEventRecord(end_, stream_);
    }
    float wait()
    {
        float ms = 0;
        cudaEventSynchronize(end_);
        cudaEventElapsedTime(&ms, begin_, end_);
        return ms;
    }
};

using Clock = std::chrono::steady_clock;
static double since(Clock::time_point t)
{
    return std::chrono::duration<double, std::milli>(Clock::now() - t).count();
}

int main()
{
    float *in, *out;
    cudaMallocHost(&in, N * sizeof(float));
    cudaMallocHost(&out, REQUESTS * N * sizeof(float));
    for (int i = 0; i < N; i++)
        in[i] = 0.25f;

    // each request with a session of its own
    auto t = Clock::now();
    float device = 0;
    for (int r = 0; r < REQUESTS; r += 2) {
        Session first, second;
        first.start(in, out + (size_t)r * N, r);
        second.start(in, out + (size_t)(r + 1) * N, r + 1);
        device += first.wait() + second.wait();
    }
    std::printf("made anew: %.3f ms, of these %.3f on the device\n", since(t), device);

    // sessions from a free list
    t = Clock::now();
    device = 0;
    {
        std::stack<std::unique_ptr<Session>> free_list;
        std::vector<std::unique_ptr<Session>> busy;
        int made = 0;
        for (int r = 0; r < REQUESTS; r++) {
            if (busy.size() == 4) {
                device += busy.front()->wait();
                free_list.push(std::move(busy.front()));
                busy.erase(busy.begin());
            }
            std::unique_ptr<Session> s;
            if (free_list.empty()) {
                s = std::make_unique<Session>();
                made++;
            } else {
                s = std::move(free_list.top());
                free_list.pop();
            }
            s->start(in, out + (size_t)r * N, r);
            busy.push_back(std::move(s));
        }
        for (auto &s : busy)
            device += s->wait();
        std::printf("recycled (%d made): %.3f ms, of these %.3f on the device\n", made, since(t), device);
    }
    cudaFreeHost(in);
    cudaFreeHost(out);
    return 0;
}
