// Streaming spectrum: windows of samples are uploaded on one stream and transformed on another.
#include <cuda_runtime.h>
#include <complex>
#include <cstdio>
#include <cmath>
#include <vector>

using cplx = std::complex<float>;

#pragma nullstream kernel(window) bytes(12.0 * n) reads(in, n * 4) writes(out, n * 8)
__global__ void window(const float *in, float2 *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = make_float2(in[i] * (0.5f - 0.5f * cosf(6.2831853f * i / n)), 0.f);
}

#pragma nullstream kernel(butterfly) bytes(16.0 * n) reads(data, n * 8) writes(data, n * 8)
__global__ void butterfly(float2 *data, int half, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n / 2)
        return;
    int j = (i / half) * 2 * half + i % half;
    float s, c;
    sincosf(-3.14159265f * (i % half) / half, &s, &c);
    float2 a = data[j], b = data[j + half];
    float2 t = make_float2(b.x * c - b.y * s, b.x * s + b.y * c);
    data[j] = make_float2(a.x + t.x, a.y + t.y);
    data[j + half] = make_float2(a.x - t.x, a.y - t.y);
}

template <int LOG2N> struct Fft {
    static constexpr int size = 1 << LOG2N;
    static void run(float2 *data, cudaStream_t s)
    {
        for (int l = 0; l < LOG2N; l++)
            butterfly<<<size / 512, 256, 0, s>>>(data, 1 << l, size);
    }
};

struct Block {
    float *host = nullptr, *samples = nullptr;
    float2 *spectrum = nullptr;
    cplx *result = nullptr;
    cudaEvent_t in{}, out{};
};

int main()
{
    using Plan = Fft<18>;
    constexpr int BLOCKS = 4, ROUNDS = 3;
    cudaStream_t upload, compute;
    cudaStreamCreateWithFlags(&upload, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&compute, cudaStreamNonBlocking);
    std::vector<Block> blocks(BLOCKS);
    for (auto &b : blocks) {
        cudaMallocHost(&b.host, Plan::size * sizeof(float));
        cudaMallocHost(&b.result, Plan::size * sizeof(cplx));
        cudaMalloc(&b.samples, Plan::size * sizeof(float));
        cudaMalloc(&b.spectrum, Plan::size * sizeof(float2));
        cudaEventCreateWithFlags(&b.in, cudaEventDisableTiming);
        cudaEventCreateWithFlags(&b.out, cudaEventDisableTiming);
        for (int i = 0; i < Plan::size; i += 64)
            b.host[i] = std::sin(0.01f * i);
    }
    for (int r = 0; r < ROUNDS; r++)
        for (auto &b : blocks) {
            cudaStreamWaitEvent(upload, b.out, 0);
            cudaEventRecord(b.in, upload);
            cudaMemcpyAsync(b.samples, b.host, Plan::size * sizeof(float), cudaMemcpyHostToDevice, upload);
            cudaStreamWaitEvent(compute, b.in, 0);
            window<<<Plan::size / 256, 256, 0, compute>>>(b.samples, b.spectrum, Plan::size);
            cudaEventRecord(b.out, compute);
            Plan::run(b.spectrum, compute);
            cudaMemcpyAsync(b.result, b.spectrum, Plan::size * sizeof(cplx), cudaMemcpyDeviceToHost, compute);
        }
    cudaStreamSynchronize(compute);
    const cplx unit = std::polar(1.0f, 0.5f);
    std::printf("size %d, |unit| %.3f, re %.4f im %.4f, bin0 %f\n", Plan::size, std::abs(unit), unit.real(), unit.imag(),
                blocks[0].result[0].real());
    for (auto &b : blocks) {
        cudaFree(b.samples);
        cudaFree(b.spectrum);
        cudaFreeHost(b.host);
        cudaFreeHost(b.result);
        cudaEventDestroy(b.in);
        cudaEventDestroy(b.out);
    }
    cudaStreamDestroy(upload);
    cudaStreamDestroy(compute);
}
