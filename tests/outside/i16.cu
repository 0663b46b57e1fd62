// Multi-tenant inference: three tenants, each a thread with a stream of its own priority and a request pattern; a latency-critical one with short
// kernels, a standard one, and a batch job whose long kernels fill the device. Each reports its latencies by events.
#include <cuda_runtime.h>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <vector>

constexpr int WIDTH = 1 << 20;

#pragma nullstream kernel(relu_scale) flops(3.0 * n) bytes(8.0 * n) regs(16)
__global__ void relu_scale(float *x, int n, float k)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        x[i] = fmaxf(x[i] * k + 0.01f, 0.0f);
}

#pragma nullstream kernel(dense) flops(2.0 * n * rounds) bytes(8.0 * n) regs(16)
__global__ void dense(float *x, int n, int rounds)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float v = x[i];
    for (int r = 0; r < rounds; r++)
        v = fmaf(v, 0.999f, 0.001f);
    x[i] = v;
}

struct Profile {
    std::string name;
    int priority; // 0 is the lowest
    int requests;
    int layers;
    int size;
    int rounds;
    std::chrono::microseconds think;
};

struct Stats {
    float sum = 0, worst = 0;
    int n = 0;
    void add(float us)
    {
        sum += us;
        worst = us > worst ? us : worst;
        n++;
    }
};

class Tenant {
public:
    Tenant(const Profile &p, int least, int greatest) : profile(p)
    {
        int range = least - greatest;
        int priority = least - (p.priority < range ? p.priority : range);
        cudaStreamCreateWithPriority(&stream, cudaStreamNonBlocking, priority);
        cudaMalloc(&data, p.size * sizeof(float));
        cudaMallocHost(&in, p.size * sizeof(float));
        cudaMallocHost(&out, 256 * sizeof(float));
        cudaEventCreate(&begin);
        cudaEventCreate(&end);
        for (int i = 0; i < p.size; i += 1024)
            in[i] = 1.0f;
    }
    ~Tenant()
    {
        cudaFree(data);
        cudaFreeHost(in);
        cudaFreeHost(out);
        cudaEventDestroy(begin);
        cudaEventDestroy(end);
        cudaStreamDestroy(stream);
    }
    Tenant(Tenant &&) = delete;

    void serve()
    {
        for (int r = 0; r < profile.requests; r++) {
            cudaEventRecord(begin, stream);
            cudaMemcpyAsync(data, in, profile.size * sizeof(float), cudaMemcpyHostToDevice, stream);
            for (int l = 0; l < profile.layers; l++) {
                int blocks = (profile.size + 127) / 128;
                dense<<<blocks, 128, 0, stream>>>(data, profile.size, profile.rounds);
                relu_scale<<<blocks, 128, 0, stream>>>(data, profile.size, 0.9f);
            }
            cudaMemcpyAsync(out, data, 256 * sizeof(float), cudaMemcpyDeviceToHost, stream);
            cudaEventRecord(end, stream);
            cudaEventSynchronize(end);
            float ms = 0;
            cudaEventElapsedTime(&ms, begin, end);
            stats.add(ms * 1000);
            std::this_thread::sleep_for(profile.think);
        }
    }

    Profile profile;
    Stats stats;

private:
    cudaStream_t stream{};
    float *data{}, *in{}, *out{};
    cudaEvent_t begin{}, end{};
};

int main()
{
    using std::chrono::microseconds;
    int least = 0, greatest = 0;
    cudaDeviceGetStreamPriorityRange(&least, &greatest);
    const std::vector<Profile> profiles = {
        {"realtime", 5, 50, 6, 32768, 100, microseconds(150)},
        {"standard", 2, 25, 8, 262144, 1000, microseconds(200)},
        {"batch", 0, 6, 3, WIDTH * 2, 6000, microseconds(0)},
    };
    std::vector<std::unique_ptr<Tenant>> tenants;
    for (auto &p : profiles)
        tenants.push_back(std::make_unique<Tenant>(p, least, greatest));
    std::vector<std::thread> threads;
    for (auto &t : tenants)
        threads.push_back(std::thread(&Tenant::serve, t.get()));
    for (auto &t : threads)
        t.join();
    int served = 0;
    for (const auto &t : tenants) {
        std::fprintf(stderr, "%-9s %3d requests, mean %7.1f us, worst %7.1f us\n", t->profile.name.c_str(), t->stats.n, t->stats.sum / t->stats.n, t->stats.worst);
        served += t->stats.n;
    }
    std::printf("%d requests\n", served);
    return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
