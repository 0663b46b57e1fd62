// Video transcoding: NV12 frames come as two pitched planes, colour conversion, three scaled outputs, an encoder
// kernel each, bitstreams go back. A pool of surfaces is given back by a host callback.
#include "nullstream.cuh"
#include <atomic>
#include <cstdio>
#include <cstdint>

#define W 1920
#define H 1080
#define SURFACES 4
#define FRAMES 24

#pragma nullstream kernel(nv12_to_rgb) flops(W * H * 15.0) bytes(W * H * 4.5) reads(y, pitch * H * 3 / 2) writes(rgb, W * H * 3)
__global__ void nv12_to_rgb(const uint8_t *y, size_t pitch, uint8_t *rgb) {}
#pragma nullstream kernel(scale_down) flops(w * h * 40.0) bytes(w * h * 12.0) reads(rgb, W * H * 3) writes(out, w * h * 3)
__global__ void scale_down(const uint8_t *rgb, uint8_t *out, int w, int h) {}
#pragma nullstream kernel(encode) block_time(410us) regs(64) shared(24576) reads(in, w * h * 3) writes(bits, 200000)
__global__ void encode(const uint8_t *in, int w, int h, uint8_t *bits) {}

struct Surface {
    uint8_t *yuv, *rgb;
    size_t pitch;
    std::atomic<int> busy{0};
};
Surface pool[SURFACES];

void CUDART_CB release(void *user)
{
    Surface *s = static_cast<Surface *>(user);
    s->busy.store(0);
}

int main()
{
    const int ow[3] = {1280, 854, 640}, oh[3] = {720, 480, 360};
    uint8_t *scaled[3], *bits[3], *hBits[3], *hFrame;
    cudaStream_t in, conv, out[3];
    cudaStreamCreate(&in);
    cudaStreamCreate(&conv);
    for (int i = 0; i < 3; i++) {
        cudaStreamCreate(&out[i]);
        cudaMalloc(&scaled[i], ow[i] * oh[i] * 3);
        cudaMalloc(&bits[i], 200000);
        cudaHostAlloc(&hBits[i], 200000 * FRAMES, cudaHostAllocDefault);
    }
    for (Surface &s : pool) {
        cudaMallocPitch(&s.yuv, &s.pitch, W, H * 3 / 2);
        cudaMalloc(&s.rgb, W * H * 3);
    }
    cudaHostAlloc(&hFrame, W * H * 3 / 2, cudaHostAllocWriteCombined);
    cudaEvent_t up, rgbReady, encoded[3];
    cudaEventCreateWithFlags(&up, cudaEventDisableTiming);
    cudaEventCreateWithFlags(&rgbReady, cudaEventDisableTiming);
    for (auto &e : encoded) cudaEventCreateWithFlags(&e, cudaEventDisableTiming);

    for (int f = 0; f < FRAMES; f++) {
        Surface &s = pool[f % SURFACES];
        while (s.busy.load())
            ; // all surfaces are in flight
        s.busy.store(1);
        cudaMemcpy2DAsync(s.yuv, s.pitch, hFrame, W, W, H, cudaMemcpyHostToDevice, in);
        cudaMemcpy2DAsync(s.yuv + s.pitch * H, s.pitch, hFrame + W * H, W, W, H / 2, cudaMemcpyHostToDevice, in);
        cudaEventRecord(up, in);
        cudaStreamWaitEvent(conv, up, 0);
        nv12_to_rgb<<<dim3(W / 32, H / 8), dim3(32, 8), 0, conv>>>(s.yuv, s.pitch, s.rgb);
        cudaEventRecord(rgbReady, conv);
        for (int i = 0; i < 3; i++) {
            cudaStreamWaitEvent(out[i], rgbReady, 0);
            scale_down<<<dim3(ow[i] / 32, oh[i] / 8), dim3(32, 8), 0, out[i]>>>(s.rgb, scaled[i], ow[i], oh[i]);
            cudaEventRecord(encoded[i], out[i]);
            encode<<<oh[i] / 16, 128, 0, out[i]>>>(scaled[i], ow[i], oh[i], bits[i]);
            size_t n = 20000 + 7919 * f % 60000 / (i + 1);
            cudaMemcpyAsync(hBits[i] + 200000 * f, bits[i], n, cudaMemcpyDeviceToHost, out[i]);
        }
        for (int i = 0; i < 3; i++) cudaStreamWaitEvent(conv, encoded[i], 0);
        cudaLaunchHostFunc(conv, release, &s);
    }
    cudaDeviceSynchronize();
    printf("%d frames\n", FRAMES);
    return 0;
}
