// C++17. Risk reports by two desks (threads) that still share the legacy default stream: pageable copies, allocations in the middle, and a lock around the "library" that is not thread-safe.
#include "nullstream.cuh"
#include <chrono>
#include <cstdio>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

struct CudaDelete {
    void operator()(double *p) const { cudaFree(p); }
};
using DevicePtr = std::unique_ptr<double[], CudaDelete>;

static DevicePtr device_array(size_t n)
{
    double *p = nullptr;
    if (cudaMalloc(&p, n * sizeof(double)) != cudaSuccess) throw std::bad_alloc();
    return DevicePtr(p);
}

#pragma nullstream kernel(revalue) flops(140.0 * n) bytes(24.0 * n)
__global__ void revalue(const double *positions, const double *shocks, double *pnl, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        double x = positions[i];
        for (int k = 0; k < 8; k++) x = x * exp(-shocks[i] * 0.01) + sqrt(fabs(x));
        pnl[i] = x;
    }
}

#pragma nullstream kernel(partial_sort) block_time(17us) shared(32768)
__global__ void partial_sort(double *pnl, int n)
{
    int i = blockIdx.x * 2048 + threadIdx.x;
    if (i + 1024 < n && pnl[i] > pnl[i + 1024]) {
        double t = pnl[i];
        pnl[i] = pnl[i + 1024];
        pnl[i + 1024] = t;
    }
}

class Library {
public:
    void value_at_risk(double *pnl, int n, double *out_host)
    {
        std::lock_guard lock(mutex_);
        partial_sort<<<(n + 2047) / 2048, 1024>>>(pnl, n); // in the default stream, as it always was
        cudaMemcpy(out_host, pnl, 64 * sizeof(double), cudaMemcpyDeviceToHost);
        ++calls_;
    }
    int calls() const { return calls_; }

private:
    std::mutex mutex_;
    int calls_ = 0;
};

static void desk(const std::string &name, int books, int n, Library &lib, std::map<std::string, double> &report, std::mutex &report_lock)
{
    cudaStream_t s;
    cudaStreamCreate(&s); // a blocking stream
    std::vector<double> positions(n, 1.0);
    double *shocks_host = nullptr;
    cudaMallocHost(&shocks_host, n * sizeof(double));
    double worst = 0;
    for (int b = 0; b < books; ++b) {
        auto d_positions = device_array(n), d_shocks = device_array(n), d_pnl = device_array(n);
        cudaMemcpyAsync(d_positions.get(), positions.data(), n * sizeof(double), cudaMemcpyHostToDevice, s);
        cudaMemcpyAsync(d_shocks.get(), shocks_host, n * sizeof(double), cudaMemcpyHostToDevice, s);
        for (int scenario = 0; scenario < 3; ++scenario)
            revalue<<<(n + 127) / 128, 128, 0, s>>>(d_positions.get(), d_shocks.get(), d_pnl.get(), n);
        double tail[64];
        lib.value_at_risk(d_pnl.get(), n, tail);
        host_work_us(25);
        worst += b;
    } // cudaFree here
    {
        std::scoped_lock hold(report_lock);
        report[name] = worst;
    }
    cudaFreeHost(shocks_host);
    cudaStreamDestroy(s);
}

int main()
{
    Library lib;
    std::map<std::string, double> report;
    std::mutex report_lock;
    cudaFree(nullptr); // context
    const auto begin = std::chrono::steady_clock::now();
    std::thread rates(desk, "rates", 6, 150000, std::ref(lib), std::ref(report), std::ref(report_lock));
    std::thread equity(desk, "equity", 5, 90000, std::ref(lib), std::ref(report), std::ref(report_lock));
    rates.join();
    equity.join();
    const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - begin;
    for (const auto &[name, worst] : report) std::printf("%s: %g\n", name.c_str(), worst);
    std::printf("%d library calls%s\n", lib.calls(), took.count() > 1e4 ? ", slow" : "");
}
