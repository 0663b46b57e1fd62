// A training loop: backward fills gradient buckets, each is reduced (here: scaled and clipped) in a stream of its own as soon as it is
// complete, offloaded, stepped by a pool of two CPU threads (Adam on the host), and uploaded again before the next forward.
#include <cuda_runtime.h>
#include <atomic>
#include <condition_variable>
#include <cstdio>
#include <deque>
#include <functional>
#include <future>
#include <mutex>
#include <thread>
#include <vector>

static const int LAYERS = 12, BUCKETS = 4, PER = LAYERS / BUCKETS, WIDTH = 512, ROWS = 2048, STEPS = 6;
static const size_t PARAMS = (size_t)WIDTH * WIDTH; // of a layer, 1 MiB
static const size_t BUCKET = PARAMS * PER;

// out[ROWS x WIDTH] = in[ROWS x WIDTH] w, tiles of 16 x 16: bound by shared memory, a fifth of the peak
#pragma nullstream kernel(linear) flops(5 * 2.0 * ROWS * WIDTH * WIDTH) bytes(4.0 * (2.0 * ROWS * WIDTH + WIDTH * WIDTH)) regs(32) shared(2048) reads(in, ROWS * WIDTH * 4) reads(w, WIDTH * WIDTH * 4) writes(out, ROWS * WIDTH * 4)
__global__ void linear(const float *in, const float *w, float *out)
{
    __shared__ float a[16][16], b[16][16];
    int col = blockIdx.x * 16 + threadIdx.x, row = blockIdx.y * 16 + threadIdx.y;
    float sum = 0;
    for (int k = 0; k < WIDTH; k += 16) {
        a[threadIdx.y][threadIdx.x] = in[row * WIDTH + k + threadIdx.x];
        b[threadIdx.y][threadIdx.x] = w[(k + threadIdx.y) * WIDTH + col];
        __syncthreads();
        for (int i = 0; i < 16; i++)
            sum += a[threadIdx.y][i] * b[i][threadIdx.x];
        __syncthreads();
    }
    out[row * WIDTH + col] = sum;
}

// dw = in^T dout / ROWS, a thread an element, 64 rows only (a sample); two loads an FMA: a tenth of the peak
#pragma nullstream kernel(weight_grad) flops(10 * 2.0 * 64 * WIDTH * WIDTH) bytes(4.0 * WIDTH * WIDTH) regs(24) reads(in, 64 * WIDTH * 4) reads(dout, 64 * WIDTH * 4) writes(dw, WIDTH * WIDTH * 4)
__global__ void weight_grad(const float *in, const float *dout, float *dw)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, r = i / WIDTH, c = i % WIDTH;
    float sum = 0;
    for (int k = 0; k < 64; k++)
        sum += in[k * WIDTH + r] * dout[k * WIDTH + c];
    dw[i] = sum * (1.0f / 64);
}

#pragma nullstream kernel(clip) flops(3.0 * n) bytes(8.0 * n) regs(16)
__global__ void clip(float *g, size_t n, float most)
{
    size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    if (i < n)
        g[i] = fminf(fmaxf(g[i], -most), most);
}

#pragma nullstream host(adam) time(n * 0.0006us)
static void adam(float *p, float *m, const float *g, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        m[i] = 0.9f * m[i] + 0.1f * g[i];
        p[i] -= 1e-3f * m[i];
    }
}

class Pool {
    std::vector<std::thread> threads;
    std::deque<std::packaged_task<void()>> tasks;
    std::mutex lock;
    std::condition_variable more;
    bool stop = false;

public:
    explicit Pool(unsigned n)
    {
        for (unsigned i = 0; i < n; i++)
            threads.emplace_back([this] {
                for (;;) {
                    std::packaged_task<void()> task;
                    {
                        std::unique_lock<std::mutex> l(lock);
                        more.wait(l, [this] { return stop || !tasks.empty(); });
                        if (stop && tasks.empty())
                            return;
                        task = std::move(tasks.front());
                        tasks.pop_front();
                    }
                    task();
                }
            });
    }
    ~Pool()
    {
        {
            std::lock_guard<std::mutex> l(lock);
            stop = true;
        }
        more.notify_all();
        for (auto &t : threads)
            t.join();
    }
    std::future<void> run(std::function<void()> f)
    {
        std::packaged_task<void()> task(std::move(f));
        auto result = task.get_future();
        {
            std::lock_guard<std::mutex> l(lock);
            tasks.push_back(std::move(task));
        }
        more.notify_one();
        return result;
    }
};

