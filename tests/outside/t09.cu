// Range-Doppler maps: a row FFT of radix-2 passes (ping-pong), a transpose by pitched 2D copies out of a
// larger cube, a column FFT and a threshold. Twiddles live in constant memory.
#include "nullstream.cuh"
#include <complex>
#include <cstdio>
#include <cstdlib>
#include <vector>

#ifndef FRAMES
#define FRAMES 6
#endif

constexpr int log2i(int n) { return n <= 1 ? 0 : 1 + log2i(n / 2); }

constexpr int RANGE = 1024, PULSES = 256, PAD = 64;
constexpr int RANGE_PASSES = log2i(RANGE), PULSE_PASSES = log2i(PULSES);
static_assert(1 << RANGE_PASSES == RANGE, "a power of two");

__constant__ float2 twiddle[RANGE / 2];

#pragma nullstream kernel(fft_pass) flops(10.0 * rows * length / 2) bytes(16.0 * rows * length) reads(in, 8 * rows * length) writes(out, 8 * rows * length)
__global__ void fft_pass(const float2 *in, float2 *out, int rows, int length, int half)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y;
    if (i >= length / 2 || row >= rows)
        return;
    const float2 *x = in + (size_t)row * length;
    float2 *y = out + (size_t)row * length;
    const int k = i & (half - 1);
    const float2 w = twiddle[k * (RANGE / 2 / half)];
    const float2 a = x[i], b = x[i + length / 2];
    const float2 c = make_float2(b.x * w.x - b.y * w.y, b.x * w.y + b.y * w.x);
    const int o = ((i - k) << 1) + k;
    y[o] = make_float2(a.x + c.x, a.y + c.y);
    y[o + half] = make_float2(a.x - c.x, a.y - c.y);
}

#pragma nullstream kernel(transpose) bytes(16.0 * w * h) reads(in, 8 * w * h) writes(out, 8 * w * h)
__global__ void transpose(const float2 *in, float2 *out, int w, int h)
{
    __shared__ float2 tile[16][17];
    int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
    if (x < w && y < h)
        tile[threadIdx.y][threadIdx.x] = in[y * w + x];
    __syncthreads();
    x = blockIdx.y * 16 + threadIdx.x;
    y = blockIdx.x * 16 + threadIdx.y;
    if (x < h && y < w)
        out[y * h + x] = tile[threadIdx.x][threadIdx.y];
}

#pragma nullstream kernel(detect) flops(4.0 * n) bytes(8.0 * n) reads(map, 8 * n) atomics(hits, 4)
__global__ void detect(const float2 *map, unsigned *hits, int n, float level)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && map[i].x * map[i].x + map[i].y * map[i].y > level)
        atomicAdd(hits, 1u);
}

int main()
{
    std::vector<std::complex<float>> w(RANGE / 2);
    for (int i = 0; i < RANGE / 2; ++i)
        w[i] = std::polar(1.0f, -6.2831853f * i / RANGE);
    cudaMemcpyToSymbol(twiddle, w.data(), w.size() * sizeof(w[0]));

    float2 *cube, *ping[2], *pong[2];
    unsigned *hits, *d_hits;
    size_t pitch;
    const size_t host_pitch = (RANGE + PAD) * sizeof(float2);
    cudaHostAlloc(&cube, host_pitch * PULSES * FRAMES, cudaHostAllocDefault);
    cudaHostAlloc(&hits, FRAMES * sizeof(unsigned), cudaHostAllocMapped);
    cudaMalloc(&d_hits, FRAMES * sizeof(unsigned));
    cudaStream_t stream[2];
    for (int i = 0; i < 2; i++) {
        cudaMallocPitch(&ping[i], &pitch, RANGE * sizeof(float2), PULSES);
        cudaMallocPitch(&pong[i], &pitch, RANGE * sizeof(float2), PULSES);
        cudaStreamCreateWithFlags(&stream[i], cudaStreamNonBlocking);
    }
    if (pitch != RANGE * sizeof(float2)) {
        fprintf(stderr, "rows of %zu bytes\n", pitch);
        return EXIT_FAILURE;
    }
    cudaMemset(d_hits, 0, FRAMES * sizeof(unsigned));
    cudaDeviceSynchronize();

    for (int f = 0; f < FRAMES; ++f) {
        const int lane = f % 2;
        cudaStream_t s = stream[lane];
        float2 *a = ping[lane], *b = pong[lane];
        const float2 *frame = (const float2 *)((const char *)cube + host_pitch * PULSES * f);
        cudaMemcpy2DAsync(a, pitch, frame, host_pitch, RANGE * sizeof(float2), PULSES, cudaMemcpyHostToDevice, s);
        for (int pass = 0; pass < RANGE_PASSES; ++pass, std::swap(a, b))
            fft_pass<<<dim3(RANGE / 2 / 128, PULSES), 128, 0, s>>>(a, b, PULSES, RANGE, 1 << pass);
        transpose<<<dim3(RANGE / 16, PULSES / 16), dim3(16, 16), 0, s>>>(a, b, RANGE, PULSES);
        std::swap(a, b);
        for (int pass = 0; pass < PULSE_PASSES; ++pass, std::swap(a, b))
            fft_pass<<<dim3(1, RANGE), PULSES / 2, 0, s>>>(a, b, RANGE, PULSES, 1 << pass);
        detect<<<RANGE * PULSES / 256, 256, 0, s>>>(a, d_hits + f, RANGE * PULSES, 4.0f);
        cudaMemcpyAsync(hits + f, d_hits + f, sizeof(unsigned), cudaMemcpyDeviceToHost, s);
    }
    for (auto s : stream)
        cudaStreamSynchronize(s);
    for (int f = 0; f < FRAMES; ++f)
        printf("frame %d: %u hits\n", f, hits[f]);
    return EXIT_SUCCESS;
}
