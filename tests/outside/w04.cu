// C++17. LLM serving with disaggregated prefill and decode: a front end queues requests, a prefill thread fills KV pages and hands them to a decode thread that steps its batch.
#include "nullstream.cuh"
#include <condition_variable>
#include <cstdio>
#include <deque>
#include <mutex>
#include <thread>
#include <vector>

struct Request {
    int id;
    int prompt;   // tokens
    int generate; // tokens
};

struct Sequence {
    Request request;
    int slot;
    int done;
    cudaEvent_t filled;
};

template <class T> class Channel {
public:
    void put(T value)
    {
        {
            std::lock_guard<std::mutex> hold(m_);
            items_.push_back(std::move(value));
        }
        cv_.notify_one();
    }
    bool take(T &out)
    {
        std::unique_lock<std::mutex> hold(m_);
        cv_.wait(hold, [this] { return !items_.empty() || closed_; });
        if (items_.empty()) return false;
        out = std::move(items_.front());
        items_.pop_front();
        return true;
    }
    bool try_take(T &out, bool &closed)
    {
        std::lock_guard<std::mutex> hold(m_);
        closed = closed_;
        if (items_.empty()) return false;
        out = std::move(items_.front());
        items_.pop_front();
        return true;
    }
    void close()
    {
        {
            std::lock_guard<std::mutex> hold(m_);
            closed_ = true;
        }
        cv_.notify_all();
    }

private:
    std::mutex m_;
    std::condition_variable cv_;
    std::deque<T> items_;
    bool closed_ = false;
};

constexpr int kRequests = 8, kMaxPrompt = 1024, kSlots = kRequests;
constexpr size_t kKv = 4u << 20;

#pragma nullstream kernel(prefill_layers) flops(2.0 * 1.5e6 * tokens * 4) bytes(12.0e6 * 2 * 4) regs(128)
__global__ void __launch_bounds__(128) prefill_layers(const int *tokens_in, char *kv, int tokens)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < tokens) kv[i] = (char)tokens_in[i];
}

#pragma nullstream kernel(decode_step) flops(2.0 * 12.0e6 * 4 * batch) bytes(12.0e6 * 2 * 4)
__global__ void decode_step(char *kv, int *logits, int batch)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < batch) {
        int sum = 0;
        for (size_t t = 0; t < 8 * (size_t(4) << 20); t += 4096) sum += kv[t];
        logits[i] = sum;
    }
}

#pragma nullstream kernel(sample) time(6us)
__global__ void sample(const int *logits, int *next, int batch)
{
    if (threadIdx.x < batch) next[threadIdx.x] = logits[threadIdx.x] & 31999;
}

int main()
{
    char *kv;
    int *prompts, *logits, *next, *host_prompts, *host_next;
    cudaMalloc(&kv, kKv * kSlots);
    cudaMalloc(&prompts, kMaxPrompt * sizeof(int));
    cudaMalloc(&logits, 64 * sizeof(int));
    cudaMalloc(&next, 64 * sizeof(int));
    cudaMallocHost(&host_prompts, kRequests * kMaxPrompt * sizeof(int));
    cudaMallocHost(&host_next, 64 * sizeof(int));
    cudaStream_t prefill_stream, decode_stream;
    cudaStreamCreateWithFlags(&prefill_stream, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&decode_stream, cudaStreamNonBlocking);
    cudaEvent_t filled[kSlots];
    for (auto &e : filled) cudaEventCreateWithFlags(&e, cudaEventDisableTiming);
    cudaDeviceSynchronize();

    Channel<Request> incoming;
    Channel<Sequence> ready;

    std::thread prefill([&] {
        Request r;
        while (incoming.take(r)) {
            cudaMemcpyAsync(prompts, host_prompts + r.id * kMaxPrompt, r.prompt * sizeof(int), cudaMemcpyHostToDevice,
                            prefill_stream);
            prefill_layers<<<r.prompt / 2, 128, 0, prefill_stream>>>(prompts, kv + r.id * kKv, r.prompt);
            cudaEventRecord(filled[r.id], prefill_stream);
            ready.put(Sequence{r, r.id, 0, filled[r.id]});
        }
        ready.close();
    });

    int produced = 0;
    std::thread decode([&] {
        std::vector<Sequence> batch;
        bool closed = false;
        for (;;) {
            Sequence s;
            while (ready.try_take(s, closed)) {
                cudaStreamWaitEvent(decode_stream, s.filled, 0);
                batch.push_back(s);
            }
            if (batch.empty()) {
                if (closed) break;
                if (!ready.take(s)) break;
                cudaStreamWaitEvent(decode_stream, s.filled, 0);
                batch.push_back(s);
            }
            const int n = (int)batch.size();
            decode_step<<<264, 256, 0, decode_stream>>>(kv, logits, n);
            sample<<<1, 64, 0, decode_stream>>>(logits, next, n);
            cudaMemcpyAsync(host_next, next, n * sizeof(int), cudaMemcpyDeviceToHost, decode_stream);
            cudaStreamSynchronize(decode_stream);
            produced += n;
            host_work_us(4); // detokenize
            for (size_t i = 0; i < batch.size();) {
                if (++batch[i].done == batch[i].request.generate) {
                    batch[i] = batch.back();
                    batch.pop_back();
                } else {
                    i++;
                }
            }
        }
    });

    for (int i = 0; i < kRequests; i++) {
        incoming.put(Request{i, 256 + 96 * i, 6 + (i * 5) % 9});
        host_work_us(35); // tokenizer
    }
    incoming.close();
    prefill.join();
    decode.join();
    std::printf("%d tokens\n", produced);
    return 0;
}
