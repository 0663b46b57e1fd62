// Pricing four books of options by Monte Carlo, each by std::async in its own stream and its own memory;
// the results are futures which main sums in order.
#include "nullstream.cuh"
#include <cstdio>
#include <future>
#include <numeric>
#include <stdexcept>
#include <utility>
#include <vector>

struct Option {
    float spot, strike, rate, volatility, years;
};

struct Book {
    const char *name;
    int options;
    int paths;
    int steps;
};

#pragma nullstream kernel(simulate) flops(14.0 * paths * steps * count) bytes(4.0 * paths * count) regs(40) reads(options, 20 * count) writes(payoffs, 4 * paths * count)
__global__ void simulate(const Option *options, float *payoffs, int count, int paths, int steps, unsigned seed)
{
    const int path = blockIdx.x * blockDim.x + threadIdx.x, which = blockIdx.y;
    if (path >= paths || which >= count)
        return;
    const Option o = options[which];
    unsigned state = seed ^ (path * 9781u + which * 6271u + 1u);
    float s = o.spot, dt = o.years / steps;
    for (int i = 0; i < steps; i++) {
        state = state * 1664525u + 1013904223u;
        const float z = (float)(state >> 9) * (1.0f / 8388608.0f) - 0.5f;
        s *= __expf((o.rate - 0.5f * o.volatility * o.volatility) * dt + o.volatility * sqrtf(dt) * 3.46f * z);
    }
    payoffs[which * paths + path] = fmaxf(s - o.strike, 0.0f);
}

#pragma nullstream kernel(mean) flops(1.0 * paths * gridDim.x) bytes(4.0 * paths * gridDim.x) reads(payoffs, 4 * paths * gridDim.x) writes(prices, 4 * gridDim.x)
__global__ void mean(const float *payoffs, float *prices, int paths)
{
    __shared__ float sum[256];
    float mine = 0;
    for (int i = threadIdx.x; i < paths; i += 256)
        mine += payoffs[blockIdx.x * paths + i];
    sum[threadIdx.x] = mine;
    __syncthreads();
    for (int d = 128; d; d >>= 1) {
        if (threadIdx.x < d)
            sum[threadIdx.x] += sum[threadIdx.x + d];
        __syncthreads();
    }
    if (!threadIdx.x)
        prices[blockIdx.x] = sum[0] / paths;
}

template <class T> struct Device {
    T *p = nullptr;
    explicit Device(size_t n)
    {
        if (cudaMalloc(&p, n * sizeof(T)) != cudaSuccess)
            throw std::bad_alloc();
    }
    ~Device() { cudaFree(p); }
    Device(const Device &) = delete;
    operator T *() const { return p; }
};

template <class T> struct Pinned {
    T *p = nullptr;
    size_t n;
    explicit Pinned(size_t count) : n(count)
    {
        if (cudaMallocHost(&p, n * sizeof(T)) != cudaSuccess)
            throw std::bad_alloc();
    }
    ~Pinned() { cudaFreeHost(p); }
    Pinned(const Pinned &) = delete;
    T *begin() { return p; }
    T *end() { return p + n; }
    T &operator[](size_t i) { return p[i]; }
};

static std::pair<const char *, double> price(const Book &book, unsigned seed)
{
    if (book.options <= 0)
        throw std::invalid_argument(book.name);
    cudaStream_t s;
    cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    Pinned<Option> options(book.options);
    Pinned<float> prices(book.options);
    Device<Option> d_options(book.options);
    Device<float> payoffs(size_t(book.options) * book.paths), d_prices(book.options);
    float strike = 80.0f;
    for (Option &o : options)
        o = {100.0f, strike += 2.5f, 0.03f, 0.2f, 1.0f};
    cudaMemcpyAsync(d_options, options.begin(), book.options * sizeof(Option), cudaMemcpyHostToDevice, s);
    for (int round = 0; round < 3; ++round) {
        simulate<<<dim3((book.paths + 127) / 128, book.options), 128, 0, s>>>(d_options, payoffs, book.options,
                                                                             book.paths, book.steps, seed + round);
        mean<<<book.options, 256, 0, s>>>(payoffs, d_prices, book.paths);
        cudaMemcpyAsync(prices.begin(), d_prices, book.options * sizeof(float), cudaMemcpyDeviceToHost, s);
        cudaStreamSynchronize(s);
        host_work_us(30); // the variance of the round
    }
    const double total = std::accumulate(prices.begin(), prices.end(), 0.0);
    cudaStreamDestroy(s);
    return {book.name, total};
}

int main()
{
    const std::vector<Book> books = {
        {"equity", 24, 1 << 15, 128}, {"rates", 8, 1 << 16, 256}, {"fx", 40, 1 << 14, 64}, {"empty", 0, 1, 1}};
    cudaFree(nullptr); // the context
    std::vector<std::future<std::pair<const char *, double>>> results;
    unsigned seed = 1;
    for (const Book &b : books)
        results.push_back(std::async(std::launch::async, price, std::cref(b), seed += 1000));
    double all = 0;
    int failed = 0;
    for (auto &r : results) {
        try {
            auto [name, value] = r.get();
            std::printf("%-8s %.2f\n", name, value);
            all += value;
        } catch (const std::invalid_argument &e) {
            std::printf("%-8s has no options\n", e.what());
            ++failed;
        }
    }
    std::printf("total %.2f, %d failed\n", all, failed);
    return failed == 1 ? 0 : 1;
}
