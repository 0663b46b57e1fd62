// Video filter at 60 frames a second: a frame (1080p, NV12) is copied in, denoised, scaled, has its edges
// drawn, and is copied out while the next one arrives; the main loop sleeps until the next frame is due.
#include <chrono>
#include <cstdio>
#include <cuda_runtime.h>
#include <thread>

using Clock = std::chrono::steady_clock;

constexpr int W = 1920, H = 1080, FRAMES = 6, INFLIGHT = 2;
constexpr int OW = W / 2, OH = H / 2;
constexpr size_t IN_BYTES = (size_t)W * H * 3 / 2, OUT_BYTES = (size_t)OW * OH * 4;

#define CUDA(expr)                                                                                 \
    if (cudaError_t e_ = (expr))                                                                   \
        return std::fprintf(stderr, "%s failed: %d\n", #expr, (int)e_), 1

#pragma nullstream kernel(nv12_to_rgba) flops(20.0 * w * h) bytes(5.5 * w * h) regs(24) reads(in, w * h * 3 / 2) writes(out, 4 * w * h)
__global__ void nv12_to_rgba(const unsigned char *in, uchar4 *out, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h)
        return;
    float l = in[y * w + x], u = in[w * h + y / 2 * w + (x & ~1)] - 128.0f;
    float v = in[w * h + y / 2 * w + (x | 1)] - 128.0f;
    out[y * w + x] = make_uchar4((unsigned char)__saturatef((l + 1.402f * v) / 255.0f),
                                 (unsigned char)__saturatef((l - 0.344f * u - 0.714f * v) / 255.0f),
                                 (unsigned char)__saturatef((l + 1.772f * u) / 255.0f), 255);
}

// 5 x 5 bilateral filter
#pragma nullstream kernel(denoise) flops(25.0 * 14 * w * h) bytes(8.0 * w * h) regs(40) reads(in, 4 * w * h) writes(out, 4 * w * h)
__global__ void denoise(const uchar4 *in, uchar4 *out, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h)
        return;
    float sum = 0.0f, r = 0.0f, c = in[y * w + x].x;
    for (int dy = -2; dy <= 2; dy++)
        for (int dx = -2; dx <= 2; dx++) {
            int xx = min(max(x + dx, 0), w - 1), yy = min(max(y + dy, 0), h - 1);
            float p = in[yy * w + xx].x, f = __expf(-(p - c) * (p - c) * 0.01f - (dx * dx + dy * dy) * 0.2f);
            sum += f;
            r += f * p;
        }
    unsigned char o = (unsigned char)(r / sum);
    out[y * w + x] = make_uchar4(o, o, o, 255);
}

#pragma nullstream kernel(half_size) flops(16.0 * w * h) bytes(20.0 * w * h) reads(in, 16 * w * h) writes(out, 4 * w * h)
__global__ void half_size(const uchar4 *in, uchar4 *out, int w, int h)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= w * h)
        return;
    const uchar4 *p = in + (i / w) * 4 * w + (i % w) * 2;
    uchar4 a = p[0], b = p[1], c = p[2 * w], d = p[2 * w + 1];
    out[i] = make_uchar4((a.x + b.x + c.x + d.x) / 4, (a.y + b.y + c.y + d.y) / 4,
                         (a.z + b.z + c.z + d.z) / 4, 255);
}

#pragma nullstream kernel(edges) flops(18.0 * w * h) bytes(8.0 * w * h) reads(in, 4 * w * h) writes(out, 4 * w * h)
__global__ void edges(const uchar4 *in, uchar4 *out, int w, int h)
{
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
    if (x < 1 || y < 1 || x >= w - 1 || y >= h - 1)
        return;
    int gx = in[y * w + x + 1].x - in[y * w + x - 1].x, gy = in[(y + 1) * w + x].x - in[(y - 1) * w + x].x;
    unsigned char g = (unsigned char)min(255, abs(gx) + abs(gy));
    out[y * w + x] = make_uchar4(g, g, g, 255);
}

#pragma nullstream host(grab) time(700us) writes(frame, bytes)
void grab(unsigned char *frame, size_t bytes, int number)
{
    for (size_t i = 0; i < bytes; i++)
        frame[i] = (unsigned char)(i + number);
}

int main()
{
    unsigned char *in[INFLIGHT], *out[INFLIGHT], *nv12[INFLIGHT];
    uchar4 *rgba[INFLIGHT], *clean[INFLIGHT], *small[INFLIGHT], *drawn[INFLIGHT];
    cudaStream_t stream[INFLIGHT];
    for (int i = 0; i < INFLIGHT; i++) {
        CUDA(cudaHostAlloc(&in[i], IN_BYTES, cudaHostAllocWriteCombined));
        CUDA(cudaHostAlloc(&out[i], OUT_BYTES, cudaHostAllocDefault));
        CUDA(cudaMalloc(&nv12[i], IN_BYTES));
        CUDA(cudaMalloc(&rgba[i], W * H * sizeof(uchar4)));
        CUDA(cudaMalloc(&clean[i], W * H * sizeof(uchar4)));
        CUDA(cudaMalloc(&small[i], OUT_BYTES));
        CUDA(cudaMalloc(&drawn[i], OUT_BYTES));
        CUDA(cudaStreamCreateWithFlags(&stream[i], cudaStreamNonBlocking));
    }
    int late = 0;
    auto due = Clock::now();
    for (int f = 0; f < FRAMES; f++) {
        const int s = f % INFLIGHT;
        CUDA(cudaStreamSynchronize(stream[s])); // the frame before the last is out
        grab(in[s], IN_BYTES, f);
        CUDA(cudaMemcpyAsync(nv12[s], in[s], IN_BYTES, cudaMemcpyHostToDevice, stream[s]));
        const dim3 block(32, 8), grid(W / 32, H / 8), sgrid(OW / 32, (OH + 7) / 8);
        nv12_to_rgba<<<grid, block, 0, stream[s]>>>(nv12[s], rgba[s], W, H);
        denoise<<<grid, block, 0, stream[s]>>>(rgba[s], clean[s], W, H);
        half_size<<<(OW * OH + 255) / 256, 256, 0, stream[s]>>>(clean[s], small[s], OW, OH);
        CUDA(cudaMemsetAsync(drawn[s], 0, OUT_BYTES, stream[s]));
        edges<<<sgrid, block, 0, stream[s]>>>(small[s], drawn[s], OW, OH);
        CUDA(cudaMemcpyAsync(out[s], drawn[s], OUT_BYTES, cudaMemcpyDeviceToHost, stream[s]));
        due += std::chrono::microseconds(16667);
        const auto left = due - Clock::now();
        if (left.count() < 0)
            late++;
        else
            std::this_thread::sleep_for(left);
    }
    CUDA(cudaDeviceSynchronize());
    std::printf("%d frames, %d late, last byte %d\n", FRAMES, late, out[0][OUT_BYTES - 1]);
    return 0;
}
