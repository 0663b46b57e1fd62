// An LLM inference engine's decode loop: layers of kernels, sampled token back each step, continuous batching of requests
#include <cuda_runtime.h>
#include <cstdint>
#include <cstdio>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#define CUDACHECK(cmd)                                                                  \
    do {                                                                                \
        cudaError_t err = cmd;                                                          \
        if (err != cudaSuccess) {                                                       \
            std::fprintf(stderr, "CUDA failure %s:%d '%s'\n", __FILE__, __LINE__, cudaGetErrorString(err)); \
            std::exit(EXIT_FAILURE);                                                    \
        }                                                                               \
    } while (0)

struct ModelConfig {
    int layers = 4;
    int hidden = 1024;
    int heads = 16;
    int vocab = 32000;
    int max_batch = 8;
    int max_seq = 256;
};

#pragma nullstream kernel(embed) time(2us)
__global__ void embed(const int32_t *tokens, const float *__restrict__ table, float *x, int hidden)
{
    x[blockIdx.x * hidden + threadIdx.x] = table[tokens[blockIdx.x] * hidden + threadIdx.x];
}
#pragma nullstream kernel(gemm_bias) bytes(4.0 * n * k) reads(x, 4 * m * k) reads(w, 4 * n * k) writes(y, 4 * m * n)
__global__ void gemm_bias(const float *x, const float *w, float *y, int m, int n, int k)
{
    int row = blockIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x;
    float acc = 0;
    for (int i = 0; i < k; i++)
        acc += x[row * k + i] * w[i * n + col];
    y[row * n + col] = acc;
}
#pragma nullstream kernel(attention) time(6us) reads(qkv, 4 * batch * hidden) writes(kv, 4 * batch * hidden) writes(out, 4 * batch * hidden)
__global__ void attention(const float *qkv, float *kv, float *out, int batch, int hidden, const int *lens) { }
#pragma nullstream kernel(rmsnorm) time(2us)
__global__ void rmsnorm(float *x, const float *g, int hidden)
{
    x[blockIdx.x * hidden + threadIdx.x] *= g[threadIdx.x];
}
#pragma nullstream kernel(argmax) time(8us) reads(logits, 4 * vocab * gridDim.x) writes(next, 4 * gridDim.x)
__global__ void argmax(const float *logits, int32_t *next, int vocab) { next[blockIdx.x] = 0; }

struct Request {
    int id;
    std::vector<int32_t> prompt;
    int max_new;
    std::vector<int32_t> output;
    bool done() const { return (int)output.size() >= max_new; }
};

class KVCacheManager {
    std::deque<int> free_;
    std::unordered_map<int, int> slot_;
public:
    explicit KVCacheManager(int n) { for (int i = 0; i < n; i++) free_.push_back(i); }
    std::optional<int> acquire(int id)
    {
        if (free_.empty())
            return std::nullopt;
        int s = free_.front();
        free_.pop_front();
        slot_[id] = s;
        return s;
    }
    void release(int id)
    {
        auto it = slot_.find(id);
        if (it == slot_.end())
            return;
        free_.push_back(it->second);
        slot_.erase(it);
    }
    size_t used() const { return slot_.size(); }
};

