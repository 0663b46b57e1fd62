// v16: logging service, std::variant messages to a GPU worker thread, condition_variable wait_for with batching deadline
#include "nullstream.cuh"
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <deque>
#include <mutex>
#include <string>
#include <thread>
#include <variant>
#include <vector>

using namespace std::chrono_literals;

struct Insert { std::vector<float> vec; };
struct Query { int k; int ticket; };
struct Flush {};
using Message = std::variant<Insert, Query, Flush>;
template <class... T> struct overloaded : T... { using T::operator()...; };
template <class... T> overloaded(T...) -> overloaded<T...>;

#pragma nullstream kernel(append) time(15us) reads(staging, count * dim * 4) writes(index, count * dim * 4)
__global__ void append(const float *staging, float *index, int count, int dim)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count * dim)
        index[i] = staging[i];
}
#pragma nullstream kernel(search) time(50us + queries * 30us) reads(index, rows * 128 * 4) writes(out, queries * 4)
__global__ void search(const float *index, int rows, int queries, int *out)
{
    if (threadIdx.x < queries)
        out[threadIdx.x] = int(index[threadIdx.x]) + rows;
}

class VectorStore {
    static constexpr int kDim = 128, kMax = 1 << 14;
    std::deque<Message> inbox_;
    std::mutex m_;
    std::condition_variable cv_;
    bool quit_ = false;
    std::vector<float> pending_;
    int rows_ = 0, batches_ = 0;
    std::atomic<int> answered_{0};
    std::thread thread_;

    void loop()
    {
        float *staging, *index;
        int *out, *out_host;
        cudaStream_t s;
        cudaStreamCreate(&s);
        cudaMalloc(&staging, kMax * kDim * sizeof(float));
        cudaMalloc(&index, kMax * kDim * sizeof(float));
        cudaMalloc(&out, 64 * sizeof(int));
        cudaMallocHost(&out_host, 64 * sizeof(int));
        cudaMemsetAsync(index, 0, kMax * kDim * sizeof(float), s);
        int queries = 0;
        auto flush = [&, this] {
            if (!pending_.empty()) {
                const int count = int(pending_.size()) / kDim;
                cudaMemcpyAsync(staging, pending_.data(), pending_.size() * sizeof(float), cudaMemcpyHostToDevice, s);
                append<<<(count * kDim + 255) / 256, 256, 0, s>>>(staging, index + std::ptrdiff_t(rows_) * kDim, count, kDim);
                rows_ += count;
                pending_.clear();
                ++batches_;
            }
            if (queries) {
                search<<<128, 128, 0, s>>>(index, rows_, queries, out);
                cudaMemcpyAsync(out_host, out, queries * sizeof(int), cudaMemcpyDeviceToHost, s);
                cudaStreamSynchronize(s);
                answered_ += std::exchange(queries, 0);
            }
        };
        while (true) {
            std::deque<Message> batch;
            bool quit;
            {
                std::unique_lock<std::mutex> lk(m_);
                cv_.wait_for(lk, 300us, [this] { return quit_ || inbox_.size() >= 6; });
                batch.swap(inbox_);
                quit = quit_;
            }
            for (auto &m : batch)
                std::visit(overloaded{[this](Insert &i) { pending_.insert(pending_.end(), i.vec.begin(), i.vec.end()); },
                                      [&](const Query &q) { if (q.k > 0) ++queries; },
                                      [&](Flush) { flush(); }},
                           m);
            flush();
            if (quit)
                break;
        }
        cudaStreamSynchronize(s);
        cudaFree(staging), cudaFree(index), cudaFree(out), cudaFreeHost(out_host);
        cudaStreamDestroy(s);
    }

  public:
    VectorStore() : thread_(&VectorStore::loop, this) {}
    void send(Message m)
    {
        std::lock_guard<std::mutex> lk(m_);
        inbox_.emplace_back(std::move(m));
        if (inbox_.size() >= 6)
            cv_.notify_one();
    }
    ~VectorStore()
    {
        {
            std::lock_guard<std::mutex> lk(m_);
            quit_ = true;
        }
        cv_.notify_one();
        thread_.join();
        std::printf("%d rows in %d batches, %d answers\n", rows_, batches_, answered_.load());
    }
};

int main()
{
    VectorStore store;
    for (int i = 0; i < 40; ++i) {
        if (i % 4 == 3)
            store.send(Query{10, i});
        else if (i == 20)
            store.send(Flush{});
        else
            store.send(Insert{std::vector<float>(128 * (1 + i % 3), float(i))});
        std::this_thread::sleep_for(i % 10 == 9 ? 400us : 60us);
    }
}
