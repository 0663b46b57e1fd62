// Satellite tiles by a thread pool: a fixed number of workers wait on a condition variable; each owns a
// stream and its buffers, takes a tile, reads it (host work), computes an index and classifies it.
#include "nullstream.cuh"
#include <condition_variable>
#include <cstdio>
#include <functional>
#include <mutex>
#include <queue>
#include <thread>
#include <vector>

constexpr int TILE = 1024, BANDS = 4, WORKERS = 3, TILES = 15;
constexpr size_t PIXELS = size_t(TILE) * TILE;

#pragma nullstream kernel(vegetation) flops(5.0 * n) bytes(2.0 * BANDS * n + 4.0 * n) reads(bands, 2 * BANDS * n) writes(index, 4 * n)
__global__ void vegetation(const unsigned short *bands, float *index, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float red = bands[2 * n + i], nir = bands[3 * n + i];
        index[i] = (nir - red) / (nir + red + 1e-6f);
    }
}

#pragma nullstream kernel(classify) flops(160.0 * n) bytes(5.0 * n) reads(index, 4 * n) writes(label, n)
__global__ void classify(const float *index, unsigned char *label, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float best = 1e30f;
    int at = 0;
    for (int k = 0; k < 40; k++) {
        float d = index[i] - 0.05f * k + 1.0f;
        if (d * d < best) {
            best = d * d;
            at = k;
        }
    }
    label[i] = (unsigned char)at;
}

class Pool {
  public:
    using Job = std::function<void(int worker)>;
    explicit Pool(int workers)
    {
        for (int w = 0; w < workers; w++)
            threads_.emplace_back([this, w] { run(w); });
    }
    ~Pool()
    {
        {
            std::lock_guard<std::mutex> lock(mutex_);
            closing_ = true;
        }
        wake_.notify_all();
        for (auto &t : threads_)
            t.join();
    }
    void submit(Job job)
    {
        {
            std::lock_guard<std::mutex> lock(mutex_);
            jobs_.push(std::move(job));
            pending_++;
        }
        wake_.notify_one();
    }
    void wait_idle()
    {
        std::unique_lock<std::mutex> lock(mutex_);
        idle_.wait(lock, [this] { return pending_ == 0; });
    }

  private:
    void run(int worker)
    {
        for (;;) {
            Job job;
            {
                std::unique_lock<std::mutex> lock(mutex_);
                wake_.wait(lock, [this] { return closing_ || !jobs_.empty(); });
                if (jobs_.empty())
                    return;
                job = std::move(jobs_.front());
                jobs_.pop();
            }
            job(worker);
            std::lock_guard<std::mutex> lock(mutex_);
            if (--pending_ == 0)
                idle_.notify_all();
        }
    }
    std::mutex mutex_;
    std::condition_variable wake_, idle_;
    std::queue<Job> jobs_;
    std::vector<std::thread> threads_;
    int pending_ = 0;
    bool closing_ = false;
};

struct Context {
    cudaStream_t stream;
    unsigned short *bands, *d_bands;
    float *d_index;
    unsigned char *label, *d_label;
    int done = 0;
};

int main()
{
    std::vector<Context> contexts(WORKERS);
    for (auto &c : contexts) {
        cudaStreamCreateWithFlags(&c.stream, cudaStreamNonBlocking);
        cudaMallocHost(&c.bands, PIXELS * BANDS * sizeof *c.bands);
        cudaMallocHost(&c.label, PIXELS);
        cudaMalloc(&c.d_bands, PIXELS * BANDS * sizeof *c.bands);
        cudaMalloc(&c.d_index, PIXELS * sizeof(float));
        cudaMalloc(&c.d_label, PIXELS);
    }
    {
        Pool pool(WORKERS);
        for (int tile = 0; tile < TILES; tile++)
            pool.submit([tile, &contexts](int worker) {
                Context &c = contexts[worker];
                host_work_us(tile % 4 == 0 ? 420 : 180); // decompress
                c.bands[0] = (unsigned short)tile;
                cudaMemcpyAsync(c.d_bands, c.bands, PIXELS * BANDS * sizeof *c.bands, cudaMemcpyHostToDevice,
                                c.stream);
                vegetation<<<(PIXELS + 255) / 256, 256, 0, c.stream>>>(c.d_bands, c.d_index, (int)PIXELS);
                classify<<<(PIXELS + 255) / 256, 256, 0, c.stream>>>(c.d_index, c.d_label, (int)PIXELS);
                cudaMemcpyAsync(c.label, c.d_label, PIXELS, cudaMemcpyDeviceToHost, c.stream);
                cudaStreamSynchronize(c.stream);
                c.done++;
            });
        pool.wait_idle();
    }
    int total = 0;
    for (auto &c : contexts) {
        total += c.done;
        cudaStreamDestroy(c.stream);
        cudaFreeHost(c.bands);
        cudaFreeHost(c.label);
        cudaFree(c.d_bands);
        cudaFree(c.d_index);
        cudaFree(c.d_label);
    }
    std::printf("%d of %d tiles\n", total, TILES);
    return total == TILES ? 0 : 1;
}
