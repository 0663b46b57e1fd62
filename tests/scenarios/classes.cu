// Host code in the manner of C++: streams, timers and arrays as classes, threads with lambdas.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>
#include <functional>
#include <iostream>
#include <string>
#include <thread>
#include <utility>
#include <vector>
#define CHECK(x) check((x), #x, __FILE__, __LINE__)
static void check(cudaError_t e, const char *what, const char *file, int line)
{
    if (e != cudaSuccess) {
        std::cerr << file << ":" << line << ": " << what << ": " << cudaGetErrorString(e)
                  << std::endl;
        std::exit(EXIT_FAILURE);
    }
}
struct Stream {
    cudaStream_t s;
    explicit Stream(unsigned flags = cudaStreamNonBlocking)
    {
        CHECK(cudaStreamCreateWithFlags(&s, flags));
    }
    ~Stream()
    {
        cudaStreamDestroy(s);
    }
    Stream(const Stream &) = delete;
    operator cudaStream_t() const
    {
        return s;
    }
};
class Timer
{
  public:
    Timer()
    {
        cudaEventCreate(&a_);
        cudaEventCreate(&b_);
    }
    ~Timer()
    {
        cudaEventDestroy(a_);
        cudaEventDestroy(b_);
    }
    void start(cudaStream_t s = 0)
    {
        cudaEventRecord(a_, s);
    }
    float stop(cudaStream_t s = 0)
    {
        cudaEventRecord(b_, s);
        cudaEventSynchronize(b_);
        float ms = 0;
        cudaEventElapsedTime(&ms, a_, b_);
        return ms;
    }

  private:
    cudaEvent_t a_, b_;
};
template <typename T> class DeviceArray
{
    T *p_;
    size_t n_;

  public:
    DeviceArray(size_t n) : p_(nullptr), n_(n)
    {
        CHECK(cudaMalloc(&p_, n * sizeof(T)));
    }
    ~DeviceArray()
    {
        cudaFree(p_);
    }
    T *data()
    {
        return p_;
    }
    const T *data() const
    {
        return p_;
    }
    size_t size() const
    {
        return n_;
    }
    void upload(const std::vector<T> &h, cudaStream_t s)
    {
        CHECK(cudaMemcpyAsync(p_, h.data(), n_ * sizeof(T), cudaMemcpyHostToDevice, s));
    }
    void download(std::vector<T> &h, cudaStream_t s) const
    {
        CHECK(cudaMemcpyAsync(h.data(), p_, n_ * sizeof(T), cudaMemcpyDeviceToHost, s));
    }
};
#pragma nullstream kernel(saxpy) time(80us)
template <typename T> __global__ void saxpy(T a, const T *x, T *y, size_t n)
{
    size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    if (i < n)
        y[i] += a * x[i];
}
static constexpr int kThreads = 256;
inline int blocks_for(size_t n)
{
    return static_cast<int>((n + kThreads - 1) / kThreads);
}
enum class Mode { Serial, Streams };
static const char *name(Mode m)
{
    return m == Mode::Serial ? "serial" : "streams";
}
float run(Mode mode, size_t n, int chunks)
{
    std::vector<float> h(n, 1.0f);
    DeviceArray<float> x(n), y(n);
    Timer timer;
    Stream one(cudaStreamDefault), two;
    cudaStream_t list[] = {one, two};
    x.upload(h, one);
    CHECK(cudaDeviceSynchronize());
    timer.start(one);
    for (int c = 0; c < chunks; c++) {
        size_t from = n / chunks * c, count = n / chunks;
        cudaStream_t s = mode == Mode::Serial ? list[0] : list[c % 2];
        saxpy<float>
            <<<blocks_for(count), kThreads, 0, s>>>(2.0f, x.data() + from, y.data() + from, count);
    }
    CHECK(cudaGetLastError());
    CHECK(cudaStreamSynchronize(two));
    float ms = timer.stop(one);
    y.download(h, one);
    CHECK(cudaStreamSynchronize(one));
    return ms;
}
int main(int argc, char *argv[])
{
    const size_t n = argc > 1 ? std::strtoul(argv[1], nullptr, 10) : 1u << 16;
    int device = 0;
    cudaDeviceProp prop{};
    CHECK(cudaGetDevice(&device));
    CHECK(cudaGetDeviceProperties(&prop, device));
    std::cout << prop.name << " SMs " << prop.multiProcessorCount << std::endl;
    for (Mode m : {Mode::Serial, Mode::Streams})
        std::printf("%s %.3f ms\n", name(m), run(m, n, 4));
    std::vector<std::thread> workers;
    int done[3] = {};
    for (int i = 0; i < 3; ++i)
        workers.emplace_back([&done, i]() {
            Stream s;
            std::this_thread::sleep_for(std::chrono::microseconds(100 * (i + 1)));
            saxpy<double><<<1, 32, 0, s>>>(1.0, nullptr, nullptr, 0);
            CHECK(cudaStreamSynchronize(s));
            done[i] = 1;
        });
    std::for_each(workers.begin(), workers.end(), [](std::thread &t) { t.join(); });
    std::cout << done[0] + done[1] + done[2] << " done\n";
    return 0;
}
