// Video filter with three stages in three threads: a reader fills frames, a GPU stage denoises against
// the previous frame with triple buffering, a writer consumes; bounded queues connect them.
#include <cuda_runtime.h>
#include <condition_variable>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <queue>
#include <thread>

#define CUDA_OK(x) do { if ((x) != cudaSuccess) { std::fprintf(stderr, "failed: " #x "\n"); std::abort(); } } while (0)

constexpr int W = 1920, H = 1080, FRAMES = 30, BUFFERS = 3;
constexpr size_t LUMA = (size_t)W * H, BYTES = LUMA * 3 / 2;

template <class T> class Channel {
public:
    explicit Channel(size_t limit) : limit_(limit) {}
    void put(T v)
    {
        std::unique_lock<std::mutex> l(m_);
        room_.wait(l, [this] { return q_.size() < limit_; });
        q_.push(v);
        data_.notify_one();
    }
    T take()
    {
        std::unique_lock<std::mutex> l(m_);
        data_.wait(l, [this] { return !q_.empty(); });
        T v = q_.front();
        q_.pop();
        room_.notify_one();
        return v;
    }

private:
    size_t limit_;
    std::queue<T> q_;
    std::mutex m_;
    std::condition_variable room_, data_;
};

__global__ void denoise(const uint8_t *cur, const uint8_t *prev, uint8_t *out, int w, int h, float blend)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h) return;
    int sum = 0, cnt = 0;
    for (int dy = -2; dy <= 2; dy++)
        for (int dx = -2; dx <= 2; dx++) {
            int xx = x + dx, yy = y + dy;
            if (xx < 0 || yy < 0 || xx >= w || yy >= h) continue;
            sum += cur[yy * w + xx];
            cnt++;
        }
    float spatial = (float)sum / cnt, temporal = prev[y * w + x];
    out[y * w + x] = (uint8_t)(spatial * (1 - blend) + temporal * blend);
}

__global__ void chroma(const uint8_t *in, uint8_t *out, int n)
{
    int i = (blockIdx.x * blockDim.x + threadIdx.x) * 4;
    if (i + 3 < n) *(uchar4 *)(out + i) = *(const uchar4 *)(in + i);
}

struct Buffer {
    uint8_t *host_in, *host_out, *dev_in, *dev_out;
    cudaEvent_t done;
    int frame;
};

int main()
{
    Buffer buf[BUFFERS];
    for (Buffer &b : buf) {
        CUDA_OK(cudaMallocHost((void **)&b.host_in, BYTES));
        CUDA_OK(cudaMallocHost((void **)&b.host_out, BYTES));
        CUDA_OK(cudaMalloc((void **)&b.dev_in, BYTES));
        CUDA_OK(cudaMalloc((void **)&b.dev_out, BYTES));
        CUDA_OK(cudaEventCreateWithFlags(&b.done, cudaEventDisableTiming | cudaEventBlockingSync));
    }
    uint8_t *history;
    CUDA_OK(cudaMalloc((void **)&history, LUMA));
    CUDA_OK(cudaMemset(history, 0, LUMA));
    cudaStream_t s;
    CUDA_OK(cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking));
    CUDA_OK(cudaDeviceSynchronize());

    Channel<Buffer *> free_bufs(BUFFERS), filled(BUFFERS), submitted(BUFFERS);
    for (Buffer &b : buf) free_bufs.put(&b);

    std::thread reader([&] {
        for (int f = 0; f < FRAMES; f++) {
            Buffer *b = free_bufs.take();
            b->frame = f;
            memset(b->host_in, f * 5 & 255, LUMA);
            memset(b->host_in + LUMA, 128, BYTES - LUMA);
            filled.put(b);
        }
        filled.put(nullptr);
    });
    unsigned long long checksum = 0;
    int written = 0;
    std::thread writer([&] {
        Buffer *b;
        while ((b = submitted.take())) {
            CUDA_OK(cudaEventSynchronize(b->done));
            for (size_t i = 0; i < BYTES; i += 4096) checksum += b->host_out[i] * (b->frame + 1ull);
            written++;
            free_bufs.put(b);
        }
    });
    Buffer *b;
    while ((b = filled.take())) {
        CUDA_OK(cudaMemcpyAsync(b->dev_in, b->host_in, BYTES, cudaMemcpyHostToDevice, s));
        dim3 block(32, 8), grid((W + 31) / 32, (H + 7) / 8);
        denoise<<<grid, block, 0, s>>>(b->dev_in, history, b->dev_out, W, H, 0.25f);
        chroma<<<(unsigned)((BYTES - LUMA) / 4 + 255) / 256, 256, 0, s>>>(b->dev_in + LUMA, b->dev_out + LUMA, (int)(BYTES - LUMA));
        CUDA_OK(cudaMemcpyAsync(history, b->dev_out, LUMA, cudaMemcpyDeviceToDevice, s));
        CUDA_OK(cudaMemcpyAsync(b->host_out, b->dev_out, BYTES, cudaMemcpyDeviceToHost, s));
        CUDA_OK(cudaEventRecord(b->done, s));
        submitted.put(b);
    }
    submitted.put(nullptr);
    reader.join();
    writer.join();
    CUDA_OK(cudaGetLastError());
    std::printf("%d frames, checksum %llu\n", written, checksum);
    return written == FRAMES ? 0 : 1;
}
