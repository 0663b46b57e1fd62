#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <iostream>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>
#include <cuda_runtime.h>

namespace gpu {
class CudaError : public std::runtime_error {
  public:
    CudaError(cudaError_t code, const char *expr, const char *file, int line)
        : std::runtime_error(std::string(file) + ":" + std::to_string(line) + ": " + expr + ": " + cudaGetErrorString(code)), code_(code) {}
    cudaError_t code() const noexcept { return code_; }
  private:
    cudaError_t code_;
};
inline void check(cudaError_t e, const char *expr, const char *file, int line) { if (e != cudaSuccess) throw CudaError(e, expr, file, line); }
#define CUDA_CHECK(x) ::gpu::check((x), #x, __FILE__, __LINE__)

class Stream {
  public:
    Stream() { CUDA_CHECK(cudaStreamCreateWithFlags(&s_, cudaStreamNonBlocking)); }
    ~Stream() { if (s_) cudaStreamDestroy(s_); }
    Stream(const Stream &) = delete;
    Stream &operator=(const Stream &) = delete;
    Stream(Stream &&o) noexcept : s_(std::exchange(o.s_, nullptr)) {}
    operator cudaStream_t() const { return s_; }
    void sync() const { CUDA_CHECK(cudaStreamSynchronize(s_)); }
  private:
    cudaStream_t s_ = nullptr;
};

template <typename T> class DeviceBuffer {
  public:
    using value_type = T;
    explicit DeviceBuffer(std::size_t n) : n_(n) { CUDA_CHECK(cudaMalloc(&p_, bytes())); }
    ~DeviceBuffer() { cudaFree(p_); }
    DeviceBuffer(DeviceBuffer &&o) noexcept : p_(o.p_), n_(o.n_) { o.p_ = nullptr; o.n_ = 0; }
    DeviceBuffer(const DeviceBuffer &) = delete;
    T *get() noexcept { return p_; }
    const T *get() const noexcept { return p_; }
    std::size_t size() const noexcept { return n_; }
    std::size_t bytes() const noexcept { return n_ * sizeof(T); }
    void upload(const std::vector<T> &src, cudaStream_t s = 0) {
        if (src.size() > n_) throw std::length_error("upload larger than the buffer");
        CUDA_CHECK(cudaMemcpyAsync(p_, src.data(), src.size() * sizeof(T), cudaMemcpyHostToDevice, s));
    }
  private:
    T *p_ = nullptr;
    std::size_t n_ = 0;
};
} // namespace gpu

enum class Activation { None, Relu, Gelu };
static const char *to_string(Activation a) {
    switch (a) { case Activation::None: return "none"; case Activation::Relu: return "relu"; case Activation::Gelu: return "gelu"; }
    return "?";
}
#pragma nullstream kernel(gemm) time(120us)
__global__ void gemm(const float *a, const float *b, float *c, int m, int n, int k) { }
#pragma nullstream kernel(act) time(20us)
__global__ void act(float *x, int n, int kind) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) x[i] = kind && x[i] < 0.f ? 0.f : x[i]; }

struct Shape { int batch, in, out; constexpr int elements() const { return batch * out; } };

