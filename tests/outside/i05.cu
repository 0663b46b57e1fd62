// Overlap-save convolution of a long signal from pageable memory (a std::vector): chunks are staged by the host into two pinned buffers;
// each chunk is transformed by radix-2 passes, one short kernel a pass, multiplied with the filter's spectrum and transformed back.
#include <cuda_runtime.h>
#include <cstdio>
#include <cstring>
#include <utility>
#include <vector>

namespace {
constexpr int LOG = 17, N = 1 << LOG, OVERLAP = 1 << 13, STEP = N - OVERLAP, CHUNKS = 18;

#pragma nullstream kernel(pass) flops(10.0 * N / 2) bytes(16.0 * N) regs(24)
__global__ void pass(const float2 *in, float2 *out, int half, float sign)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x; // N / 2 of them: Stockham
    int k = i & (half - 1);
    float s, c;
    __sincosf(sign * 3.14159265f * k / half, &s, &c);
    float2 a = in[i], b = in[i + N / 2];
    float2 t = make_float2(b.x * c - b.y * s, b.x * s + b.y * c);
    int to = ((i - k) << 1) + k;
    out[to] = make_float2(a.x + t.x, a.y + t.y);
    out[to + half] = make_float2(a.x - t.x, a.y - t.y);
}

#pragma nullstream kernel(multiply) flops(8.0 * N) bytes(24.0 * N) regs(16)
__global__ void multiply(float2 *x, const float2 *h)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float2 a = x[i], b = h[i];
    x[i] = make_float2((a.x * b.x - a.y * b.y) / N, (a.x * b.y + a.y * b.x) / N);
}

class Lane {
public:
    cudaStream_t stream;
    float2 *in, *out, *a, *b;
    cudaEvent_t t0, t1;
    int chunk = -1;
    Lane()
    {
        cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
        cudaMallocHost(&in, N * sizeof(float2));
        cudaMallocHost(&out, N * sizeof(float2));
        cudaMalloc(&a, N * sizeof(float2));
        cudaMalloc(&b, N * sizeof(float2));
        cudaEventCreate(&t0);
        cudaEventCreate(&t1);
    }
    Lane(const Lane &) = delete;
    Lane &operator=(const Lane &) = delete;
    ~Lane()
    {
        cudaStreamSynchronize(stream);
        cudaFreeHost(in);
        cudaFreeHost(out);
        cudaFree(a);
        cudaFree(b);
        cudaEventDestroy(t0);
        cudaEventDestroy(t1);
        cudaStreamDestroy(stream);
    }
    void transform(float sign)
    {
        for (int l = 0; l < LOG; l++) {
            pass<<<N / 2 / 256, 256, 0, stream>>>(a, b, 1 << l, sign);
            std::swap(a, b);
        }
    }
    void convolve(const float2 *filter)
    {
        cudaMemcpyAsync(a, in, N * sizeof(float2), cudaMemcpyHostToDevice, stream);
        cudaEventRecord(t0, stream);
        transform(-1);
        multiply<<<N / 256, 256, 0, stream>>>(a, filter);
        transform(1);
        cudaEventRecord(t1, stream);
        cudaMemcpyAsync(out, a, N * sizeof(float2), cudaMemcpyDeviceToHost, stream);
    }
};
} // namespace

int main()
{
    std::vector<float2> signal(static_cast<size_t>(STEP) * CHUNKS + OVERLAP), result(static_cast<size_t>(STEP) * CHUNKS);
    for (size_t i = 0; i < signal.size(); i += 100)
        signal[i].x = static_cast<float>(i % 17);
    float2 *filter;
    std::vector<float2> spectrum(N, make_float2(1, 0));
    cudaMalloc(&filter, N * sizeof(float2));
    cudaMemcpy(filter, spectrum.data(), N * sizeof(float2), cudaMemcpyHostToDevice);
    Lane lane[2];
    float total = 0;
    auto finish = [&](Lane &l) {
        if (l.chunk < 0)
            return;
        cudaStreamSynchronize(l.stream);
        std::memcpy(&result[static_cast<size_t>(l.chunk) * STEP], l.out + OVERLAP, STEP * sizeof(float2));
        float ms = 0;
        cudaEventElapsedTime(&ms, l.t0, l.t1);
        total += ms;
        l.chunk = -1;
    };
    for (int c = 0; c < CHUNKS; c++) {
        Lane &l = lane[c & 1];
        finish(l);
        std::memcpy(l.in, &signal[static_cast<size_t>(c) * STEP], N * sizeof(float2));
        l.chunk = c;
        l.convolve(filter);
    }
    finish(lane[CHUNKS & 1]);
    finish(lane[1 - (CHUNKS & 1)]);
    std::fprintf(stderr, "%.1f us for a chunk\n", total * 1000 / CHUNKS);
    std::printf("%zu samples, last error %d\n", result.size(), (int)cudaGetLastError());
    cudaFree(filter);
    return 0;
}
