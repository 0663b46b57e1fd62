// Inference server: four worker threads take requests from a shared queue and serve each in their
// own per-thread default stream; the client thread sends bursts, and a statistics thread looks at times.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <cuda_runtime.h>
#include <mutex>
#include <queue>
#include <thread>
#include <vector>

static const int WORKERS = 4, REQUESTS = 64, IN = 1024, OUT = 256;

struct Request {
    int id, batch;
    std::chrono::steady_clock::time_point sent;
};

static std::queue<Request> inbox;
static std::mutex inbox_lock, stat_lock;
static std::condition_variable arrived;
static bool closing = false;
static std::atomic<int> served(0), errors(0);
static std::vector<double> latency_us;

#pragma nullstream kernel(dense) flops(2.0 * batch * in * out) bytes(4.0 * ((double)batch * in + (double)in * out + (double)batch * out)) regs(32) shared(16384) reads(x, 4 * batch * in) reads(w, 4 * in * out) writes(y, 4 * batch * out)
__global__ void dense(const float *x, const float *w, float *y, int batch, int in, int out)
{
    __shared__ float row[4096];
    const int b = blockIdx.y;
    for (int i = threadIdx.x; i < in; i += blockDim.x)
        row[i] = x[b * in + i];
    __syncthreads();
    const int o = blockIdx.x * blockDim.x + threadIdx.x;
    float acc = 0.0f;
    for (int i = 0; i < in; i++)
        acc += row[i] * w[i * out + o];
    y[b * out + o] = acc > 0.0f ? acc : 0.01f * acc;
}

#pragma nullstream kernel(softmax) flops(6.0 * gridDim.x * out) bytes(8.0 * gridDim.x * out) shared(1024) reads(y, 4 * gridDim.x * out) writes(y, 4 * gridDim.x * out)
__global__ void softmax(float *y, int out)
{
    __shared__ float s[256];
    float e = __expf(y[blockIdx.x * out + threadIdx.x]);
    s[threadIdx.x] = e;
    __syncthreads();
    for (int h = blockDim.x / 2; h > 0; h >>= 1) {
        if (threadIdx.x < h)
            s[threadIdx.x] += s[threadIdx.x + h];
        __syncthreads();
    }
    y[blockIdx.x * out + threadIdx.x] = e / s[0];
}

static float *w1, *w2; // read only

#pragma nullstream host(fill) time(n * 0.001us) writes(to, 4 * n)
static void fill(float *to, int id, int n)
{
    for (int i = 0; i < n; i++)
        to[i] = (float)((id + i) % 5);
}

static void serve()
{
    const int MAX = 16;
    const cudaStream_t s = cudaStreamPerThread;
    float *x, *h, *y, *host;
    if (cudaMalloc(&x, MAX * IN * 4) || cudaMalloc(&h, MAX * IN * 4) || cudaMalloc(&y, MAX * OUT * 4) ||
        cudaMallocHost(&host, MAX * IN * 4))
        errors++;
    for (;;) {
        Request r;
        {
            std::unique_lock<std::mutex> l(inbox_lock);
            arrived.wait(l, [] { return closing || !inbox.empty(); });
            if (inbox.empty())
                break;
            r = inbox.front();
            inbox.pop();
        }
        fill(host, r.id, r.batch * IN);
        cudaMemcpyAsync(x, host, r.batch * IN * 4, cudaMemcpyHostToDevice, s);
        dense<<<dim3(IN / 128, r.batch), 128, 0, s>>>(x, w1, h, r.batch, IN, IN);
        dense<<<dim3(OUT / 128, r.batch), 128, 0, s>>>(h, w2, y, r.batch, IN, OUT);
        softmax<<<r.batch, OUT, 0, s>>>(y, OUT);
        cudaMemcpyAsync(host, y, r.batch * OUT * 4, cudaMemcpyDeviceToHost, s);
        if (cudaStreamSynchronize(s) != cudaSuccess)
            errors++;
        const std::chrono::duration<double, std::micro> took = std::chrono::steady_clock::now() - r.sent;
        std::lock_guard<std::mutex> l(stat_lock);
        latency_us.push_back(took.count());
        served++;
    }
    cudaFreeHost(host);
    cudaFree(x);
    cudaFree(h);
    cudaFree(y);
}

int main()
{
    cudaMalloc(&w1, IN * IN * 4);
    cudaMalloc(&w2, IN * OUT * 4);
    cudaMemset(w1, 0, IN * IN * 4);
    cudaMemset(w2, 0, IN * OUT * 4);
    cudaDeviceSynchronize();
    std::vector<std::thread> pool;
    for (int i = 0; i < WORKERS; i++)
        pool.push_back(std::thread(serve));
    for (int id = 0; id < REQUESTS;) {
        for (int burst = 0; burst < 8; burst++, id++) {
            {
                std::lock_guard<std::mutex> l(inbox_lock);
                inbox.push(Request{id, 1 + id * 5 % 16, std::chrono::steady_clock::now()});
            }
            arrived.notify_one();
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    {
        std::lock_guard<std::mutex> l(inbox_lock);
        closing = true;
    }
    arrived.notify_all();
    for (auto &t : pool)
        t.join();
    std::sort(latency_us.begin(), latency_us.end());
    printf("%d served, %d errors, median %.0f us, worst %.0f us\n", served.load(), errors.load(),
           latency_us[latency_us.size() / 2], latency_us.back());
    return errors.load();
}
