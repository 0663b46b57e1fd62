// A little batch scheduler: jobs of different weight wait in a std::priority_queue; urgent ones go to a
// high-priority stream, the rest to the ordinary streams in turn, as soon as the next one says that it is idle.
#include "nullstream.cuh"
#include <algorithm>
#include <cstdio>
#include <queue>
#include <string_view>
#include <vector>

enum class Urgency : int { batch = 0, normal = 1, urgent = 2 };

struct Job {
    int id;
    Urgency urgency;
    int tiles;
    constexpr std::string_view label() const
    {
        switch (urgency) {
        case Urgency::batch: return "batch";
        case Urgency::normal: return "normal";
        case Urgency::urgent: return "urgent";
        }
        return "?";
    }
};

#pragma nullstream kernel(mandel) block_time(35us) writes(out, 4 * gridDim.x * blockDim.x)
__global__ void mandel(int *out, float x0, float y0)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    float cx = x0 + 1e-4f * (float)i, cy = y0, x = 0, y = 0;
    int n = 0;
    while (n < 2000 && x * x + y * y < 4.0f) {
        const float t = x * x - y * y + cx;
        y = 2.0f * x * y + cy;
        x = t;
        n++;
    }
    out[i] = n;
}

#pragma nullstream kernel(colour) flops(4.0 * n) bytes(8.0 * n) reads(in, 4 * n) writes(out, 4 * n)
__global__ void colour(const int *in, uchar4 *out, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = make_uchar4(in[i] & 255, in[i] >> 3 & 255, in[i] * 7 & 255, 255);
}

struct Worker {
    cudaStream_t stream{};
    int *iterations{};
    uchar4 *pixels{}, *host{};
    int job = -1;
    static constexpr int LARGEST = 320 * 256;
    void open(int priority)
    {
        cudaStreamCreateWithPriority(&stream, cudaStreamNonBlocking, priority);
        cudaMalloc(&iterations, LARGEST * sizeof *iterations);
        cudaMalloc(&pixels, LARGEST * sizeof *pixels);
        cudaMallocHost(&host, LARGEST * sizeof *host);
    }
    bool idle() const { return cudaStreamQuery(stream) == cudaSuccess; }
    void start(const Job &j)
    {
        const int n = j.tiles * 256;
        job = j.id;
        mandel<<<j.tiles, 256, 0, stream>>>(iterations, -1.5f, 0.1f * j.id);
        colour<<<j.tiles, 256, 0, stream>>>(iterations, pixels, n);
        cudaMemcpyAsync(host, pixels, n * sizeof *pixels, cudaMemcpyDeviceToHost, stream);
    }
    void close()
    {
        cudaStreamDestroy(stream);
        cudaFree(iterations);
        cudaFree(pixels);
        cudaFreeHost(host);
    }
};

int main()
{
    auto later = [](const Job &a, const Job &b) {
        return a.urgency != b.urgency ? a.urgency < b.urgency : a.tiles < b.tiles;
    };
    std::priority_queue<Job, std::vector<Job>, decltype(later)> queue(later);
    for (int id = 0; id < 16; ++id)
        queue.push(Job{id, static_cast<Urgency>(id * 7 % 3), 40 + (id * 53) % 280});

    int least, greatest;
    cudaDeviceGetStreamPriorityRange(&least, &greatest);
    Worker express;
    express.open(greatest);
    std::vector<Worker> ordinary(3);
    for (auto &w : ordinary)
        w.open(least);

    int counts[3] = {};
    std::size_t next = 0;
    while (!queue.empty()) {
        const Job job = queue.top();
        queue.pop();
        counts[static_cast<int>(job.urgency)]++;
        if (job.urgency == Urgency::urgent) {
            cudaStreamSynchronize(express.stream);
            express.start(job);
            continue;
        }
        Worker &w = ordinary[next++ % ordinary.size()];
        while (!w.idle())
            host_work_us(5);
        w.start(job);
    }
    cudaDeviceSynchronize();
    for (auto u : {Urgency::urgent, Urgency::normal, Urgency::batch}) {
        auto name = Job{0, u, 0}.label();
        std::printf("%.*s: %d\n", (int)name.size(), name.data(), counts[static_cast<int>(u)]);
    }
    express.close();
    std::for_each(ordinary.begin(), ordinary.end(), [](Worker &w) { w.close(); });
    return 0;
}
