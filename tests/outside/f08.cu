// Batched FFT of 64 Ki points in 16 radix-2 Stockham passes, ping-pong between two buffers; batches go
// round over four blocking streams, and the spectra's power is summed by atomics and read at the end.
#include <cmath>
#include <cuda_runtime.h>
#include <iostream>
#include <utility>
#include <vector>

static const int LOG_N = 16;
static const int N = 1 << LOG_N;
static const int BATCH = 16, ROUNDS = 12, STREAMS = 4;

template <typename T> struct DeviceBuffer {
    T *ptr = nullptr;
    explicit DeviceBuffer(size_t n) { cudaMalloc(&ptr, n * sizeof(T)); }
    ~DeviceBuffer() { cudaFree(ptr); }
    DeviceBuffer(const DeviceBuffer &) = delete;
    DeviceBuffer &operator=(const DeviceBuffer &) = delete;
    operator T *() const { return ptr; }
};

#pragma nullstream kernel(pass) flops(10.0 * n / 2 * batch) bytes(16.0 * n * batch) regs(26) reads(in, 8 * n * batch) writes(out, 8 * n * batch)
__global__ void pass(const float2 *__restrict__ in, float2 *__restrict__ out, int n, int batch, int ns)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= n / 2)
        return;
    const float2 *src = in + (size_t)blockIdx.y * n;
    float2 *dst = out + (size_t)blockIdx.y * n;
    int k = t % ns;
    float s, c;
    __sincosf(-3.14159265f * k / ns, &s, &c);
    float2 a = src[t], b = src[t + n / 2];
    float2 w = make_float2(b.x * c - b.y * s, b.x * s + b.y * c);
    int j = (t / ns) * 2 * ns + k;
    dst[j] = make_float2(a.x + w.x, a.y + w.y);
    dst[j + ns] = make_float2(a.x - w.x, a.y - w.y);
}

#pragma nullstream kernel(power) flops(4.0 * total) bytes(8.0 * total) shared(1024) reads(x, 8 * total) reads(sum, 4) writes(sum, 4)
__global__ void power(const float2 *x, float *sum, int total)
{
    __shared__ float part[256];
    float p = 0.0f;
    for (int i = blockIdx.x * 256 + threadIdx.x; i < total; i += gridDim.x * 256)
        p += x[i].x * x[i].x + x[i].y * x[i].y;
    part[threadIdx.x] = p;
    __syncthreads();
    for (int h = 128; h > 0; h >>= 1) {
        if (threadIdx.x < h)
            part[threadIdx.x] += part[threadIdx.x + h];
        __syncthreads();
    }
    if (threadIdx.x == 0)
        atomicAdd(sum, part[0]);
}

class Plan {
  public:
    Plan() : a(size_t(N) * BATCH), b(size_t(N) * BATCH), sum(1)
    {
        cudaStreamCreate(&stream);
        cudaMemsetAsync(sum, 0, sizeof(float), stream);
    }
    ~Plan() { cudaStreamDestroy(stream); }
    void run(const float2 *host)
    {
        cudaMemcpyAsync(a, host, sizeof(float2) * N * BATCH, cudaMemcpyHostToDevice, stream);
        float2 *from = a, *to = b;
        for (int p = 0; p < LOG_N; ++p) {
            pass<<<dim3(N / 2 / 128, BATCH), 128, 0, stream>>>(from, to, N, BATCH, 1 << p);
            std::swap(from, to);
        }
        power<<<66, 256, 0, stream>>>(from, sum, N * BATCH);
    }
    float result() const
    {
        float r;
        cudaMemcpyAsync(&r, sum, sizeof r, cudaMemcpyDeviceToHost, stream);
        cudaStreamSynchronize(stream);
        return r;
    }
    cudaStream_t stream;

  private:
    DeviceBuffer<float2> a, b;
    DeviceBuffer<float> sum;
};

int main()
{
    float2 *signal = nullptr;
    if (cudaMallocHost(&signal, sizeof(float2) * N * BATCH) != cudaSuccess)
        return 1;
    for (int i = 0; i < N * BATCH; ++i)
        signal[i] = float2{std::sin(0.01f * i), 0.0f};

    {
        Plan plans[STREAMS];
        for (int r = 0; r < ROUNDS; ++r)
            plans[r % STREAMS].run(signal);
        float total = 0.0f;
        for (const auto &p : plans)
            total += p.result();
        std::cout << "power " << total << ", " << cudaGetErrorString(cudaGetLastError()) << std::endl;
    }
    cudaFreeHost(signal);
    return 0;
}
