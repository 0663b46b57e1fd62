// Data loader: three workers augment images into page-locked ring slots and upload them by their own
// per-thread default streams; the trainer takes batches in order. Built with per-thread default streams.
#include "nullstream.cuh"
#include <atomic>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <map>
#include <mutex>
#include <thread>
#include <vector>

#define HIP_LIKE_CHECK(cmd)                                                     \
    {                                                                           \
        cudaError_t error = cmd;                                                \
        if (error != cudaSuccess) {                                             \
            fprintf(stderr, "error: '%s'(%d) at %s:%d\n", cudaGetErrorString(error), error, __FILE__, __LINE__); \
            exit(EXIT_FAILURE);                                                 \
        }                                                                       \
    }

constexpr int kBatches = 21, kWorkers = 3, kSlots = 4;
constexpr size_t kImage = 224 * 224 * 3, kBatch = 64 * kImage;

#pragma nullstream kernel(normalize) bytes(5.0 * n)
__global__ void normalize(const unsigned char *in, float *out, size_t n)
{
    size_t i = blockIdx.x * size_t(blockDim.x) + threadIdx.x;
    if (i < n)
        out[i] = in[i] / 255.0f - 0.5f;
}
#pragma nullstream kernel(train_step) block_time(140us) regs(128) shared(40960) reads(batch, kBatch * 4) writes(params, 1 << 20)
__global__ void train_step(const float *batch, float *params) {}

struct Slot {
    unsigned char *host, *raw;
    float *batch;
    cudaEvent_t uploaded, used;
};

class Loader {
  public:
    Loader()
    {
        for (Slot &s : slots_) {
            HIP_LIKE_CHECK(cudaMallocHost(&s.host, kBatch));
            HIP_LIKE_CHECK(cudaMalloc(&s.raw, kBatch));
            HIP_LIKE_CHECK(cudaMalloc(&s.batch, kBatch * sizeof(float)));
            HIP_LIKE_CHECK(cudaEventCreateWithFlags(&s.uploaded, cudaEventDisableTiming));
            HIP_LIKE_CHECK(cudaEventCreateWithFlags(&s.used, cudaEventDisableTiming));
            free_.push_back(&s);
        }
        files_.resize(1 << 20, 3);
    }
    void start()
    {
        for (int i = 0; i < kWorkers; ++i)
            workers_.emplace_back(&Loader::work, this);
    }
    ~Loader()
    {
        for (auto &w : workers_)
            w.join();
    }
    Slot *get(int number)
    {
        std::unique_lock<std::mutex> l(m_);
        some_.wait(l, [&] { return ready_.count(number) > 0; });
        Slot *s = ready_[number];
        ready_.erase(number);
        return s;
    }
    void put(Slot *s)
    {
        {
            std::lock_guard<std::mutex> l(m_);
            free_.push_back(s);
        }
        room_.notify_one();
    }

  private:
    void work()
    {
        for (;;) {
            Slot *s;
            int number;
            {
                std::unique_lock<std::mutex> l(m_);
                room_.wait(l, [&] { return !free_.empty() || next_ >= kBatches; });
                if (next_ >= kBatches) {
                    room_.notify_all();
                    return;
                }
                s = free_.back();
                free_.pop_back();
                number = next_++;
            }
            HIP_LIKE_CHECK(cudaEventSynchronize(s->uploaded)); // the last upload has left the slot
            for (size_t i = 0; i < kBatch; i += files_.size())
                memcpy(s->host + i, files_.data(), kBatch - i < files_.size() ? kBatch - i : files_.size());
            host_work_us(250); // augmentation
            HIP_LIKE_CHECK(cudaStreamWaitEvent(0, s->used, 0));
            HIP_LIKE_CHECK(cudaMemcpyAsync(s->raw, s->host, kBatch, cudaMemcpyHostToDevice, 0));
            normalize<<<(kBatch + 511) / 512, 512>>>(s->raw, s->batch, kBatch);
            HIP_LIKE_CHECK(cudaGetLastError());
            HIP_LIKE_CHECK(cudaEventRecord(s->uploaded, 0));
            {
                std::lock_guard<std::mutex> l(m_);
                ready_[number] = s;
            }
            some_.notify_one();
        }
    }
    Slot slots_[kSlots];
    std::vector<Slot *> free_;
    std::map<int, Slot *> ready_;
    std::vector<unsigned char> files_;
    int next_ = 0;
    std::mutex m_;
    std::condition_variable some_, room_;
    std::vector<std::thread> workers_;
};

int main()
{
    float *params, *loss;
    HIP_LIKE_CHECK(cudaMalloc(&params, 1 << 20));
    HIP_LIKE_CHECK(cudaMallocHost(&loss, kBatches * sizeof(float)));
    {
        Loader loader;
        HIP_LIKE_CHECK(cudaMemset(params, 0, 1 << 20));
        HIP_LIKE_CHECK(cudaDeviceSynchronize());
        loader.start();
        for (int b = 0; b < kBatches; ++b) {
            Slot *s = loader.get(b);
            HIP_LIKE_CHECK(cudaStreamWaitEvent(0, s->uploaded, 0));
            train_step<<<396, 256>>>(s->batch, params);
            HIP_LIKE_CHECK(cudaEventRecord(s->used, 0));
            HIP_LIKE_CHECK(cudaMemcpyAsync(&loss[b], params, sizeof(float), cudaMemcpyDeviceToHost, 0));
            loader.put(s);
        }
        HIP_LIKE_CHECK(cudaStreamSynchronize(0));
    }
    printf("%d batches, loss %f\n", kBatches, loss[kBatches - 1]);
    return 0;
}
