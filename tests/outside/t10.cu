// Video moderation: decoder thread -> bounded queue -> inference thread -> bounded queue -> writer thread.
// Frames are move-only and carry their own event; buffers come from a free list.
#include "nullstream.cuh"
#include <condition_variable>
#include <cstdio>
#include <deque>
#include <future>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

template <typename T> class BoundedQueue {
  public:
    explicit BoundedQueue(std::size_t most) : most_(most) {}
    void push(T item)
    {
        std::unique_lock lock(m_);
        room_.wait(lock, [&] { return items_.size() < most_; });
        items_.push_back(std::move(item));
        filled_.notify_one();
    }
    std::optional<T> pop()
    {
        std::unique_lock lock(m_);
        filled_.wait(lock, [&] { return !items_.empty() || closed_; });
        if (items_.empty())
            return std::nullopt;
        std::optional<T> item(std::move(items_.front()));
        items_.pop_front();
        room_.notify_one();
        return item;
    }
    void close()
    {
        std::lock_guard lock(m_);
        closed_ = true;
        filled_.notify_all();
    }

  private:
    std::mutex m_;
    std::condition_variable room_, filled_;
    std::deque<T> items_;
    std::size_t most_;
    bool closed_ = false;
};

constexpr int W = 1280, H = 720, FRAMES = 18, CLASSES = 16;
constexpr std::size_t NV12 = W * H * 3 / 2;

struct Buffers {
    unsigned char *nv12, *d_nv12;
    float *d_rgb, *d_scores, *scores;
    cudaEvent_t done;
};

struct Frame {
    int number = -1;
    Buffers *at = nullptr;
    Frame() = default;
    Frame(int n, Buffers *b) : number(n), at(b) {}
    Frame(Frame &&o) noexcept : number(o.number), at(o.at) { o.at = nullptr; }
    Frame &operator=(Frame &&o) noexcept
    {
        number = o.number;
        at = o.at;
        o.at = nullptr;
        return *this;
    }
};

#pragma nullstream kernel(to_rgb) flops(12.0 * w * h) bytes(13.5 * w * h) reads(nv12, w * h * 3 / 2) writes(rgb, 12 * w * h)
__global__ void to_rgb(const unsigned char *nv12, float *rgb, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h)
        return;
    float l = nv12[y * w + x], u = nv12[w * h + (y / 2) * w + (x & ~1)] - 128.0f;
    rgb[y * w + x] = l + 1.14f * u;
    rgb[w * h + y * w + x] = l - 0.39f * u;
    rgb[2 * w * h + y * w + x] = l + 2.03f * u;
}

#pragma nullstream kernel(conv) flops(2.0 * 27 * 32 * w * h) bytes(12.0 * w * h) regs(64) reads(rgb, 12 * w * h) writes(rgb, 12 * w * h)
__global__ void conv(float *rgb, int w, int h, int layer)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < w && y < h)
        for (int k = 0; k < 27 * 32; k++)
            rgb[y * w + x] = rgb[y * w + x] * 0.99f + (float)(k + layer) * 1e-4f;
}

#pragma nullstream kernel(score) flops(3.0 * n) bytes(4.0 * n) reads(rgb, 4 * n) writes(scores, 4 * CLASSES)
__global__ void score(const float *rgb, float *scores, int n)
{
    float sum = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        sum += rgb[i];
    atomicAdd(&scores[threadIdx.x % CLASSES], sum);
}

int main()
{
    std::vector<Buffers> ring(5);
    BoundedQueue<Buffers *> idle(ring.size());
    BoundedQueue<Frame> decoded(2), inferred(2);
    for (auto &b : ring) {
        cudaMallocHost(&b.nv12, NV12);
        cudaMallocHost(&b.scores, CLASSES * sizeof(float));
        cudaMalloc(&b.d_nv12, NV12);
        cudaMalloc(&b.d_rgb, 3 * W * H * sizeof(float));
        cudaMalloc(&b.d_scores, CLASSES * sizeof(float));
        cudaEventCreateWithFlags(&b.done, cudaEventDisableTiming | cudaEventBlockingSync);
        idle.push(&b);
    }
    std::thread decoder([&] {
        for (int n = 0; n < FRAMES; ++n) {
            Buffers *b = *idle.pop();
            host_work_us(n % 6 == 0 ? 300 : 110); // key frames are larger
            b->nv12[0] = static_cast<unsigned char>(n);
            decoded.push(Frame(n, b));
        }
        decoded.close();
    });
    std::thread inference([&] {
        cudaStream_t s;
        cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
        const dim3 block(32, 8), grid(W / 32, H / 8);
        while (auto frame = decoded.pop()) {
            Buffers &b = *frame->at;
            cudaMemcpyAsync(b.d_nv12, b.nv12, NV12, cudaMemcpyHostToDevice, s);
            cudaMemsetAsync(b.d_scores, 0, CLASSES * sizeof(float), s);
            to_rgb<<<grid, block, 0, s>>>(b.d_nv12, b.d_rgb, W, H);
            for (int layer = 0; layer < 3; ++layer)
                conv<<<grid, block, 0, s>>>(b.d_rgb, W, H, layer);
            score<<<132, 256, 0, s>>>(b.d_rgb, b.d_scores, 3 * W * H);
            cudaMemcpyAsync(b.scores, b.d_scores, CLASSES * sizeof(float), cudaMemcpyDeviceToHost, s);
            cudaEventRecord(b.done, s);
            inferred.push(std::move(*frame));
        }
        inferred.close();
        cudaStreamDestroy(s);
    });
    auto written = std::async(std::launch::async, [&]() -> std::string {
        int frames = 0;
        while (auto frame = inferred.pop()) {
            cudaEventSynchronize(frame->at->done);
            host_work_us(60);
            ++frames;
            idle.push(frame->at);
        }
        return std::to_string(frames) + " frames written";
    });
    decoder.join();
    inference.join();
    std::puts(written.get().c_str());
    for (auto &b : ring) {
        cudaFreeHost(b.nv12);
        cudaFreeHost(b.scores);
        cudaFree(b.d_nv12);
        cudaFree(b.d_rgb);
        cudaFree(b.d_scores);
        cudaEventDestroy(b.done);
    }
}
