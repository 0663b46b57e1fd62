// Decoding with a small transformer: token after token, many small kernels, the token's id comes back each
// time. The cache of keys and values grows by cudaMalloc, a device-to-device copy and cudaFree.
#include "nullstream.cuh"
#include <algorithm>
#include <cstdio>
#include <cstring>
#include <memory>
#include <vector>

using half_bits = unsigned short;

constexpr int LAYERS = 6, HIDDEN = 1024, VOCAB = 32000, TOKENS = 20, FIRST_CAPACITY = 8;

#pragma nullstream kernel(gemv) flops(2.0 * rows * columns) bytes(2.0 * rows * columns) reads(w, 2 * rows * columns) reads(x, 4 * columns) writes(y, 4 * rows)
__global__ void gemv(const half_bits *w, const float *x, float *y, int rows, int columns)
{
    const int row = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32, lane = threadIdx.x % 32;
    if (row >= rows)
        return;
    float sum = 0;
    for (int c = lane; c < columns; c += 32)
        sum += (float)w[(size_t)row * columns + c] * x[c];
    for (int d = 16; d; d /= 2)
        sum += __shfl_xor_sync(0xffffffffu, sum, d);
    if (lane == 0)
        y[row] = sum;
}

#pragma nullstream kernel(attend) flops(4.0 * HIDDEN * (length + 1)) bytes(8.0 * HIDDEN * (length + 1)) reads(cache, 8 * HIDDEN * (length + 1)) reads(q, 4 * HIDDEN) writes(out, 4 * HIDDEN)
__global__ void attend(const float *cache, const float *q, float *out, int length)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
    for (int t = 0; t <= length; t++)
        sum += cache[(2 * t) * HIDDEN + i] * q[i] + cache[(2 * t + 1) * HIDDEN + i];
    out[i] = sum;
}

#pragma nullstream kernel(append) time(2500ns) reads(k, 4 * HIDDEN) writes(cache + 2 * HIDDEN * at, 8 * HIDDEN)
__global__ void append(float *cache, const float *k, int at)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    cache[2 * at * HIDDEN + i] = k[i];
    cache[(2 * at + 1) * HIDDEN + i] = 0.5f * k[i];
}

#pragma nullstream kernel(argmax) time(9us) reads(logits, 4 * VOCAB) writes(token, 4)
__global__ void argmax(const float *logits, int *token)
{
    __shared__ float best[1024];
    __shared__ int where[1024];
    best[threadIdx.x] = -1e30f;
    where[threadIdx.x] = 0;
    for (int i = threadIdx.x; i < VOCAB; i += 1024)
        if (logits[i] > best[threadIdx.x]) {
            best[threadIdx.x] = logits[i];
            where[threadIdx.x] = i;
        }
    __syncthreads();
    if (threadIdx.x == 0) {
        int top = 0;
        for (int i = 1; i < 1024; i++)
            if (best[i] > best[top])
                top = i;
        *token = where[top];
    }
}

class KeyValues {
  public:
    explicit KeyValues(int capacity) : capacity_(capacity) { cudaMalloc(&data_, bytes(capacity)); }
    ~KeyValues() { cudaFree(data_); }
    KeyValues(const KeyValues &) = delete;
    void reserve(int tokens, cudaStream_t s)
    {
        if (tokens <= capacity_)
            return;
        const int larger = std::max(tokens, 2 * capacity_);
        float *data = nullptr;
        cudaMalloc(&data, bytes(larger));
        cudaMemcpyAsync(data, data_, bytes(capacity_), cudaMemcpyDeviceToDevice, s);
        cudaStreamSynchronize(s);
        cudaFree(data_);
        data_ = data;
        capacity_ = larger;
        growths++;
    }
    float *get() { return data_; }
    static inline int growths = 0;

  private:
    static constexpr std::size_t bytes(int tokens) { return sizeof(float) * 2 * HIDDEN * tokens; }
    float *data_{};
    int capacity_;
};

struct Layer {
    half_bits *qkv, *mlp_up, *mlp_down;
    std::unique_ptr<KeyValues> cache = std::make_unique<KeyValues>(FIRST_CAPACITY);
    Layer()
    {
        cudaMalloc(&qkv, sizeof(half_bits) * HIDDEN * HIDDEN);
        cudaMalloc(&mlp_up, sizeof(half_bits) * 4 * HIDDEN * HIDDEN);
        cudaMalloc(&mlp_down, sizeof(half_bits) * 4 * HIDDEN * HIDDEN);
    }
    ~Layer()
    {
        for (auto p : {qkv, mlp_up, mlp_down})
            cudaFree(p);
    }
};

int main()
{
    std::vector<std::unique_ptr<Layer>> layers;
    std::generate_n(std::back_inserter(layers), LAYERS, [] { return std::make_unique<Layer>(); });
    half_bits *unembed;
    float *x, *y, *wide, *logits;
    int *token, *d_token;
    cudaMalloc(&unembed, sizeof(half_bits) * VOCAB * HIDDEN);
    cudaMalloc(&x, HIDDEN * sizeof(float));
    cudaMalloc(&y, HIDDEN * sizeof(float));
    cudaMalloc(&wide, 4 * HIDDEN * sizeof(float));
    cudaMalloc(&logits, VOCAB * sizeof(float));
    cudaMalloc(&d_token, sizeof(int));
    cudaMallocHost(&token, sizeof(int));
    cudaStream_t s;
    cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    cudaMemsetAsync(x, 0, HIDDEN * sizeof(float), s);

    std::vector<int> answer;
    for (int t = 0; t < TOKENS; ++t) {
        for (auto &layer : layers) {
            layer->cache->reserve(t + 1, s);
            gemv<<<HIDDEN / 8, 256, 0, s>>>(layer->qkv, x, y, HIDDEN, HIDDEN);
            append<<<HIDDEN / 256, 256, 0, s>>>(layer->cache->get(), y, t);
            attend<<<HIDDEN / 128, 128, 0, s>>>(layer->cache->get(), y, x, t);
            gemv<<<4 * HIDDEN / 8, 256, 0, s>>>(layer->mlp_up, x, wide, 4 * HIDDEN, HIDDEN);
            gemv<<<HIDDEN / 8, 256, 0, s>>>(layer->mlp_down, wide, x, HIDDEN, 4 * HIDDEN);
        }
        gemv<<<VOCAB / 8, 256, 0, s>>>(unembed, x, logits, VOCAB, HIDDEN);
        argmax<<<1, 1024, 0, s>>>(logits, d_token);
        cudaMemcpyAsync(token, d_token, sizeof(int), cudaMemcpyDeviceToHost, s);
        cudaStreamSynchronize(s);
        answer.push_back(*token);
        if (*token == 2) // end of text
            break;
    }
    std::printf("%zu tokens, the caches grew %d times\n", answer.size(), KeyValues::growths);
    if (const cudaError_t e = cudaGetLastError(); e != cudaSuccess)
        std::printf("%s\n", cudaGetErrorString(e));
    for (void *p : std::initializer_list<void *>{unembed, x, y, wide, logits, d_token})
        cudaFree(p);
    cudaFreeHost(token);
    cudaStreamDestroy(s);
}