int main()
{
    float *act[LAYERS + 1], *w, *dw, *da, *db, *hp, *hg, *hm;
    for (auto &p : act) {
        cudaMalloc(&p, (size_t)ROWS * WIDTH * sizeof(float));
        cudaMemset(p, 0, (size_t)ROWS * WIDTH * sizeof(float));
    }
    cudaMalloc(&w, PARAMS * LAYERS * sizeof(float));
    cudaMalloc(&dw, PARAMS * LAYERS * sizeof(float));
    cudaMalloc(&da, (size_t)ROWS * WIDTH * sizeof(float));
    cudaMalloc(&db, (size_t)ROWS * WIDTH * sizeof(float));
    cudaMemset(w, 0, PARAMS * LAYERS * sizeof(float));
    cudaMemset(da, 0, (size_t)ROWS * WIDTH * sizeof(float));
    cudaMallocHost(&hp, PARAMS * LAYERS * sizeof(float));
    cudaMallocHost(&hg, PARAMS * LAYERS * sizeof(float));
    hm = new float[PARAMS * LAYERS]();
    cudaStream_t compute, reduce, up;
    cudaStreamCreateWithFlags(&compute, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&reduce, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&up, cudaStreamNonBlocking);
    cudaEvent_t ready[BUCKETS], landed[BUCKETS], uploaded[BUCKETS];
    for (int i = 0; i < BUCKETS; i++) {
        cudaEventCreateWithFlags(&ready[i], cudaEventDisableTiming);
        cudaEventCreateWithFlags(&landed[i], cudaEventDisableTiming);
        cudaEventCreateWithFlags(&uploaded[i], cudaEventDisableTiming);
    }
    cudaDeviceSynchronize();
    dim3 tile(16, 16), grid(WIDTH / 16, ROWS / 16);
    Pool pool(2);
    for (int step = 0; step < STEPS; step++) {
        for (int l = 0; l < LAYERS; l++) {
            if (step > 0 && l % PER == 0)
                cudaStreamWaitEvent(compute, uploaded[l / PER], 0);
            linear<<<grid, tile, 0, compute>>>(act[l], w + l * PARAMS, act[l + 1]);
        }
        std::vector<std::future<void>> stepped(BUCKETS);
        for (int l = LAYERS - 1; l >= 0; l--) {
            weight_grad<<<PARAMS / 256, 256, 0, compute>>>(act[l], da, dw + l * PARAMS);
            linear<<<grid, tile, 0, compute>>>(da, w + l * PARAMS, db);
            std::swap(da, db);
            if (l % PER == 0) {
                int b = l / PER;
                cudaEventRecord(ready[b], compute);
                cudaStreamWaitEvent(reduce, ready[b], 0);
                clip<<<(BUCKET + 255) / 256, 256, 0, reduce>>>(dw + b * BUCKET, BUCKET, 1.0f);
                cudaMemcpyAsync(hg + b * BUCKET, dw + b * BUCKET, BUCKET * sizeof(float), cudaMemcpyDeviceToHost, reduce);
                cudaEventRecord(landed[b], reduce);
                stepped[b] = pool.run([=] {
                    cudaEventSynchronize(landed[b]);
                    adam(hp + b * BUCKET, hm + b * BUCKET, hg + b * BUCKET, BUCKET);
                });
            }
        }
        for (int b = BUCKETS - 1; b >= 0; b--) {
            stepped[b].get();
            cudaMemcpyAsync(w + b * BUCKET, hp + b * BUCKET, BUCKET * sizeof(float), cudaMemcpyHostToDevice, up);
            cudaEventRecord(uploaded[b], up);
        }
    }
    cudaDeviceSynchronize();
    printf("%d steps: %s\n", STEPS, cudaGetErrorString(cudaGetLastError()));
    delete[] hm;
    return 0;
}
