// Two tenants in one process: the polite one waits for its stream, the other calls cudaDeviceSynchronize after every step and
// so waits for both; then both are polite. Each tenant says how long it took.
#include <cuda_runtime.h>
#include <atomic>
#include <chrono>
#include <iostream>
#include <memory>
#include <string>
#include <thread>

class Tenant {
public:
    virtual ~Tenant() {}
    virtual std::string name() const = 0;
    virtual void submit(cudaStream_t s) = 0;
    virtual int steps() const = 0;
};

#pragma nullstream kernel(gauss_seidel) flops(50.0 * n) bytes(12.0 * n)
__global__ void gauss_seidel(float *x, const float *b, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float v = x[i];
        for (int k = 0; k < 25; k++)
            v = 0.25f * v + b[i];
        x[i] = v;
    }
}

#pragma nullstream kernel(raycast) time(220us) regs(56)
__global__ void raycast(unsigned *pixels, int w, int h, float t)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h)
        return;
    float d = 0;
    for (int k = 0; k < 300; k++)
        d += 0.01f * fabsf(__sinf(d + x * 0.01f) * __cosf(t + y * 0.01f));
    pixels[y * w + x] = (unsigned)(d * 255);
}

class Solver : public Tenant {
    static const int N = 1 << 21;
    float *x, *b;

public:
    Solver()
    {
        cudaMalloc(&x, N * sizeof(float));
        cudaMalloc(&b, N * sizeof(float));
        cudaMemset(x, 0, N * sizeof(float));
        cudaMemset(b, 0, N * sizeof(float));
    }
    ~Solver() override
    {
        cudaFree(x);
        cudaFree(b);
    }
    std::string name() const override { return "solver"; }
    int steps() const override { return 80; }
    void submit(cudaStream_t s) override
    {
        for (int k = 0; k < 2; k++)
            gauss_seidel<<<N / 512, 512, 0, s>>>(x, b, N);
    }
};

class Renderer : public Tenant {
    static const int W = 1280, H = 720;
    unsigned *pixels, *host;
    float t = 0;

public:
    Renderer()
    {
        cudaMalloc(&pixels, W * H * sizeof(unsigned));
        cudaMallocHost(&host, W * H * sizeof(unsigned));
    }
    ~Renderer() override
    {
        cudaFree(pixels);
        cudaFreeHost(host);
    }
    std::string name() const override { return "renderer"; }
    int steps() const override { return 12; }
    void submit(cudaStream_t s) override
    {
        raycast<<<dim3(W / 16, H / 16), dim3(16, 16), 0, s>>>(pixels, W, H, t += 0.02f);
        cudaMemcpyAsync(host, pixels, W * H * sizeof(unsigned), cudaMemcpyDeviceToHost, s);
    }
};

static std::atomic<int> ready{0};

static void live(Tenant *tenant, bool rude, double *ms)
{
    cudaStream_t s;
    cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    ready++;
    while (ready.load() < 2)
        std::this_thread::yield();
    auto from = std::chrono::steady_clock::now();
    for (int i = 0; i < tenant->steps(); i++) {
        tenant->submit(s);
        if (rude)
            cudaDeviceSynchronize();
        else
            cudaStreamSynchronize(s);
    }
    *ms = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - from).count();
    cudaStreamDestroy(s);
}

int main()
{
    std::unique_ptr<Tenant> tenants[] = {std::make_unique<Solver>(), std::make_unique<Renderer>()};
    cudaDeviceSynchronize();
    for (bool rude : {true, false}) {
        double ms[2];
        ready = 0;
        std::thread a(live, tenants[0].get(), rude, &ms[0]);
        std::thread b(live, tenants[1].get(), false, &ms[1]);
        a.join();
        b.join();
        std::string line = rude ? "device synchronize: " : "stream synchronize: ";
        for (int i = 0; i < 2; i++)
            line += tenants[i]->name() + " " + std::to_string(ms[i]) + " ms  ";
        std::cout << line << std::endl;
    }
    return 0;
}
