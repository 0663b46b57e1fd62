// Inference server: worker threads, a request queue, one stream per worker.
#include <cuda_runtime.h>
#include <condition_variable>
#include <cstdio>
#include <cstring>
#include <mutex>
#include <queue>
#include <thread>
#include <vector>

#define CUDA_CHECK(x)                                                                      \
    do {                                                                                   \
        cudaError_t err_ = (x);                                                            \
        if (err_ != cudaSuccess) {                                                         \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(err_));  \
            exit(1);                                                                       \
        }                                                                                  \
    } while (0)

constexpr int kFeatures = 256 * 1024;
constexpr int kClasses = 1000;

#pragma nullstream kernel(embed) bytes(8.0 * n) flops(4.0 * n)
__global__ void embed(const float *in, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = in[i] * 0.5f;
}

#pragma nullstream kernel(classify) time(85us) reads(h, n * 4) writes(logits, classes * 4) shared(16384)
__global__ void classify(const float *h, float *logits, int n, int classes)
{
    extern __shared__ float tile[];
    (void)tile;
}

struct Request {
    int id;
    const float *input;
    float *logits;
};

class RequestQueue {
  public:
    void push(Request r)
    {
        {
            std::lock_guard<std::mutex> lock(m_);
            q_.push(r);
        }
        cv_.notify_one();
    }
    void close()
    {
        {
            std::lock_guard<std::mutex> lock(m_);
            closed_ = true;
        }
        cv_.notify_all();
    }
    bool pop(Request &r)
    {
        std::unique_lock<std::mutex> lock(m_);
        cv_.wait(lock, [this] { return closed_ || !q_.empty(); });
        if (q_.empty())
            return false;
        r = q_.front();
        q_.pop();
        return true;
    }

  private:
    std::queue<Request> q_;
    std::mutex m_;
    std::condition_variable cv_;
    bool closed_ = false;
};

void worker(RequestQueue &queue, int *served)
{
    cudaStream_t s;
    CUDA_CHECK(cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking));
    float *in, *hidden, *logits;
    CUDA_CHECK(cudaMalloc(&in, kFeatures * sizeof(float)));
    CUDA_CHECK(cudaMalloc(&hidden, kFeatures * sizeof(float)));
    CUDA_CHECK(cudaMalloc(&logits, kClasses * sizeof(float)));
    Request r;
    while (queue.pop(r)) {
        CUDA_CHECK(cudaMemcpyAsync(in, r.input, kFeatures * sizeof(float), cudaMemcpyHostToDevice, s));
        embed<<<(kFeatures + 255) / 256, 256, 0, s>>>(in, hidden, kFeatures);
        classify<<<40, 512, 0, s>>>(hidden, logits, kFeatures, kClasses);
        CUDA_CHECK(cudaMemcpyAsync(r.logits, logits, kClasses * sizeof(float), cudaMemcpyDeviceToHost, s));
        CUDA_CHECK(cudaStreamSynchronize(s));
        ++*served;
    }
    CUDA_CHECK(cudaFree(in));
    CUDA_CHECK(cudaFree(hidden));
    CUDA_CHECK(cudaFree(logits));
    CUDA_CHECK(cudaStreamDestroy(s));
}

int main()
{
    const int requests = 32, workers = 3;
    float *inputs, *outputs;
    CUDA_CHECK(cudaMallocHost(&inputs, requests * kFeatures * sizeof(float)));
    CUDA_CHECK(cudaMallocHost(&outputs, requests * kClasses * sizeof(float)));
    memset(inputs, 0, requests * kFeatures * sizeof(float));

    RequestQueue queue;
    std::vector<int> served(workers, 0);
    std::vector<std::thread> pool;
    for (int w = 0; w < workers; w++)
        pool.emplace_back(worker, std::ref(queue), &served[w]);
    for (int i = 0; i < requests; i++)
        queue.push({i, inputs + (size_t)i * kFeatures, outputs + (size_t)i * kClasses});
    queue.close();
    for (auto &t : pool)
        t.join();
    int total = 0;
    for (int n : served)
        total += n;
    printf("%d requests\n", total);
    cudaFreeHost(inputs);
    cudaFreeHost(outputs);
    return 0;
}
