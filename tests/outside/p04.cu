// Video pipeline: capture -> upload -> debayer -> denoise -> encode, ring of four frame slots.
#include <cuda_runtime.h>
#include <array>
#include <cstdint>
#include <cstring>
#include <memory>
#include "nullstream.cuh"

#pragma nullstream kernel(debayer) bytes(5.0 * w * h) flops(40.0 * w * h) reads(raw, w * h * 2) writes(rgb, w * h * 3)
__global__ void debayer(const uint16_t *raw, uint8_t *rgb, int w, int h) {}

#pragma nullstream kernel(denoise) block_time(45us) regs(64) reads(rgb, w * h * 3) writes(out, w * h * 3)
__global__ void denoise(const uint8_t *rgb, uint8_t *out, int w, int h) {}

#pragma nullstream kernel(encode) time(210us) reads(in, w * h * 3) writes(bits, size)
__global__ void encode(const uint8_t *in, uint8_t *bits, int w, int h, int size) {}

struct DeviceFree {
    void operator()(void *p) const { cudaFree(p); }
};
struct HostFree {
    void operator()(void *p) const { cudaFreeHost(p); }
};
template <typename T> using device_ptr = std::unique_ptr<T, DeviceFree>;
template <typename T> using pinned_ptr = std::unique_ptr<T, HostFree>;

template <typename T> device_ptr<T> make_device(size_t n)
{
    T *p = nullptr;
    cudaMalloc(&p, n * sizeof(T));
    return device_ptr<T>(p);
}
template <typename T> pinned_ptr<T> make_pinned(size_t n)
{
    T *p = nullptr;
    cudaMallocHost(&p, n * sizeof(T));
    return pinned_ptr<T>(p);
}

constexpr int W = 1920, H = 1080, SLOTS = 4, FRAMES = 24, BITS = 256 * 1024;

struct Slot {
    pinned_ptr<uint16_t> capture;
    pinned_ptr<uint8_t> bitsHost;
    device_ptr<uint16_t> raw;
    device_ptr<uint8_t> rgb, clean, bits;
    cudaStream_t stream;
    cudaEvent_t done;
};

int main()
{
    std::array<Slot, SLOTS> ring;
    for (auto &s : ring) {
        s.capture = make_pinned<uint16_t>(W * H);
        s.bitsHost = make_pinned<uint8_t>(BITS);
        s.raw = make_device<uint16_t>(W * H);
        s.rgb = make_device<uint8_t>(W * H * 3);
        s.clean = make_device<uint8_t>(W * H * 3);
        s.bits = make_device<uint8_t>(BITS);
        cudaStreamCreateWithFlags(&s.stream, cudaStreamNonBlocking);
        cudaEventCreateWithFlags(&s.done, cudaEventDisableTiming);
    }
    for (int f = 0; f < FRAMES; f++) {
        Slot &s = ring[f % SLOTS];
        if (f >= SLOTS)
            cudaEventSynchronize(s.done);
        memset(s.capture.get(), f, W * H * sizeof(uint16_t)); // the camera's DMA
        host_work_us(60);
        cudaMemcpyAsync(s.raw.get(), s.capture.get(), W * H * sizeof(uint16_t), cudaMemcpyHostToDevice, s.stream);
        dim3 block(32, 8), grid((W + 31) / 32, (H + 7) / 8);
        debayer<<<grid, block, 0, s.stream>>>(s.raw.get(), s.rgb.get(), W, H);
        denoise<<<grid, block, 0, s.stream>>>(s.rgb.get(), s.clean.get(), W, H);
        encode<<<24, 256, 0, s.stream>>>(s.clean.get(), s.bits.get(), W, H, BITS);
        cudaMemcpyAsync(s.bitsHost.get(), s.bits.get(), BITS, cudaMemcpyDeviceToHost, s.stream);
        cudaEventRecord(s.done, s.stream);
    }
    for (auto &s : ring)
        cudaEventSynchronize(s.done);
    for (auto &s : ring) {
        cudaStreamDestroy(s.stream);
        cudaEventDestroy(s.done);
    }
    return 0;
}
