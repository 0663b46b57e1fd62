// C++20. A transcoder of three stages (upload, filter, encode) on three threads that hand ring slots on through std::counting_semaphore; device order comes from events.
#include "nullstream.cuh"
#include <array>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <semaphore>
#include <thread>

namespace video {

inline constexpr int kSlots = 4;
inline constexpr int kFrames = 28;
inline constexpr int kWidth = 1920, kHeight = 1080;
inline constexpr std::size_t kLuma = std::size_t{kWidth} * kHeight;
inline constexpr std::size_t kFrame = kLuma * 3 / 2; // NV12
inline constexpr std::size_t kBitstream = 96 * 1024;

#pragma nullstream kernel(denoise) flops(60.0 * w * h) bytes(3.0 * w * h)
__global__ void denoise(const std::uint8_t *in, std::uint8_t *out, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h) return;
    int acc = 0;
    for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++) acc += in[min(max(y + dy, 0), h - 1) * w + min(max(x + dx, 0), w - 1)];
    out[y * w + x] = acc / 9;
}

#pragma nullstream kernel(transform_quantize) block_time(5.5us)
__global__ void transform_quantize(const std::uint8_t *in, std::int16_t *coef, int blocks)
{
    int b = blockIdx.x * (blockDim.x / 64) + threadIdx.x / 64;
    if (b < blocks) coef[b * 64 + threadIdx.x % 64] = in[b * 64 + threadIdx.x % 64] >> 2;
}

#pragma nullstream kernel(entropy) time(38us)
__global__ void entropy(const std::int16_t *coef, std::uint8_t *bits, int blocks)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < blocks) bits[i] = coef[i * 64] & 255;
}

struct EventDeleter {
    void operator()(cudaEvent_t e) const { cudaEventDestroy(e); }
};
using Event = std::unique_ptr<std::remove_pointer_t<cudaEvent_t>, EventDeleter>;

inline Event make_event()
{
    cudaEvent_t e = nullptr;
    cudaEventCreateWithFlags(&e, cudaEventDisableTiming);
    return Event(e);
}

struct Slot {
    std::uint8_t *raw = nullptr, *clean = nullptr, *bits = nullptr, *host_bits = nullptr;
    std::int16_t *coef = nullptr;
    Event uploaded = make_event(), filtered = make_event(), encoded = make_event();
};

} // namespace video

int main()
{
    using namespace video;
    std::array<Slot, kSlots> slots;
    std::uint8_t *source;
    cudaHostAlloc(reinterpret_cast<void **>(&source), 2 * kFrame, cudaHostAllocWriteCombined);
    for (auto &s : slots) {
        cudaMalloc(&s.raw, kFrame);
        cudaMalloc(&s.clean, kFrame);
        cudaMalloc(&s.coef, kFrame * sizeof(std::int16_t));
        cudaMalloc(&s.bits, kBitstream);
        cudaMallocHost(&s.host_bits, kBitstream);
    }
    cudaStream_t up, filter, encode;
    for (cudaStream_t *s : {&up, &filter, &encode}) cudaStreamCreateWithFlags(s, cudaStreamNonBlocking);

    std::counting_semaphore<kSlots> free_slots(kSlots), uploaded(0), filtered(0);

    std::jthread uploader([&] {
        for (int f = 0; f < kFrames; f++) {
            free_slots.acquire();
            Slot &s = slots[f % kSlots];
            host_work_us(12); // demux
            cudaMemcpyAsync(s.raw, source + (f & 1) * kFrame, kFrame, cudaMemcpyHostToDevice, up);
            cudaEventRecord(s.uploaded.get(), up);
            uploaded.release();
        }
    });
    std::jthread filterer([&] {
        const dim3 block(32, 8), grid(kWidth / 32, (kHeight + 7) / 8);
        for (int f = 0; f < kFrames; f++) {
            uploaded.acquire();
            Slot &s = slots[f % kSlots];
            cudaStreamWaitEvent(filter, s.uploaded.get());
            denoise<<<grid, block, 0, filter>>>(s.raw, s.clean, kWidth, kHeight);
            cudaMemcpyAsync(s.clean + kLuma, s.raw + kLuma, kFrame - kLuma, cudaMemcpyDeviceToDevice, filter);
            cudaEventRecord(s.filtered.get(), filter);
            filtered.release();
        }
    });
    std::size_t total = 0;
    std::jthread encoder([&] {
        const int blocks = static_cast<int>(kFrame / 64);
        for (int f = 0; f < kFrames; f++) {
            filtered.acquire();
            Slot &s = slots[f % kSlots];
            cudaStreamWaitEvent(encode, s.filtered.get());
            transform_quantize<<<(blocks + 3) / 4, 256, 0, encode>>>(s.clean, s.coef, blocks);
            entropy<<<(blocks + 127) / 128, 128, 0, encode>>>(s.coef, s.bits, blocks);
            cudaMemcpyAsync(s.host_bits, s.bits, kBitstream, cudaMemcpyDeviceToHost, encode);
            cudaEventRecord(s.encoded.get(), encode);
            cudaEventSynchronize(s.encoded.get());
            total += kBitstream;
            free_slots.release();
        }
    });
    uploader.join();
    filterer.join();
    encoder.join();
    std::printf("%zu bytes of bitstream\n", total);
    return 0;
}
