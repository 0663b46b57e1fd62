// A tensor library on stream-ordered memory: an own pool with a release threshold, tensors that free themselves in
// the stream that last used them, cross-stream use by events, a trim between two epochs.
#include "nullstream.cuh"
#include <cstdio>
#include <cstdlib>
#include <initializer_list>
#include <utility>
#include <vector>

#define C(x) check((x), #x, __LINE__)
static inline void check(cudaError_t e, const char *what, int line)
{
    if (e == cudaSuccess)
        return;
    fprintf(stderr, "%s in line %d: %s\n", what, line, cudaGetErrorString(e));
    exit(EXIT_FAILURE);
}

static cudaMemPool_t pool;

class Tensor {
  public:
    Tensor(size_t n, cudaStream_t s) : n_(n), s_(s)
    {
        C(cudaMallocFromPoolAsync((void **)&p_, n * sizeof(float), pool, s));
    }
    Tensor(Tensor &&o) noexcept : p_(std::exchange(o.p_, nullptr)), n_(o.n_), s_(o.s_) {}
    Tensor &operator=(Tensor &&o) noexcept
    {
        std::swap(p_, o.p_);
        std::swap(n_, o.n_);
        std::swap(s_, o.s_);
        return *this;
    }
    ~Tensor()
    {
        if (p_)
            cudaFreeAsync(p_, s_);
    }
    float *data() const { return p_; }
    size_t size() const { return n_; }
    void lastUsed(cudaStream_t s) { s_ = s; }

  private:
    float *p_ = nullptr;
    size_t n_;
    cudaStream_t s_;
};

#pragma nullstream kernel(relu) bytes(8.0 * n)
__global__ void relu(const float *x, float *y, size_t n)
{
    size_t i = blockIdx.x * size_t(blockDim.x) + threadIdx.x;
    if (i < n)
        y[i] = x[i] > 0 ? x[i] : 0;
}
#pragma nullstream kernel(conv) flops(290.0 * n) bytes(8.0 * n) regs(96) shared(24576) reads(x, n * 4) writes(y, n * 4)
__global__ void conv(const float *x, float *y, size_t n) {}
#pragma nullstream kernel(add) bytes(12.0 * n)
__global__ void add(const float *a, const float *b, float *y, size_t n)
{
    size_t i = blockIdx.x * size_t(blockDim.x) + threadIdx.x;
    if (i < n)
        y[i] = a[i] + b[i];
}

struct Context {
    cudaStream_t main, branch;
    cudaEvent_t fork, join;
};

static Tensor apply(void (*f)(const float *, float *, size_t), const Tensor &x, cudaStream_t s)
{
    Tensor y(x.size(), s);
    f<<<(unsigned)((x.size() + 255) / 256), 256, 0, s>>>(x.data(), y.data(), x.size());
    C(cudaGetLastError());
    return y;
}

static Tensor residual_block(Tensor x, Context &c)
{
    C(cudaEventRecord(c.fork, c.main));
    C(cudaStreamWaitEvent(c.branch, c.fork, 0));
    Tensor left = apply(relu, apply(conv, x, c.main), c.main);
    left = apply(conv, left, c.main);
    Tensor shortcut = apply(conv, x, c.branch);
    C(cudaEventRecord(c.join, c.branch));
    C(cudaStreamWaitEvent(c.main, c.join, 0));
    Tensor y(x.size(), c.main);
    add<<<(unsigned)((x.size() + 255) / 256), 256, 0, c.main>>>(left.data(), shortcut.data(), y.data(), x.size());
    C(cudaGetLastError());
    shortcut.lastUsed(c.main); // frees behind the add
    return y;
}

int main()
{
    cudaMemPoolProps props = {};
    props.allocType = cudaMemAllocationTypePinned;
    props.location.type = cudaMemLocationTypeDevice;
    props.location.id = 0;
    C(cudaMemPoolCreate(&pool, &props));
    unsigned long long keep = 256ull << 20;
    C(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &keep));
    Context c;
    C(cudaStreamCreateWithFlags(&c.main, cudaStreamNonBlocking));
    C(cudaStreamCreateWithFlags(&c.branch, cudaStreamNonBlocking));
    C(cudaEventCreateWithFlags(&c.fork, cudaEventDisableTiming));
    C(cudaEventCreateWithFlags(&c.join, cudaEventDisableTiming));
    float *image, *result;
    const size_t n = 3 << 20;
    C(cudaMallocHost((void **)&image, n * sizeof(float)));
    C(cudaMallocHost((void **)&result, n * sizeof(float)));

    for (int epoch = 0; epoch < 2; epoch++) {
        for (int i = 0; i < 4; i++) {
            size_t size = n >> (i % 2);
            Tensor x(size, c.main);
            C(cudaMemcpyAsync(x.data(), image, size * sizeof(float), cudaMemcpyHostToDevice, c.main));
            for (int block = 0; block < 3; block++)
                x = residual_block(std::move(x), c);
            C(cudaMemcpyAsync(result, x.data(), size * sizeof(float), cudaMemcpyDeviceToHost, c.main));
            C(cudaStreamSynchronize(c.main));
        }
        C(cudaMemPoolTrimTo(pool, 32 << 20));
    }
    size_t reserved = 0;
    C(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrReservedMemCurrent, &reserved));
    printf("%s\n", reserved > 0 ? "kept" : "nothing kept");
    C(cudaStreamSynchronize(c.branch));
    C(cudaMemPoolDestroy(pool));
    return 0;
}
