// A pipeline whose stages are types: Pipeline<Load, Scale, Clamp, Store> is put together at compile time,
// a lane a stream, and every stage knows its kernel. Policies choose the memory of the host.
#include <cuda_runtime.h>
#include <array>
#include <cstddef>
#include <cstdio>
#include <tuple>
#include <type_traits>
#include <utility>

template <bool B> using bool_constant = std::integral_constant<bool, B>;

struct Pinned {
    static void *allocate(std::size_t n)
    {
        void *p = nullptr;
        return cudaMallocHost(&p, n) == cudaSuccess ? p : nullptr;
    }
    static void release(void *p) { cudaFreeHost(p); }
    static constexpr bool staged = false;
};

struct Context {
    float *host, *device;
    std::size_t n;
    cudaStream_t stream;
    constexpr std::size_t bytes() const { return n * sizeof(float); }
};

// A map reads and writes each element once.
#pragma nullstream kernel(mapKernel) bytes(8.0 * n) flops(2.0 * n) reads(x, 4 * n) writes(x, 4 * n)
template <typename F> __global__ void mapKernel(float *x, std::size_t n, F f)
{
    for (std::size_t i = blockIdx.x * (std::size_t)blockDim.x + threadIdx.x; i < n; i += (std::size_t)gridDim.x * blockDim.x)
        x[i] = f(x[i]);
}

struct Multiply {
    float by, plus;
    __device__ float operator()(float x) const { return x * by + plus; }
};
struct Limit {
    float low, high;
    __device__ float operator()(float x) const { return fminf(fmaxf(x, low), high); }
};

template <typename Derived> struct Stage {
    int operator()(const Context &c) const
    {
        static_cast<const Derived *>(this)->issue(c);
        return 1;
    }
};
struct Load : Stage<Load> {
    void issue(const Context &c) const { cudaMemcpyAsync(c.device, c.host, c.bytes(), cudaMemcpyHostToDevice, c.stream); }
};
struct Store : Stage<Store> {
    void issue(const Context &c) const { cudaMemcpyAsync(c.host, c.device, c.bytes(), cudaMemcpyDeviceToHost, c.stream); }
};
template <typename F> struct Map : Stage<Map<F>> {
    F f{};
    Map() = default;
    explicit Map(F f) : f(f) {}
    void issue(const Context &c) const { mapKernel<<<c.n / 256, 256, 0, c.stream>>>(c.device, c.n, f); }
};

template <typename... Stages> int run(const Context &c, const Stages &...stages)
{
    return (stages(c) + ... + 0);
}

template <typename Memory, std::size_t Lanes> class Engine {
  public:
    static_assert(Lanes > 0 && Lanes <= 8, "a few lanes");
    explicit Engine(std::size_t n)
    {
        for (auto &lane : lanes_) {
            lane.n = n;
            lane.host = static_cast<float *>(Memory::allocate(lane.bytes()));
            cudaMalloc(reinterpret_cast<void **>(&lane.device), lane.bytes());
            cudaStreamCreateWithFlags(&lane.stream, cudaStreamNonBlocking);
        }
    }
    ~Engine()
    {
        for (auto &[host, device, n, stream] : lanes_) {
            cudaStreamDestroy(stream);
            cudaFree(device);
            Memory::release(host);
        }
    }
    template <typename Tuple> int operator()(int batches, Tuple &&stages)
    {
        int issued = 0;
        for (int b = 0; b < batches; ++b) {
            const Context &lane = lanes_[b % Lanes];
            issued += std::apply([&lane](const auto &a, const auto &b, const auto &c, const auto &d, const auto &e) {
                return run(lane, a, b, c, d, e);
            }, stages);
        }
        if constexpr (Memory::staged)
            cudaDeviceSynchronize();
        else
            for (const auto &lane : lanes_)
                cudaStreamSynchronize(lane.stream);
        return issued;
    }

  private:
    std::array<Context, Lanes> lanes_{};
};

int main()
{
    Engine<Pinned, 3> engine(std::size_t{12} << 20);
    const auto stages = std::make_tuple(Load{}, Map<Multiply>(Multiply{1.5f, -0.25f}), Map<Limit>(Limit{0.0f, 1.0f}),
                                        Map<Multiply>(Multiply{255.0f, 0.0f}), Store{});
    const int issued = engine(12, stages);
    std::printf("%d stages issued in batches of %zu\n", issued, std::tuple_size_v<std::decay_t<decltype(stages)>>);
    return 0;
}
