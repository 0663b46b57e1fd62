// Inference server skeleton: clients put requests into a queue, two workers form batches of up to
// eight, run three layers on their own stream and fulfil the clients' promises.
#include <cuda_runtime.h>
#include <condition_variable>
#include <cstdio>
#include <cstring>
#include <deque>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <thread>
#include <vector>

inline void ok(cudaError_t e)
{
    if (e != cudaSuccess) throw std::runtime_error(cudaGetErrorString(e));
}

constexpr int FEATURES = 1024, MAX_BATCH = 8, CLIENTS = 4, PER_CLIENT = 24;

__global__ void dense(const float *__restrict__ w, const float *__restrict__ x, float *__restrict__ y, int batch)
{
    // one warp per output, all items of the batch
    int warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
    if (warp >= FEATURES) return;
    float acc[MAX_BATCH];
#pragma unroll
    for (int b = 0; b < MAX_BATCH; b++) acc[b] = 0;
    for (int i = lane; i < FEATURES; i += 32) {
        float v = w[(size_t)warp * FEATURES + i];
#pragma unroll
        for (int b = 0; b < MAX_BATCH; b++)
            if (b < batch) acc[b] += v * x[b * FEATURES + i];
    }
#pragma unroll
    for (int b = 0; b < MAX_BATCH; b++) {
        for (int o = 16; o > 0; o /= 2) acc[b] += __shfl_xor_sync(0xffffffff, acc[b], o);
        if (lane == 0 && b < batch) y[b * FEATURES + warp] = tanhf(acc[b]);
    }
}

struct Request {
    std::vector<float> input;
    std::mutex m;
    std::condition_variable cv;
    bool done = false;
    float answer = 0;
    void set_value(float v)
    {
        std::lock_guard<std::mutex> g(m);
        answer = v;
        done = true;
        cv.notify_one();
    }
    float get()
    {
        std::unique_lock<std::mutex> g(m);
        cv.wait(g, [&] { return done; });
        return answer;
    }
};

class Queue {
public:
    void push(std::shared_ptr<Request> r)
    {
        {
            std::lock_guard<std::mutex> g(m_);
            q_.push_back(std::move(r));
        }
        cv_.notify_one();
    }
    void close()
    {
        {
            std::lock_guard<std::mutex> g(m_);
            closed_ = true;
        }
        cv_.notify_all();
    }
    bool pop(std::vector<std::shared_ptr<Request>> &batch)
    {
        std::unique_lock<std::mutex> g(m_);
        cv_.wait(g, [&] { return closed_ || !q_.empty(); });
        batch.clear();
        while (!q_.empty() && batch.size() < (size_t)MAX_BATCH) {
            batch.push_back(std::move(q_.front()));
            q_.pop_front();
        }
        return !batch.empty();
    }

private:
    std::mutex m_;
    std::condition_variable cv_;
    std::deque<std::shared_ptr<Request>> q_;
    bool closed_ = false;
};

static void serve(Queue &queue, const float *weights, int *batches)
{
    cudaStream_t s;
    float *in, *out, *a, *b;
    ok(cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking));
    ok(cudaMallocHost(&in, MAX_BATCH * FEATURES * sizeof(float)));
    ok(cudaMallocHost(&out, MAX_BATCH * FEATURES * sizeof(float)));
    ok(cudaMalloc(&a, MAX_BATCH * FEATURES * sizeof(float)));
    ok(cudaMalloc(&b, MAX_BATCH * FEATURES * sizeof(float)));
    std::vector<std::shared_ptr<Request>> batch;
    while (queue.pop(batch)) {
        int n = (int)batch.size();
        size_t bytes = (size_t)n * FEATURES * sizeof(float);
        for (int i = 0; i < n; i++) std::memcpy(in + i * FEATURES, batch[i]->input.data(), FEATURES * sizeof(float));
        ok(cudaMemcpyAsync(a, in, bytes, cudaMemcpyHostToDevice, s));
        for (int layer = 0; layer < 3; layer++) {
            dense<<<FEATURES * 32 / 256, 256, 0, s>>>(weights, a, b, n);
            std::swap(a, b);
        }
        ok(cudaGetLastError());
        ok(cudaMemcpyAsync(out, a, bytes, cudaMemcpyDeviceToHost, s));
        ok(cudaStreamSynchronize(s));
        for (int i = 0; i < n; i++) batch[i]->set_value(out[i * FEATURES + 7]);
        ++*batches;
    }
    cudaFree(a);
    cudaFree(b);
    cudaFreeHost(in);
    cudaFreeHost(out);
    cudaStreamDestroy(s);
}

int main()
{
    float *weights;
    std::vector<float> w((size_t)FEATURES * FEATURES);
    for (size_t i = 0; i < w.size(); i++) w[i] = ((int)(i * 2654435761u >> 16 & 255) - 128) * 2e-4f;
    ok(cudaMalloc(&weights, w.size() * sizeof(float)));
    ok(cudaMemcpy(weights, w.data(), w.size() * sizeof(float), cudaMemcpyHostToDevice));

    Queue queue;
    int batches[2] = {0, 0};
    std::thread w0(serve, std::ref(queue), weights, &batches[0]);
    std::thread w1(serve, std::ref(queue), weights, &batches[1]);
    std::vector<std::thread> clients;
    std::vector<double> sums(CLIENTS);
    for (int c = 0; c < CLIENTS; c++)
        clients.push_back(std::thread([c, &queue, &sums] {
            double sum = 0;
            for (int i = 0; i < PER_CLIENT; i++) {
                auto r = std::make_shared<Request>();
                r->input.assign(FEATURES, 0.01f * (c + 1) + 0.001f * i);
                queue.push(r);
                sum += r->get();
            }
            sums[c] = sum;
        }));
    double total = 0;
    for (auto &c : clients) c.join();
    for (double s : sums) total += s;
    queue.close();
    w0.join();
    w1.join();
    cudaFree(weights);
    std::printf("%d requests, mean answer %.6f%s\n", CLIENTS * PER_CLIENT, total / (CLIENTS * PER_CLIENT),
                batches[0] + batches[1] > 0 ? "" : " (nothing served)");
    return 0;
}
