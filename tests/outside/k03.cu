// Three-stage audio pipeline: capture (host) -> convolution reverb (device) -> mix-down (host).
// Blocks travel through bounded queues between three threads; two thousandths of a second each.
#include <cuda_runtime.h>

#include <array>
#include <atomic>
#include <cmath>
#include <condition_variable>
#include <cstdio>
#include <cstring>
#include <mutex>
#include <queue>
#include <thread>
#include <vector>

#define GPU(call)                                                                         \
    do {                                                                                  \
        const cudaError_t rc = (call);                                                    \
        if (rc != cudaSuccess) {                                                          \
            std::fprintf(stderr, "%s:%d %s\n", __FILE__, __LINE__, cudaGetErrorString(rc)); \
            std::abort();                                                                 \
        }                                                                                 \
    } while (false)

static constexpr int kChannels = 64;
static constexpr int kFrames = 2048;
static constexpr int kSamples = kChannels * kFrames;
static constexpr int kTaps = 4096;
static constexpr size_t kBytes = kSamples * sizeof(float);

#pragma nullstream kernel(reverb) time(85us) reads(in, kBytes) reads(taps, kTaps * 4) writes(out, kBytes)
__global__ void reverb(const float *in, const float *taps, float *out)
{
    const int channel = blockIdx.y;
    const int frame = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0.0f;
    for (int t = 0; t < kTaps; ++t)
        if (frame - t >= 0)
            sum += taps[t] * in[channel * kFrames + frame - t];
    out[channel * kFrames + frame] = sum;
}

template <typename T> class BoundedQueue {
  public:
    explicit BoundedQueue(size_t limit) : limit_(limit) {}
    void push(T value)
    {
        std::unique_lock<std::mutex> lock(mutex_);
        notFull_.wait(lock, [this] { return items_.size() < limit_; });
        items_.push(std::move(value));
        notEmpty_.notify_one();
    }
    bool pop(T &value)
    {
        std::unique_lock<std::mutex> lock(mutex_);
        notEmpty_.wait(lock, [this] { return closed_ || !items_.empty(); });
        if (items_.empty())
            return false;
        value = std::move(items_.front());
        items_.pop();
        notFull_.notify_one();
        return true;
    }
    void close()
    {
        {
            std::lock_guard<std::mutex> lock(mutex_);
            closed_ = true;
        }
        notEmpty_.notify_all();
    }

  private:
    std::mutex mutex_;
    std::condition_variable notFull_, notEmpty_;
    std::queue<T> items_;
    size_t limit_;
    bool closed_ = false;
};

struct Block {
    int index = -1;
    float *host = nullptr;   // pinned, in and out
    float *device[2] = {};
    cudaEvent_t done = nullptr;
};

#pragma nullstream host(capture) time(40us)
void capture(float *samples, int index)
{
    for (int c = 0; c < kChannels; ++c)
        samples[c * kFrames] = std::sin(0.01f * index + c);
}

#pragma nullstream host(mixdown) time(60us)
float mixdown(const float *samples)
{
    float peak = 0.0f;
    for (int c = 0; c < kChannels; ++c)
        peak = std::fmax(peak, std::fabs(samples[c * kFrames]));
    return peak;
}

int main()
{
    constexpr int kBlocks = 32;
    std::array<Block, 4> blocks;
    for (auto &b : blocks) {
        GPU(cudaHostAlloc((void **)&b.host, kBytes, cudaHostAllocPortable));
        for (auto &d : b.device)
            GPU(cudaMalloc((void **)&d, kBytes));
        GPU(cudaEventCreateWithFlags(&b.done, cudaEventDisableTiming | cudaEventBlockingSync));
    }
    float *taps = nullptr;
    GPU(cudaMalloc((void **)&taps, kTaps * sizeof(float)));
    {
        std::vector<float> impulse(kTaps);
        for (int i = 0; i < kTaps; ++i)
            impulse[i] = std::exp(-i / 800.0f);
        GPU(cudaMemcpy(taps, impulse.data(), kTaps * sizeof(float), cudaMemcpyHostToDevice));
        GPU(cudaDeviceSynchronize());
    }

    BoundedQueue<Block *> empty(blocks.size()), captured(2), processed(2);
    for (auto &b : blocks)
        empty.push(&b);
    std::atomic<int> mixed{0};

    std::thread source([&] {
        for (int i = 0; i < kBlocks; ++i) {
            Block *b;
            if (!empty.pop(b))
                break;
            b->index = i;
            capture(b->host, i);
            captured.push(b);
        }
        captured.close();
    });
    std::thread device([&] {
        cudaStream_t stream;
        GPU(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
        Block *b;
        while (captured.pop(b)) {
            GPU(cudaMemcpyAsync(b->device[0], b->host, kBytes, cudaMemcpyHostToDevice, stream));
            reverb<<<dim3(kFrames / 128, kChannels), 128, 0, stream>>>(b->device[0], taps, b->device[1]);
            GPU(cudaGetLastError());
            GPU(cudaMemcpyAsync(b->host, b->device[1], kBytes, cudaMemcpyDeviceToHost, stream));
            GPU(cudaEventRecord(b->done, stream));
            processed.push(b);
        }
        processed.close();
        GPU(cudaStreamSynchronize(stream));
        GPU(cudaStreamDestroy(stream));
    });
    std::thread sink([&] {
        Block *b;
        int expected = 0;
        while (processed.pop(b)) {
            GPU(cudaEventSynchronize(b->done));
            const float peak = mixdown(b->host);
            if (b->index != expected++)
                std::printf("block %d out of order\n", b->index);
            (void)peak;
            mixed.fetch_add(1, std::memory_order_relaxed);
            empty.push(b);
        }
        empty.close();
    });
    source.join();
    device.join();
    sink.join();
    std::printf("mixed %d blocks of %zu kB\n", mixed.load(), kBytes / 1024);

    for (auto &b : blocks) {
        GPU(cudaEventDestroy(b.done));
        for (auto d : b.device)
            GPU(cudaFree(d));
        GPU(cudaFreeHost(b.host));
    }
    GPU(cudaFree(taps));
    return 0;
}
