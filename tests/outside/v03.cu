// C++20 v03: inference server, jthread workers with stop tokens, promises as replies, priorities
#include "nullstream.cuh"
#include <array>
#include <concepts>
#include <cstdio>
#include <deque>
#include <functional>
#include <algorithm>
#include <future>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <ranges>
#include <span>
#include <stop_token>
#include <thread>
#include <vector>

using namespace std::chrono_literals;
namespace rg = std::ranges;

inline void ok(cudaError_t e) { if (e != cudaSuccess) throw std::runtime_error(cudaGetErrorString(e)); }

struct StreamDeleter { using pointer = cudaStream_t; void operator()(cudaStream_t s) const noexcept { cudaStreamDestroy(s); } };
using Stream = std::unique_ptr<CUstream_st, StreamDeleter>;
template <class T> struct PinnedDeleter { void operator()(T *p) const noexcept { cudaFreeHost(p); } };
template <class T> using Pinned = std::unique_ptr<T[], PinnedDeleter<T>>;
template <class T> struct DevDeleter { void operator()(T *p) const noexcept { cudaFree(p); } };
template <class T> using Dev = std::unique_ptr<T[], DevDeleter<T>>;

template <std::floating_point T> Pinned<T> pinned(std::size_t n) { T *p{}; ok(cudaMallocHost(&p, n * sizeof(T))); return Pinned<T>{p}; }
template <std::floating_point T> Dev<T> device(std::size_t n) { T *p{}; ok(cudaMalloc(&p, n * sizeof(T))); return Dev<T>{p}; }
Stream make_stream(int prio) { cudaStream_t s; ok(cudaStreamCreateWithPriority(&s, cudaStreamNonBlocking, prio)); return Stream{s}; }

__global__ void attention(const float *in, float *out, int tokens)
{
    spin_us(40.0 + 0.5 * tokens);
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i];
}
__global__ void mlp(float *x, int tokens)
{
    spin_us(25.0 + 0.25 * tokens);
    x[blockIdx.x * blockDim.x + threadIdx.x] += 1.f;
}

struct Request { int id; int tokens; std::promise<double> reply; };

class Server {
    std::mutex mutex_;
    std::condition_variable_any cv_;
    std::deque<Request> queue_;
    std::vector<std::jthread> workers_;

    void work(std::stop_token st, int which)
    {
        int least, greatest;
        ok(cudaDeviceGetStreamPriorityRange(&least, &greatest));
        auto s = make_stream(which == 0 ? greatest : least);
        auto in = pinned<float>(1 << 18), out = pinned<float>(1 << 18);
        auto din = device<float>(1 << 18), dout = device<float>(1 << 18);
        while (true) {
            Request r;
            {
                std::unique_lock lk(mutex_);
                if (!cv_.wait(lk, st, [this] { return !queue_.empty(); }))
                    return;
                r = std::move(queue_.front());
                queue_.pop_front();
            }
            const std::size_t bytes = std::size_t(r.tokens) * 1024 * sizeof(float);
            ok(cudaMemcpyAsync(din.get(), in.get(), bytes, cudaMemcpyHostToDevice, s.get()));
            for ([[maybe_unused]] int layer : std::views::iota(0, 3)) {
                attention<<<r.tokens * 4, 256, 0, s.get()>>>(din.get(), dout.get(), r.tokens);
                mlp<<<r.tokens * 4, 256, 0, s.get()>>>(dout.get(), r.tokens);
                std::swap(din, dout);
            }
            ok(cudaMemcpyAsync(out.get(), din.get(), bytes, cudaMemcpyDeviceToHost, s.get()));
            ok(cudaStreamSynchronize(s.get()));
            r.reply.set_value(host_time_us());
        }
    }

  public:
    explicit Server(int n) { for (int i : std::views::iota(0, n)) workers_.emplace_back([this, i](std::stop_token st) { work(st, i); }); }
    std::future<double> submit(int id, int tokens)
    {
        Request r{.id = id, .tokens = tokens, .reply = {}};
        auto f = r.reply.get_future();
        { std::scoped_lock lk(mutex_); queue_.push_back(std::move(r)); }
        cv_.notify_one();
        return f;
    }
};

int main()
try {
    Server server(3);
    std::this_thread::sleep_for(2ms);
    constexpr std::array lengths{64, 128, 16, 200, 32, 96, 48, 128, 64, 240};
    std::vector<std::future<double>> replies;
    for (int id = 0; int t : lengths) {
        replies.push_back(server.submit(id++, t));
        std::this_thread::sleep_for(150us);
    }
    double last = 0;
    for (auto &f : replies)
        last = rg::max(last, f.get());
    std::printf("last reply at %.0f us\n", last > 0 ? 1.0 : 0.0);
} catch (const std::exception &e) {
    std::fprintf(stderr, "%s\n", e.what());
    return 1;
}