class Layer {
  public:
    explicit Layer(std::string name) : name_(std::move(name)) {}
    virtual ~Layer() = default;
    virtual void forward(const float *in, float *out, cudaStream_t s) = 0;
    virtual Shape shape() const = 0;
    const std::string &name() const { return name_; }
  protected:
    std::string name_;
};
class Linear final : public Layer {
  public:
    Linear(std::string name, Shape s, Activation a) : Layer(std::move(name)), shape_(s), act_(a), w_(std::size_t(s.in) * s.out) {}
    void forward(const float *in, float *out, cudaStream_t s) override {
        dim3 block(16, 16), grid((shape_.out + 15) / 16, (shape_.batch + 15) / 16);
        gemm<<<grid, block, 0, s>>>(in, w_.get(), out, shape_.batch, shape_.out, shape_.in);
        if (act_ != Activation::None) {
            int n = shape_.elements();
            act<<<(n + 255) / 256, 256, 0, s>>>(out, n, static_cast<int>(act_));
        }
        CUDA_CHECK(cudaGetLastError());
    }
    Shape shape() const override { return shape_; }
    Activation activation() const { return act_; }
  private:
    Shape shape_;
    Activation act_;
    gpu::DeviceBuffer<float> w_;
};
class Model {
  public:
    template <typename L, typename... Args> L &add(Args &&...args) {
        layers_.push_back(std::make_unique<L>(std::forward<Args>(args)...));
        return static_cast<L &>(*layers_.back());
    }
    void run(gpu::DeviceBuffer<float> &a, gpu::DeviceBuffer<float> &b, cudaStream_t s) {
        float *in = a.get(), *out = b.get();
        for (const auto &layer : layers_) { layer->forward(in, out, s); std::swap(in, out); }
    }
    std::size_t size() const { return layers_.size(); }
    auto begin() const { return layers_.begin(); }
    auto end() const { return layers_.end(); }
  private:
    std::vector<std::unique_ptr<Layer>> layers_;
};
struct Options { int batch = 64; int steps = 4; bool verbose = false; std::string device = "0"; };
static Options parse(int argc, char **argv) {
    Options o;
    for (int i = 1; i < argc; ++i) {
        std::string arg = argv[i];
        auto next = [&]() -> const char * { if (i + 1 >= argc) throw std::invalid_argument("missing value for " + arg); return argv[++i]; };
        if (arg == "--batch") o.batch = std::stoi(next());
        else if (arg == "--steps") o.steps = std::atoi(next());
        else if (arg == "-v" || arg == "--verbose") o.verbose = true;
        else throw std::invalid_argument("unknown option " + arg);
    }
    return o;
}
static_assert(sizeof(Shape) == 3 * sizeof(int), "Shape is packed");
int main(int argc, char **argv) {
    try {
        const Options opt = parse(argc, argv);
        constexpr int kHidden = 512;
        Model model;
        auto &first = model.add<Linear>("fc1", Shape{opt.batch, 256, kHidden}, Activation::Relu);
        model.add<Linear>("fc2", Shape{opt.batch, kHidden, kHidden}, Activation::Gelu);
        model.add<Linear>("fc3", Shape{opt.batch, kHidden, 10}, Activation::None);
        gpu::DeviceBuffer<float> a(opt.batch * kHidden), b(opt.batch * kHidden);
        std::vector<float> host(opt.batch * 256, 1.0f);
        gpu::Stream stream;
        std::vector<std::function<void(int)>> hooks;
        hooks.emplace_back([&](int step) { if (opt.verbose) std::cout << "step " << step << "\n"; });
        auto t0 = std::chrono::high_resolution_clock::now();
        for (int step = 0; step < opt.steps; ++step) {
            a.upload(host, stream);
            model.run(a, b, stream);
            for (auto &h : hooks) h(step);
        }
        stream.sync();
        std::chrono::duration<double, std::milli> ms = std::chrono::high_resolution_clock::now() - t0;
        printf("%zu layers, first %s (%s): %s\n", model.size(), first.name().c_str(), to_string(first.activation()), ms.count() > 0 ? "timed" : "not");
        int total = 0;
        for (const auto &l : model) total += l->shape().elements();
        std::cout << "outputs: " << total << std::endl;
        gpu::DeviceBuffer<double> huge(std::size_t(1) << 50);
    } catch (const gpu::CudaError &e) {
        std::cerr << "CUDA error " << static_cast<int>(e.code()) << ": " << e.what() << '\n';
        return EXIT_FAILURE;
    } catch (const std::exception &e) { std::cerr << e.what() << '\n'; return 2; }
    return EXIT_SUCCESS;
}
