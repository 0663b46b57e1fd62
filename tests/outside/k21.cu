// LSTM inference: many small kernels per step, layers run as a wavefront over streams; a second
// variant (--fused) halves the kernels. A DSL of tensors with overloaded operators hides the launches.
#include <cuda_runtime.h>
#include <cstdio>
#include <cstring>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace nn {

struct Error : std::logic_error { using std::logic_error::logic_error; };
inline void ok(cudaError_t e) { if (e != cudaSuccess) throw Error(cudaGetErrorString(e)); }

class Context {
    std::vector<cudaStream_t> streams_;
    std::size_t current_ = 0;
    long launches_ = 0;
    Context() = default;
  public:
    static Context &get() { static Context c; return c; }
    void open(std::size_t n)
    {
        streams_.resize(n);
        for (auto &s : streams_) ok(cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking));
    }
    void close()
    {
        for (auto s : streams_) ok(cudaStreamDestroy(s));
        streams_.clear();
    }
    cudaStream_t stream() const { return streams_.at(current_); }
    cudaStream_t stream(std::size_t i) const { return streams_.at(i); }
    void launched() { ++launches_; }
    long launches() const { return launches_; }
    class Use {
        std::size_t before_;
      public:
        explicit Use(std::size_t i) : before_(get().current_) { get().current_ = i; }
        ~Use() { get().current_ = before_; }
        Use(const Use &) = delete;
    };
};

#pragma nullstream kernel(matvec) time(6us) reads(w, 4 * rows * cols) reads(x, 4 * cols) reads(y, 4 * rows) writes(y, 4 * rows)
__global__ void matvec(const float *w, const float *x, float *y, int rows, int cols)
{
    const int r = blockIdx.x * blockDim.y + threadIdx.y;
    float s = 0;
    for (int c = threadIdx.x; c < cols; c += 32) s += w[r * cols + c] * x[c];
    for (int o = 16; o; o >>= 1) s += __shfl_down_sync(~0u, s, o);
    if (threadIdx.x == 0) y[r] += s;
}
#pragma nullstream kernel(bias) time(2us) reads(b, 4 * n) writes(y, 4 * n)
__global__ void bias(const float *b, float *y, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) y[i] = b[i]; }
#pragma nullstream kernel(gates) time(3us) reads(g, 16 * n) reads(c, 4 * n) writes(c, 4 * n) writes(h, 4 * n)
__global__ void gates(const float *g, float *c, float *h, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    auto sigmoid = [](float v) { return 1.0f / (1.0f + expf(-v)); };
    c[i] = sigmoid(g[n + i]) * c[i] + sigmoid(g[i]) * tanhf(g[2 * n + i]);
    h[i] = sigmoid(g[3 * n + i]) * tanhf(c[i]);
}

class Tensor {
    std::shared_ptr<float> data_;
    int rows_, cols_;
  public:
    explicit Tensor(int rows, int cols = 1) : rows_(rows), cols_(cols)
    {
        float *p = nullptr;
        ok(cudaMalloc(reinterpret_cast<void **>(&p), bytes()));
        ok(cudaMemsetAsync(p, 0, bytes(), Context::get().stream()));
        data_.reset(p, [](float *q) { cudaFree(q); });
    }
    std::size_t bytes() const { return sizeof(float) * rows_ * cols_; }
    float *data() const { return data_.get(); }
    int rows() const { return rows_; }
    int cols() const { return cols_; }
    struct Product { const Tensor &w, &x; };
    friend Product operator*(const Tensor &w, const Tensor &x) { return {w, x}; }
    Tensor &operator+=(const Product &p)
    {
        if (p.w.cols_ != p.x.rows_ || p.w.rows_ != rows_)
            throw Error("shapes: " + std::to_string(p.w.cols_) + " and " + std::to_string(p.x.rows_));
        matvec<<<rows_ / 8, dim3(32, 8), 0, Context::get().stream()>>>(p.w.data(), p.x.data(), data(), rows_, p.w.cols_);
        Context::get().launched();
        return *this;
    }
    Tensor &operator=(const float *b)
    {
        bias<<<(rows_ + 255) / 256, 256, 0, Context::get().stream()>>>(b, data(), rows_);
        Context::get().launched();
        return *this;
    }
};

struct Lstm {
    Tensor wx, wh, b, g, c;
    std::vector<Tensor> h;
    std::vector<cudaEvent_t> done;
    Lstm(int in, int hidden, int steps) : wx(4 * hidden, in), wh(4 * hidden, hidden), b(4 * hidden), g(4 * hidden), c(hidden)
    {
        for (int t = 0; t <= steps; ++t) h.emplace_back(hidden);
        done.resize(steps);
        for (auto &e : done) ok(cudaEventCreateWithFlags(&e, cudaEventDisableTiming));
    }
    Lstm(Lstm &&) = default;
    ~Lstm() { for (auto e : done) cudaEventDestroy(e); }
    void step(int t, const Tensor &x)
    {
        auto &ctx = Context::get();
        g = b.data();
        g += wx * x;
        g += wh * h[t];
        gates<<<(c.rows() + 127) / 128, 128, 0, ctx.stream()>>>(g.data(), c.data(), h[t + 1].data(), c.rows());
        ctx.launched();
        ok(cudaEventRecord(done[t], ctx.stream()));
    }
};
} // namespace nn

int main(int argc, char **argv)
{
    using namespace nn;
    int steps = 20, hidden = 512, layers = 4;
    bool oneStream = false;
    for (int i = 1; i < argc; ++i)
        if (!std::strcmp(argv[i], "--one")) oneStream = true;
        else std::sscanf(argv[i], "%d", &steps);
    auto &ctx = Context::get();
    try {
        ctx.open(oneStream ? 1 : layers);
        std::vector<Lstm> net;
        net.reserve(layers);
        for (int l = 0; l < layers; ++l) net.emplace_back(hidden, hidden, steps);
        Tensor input(hidden);
        float *seq;
        ok(cudaMallocHost(&seq, steps * hidden * sizeof(float)));
        std::vector<Tensor> x;
        for (int t = 0; t < steps; ++t) x.emplace_back(hidden);
        ok(cudaDeviceSynchronize());
        for (int t = 0; t < steps; ++t)
            ok(cudaMemcpyAsync(x[t].data(), seq + t * hidden, x[t].bytes(), cudaMemcpyHostToDevice, ctx.stream(0)));
        for (int wave = 0; wave < steps + layers - 1; ++wave)
            for (int l = 0; l < layers; ++l) {
                const int t = wave - l;
                if (t < 0 || t >= steps) continue;
                const Context::Use use(oneStream ? 0 : l);
                if (l > 0) ok(cudaStreamWaitEvent(ctx.stream(), net[l - 1].done[t], 0));
                net[l].step(t, l == 0 ? x[t] : net[l - 1].h[t + 1]);
            }
        float *out;
        ok(cudaMallocHost(&out, hidden * sizeof(float)));
        const std::size_t last = oneStream ? 0 : layers - 1;
        ok(cudaMemcpyAsync(out, net.back().h.back().data(), hidden * sizeof(float), cudaMemcpyDeviceToHost, ctx.stream(last)));
        ok(cudaStreamSynchronize(ctx.stream(last)));
        std::printf("%d steps, %d layers, %ld launches\n", steps, layers, ctx.launches());
        ok(cudaFreeHost(out));
        ok(cudaFreeHost(seq));
    } catch (const Error &e) {
        std::printf("error: %s\n", e.what());
        return 1;
    }
    ctx.close();
    return 0;
}
