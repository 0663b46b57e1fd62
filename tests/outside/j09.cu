// Stockham FFT of many small signals in ping-pong passes, batches over streams. Types of precision are
// template parameters with traits.
#include <cuda_runtime.h>
#include <cstdio>
#include <cstring>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

template <typename Real> struct Traits;
template <> struct Traits<float> {
    using Complex = float2;
    static constexpr const char *name = "single";
    static constexpr int radix = 4;
};
template <> struct Traits<double> {
    using Complex = double2;
    static constexpr const char *name = "double";
    static constexpr int radix = 2;
};
template <typename Real> using Complex = typename Traits<Real>::Complex;

static void must(cudaError_t e, int line)
{
    if (e == cudaSuccess)
        return;
    printf("line %d: %s\n", line, cudaGetErrorString(e));
    exit(2);
}
#define MUST(e) must((e), __LINE__)

// Every element is read and written once a pass; a butterfly has about 5 operations an element.
#pragma nullstream kernel(pass2) bytes(2.0 * sizeof(C) * n) flops(5.0 * n) reads(in, sizeof(C) * n) writes(out, sizeof(C) * n)
template <typename C> __global__ void pass2(const C *in, C *out, int n, int stride)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n / 2)
        return;
    const C a = in[i], b = in[i + n / 2];
    const int j = i / stride * 2 * stride + i % stride;
    out[j] = {a.x + b.x, a.y + b.y};
    out[j + stride] = {a.x - b.x, a.y - b.y};
}

#pragma nullstream kernel(pass4) bytes(2.0 * sizeof(C) * n) flops(8.0 * n) reads(in, sizeof(C) * n) writes(out, sizeof(C) * n)
template <typename C> __global__ void pass4(const C *in, C *out, int n, int stride)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n / 4)
        return;
    const C a = in[i], b = in[i + n / 4], c = in[i + n / 2], d = in[i + 3 * (n / 4)];
    const C e = {a.x + c.x, a.y + c.y}, f = {a.x - c.x, a.y - c.y}, g = {b.x + d.x, b.y + d.y}, h = {b.x - d.x, b.y - d.y};
    const int j = i / stride * 4 * stride + i % stride;
    out[j] = {e.x + g.x, e.y + g.y};
    out[j + stride] = {f.x + h.y, f.y - h.x};
    out[j + 2 * stride] = {e.x - g.x, e.y - g.y};
    out[j + 3 * stride] = {f.x - h.y, f.y + h.x};
}

template <typename Real> class Plan {
  public:
    Plan(int length, int batch) : length_(length), n_(length * batch)
    {
        MUST(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking));
        MUST(cudaMalloc(&buffer_[0], bytes()));
        MUST(cudaMalloc(&buffer_[1], bytes()));
    }
    Plan(Plan &&other) { std::memcpy((void *)this, &other, sizeof *this); std::memset((void *)&other, 0, sizeof other); }
    ~Plan()
    {
        if (!stream_)
            return;
        cudaFree(buffer_[0]);
        cudaFree(buffer_[1]);
        cudaStreamDestroy(stream_);
    }
    size_t bytes() const { return sizeof(Complex<Real>) * n_; }
    int execute(const Complex<Real> *in, Complex<Real> *out)
    {
        MUST(cudaMemcpyAsync(buffer_[0], in, bytes(), cudaMemcpyHostToDevice, stream_));
        int passes = 0;
        Complex<Real> *from = buffer_[0], *to = buffer_[1];
        constexpr int threads = 256;
        for (int stride = 1; stride < length_; stride *= Traits<Real>::radix, ++passes) {
            if constexpr (Traits<Real>::radix == 4)
                pass4<<<n_ / 4 / threads, threads, 0, stream_>>>(from, to, n_, stride);
            else
                pass2<<<n_ / 2 / threads, threads, 0, stream_>>>(from, to, n_, stride);
            std::swap(from, to);
        }
        MUST(cudaMemcpyAsync(out, from, bytes(), cudaMemcpyDeviceToHost, stream_));
        return passes;
    }
    void wait() { MUST(cudaStreamSynchronize(stream_)); }

  private:
    int length_, n_;
    cudaStream_t stream_{};
    Complex<Real> *buffer_[2]{};
};

template <typename Real> std::tuple<int, int, const char *> transform(int plans, int rounds)
{
    static_assert(std::is_floating_point_v<Real>);
    std::vector<Plan<Real>> all;
    all.reserve(plans);
    std::vector<Complex<Real> *> host(plans);
    for (int i = 0; i < plans; i++) {
        all.emplace_back(4096, 256);
        MUST(cudaMallocHost(&host[i], all.back().bytes()));
    }
    int passes = 0;
    for (int round = 0; round < rounds; round++)
        for (int i = 0; i < plans; i++)
            passes += all[i].execute(host[i], host[i]);
    for (auto &plan : all)
        plan.wait();
    for (auto *h : host)
        MUST(cudaFreeHost(h));
    return std::make_tuple(plans * rounds, passes, Traits<Real>::name);
}

int main()
{
    const auto report = [](auto &&result) {
        const auto [transforms, passes, name] = result;
        printf("%s: %d transforms in %d passes\n", name, transforms, passes);
    };
    report(transform<float>(4, 4));
    report(transform<double>(2, 3));
    return 0;
}
