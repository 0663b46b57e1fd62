// C++20: kernels and buffers that say what they take, by concepts.
#include "nullstream.cuh"
#include <concepts>
#include <cstdio>
#include <type_traits>
#include <vector>

template <typename T> concept Numeric = std::integral<T> || std::floating_point<T>;
template <typename T> concept Buffer = requires(const T b) {
    typename T::value_type;
    { b.data() } -> std::same_as<typename T::value_type *>;
    { b.size() } -> std::convertible_to<std::size_t>;
};

__device__ auto square(auto x) { return x * x; }

#pragma nullstream kernel(scale) flops(2.0 * n) bytes(2.0 * sizeof(T) * n)
template <Numeric T> __global__ void scale(T *p, T by, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        p[i] = square(p[i]) * by;
}

#pragma nullstream kernel(halve) time(20us)
template <class T> requires(sizeof(T) == 4) __global__ void halve(const T *in, T *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    auto half = [&]<class U>(U u) { return u / U(2); };
    if (i < n)
        out[i] = half(in[i]);
}

template <Numeric T> class Device
{
    T *data_ = nullptr;
    std::size_t size_;

  public:
    using value_type = T;
    explicit Device(std::size_t n) : size_(n) { cudaMalloc(&data_, n * sizeof(T)); }
    Device(const Device &) = delete;
    ~Device() { cudaFree(data_); }
    T *data() const { return data_; }
    std::size_t size() const { return size_; }
    void zero(cudaStream_t s) requires std::integral<T> { cudaMemsetAsync(data_, 0, size_ * sizeof(T), s); }
};

static void upload(const Buffer auto &to, const auto &from, cudaStream_t s)
{
    cudaMemcpyAsync(to.data(), from.data(), to.size() * sizeof(from[0]), cudaMemcpyHostToDevice, s);
}

int main()
{
    const int N = 1 << 20;
    std::vector<cudaStream_t> streams(2);
    for (auto &s : streams)
        cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    Device<float> a(N), b(N);
    Device<int> c(N);
    std::vector<float> host(N, 1.0f);
    cudaHostRegister(host.data(), N * sizeof(float), cudaHostRegisterDefault);
    auto launch = []<class... A>(void (*kernel)(A...), cudaStream_t s, std::type_identity_t<A>... args) {
        kernel<<<N / 256, 256, 0, s>>>(args...);
    };
    upload(a, host, streams[0]);
    c.zero(streams[1]);
    launch(scale<float>, streams[0], a.data(), 2.0f, N);
    launch(scale<int>, streams[1], c.data(), 3, N);
    halve<<<N / 256, 256, 0, streams[0]>>>(a.data(), b.data(), N);
    for (auto s : streams)
        cudaStreamSynchronize(s);
    printf("%d %d\n", Buffer<Device<int>>, Buffer<std::vector<int>>);
    cudaHostUnregister(host.data());
    for (auto s : streams)
        cudaStreamDestroy(s);
    return 0;
}
