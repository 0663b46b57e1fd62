// Dense optical flow over Gaussian pyramids: two frames' pyramids in two streams, levels from coarse to fine with
// a few Jacobi iterations each; odd block shapes, pitched memory, the flow is downloaded while the next pair starts.
#include "nullstream.cuh"
#include <cstdio>
#include <vector>

template <typename T>
class Image
{
public:
    Image(int width, int height) : w(width), h(height) { cudaMallocPitch(&data, &pitch, w * sizeof(T), h); }
    ~Image() { cudaFree(data); }
    Image(const Image &) = delete;
    Image &operator=(const Image &) = delete;
    T *data = nullptr;
    size_t pitch = 0;
    int w, h;
};

#define LEVELS 5

#pragma nullstream kernel(pyrDown) bytes(5.0 * w * h) flops(30.0 * w * h) regs(28) reads(src, sp * h * 2) writes(dst, dp * h)
__global__ void pyrDown(const float *src, size_t sp, float *dst, size_t dp, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < w && y < h)
        dst[y * dp / 4 + x] = 0.25f * (src[2 * y * sp / 4 + 2 * x] + src[2 * y * sp / 4 + 2 * x + 1]);
}
#pragma nullstream kernel(upsample) bytes(10.0 * w * h) reads(coarse, cp * ((h + 1) / 2)) writes(fine, fp * h)
__global__ void upsample(const float2 *coarse, size_t cp, float2 *fine, size_t fp, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < w && y < h) {
        float2 v = coarse[y / 2 * (cp / 8) + x / 2];
        fine[y * (fp / 8) + x] = make_float2(2 * v.x, 2 * v.y);
    }
}
#pragma nullstream kernel(relax) bytes(24.0 * w * h) flops(55.0 * w * h) regs(40) reads(a, ip * h) reads(b, ip * h) reads(from, fp * h) writes(to, fp * h)
__global__ void relax(const float *a, const float *b, size_t ip, const float2 *from, float2 *to, size_t fp, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < w && y < h) {
        float d = b[y * (ip / 4) + x] - a[y * (ip / 4) + x];
        float2 v = from[y * (fp / 8) + x];
        to[y * (fp / 8) + x] = make_float2(v.x - 0.1f * d, v.y - 0.1f * d);
    }
}

struct Pyramid {
    float *level[LEVELS];
    size_t pitch[LEVELS];
};

static dim3 over(int w, int h, dim3 block) { return dim3((w + block.x - 1) / block.x, (h + block.y - 1) / block.y); }

int main()
{
    const int W = 1920, H = 1200, PAIRS = 6, ITER = 3;
    Pyramid pyr[2];
    float2 *flow[LEVELS][2];
    size_t fp[LEVELS];
    for (int l = 0; l < LEVELS; l++) {
        for (auto &p : pyr)
            cudaMallocPitch(&p.level[l], &p.pitch[l], (W >> l) * sizeof(float), H >> l);
        for (int i = 0; i < 2; i++)
            cudaMallocPitch(&flow[l][i], &fp[l], (W >> l) * sizeof(float2), H >> l);
    }
    Image<float2> out(W, H);
    float *frames;
    float2 *flowHost;
    cudaMallocHost(&frames, sizeof(float) * W * H * (PAIRS + 1));
    cudaMallocHost(&flowHost, sizeof(float2) * W * H);

    cudaStream_t up[2], down;
    for (auto &s : up)
        cudaStreamCreate(&s);
    cudaStreamCreate(&down);
    cudaEvent_t built[2], flowDone, downloaded;
    for (auto &e : built)
        cudaEventCreateWithFlags(&e, cudaEventDisableTiming);
    cudaEventCreateWithFlags(&flowDone, cudaEventDisableTiming);
    cudaEventCreateWithFlags(&downloaded, cudaEventDisableTiming);

    auto build = [&](int frame) {
        const int k = frame & 1;
        Pyramid &p = pyr[k];
        cudaMemcpy2DAsync(p.level[0], p.pitch[0], frames + (size_t)frame * W * H, W * sizeof(float),
                          W * sizeof(float), H, cudaMemcpyHostToDevice, up[k]);
        const dim3 block(48, 5);
        for (int l = 1; l < LEVELS; l++)
            pyrDown<<<over(W >> l, H >> l, block), block, 0, up[k]>>>(p.level[l - 1], p.pitch[l - 1], p.level[l],
                                                                     p.pitch[l], W >> l, H >> l);
        cudaEventRecord(built[k], up[k]);
    };

    build(0);
    for (int pair = 0; pair < PAIRS; pair++) {
        build(pair + 1);
        const int cur = (pair + 1) & 1;
        cudaStream_t s = up[cur];
        cudaStreamWaitEvent(s, built[cur ^ 1], 0);
        const Pyramid &a = pyr[cur ^ 1], &b = pyr[cur];
        cudaMemset2DAsync(flow[LEVELS - 1][0], fp[LEVELS - 1], 0, (W >> (LEVELS - 1)) * sizeof(float2),
                          H >> (LEVELS - 1), s);
        const dim3 block(24, 9);
        int at = 0;
        for (int l = LEVELS - 1; l >= 0; l--) {
            const int w = W >> l, h = H >> l;
            if (l < LEVELS - 1) {
                upsample<<<over(w, h, block), block, 0, s>>>(flow[l + 1][at], fp[l + 1], flow[l][0], fp[l], w, h);
                at = 0;
            }
            for (int i = 0; i < ITER; i++, at ^= 1)
                relax<<<over(w, h, block), block, 0, s>>>(a.level[l], b.level[l], a.pitch[l], flow[l][at],
                                                          flow[l][at ^ 1], fp[l], w, h);
        }
        if (pair > 0)
            cudaStreamWaitEvent(s, downloaded, 0);
        cudaMemcpy2DAsync(out.data, out.pitch, flow[0][at], fp[0], W * sizeof(float2), H, cudaMemcpyDeviceToDevice, s);
        cudaEventRecord(flowDone, s);
        // the older frame's stream may overwrite its pyramid only now
        cudaStreamWaitEvent(up[cur ^ 1], flowDone, 0);
        cudaStreamWaitEvent(down, flowDone, 0);
        cudaMemcpy2DAsync(flowHost, W * sizeof(float2), out.data, out.pitch, W * sizeof(float2), H,
                          cudaMemcpyDeviceToHost, down);
        cudaEventRecord(downloaded, down);
    }
    cudaDeviceSynchronize();
    printf("%f\n", flowHost[0].x);
    return 0;
}
