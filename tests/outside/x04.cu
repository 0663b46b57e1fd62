// C++17. A key-value store on the device. Three clients post lookups, a server takes up to 16 of them or what came
// within 200 us, answers with std::promise. Keys are gathered on the host in pinned memory.
#include "nullstream.cuh"
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <cstdio>
#include <deque>
#include <future>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

using Keys = std::vector<std::uint32_t>;
struct Request {
    Keys keys;
    std::promise<std::uint32_t> answer;
};

class Inbox {
public:
    void post(std::unique_ptr<Request> r)
    {
        {
            std::lock_guard lock(mutex_);
            waiting_.push_back(std::move(r));
        }
        ready_.notify_one();
    }
    void close()
    {
        std::lock_guard lock(mutex_);
        closed_ = true;
        ready_.notify_all();
    }
    std::optional<std::vector<std::unique_ptr<Request>>> take(std::size_t most)
    {
        std::unique_lock lock(mutex_);
        ready_.wait(lock, [&] { return closed_ || !waiting_.empty(); });
        if (waiting_.empty())
            return std::nullopt;
        ready_.wait_for(lock, std::chrono::microseconds(200), [&] { return closed_ || waiting_.size() >= most; });
        std::vector<std::unique_ptr<Request>> batch;
        while (!waiting_.empty() && batch.size() < most) {
            batch.push_back(std::move(waiting_.front()));
            waiting_.pop_front();
        }
        return batch;
    }

private:
    std::mutex mutex_;
    std::condition_variable ready_;
    std::deque<std::unique_ptr<Request>> waiting_;
    bool closed_ = false;
};

constexpr std::size_t kKeys = 2048, kBatch = 16, kTable = 1 << 22;

#pragma nullstream kernel(probe) time(6us + n * 0.5ns) reads(table, kTable * 4) reads(keys, n * 4) writes(values, n * 4)
__global__ void probe(const std::uint32_t *table, const std::uint32_t *keys, std::uint32_t *values, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        values[i] = table[(keys[i] * 2654435761u) % kTable];
}

int main()
{
    Inbox inbox;
    std::thread server([&] {
        std::uint32_t *table, *keys, *values, *in, *out;
        cudaStream_t s;
        cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
        cudaMalloc(&table, kTable * 4);
        cudaMalloc(&keys, kBatch * kKeys * 4);
        cudaMalloc(&values, kBatch * kKeys * 4);
        cudaMallocHost(&in, kBatch * kKeys * 4);
        cudaMallocHost(&out, kBatch * kKeys * 4);
        cudaMemsetAsync(table, 7, kTable * 4, s);
        int batches = 0;
        while (auto batch = inbox.take(kBatch)) {
            std::size_t n = 0;
            for (auto &r : *batch)
                for (auto k : r->keys)
                    in[n++] = k;
            cudaMemcpyAsync(keys, in, n * 4, cudaMemcpyHostToDevice, s);
            probe<<<(n + 127) / 128, 128, 0, s>>>(table, keys, values, (int)n);
            cudaMemcpyAsync(out, values, n * 4, cudaMemcpyDeviceToHost, s);
            cudaStreamSynchronize(s);
            n = 0;
            for (auto &r : *batch) {
                r->answer.set_value(out[n]);
                n += r->keys.size();
            }
            batches++;
        }
        std::printf("%d batches\n", batches);
        cudaFree(table);
        cudaFree(keys);
        cudaFree(values);
        cudaFreeHost(in);
        cudaFreeHost(out);
        cudaStreamDestroy(s);
    });
    std::vector<std::thread> clients;
    for (int c = 0; c < 3; c++)
        clients.emplace_back([&inbox, c] {
            for (int q = 0; q < 8; q++) {
                auto r = std::make_unique<Request>();
                r->keys.assign(kKeys - 100 * c, (std::uint32_t)(q * 31 + c));
                auto answer = r->answer.get_future();
                inbox.post(std::move(r));
                answer.wait();
                host_work_us(20 + 15 * c);
            }
        });
    for (auto &c : clients)
        c.join();
    inbox.close();
    server.join();
}
