// FFT convolution by overlap-save: a long pinned recording in blocks over three streams, once block
// by block (depth first) and once stage by stage (breadth first); a filter spectrum that all read.
#include "nullstream.cuh"
#include <cstdio>
#include <cstdlib>

#define OK(x) if ((x) != cudaSuccess) { fprintf(stderr, "%s failed: %s\n", #x, cudaGetErrorString(cudaGetLastError())); return 1; } else (void)0

enum { FFT = 1 << 20, TAPS = 1 << 16, STEP = FFT - TAPS, BLOCKS = 9, LANES = 3 };

#pragma nullstream kernel(fft_pass) bytes(16.0 * FFT) flops(5.0 * 10 * FFT) regs(56) shared(32768) reads(in, FFT * 8) writes(out, FFT * 8)
__global__ void fft_pass(const float2 *in, float2 *out, int stage, int inverse) {}
#pragma nullstream kernel(to_complex) bytes(12.0 * FFT)
__global__ void to_complex(const float *x, float2 *z)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    z[i] = make_float2(x[i], 0.0f);
}
#pragma nullstream kernel(multiply) bytes(24.0 * FFT)
__global__ void multiply(float2 *z, const float2 *h)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const float2 a = z[i], b = h[i];
    z[i] = make_float2(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
}
#pragma nullstream kernel(keep_valid) bytes(12.0 * STEP)
__global__ void keep_valid(const float2 *z, float *y)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < STEP)
        y[i] = z[i + TAPS].x;
}

struct Lane {
    cudaStream_t s;
    float *x, *y;
    float2 *a, *b;
};

static void convolve(const Lane &l, const float2 *h)
{
    to_complex<<<FFT / 256, 256, 0, l.s>>>(l.x, l.a);
    fft_pass<<<FFT / 1024, 256, 0, l.s>>>(l.a, l.b, 0, 0);
    fft_pass<<<FFT / 1024, 256, 0, l.s>>>(l.b, l.a, 1, 0);
    multiply<<<FFT / 256, 256, 0, l.s>>>(l.a, h);
    fft_pass<<<FFT / 1024, 256, 0, l.s>>>(l.a, l.b, 0, 1);
    fft_pass<<<FFT / 1024, 256, 0, l.s>>>(l.b, l.a, 1, 1);
    keep_valid<<<(STEP + 255) / 256, 256, 0, l.s>>>(l.a, l.y);
}

int main(void)
{
    const size_t samples = (size_t)BLOCKS * STEP + TAPS;
    float *in, *out, *taps;
    float2 *h, *tmp;
    OK(cudaHostAlloc(&in, samples * sizeof(float), cudaHostAllocWriteCombined));
    OK(cudaHostAlloc(&out, (size_t)BLOCKS * STEP * sizeof(float), cudaHostAllocDefault));
    OK(cudaMalloc(&h, FFT * sizeof(float2)));
    OK(cudaMalloc(&tmp, FFT * sizeof(float2)));
    OK(cudaMalloc(&taps, FFT * sizeof(float)));
    Lane lane[LANES];
    for (int i = 0; i < LANES; i++) {
        OK(cudaStreamCreate(&lane[i].s));
        OK(cudaMalloc(&lane[i].x, FFT * sizeof(float)));
        OK(cudaMalloc(&lane[i].y, STEP * sizeof(float)));
        OK(cudaMalloc(&lane[i].a, FFT * sizeof(float2)));
        OK(cudaMalloc(&lane[i].b, FFT * sizeof(float2)));
    }
    // the filter's spectrum, in the default stream
    float *filter = (float *)calloc(TAPS, sizeof(float));
    OK(cudaMemset(taps, 0, FFT * sizeof(float)));
    OK(cudaMemcpy(taps, filter, TAPS * sizeof(float), cudaMemcpyHostToDevice));
    to_complex<<<FFT / 256, 256>>>(taps, h);
    fft_pass<<<FFT / 1024, 256>>>(h, tmp, 0, 0);
    fft_pass<<<FFT / 1024, 256>>>(tmp, h, 1, 0);
    OK(cudaDeviceSynchronize());

    cudaEvent_t t[3];
    for (int i = 0; i < 3; i++)
        OK(cudaEventCreate(&t[i]));
    OK(cudaEventRecord(t[0]));
    for (int b = 0; b < BLOCKS; b++) {
        const Lane &l = lane[b % LANES];
        OK(cudaMemcpyAsync(l.x, in + (size_t)b * STEP, FFT * sizeof(float), cudaMemcpyHostToDevice, l.s));
        convolve(l, h);
        OK(cudaMemcpyAsync(out + (size_t)b * STEP, l.y, STEP * sizeof(float), cudaMemcpyDeviceToHost, l.s));
    }
    OK(cudaEventRecord(t[1]));
    for (int b = 0; b < BLOCKS; b += LANES) {
        for (int i = 0; i < LANES; i++)
            OK(cudaMemcpyAsync(lane[i].x, in + (size_t)(b + i) * STEP, FFT * sizeof(float), cudaMemcpyHostToDevice, lane[i].s));
        for (int i = 0; i < LANES; i++)
            convolve(lane[i], h);
        for (int i = 0; i < LANES; i++)
            OK(cudaMemcpyAsync(out + (size_t)(b + i) * STEP, lane[i].y, STEP * sizeof(float), cudaMemcpyDeviceToHost, lane[i].s));
    }
    OK(cudaEventRecord(t[2]));
    OK(cudaGetLastError());
    OK(cudaEventSynchronize(t[2]));
    float depth, breadth;
    OK(cudaEventElapsedTime(&depth, t[0], t[1]));
    OK(cudaEventElapsedTime(&breadth, t[1], t[2]));
    printf("depth first %.3f ms, breadth first %.3f ms, %f\n", depth, breadth, out[0]);
    free(filter);
    return 0;
}