class Engine {
    ModelConfig cfg_;
    cudaStream_t stream_ = nullptr;
    int32_t *d_tokens_ = nullptr, *d_next_ = nullptr, *h_tokens_ = nullptr, *h_next_ = nullptr;
    int *d_lens_ = nullptr, *h_lens_ = nullptr;
    float *table_, *x_, *qkv_, *att_, *logits_, *norm_;
    std::vector<float *> w_, kv_;
    KVCacheManager cache_;
    std::deque<std::unique_ptr<Request>> waiting_;
    std::vector<std::unique_ptr<Request>> running_;
    int steps_ = 0;

public:
    explicit Engine(ModelConfig cfg) : cfg_(cfg), cache_(cfg.max_batch)
    {
        CUDACHECK(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking));
        const size_t B = cfg.max_batch, H = cfg.hidden;
        CUDACHECK(cudaMalloc(&d_tokens_, B * sizeof(int32_t)));
        CUDACHECK(cudaMalloc(&d_next_, B * sizeof(int32_t)));
        CUDACHECK(cudaMalloc(&d_lens_, B * sizeof(int)));
        CUDACHECK(cudaMallocHost(&h_tokens_, B * sizeof(int32_t)));
        CUDACHECK(cudaMallocHost(&h_next_, B * sizeof(int32_t)));
        CUDACHECK(cudaMallocHost(&h_lens_, B * sizeof(int)));
        for (float **p : {&x_, &qkv_, &att_})
            CUDACHECK(cudaMalloc(p, B * H * 3 * sizeof(float)));
        CUDACHECK(cudaMalloc(&norm_, H * sizeof(float)));
        CUDACHECK(cudaMalloc(&table_, H * cfg.vocab * sizeof(float)));
        CUDACHECK(cudaMalloc(&logits_, B * cfg.vocab * sizeof(float)));
        for (int l = 0; l < cfg.layers; l++) {
            float *w, *kv;
            CUDACHECK(cudaMalloc(&w, H * H * 3 * sizeof(float)));
            CUDACHECK(cudaMalloc(&kv, B * cfg.max_seq * H * sizeof(float)));
            w_.push_back(w);
            kv_.push_back(kv);
        }
    }
    ~Engine()
    {
        cudaStreamSynchronize(stream_);
        for (auto *p : w_) cudaFree(p);
        for (auto *p : kv_) cudaFree(p);
        for (void *p : {(void *)d_tokens_, (void *)d_next_, (void *)d_lens_, (void *)table_, (void *)x_, (void *)qkv_, (void *)att_, (void *)logits_, (void *)norm_})
            cudaFree(p);
        cudaFreeHost(h_tokens_);
        cudaFreeHost(h_next_);
        cudaFreeHost(h_lens_);
        cudaStreamDestroy(stream_);
    }
    void submit(std::unique_ptr<Request> r) { waiting_.emplace_back(std::move(r)); }

    void schedule()
    {
        while (!waiting_.empty() && (int)running_.size() < cfg_.max_batch) {
            auto slot = cache_.acquire(waiting_.front()->id);
            if (!slot)
                break;
            running_.push_back(std::move(waiting_.front()));
            waiting_.pop_front();
        }
    }

    void forward(int batch)
    {
        const int H = cfg_.hidden;
        embed<<<batch, H, 0, stream_>>>(d_tokens_, table_, x_, H);
        for (int l = 0; l < cfg_.layers; ++l) {
            rmsnorm<<<batch, H, 0, stream_>>>(x_, norm_, H);
            gemm_bias<<<dim3(3 * H / 128, batch), 128, 0, stream_>>>(x_, w_[l], qkv_, batch, 3 * H, H);
            attention<<<dim3(cfg_.heads, batch), 128, 0, stream_>>>(qkv_, kv_[l], att_, batch, H, d_lens_);
            gemm_bias<<<dim3(H / 128, batch), 128, 0, stream_>>>(att_, w_[l], x_, batch, H, H);
        }
        gemm_bias<<<dim3(cfg_.vocab / 128, batch), 128, 0, stream_>>>(x_, table_, logits_, batch, cfg_.vocab, H);
        argmax<<<batch, 256, 0, stream_>>>(logits_, d_next_, cfg_.vocab);
    }

    bool step()
    {
        schedule();
        if (running_.empty())
            return false;
        const int batch = (int)running_.size();
        for (int i = 0; i < batch; i++) {
            auto &r = *running_[i];
            h_tokens_[i] = r.output.empty() ? r.prompt.back() : r.output.back();
            h_lens_[i] = (int)(r.prompt.size() + r.output.size());
        }
        CUDACHECK(cudaMemcpyAsync(d_tokens_, h_tokens_, batch * sizeof(int32_t), cudaMemcpyHostToDevice, stream_));
        CUDACHECK(cudaMemcpyAsync(d_lens_, h_lens_, batch * sizeof(int), cudaMemcpyHostToDevice, stream_));
        forward(batch);
        CUDACHECK(cudaMemcpyAsync(h_next_, d_next_, batch * sizeof(int32_t), cudaMemcpyDeviceToHost, stream_));
        CUDACHECK(cudaStreamSynchronize(stream_));
        for (int i = 0; i < batch; i++)
            running_[i]->output.push_back(h_next_[i]);
        for (auto it = running_.begin(); it != running_.end();) {
            if ((*it)->done()) {
                cache_.release((*it)->id);
                it = running_.erase(it);
            } else
                ++it;
        }
        ++steps_;
        return true;
    }
    int steps() const { return steps_; }
};

int main()
{
    Engine engine(ModelConfig{});
    for (int i = 0; i < 12; i++) {
        auto r = std::make_unique<Request>();
        r->id = i;
        r->prompt.assign(4 + i, i);
        r->max_new = 6 + (i * 5) % 11;
        engine.submit(std::move(r));
    }
    while (engine.step())
        ;
    std::printf("%d steps\n", engine.steps());
}
