// Training loop with asynchronous checkpoints: every K steps the parameters are copied into a
// staging buffer on the device and then drained to pinned memory while training goes on.
// A writer thread "serializes" the checkpoint when its event has come.
#include <cuda_runtime.h>
#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <iostream>
#include <memory>
#include <mutex>
#include <numeric>
#include <queue>
#include <string>
#include <thread>
#include <vector>

namespace util {
inline void check(cudaError_t e, const char *what, const char *file, int line)
{
    if (e == cudaSuccess)
        return;
    std::cerr << file << ':' << line << ": " << what << ": " << cudaGetErrorString(e) << std::endl;
    std::exit(EXIT_FAILURE);
}
struct StreamDeleter {
    using pointer = cudaStream_t;
    void operator()(cudaStream_t s) const { cudaStreamDestroy(s); }
};
using UniqueStream = std::unique_ptr<cudaStream_t, StreamDeleter>;
UniqueStream makeStream(unsigned flags = cudaStreamNonBlocking)
{
    cudaStream_t s = nullptr;
    check(cudaStreamCreateWithFlags(&s, flags), "stream", __FILE__, __LINE__);
    return UniqueStream(s);
}
} // namespace util
#define TRY(x) util::check((x), #x, __FILE__, __LINE__)

struct LayerShape {
    int in, out;
    size_t parameters() const { return static_cast<size_t>(in) * out + out; }
};

#pragma nullstream kernel(forward) flops(2.0 * batch * in * out) bytes(2.0 * in * out)
__global__ void forward(const float *w, const float *x, float *y, int batch, int in, int out)
{
    int o = blockIdx.x * blockDim.x + threadIdx.x, b = blockIdx.y;
    if (o >= out || b >= batch) return;
    float s = 0;
    for (int i = 0; i < in; i++) s += w[i * out + o] * x[b * in + i];
    y[b * out + o] = fmaxf(s, 0.f);
}
#pragma nullstream kernel(backward) flops(4.0 * batch * in * out) bytes(6.0 * in * out)
__global__ void backward(const float *w, float *g, const float *x, float *y, int batch, int in, int out)
{
    int o = blockIdx.x * blockDim.x + threadIdx.x;
    if (o >= out) return;
    for (int i = blockIdx.y; i < in; i += gridDim.y) {
        float s = 0;
        for (int b = 0; b < batch; b++) s += x[b * in + i] * y[b * out + o];
        g[i * out + o] = s * w[i * out + o];
    }
}
#pragma nullstream kernel(adam) bytes(28.0 * n)
__global__ void adam(float *w, const float *g, float *m, float *v, size_t n, float lr)
{
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x) {
        m[i] = 0.9f * m[i] + 0.1f * g[i];
        v[i] = 0.999f * v[i] + 0.001f * g[i] * g[i];
        w[i] -= lr * m[i] / (sqrtf(v[i]) + 1e-8f);
    }
}

class Checkpointer {
  public:
    explicit Checkpointer(size_t count) : count_(count), stream_(util::makeStream())
    {
        TRY(cudaMalloc((void **)&staging_, bytes()));
        TRY(cudaMallocHost((void **)&host_, bytes()));
        TRY(cudaEventCreateWithFlags(&snap_, cudaEventDisableTiming));
        TRY(cudaEventCreateWithFlags(&drained_, cudaEventDisableTiming));
        writer_ = std::thread(&Checkpointer::loop, this);
    }
    ~Checkpointer()
    {
        {
            std::lock_guard<std::mutex> l(m_);
            stop_ = true;
        }
        cv_.notify_one();
        writer_.join();
        cudaEventDestroy(drained_);
        cudaEventDestroy(snap_);
        cudaFreeHost(host_);
        cudaFree(staging_);
    }
    bool save(int step, const float *params, cudaStream_t compute)
    {
        {
            std::lock_guard<std::mutex> l(m_);
            if (busy_) {
                ++skipped_;
                return false;
            }
            busy_ = true;
        }
        TRY(cudaMemcpyAsync(staging_, params, bytes(), cudaMemcpyDeviceToDevice, compute));
        TRY(cudaEventRecord(snap_, compute));
        TRY(cudaStreamWaitEvent(stream_.get(), snap_, 0));
        TRY(cudaMemcpyAsync(host_, staging_, bytes(), cudaMemcpyDeviceToHost, stream_.get()));
        TRY(cudaEventRecord(drained_, stream_.get()));
        {
            std::lock_guard<std::mutex> l(m_);
            jobs_.push(step);
        }
        cv_.notify_one();
        return true;
    }
    std::vector<int> written()
    {
        std::lock_guard<std::mutex> l(m_);
        return written_;
    }
    int skipped() const { return skipped_; }

