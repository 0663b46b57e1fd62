// v04: video transcoder skeleton, pitched frames, 2D copies, three stages joined by events
#include "nullstream.cuh"
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <iterator>

namespace video {
constexpr int kWidth = 1920, kHeight = 1080, kFrames = 16, kSurfaces = 3;

struct Surface {
    std::uint8_t *luma = nullptr;
    std::size_t pitch = 0;
    cudaEvent_t decoded{}, filtered{}, encoded{};
    Surface()
    {
        cudaMallocPitch(reinterpret_cast<void **>(&luma), &pitch, kWidth, kHeight * 3 / 2);
        for (cudaEvent_t *e : {&decoded, &filtered, &encoded})
            cudaEventCreateWithFlags(e, cudaEventDisableTiming);
    }
    Surface(const Surface &) = delete;
    Surface &operator=(const Surface &) = delete;
    ~Surface()
    {
        for (auto e : {decoded, filtered, encoded})
            cudaEventDestroy(e);
        cudaFree(luma);
    }
};

#pragma nullstream kernel(denoise) time(180us) reads(p, pitch * 1620) writes(p, pitch * 1620)
__global__ void denoise(std::uint8_t *p, std::size_t pitch, int w, int h)
{
    const int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
    if (x < w && y < h)
        p[y * pitch + x] = static_cast<std::uint8_t>(p[y * pitch + x] * 3 / 4);
}
#pragma nullstream kernel(motion) time(420us) reads(cur, pitch * 1620) reads(ref, pitch * 1620) writes(mv, 8160 * sizeof(int2))
__global__ void motion(const std::uint8_t *cur, const std::uint8_t *ref, std::size_t pitch, int2 *mv)
{
    mv[blockIdx.x] = make_int2(cur[0] - ref[0], int(pitch));
}
} // namespace video

int main()
{
    using namespace video;
    static Surface surface[kSurfaces];
    int2 *mv, *mv_host;
    std::uint8_t *raw;
    cudaMalloc(&mv, 8160 * sizeof(int2) * kSurfaces);
    cudaHostAlloc((void **)&raw, std::size_t(kWidth) * kHeight * 3 / 2 * kSurfaces, cudaHostAllocWriteCombined);
    cudaHostAlloc((void **)&mv_host, 8160 * sizeof(int2) * kFrames, cudaHostAllocDefault);
    cudaStream_t up, filter, enc;
    for (auto *s : {&up, &filter, &enc})
        cudaStreamCreateWithFlags(s, cudaStreamNonBlocking);
    const std::size_t frame_bytes = std::size_t(kWidth) * kHeight * 3 / 2;
    for (int f = 0; f < kFrames; ++f) {
        Surface &cur = surface[f % kSurfaces];
        const Surface &ref = surface[(f + kSurfaces - 1) % std::size(surface)];
        if (f >= kSurfaces)
            cudaEventSynchronize(cur.decoded); // raw may be rewritten
        host_work_us(60);
        cudaStreamWaitEvent(up, cur.encoded);
        cudaMemcpy2DAsync(cur.luma, cur.pitch, raw + frame_bytes * (f % kSurfaces), kWidth, kWidth, kHeight * 3 / 2,
                          cudaMemcpyHostToDevice, up);
        cudaEventRecord(cur.decoded, up);
        cudaStreamWaitEvent(filter, cur.decoded);
        denoise<<<dim3((kWidth + 31) / 32, (kHeight + 7) / 8), dim3{32, 8}, 0, filter>>>(cur.luma, cur.pitch, kWidth, kHeight);
        cudaEventRecord(cur.filtered, filter);
        cudaStreamWaitEvent(enc, cur.filtered);
        if (f > 0)
            cudaStreamWaitEvent(enc, ref.filtered);
        motion<<<8160 / 8, 64, 0, enc>>>(cur.luma, ref.luma, cur.pitch, mv + 8160 * (f % kSurfaces));
        cudaMemcpyAsync(mv_host + 8160 * f, mv + 8160 * (f % kSurfaces), 8160 * sizeof(int2), cudaMemcpyDeviceToHost, enc);
        cudaEventRecord(cur.encoded, enc);
    }
    if (cudaError_t e = cudaDeviceSynchronize(); e != cudaSuccess)
        return std::fprintf(stderr, "%s\n", cudaGetErrorString(e)), EXIT_FAILURE;
    std::puts("done");
    return EXIT_SUCCESS;
}
