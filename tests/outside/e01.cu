// Overlap-save convolution of a long recording with a long filter: the filter's spectrum once, then blocks that
// overlap by the filter's length; radix-4 passes as separate launches (template on the radix), three streams.
#include "nullstream.cuh"
#include <cstdio>
#include <utility>
#include <vector>

static const int FFT = 1 << 18, TAPS = 48001, STEP = FFT - TAPS + 1, BLOCKS = 20;

#pragma nullstream kernel(fftPass) bytes(16.0 * n) flops(34.0 * n / R) regs(R * 8 + 16)
template <int R>
__global__ void fftPass(const float2 *in, float2 *out, int n, int span, float sign)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n / R)
        return;
    float2 v[R];
    for (int k = 0; k < R; k++)
        v[k] = in[i + k * (n / R)];
    for (int k = 0; k < R; k++) {
        float s, c;
        sincosf(sign * 6.2831853f * k * (i % span) / (R * span), &s, &c);
        out[i * R + k] = make_float2(v[k].x * c - v[k].y * s, v[k].x * s + v[k].y * c);
    }
}

#pragma nullstream kernel(toComplex) bytes(12.0 * n)
__global__ void toComplex(const float *x, float2 *X, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        X[i] = make_float2(x[i], 0.0f);
}

#pragma nullstream kernel(multiply) bytes(24.0 * n) flops(6.0 * n)
__global__ void multiply(float2 *X, const float2 *H, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float2 a = X[i], b = H[i];
        X[i] = make_float2(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
    }
}

#pragma nullstream kernel(valid) bytes(12.0 * n)
__global__ void valid(const float2 *X, float *y, int skip, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = X[skip + i].x / FFT;
}

// n = 4^9: nine passes, so that the result lies in the other buffer; returns where
static float2 *fft(float2 *a, float2 *b, float sign, cudaStream_t s)
{
    for (int span = 1; span < FFT; span *= 4) {
        fftPass<4><<<FFT / 4 / 192 + 1, 192, 0, s>>>(a, b, FFT, span, sign);
        std::swap(a, b);
    }
    return a;
}

struct Lane {
    cudaStream_t stream;
    float *x, *y;
    float2 *a, *b;
};

int main()
{
    const size_t samples = (size_t)BLOCKS * STEP + TAPS - 1;
    float *signal, *result, *taps, *dTaps;
    cudaHostAlloc(&signal, samples * sizeof(float), cudaHostAllocDefault);
    cudaHostAlloc(&result, (size_t)BLOCKS * STEP * sizeof(float), cudaHostAllocDefault);
    cudaHostAlloc(&taps, FFT * sizeof(float), cudaHostAllocDefault);
    float2 *H, *tmp;
    cudaMalloc(&H, FFT * sizeof(float2));
    cudaMalloc(&tmp, FFT * sizeof(float2));
    cudaMalloc(&dTaps, FFT * sizeof(float));
    std::vector<Lane> lanes(3);
    for (auto &l : lanes) {
        cudaStreamCreateWithFlags(&l.stream, cudaStreamNonBlocking);
        cudaMalloc(&l.x, FFT * sizeof(float));
        cudaMalloc(&l.y, STEP * sizeof(float));
        cudaMalloc(&l.a, FFT * sizeof(float2));
        cudaMalloc(&l.b, FFT * sizeof(float2));
    }
    for (int i = 0; i < 1000; i++)
        taps[i] = 1.0f / (i + 1);

    cudaEvent_t spectrum;
    cudaEventCreateWithFlags(&spectrum, cudaEventDisableTiming);
    cudaStream_t first = lanes[0].stream;
    cudaMemcpyAsync(dTaps, taps, FFT * sizeof(float), cudaMemcpyHostToDevice, first);
    toComplex<<<FFT / 256, 256, 0, first>>>(dTaps, tmp, FFT);
    float2 *spec = fft(tmp, H, -1.0f, first);
    cudaEventRecord(spectrum, first);
    for (size_t i = 1; i < lanes.size(); i++)
        cudaStreamWaitEvent(lanes[i].stream, spectrum, 0);

    for (int b = 0; b < BLOCKS; b++) {
        Lane &l = lanes[b % lanes.size()];
        cudaMemcpyAsync(l.x, signal + (size_t)b * STEP, FFT * sizeof(float), cudaMemcpyHostToDevice, l.stream);
        toComplex<<<FFT / 256, 256, 0, l.stream>>>(l.x, l.a, FFT);
        float2 *X = fft(l.a, l.b, -1.0f, l.stream);
        float2 *other = X == l.a ? l.b : l.a;
        multiply<<<FFT / 256, 256, 0, l.stream>>>(X, spec, FFT);
        X = fft(X, other, 1.0f, l.stream);
        valid<<<(STEP + 255) / 256, 256, 0, l.stream>>>(X, l.y, TAPS - 1, STEP);
        cudaMemcpyAsync(result + (size_t)b * STEP, l.y, STEP * sizeof(float), cudaMemcpyDeviceToHost, l.stream);
    }
    for (auto &l : lanes)
        cudaStreamSynchronize(l.stream);
    printf("y[7] = %g\n", result[7]);
    for (auto &l : lanes) {
        cudaFree(l.x);
        cudaFree(l.y);
        cudaFree(l.a);
        cudaFree(l.b);
        cudaStreamDestroy(l.stream);
    }
    cudaFree(H);
    cudaFree(tmp);
    cudaFree(dTaps);
    return 0;
}
