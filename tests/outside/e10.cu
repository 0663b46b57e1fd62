// A thread pool with a task queue decodes JPEGs: Huffman on the CPU, the rest on the pool thread's own stream.
// Task structs in std::queue, one condition variable, results counted down by a latch.
#include <condition_variable>
#include <cstdio>
#include <mutex>
#include <queue>
#include <thread>
#include <vector>
#include "nullstream.cuh"

struct Task {
    int index;
    int width, height;
};

#pragma nullstream host(huffman) time(w * h * 0.00018us) writes(coef, w * h * 3 * sizeof(short) / 2)
static void huffman(short *coef, int w, int h)
{
    for (int i = 0; i < 64; i++)
        coef[i] = (short)(i + w + h);
}

#pragma nullstream kernel(idct) flops(40.0 * blocks * 64) bytes(blocks * 64 * 3.0) regs(44) shared(4352) reads(coef, blocks * 128) writes(plane, blocks * 64)
__global__ void idct(const short *coef, unsigned char *plane, int blocks)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < blocks * 8)
        for (int k = 0; k < 8; k++)
            plane[i * 8 + k] = (unsigned char)(coef[i * 8 + k] >> 3);
}
#pragma nullstream kernel(ycc_to_rgb) bytes(4.5 * w * h) flops(12.0 * w * h) reads(plane, w * h * 3 / 2) writes(rgb, w * h * 3)
__global__ void ycc_to_rgb(const unsigned char *plane, unsigned char *rgb, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < w && y < h)
        for (int c = 0; c < 3; c++)
            rgb[(y * w + x) * 3 + c] = plane[y * w + x];
}
#pragma nullstream kernel(resize) bytes(3.0 * w * h + 3 * 224 * 224) flops(30.0 * 224 * 224) reads(rgb, w * h * 3) writes(out, 224 * 224 * 3 * sizeof(float))
__global__ void resize(const unsigned char *rgb, float *out, int w, int h)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < 224 * 224 * 3)
        out[i] = rgb[(size_t)i * (w * h / (224 * 224))] / 255.0f;
}

class Latch
{
public:
    explicit Latch(int n) : left(n) {}
    void countDown()
    {
        std::lock_guard<std::mutex> lock(mutex);
        if (--left == 0)
            zero.notify_all();
    }
    void wait()
    {
        std::unique_lock<std::mutex> lock(mutex);
        zero.wait(lock, [this] { return left == 0; });
    }

private:
    std::mutex mutex;
    std::condition_variable zero;
    int left;
};

class Pool
{
public:
    Pool(int threads, float *batch, Latch &latch) : batch_(batch), latch_(latch)
    {
        for (int i = 0; i < threads; i++)
            workers_.emplace_back([this] { work(); });
    }
    ~Pool()
    {
        {
            std::lock_guard<std::mutex> lock(mutex_);
            stop_ = true;
        }
        cv_.notify_all();
        for (auto &w : workers_)
            w.join();
    }
    void submit(const Task &t)
    {
        {
            std::lock_guard<std::mutex> lock(mutex_);
            tasks_.push(t);
        }
        cv_.notify_one();
    }

private:
    void work()
    {
        const size_t most = 1920 * 1088;
        cudaStream_t stream;
        short *hCoef, *coef;
        unsigned char *plane, *rgb;
        cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
        cudaMallocHost(&hCoef, most * 3 / 2 * sizeof(short));
        cudaMalloc(&coef, most * 3 / 2 * sizeof(short));
        cudaMalloc(&plane, most * 3 / 2);
        cudaMalloc(&rgb, most * 3);
        for (;;) {
            Task t;
            {
                std::unique_lock<std::mutex> lock(mutex_);
                cv_.wait(lock, [this] { return stop_ || !tasks_.empty(); });
                if (tasks_.empty())
                    break;
                t = tasks_.front();
                tasks_.pop();
            }
            const int w = t.width, h = t.height, blocks = w * h * 3 / 2 / 64;
            huffman(hCoef, w, h);
            cudaMemcpyAsync(coef, hCoef, blocks * 128, cudaMemcpyHostToDevice, stream);
            idct<<<(blocks * 8 + 127) / 128, 128, 0, stream>>>(coef, plane, blocks);
            ycc_to_rgb<<<dim3((w + 31) / 32, (h + 7) / 8), dim3(32, 8), 0, stream>>>(plane, rgb, w, h);
            resize<<<(224 * 224 * 3 + 255) / 256, 256, 0, stream>>>(rgb, batch_ + (size_t)t.index * 224 * 224 * 3, w, h);
            cudaStreamSynchronize(stream);
            latch_.countDown();
        }
        cudaFreeHost(hCoef);
        cudaFree(coef);
        cudaFree(plane);
        cudaFree(rgb);
        cudaStreamDestroy(stream);
    }
    float *batch_;
    Latch &latch_;
    std::queue<Task> tasks_;
    std::mutex mutex_;
    std::condition_variable cv_;
    std::vector<std::thread> workers_;
    bool stop_ = false;
};

int main()
{
    const int images = 30;
    const int sizes[4][2] = {{1920, 1088}, {640, 480}, {1280, 720}, {800, 608}};
    float *batch, *home;
    cudaMalloc(&batch, sizeof(float) * images * 224 * 224 * 3);
    cudaMallocHost(&home, sizeof(float) * images * 224 * 224 * 3);
    Latch latch(images);
    Pool pool(3, batch, latch);
    for (int i = 0; i < images; i++) {
        Task t = {i, sizes[i % 4][0], sizes[i % 4][1]};
        pool.submit(t);
    }
    latch.wait();
    cudaMemcpy(home, batch, sizeof(float) * images * 224 * 224 * 3, cudaMemcpyDeviceToHost);
    printf("%g\n", home[0]);
    return 0;
}