  private:
    size_t bytes() const { return count_ * sizeof(float); }
    void loop()
    {
        for (;;) {
            std::unique_lock<std::mutex> l(m_);
            cv_.wait(l, [&] { return stop_ || !jobs_.empty(); });
            if (jobs_.empty())
                return;
            const int step = jobs_.front();
            jobs_.pop();
            l.unlock();
            TRY(cudaEventSynchronize(drained_));
            std::this_thread::sleep_for(std::chrono::microseconds(500)); // serialization
            l.lock();
            written_.push_back(step);
            busy_ = false;
        }
    }

    size_t count_;
    util::UniqueStream stream_;
    float *staging_, *host_;
    cudaEvent_t snap_, drained_;
    std::mutex m_;
    std::condition_variable cv_;
    std::queue<int> jobs_;
    std::vector<int> written_;
    bool stop_ = false, busy_ = false;
    int skipped_ = 0;
    std::thread writer_;
};

int main()
{
    const std::vector<LayerShape> shapes{{1024, 4096}, {4096, 4096}, {4096, 1024}};
    const int batch = 256, steps = 24, every = 4;
    const size_t total = std::accumulate(shapes.begin(), shapes.end(), size_t{0},
                                         [](size_t a, const LayerShape &s) { return a + s.parameters(); });
    float *w, *g, *m, *v, *act;
    for (float **p : {&w, &g, &m, &v}) {
        TRY(cudaMalloc((void **)p, total * sizeof(float)));
        TRY(cudaMemset(*p, 0, total * sizeof(float)));
    }
    TRY(cudaMalloc((void **)&act, (shapes.size() + 1) * 4096 * batch * sizeof(float)));
    auto compute = util::makeStream();
    TRY(cudaDeviceSynchronize());

    const auto t0 = std::chrono::steady_clock::now();
    {
        Checkpointer ckpt(total);
        for (int step = 1; step <= steps; ++step) {
            size_t at = 0;
            std::vector<size_t> offsets;
            for (size_t l = 0; l < shapes.size(); ++l) {
                const auto [in, out] = shapes[l];
                forward<<<dim3((out + 127) / 128, batch), 128, 0, compute.get()>>>(
                    w + at, act + l * 4096 * batch, act + (l + 1) * 4096 * batch, batch, in, out);
                offsets.push_back(at);
                at += shapes[l].parameters();
            }
            for (int l = static_cast<int>(shapes.size()) - 1; l >= 0; --l) {
                const auto &[in, out] = shapes[l];
                backward<<<dim3((out + 127) / 128, 64), 128, 0, compute.get()>>>(
                    w + offsets[l], g + offsets[l], act + l * 4096 * batch, act + (l + 1) * 4096 * batch, batch, in, out);
            }
            adam<<<1056, 256, 0, compute.get()>>>(w, g, m, v, total, 1e-3f);
            TRY(cudaGetLastError());
            if (step % every == 0)
                ckpt.save(step, w, compute.get());
        }
        TRY(cudaStreamSynchronize(compute.get()));
        std::cout << "skipped " << ckpt.skipped() << ", written so far " << ckpt.written().size() << '\n';
    }
    const std::chrono::duration<double, std::milli> ms = std::chrono::steady_clock::now() - t0;
    std::cout << "parameters " << total << (ms.count() > 0 ? " ok" : " no time") << std::endl;
    for (float *p : {w, g, m, v, act})
        TRY(cudaFree(p));
}
