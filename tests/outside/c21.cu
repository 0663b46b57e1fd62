// Radio astronomy: blocks of samples go through a ring of device buffers: upload, unpack, FFT-like kernel
// (bytes and flops), transpose by D2D copy, beamforming, detection; three roles in three streams.
#include <cuda_runtime.h>
#include <cstdio>
#include <array>

constexpr int SLOTS = 4, BLOCKS = 14, CH = 256, SAMPLES = 4096;
constexpr size_t RAW = size_t(CH) * SAMPLES * 2, CPLX = size_t(CH) * SAMPLES * sizeof(float2);

#pragma nullstream kernel(unpack) bytes(10.0 * n) flops(4.0 * n) reads(raw, n * 2) writes(v, n * 8)
__global__ void unpack(const char2 *raw, float2 *v, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        v[i] = make_float2(raw[i].x, raw[i].y);
}
#pragma nullstream kernel(fft) bytes(32.0 * n) flops(60.0 * n) regs(40) shared(16384) reads(v, n * 8) writes(v, n * 8)
__global__ void fft(float2 *v, int n) { v[blockIdx.x * blockDim.x + threadIdx.x].x *= 2; }
#pragma nullstream kernel(beamform) flops(8.0 * 64 * n) bytes(9.0 * n) regs(72) reads(v, n * 8) writes(beams, n)
__global__ void beamform(const float2 *v, char *beams, int n) { beams[blockIdx.x] = v[blockIdx.x].x; }
#pragma nullstream kernel(detect) block_time(11us) reads(beams, n) writes(found, 256)
__global__ void detect(const char *beams, int *found, int n) { found[threadIdx.x] = beams[threadIdx.x]; }

int main()
{
    struct Slot {
        char2 *hRaw, *raw;
        float2 *v, *t;
        char *beams;
        int *found;
        cudaEvent_t uploaded, transformed, drained;
    };
    std::array<Slot, SLOTS> slot;
    int *hFound;
    cudaMallocHost(&hFound, BLOCKS * 256);
    for (auto &s : slot) {
        cudaMallocHost(&s.hRaw, RAW);
        cudaMalloc(&s.raw, RAW);
        cudaMalloc(&s.v, CPLX);
        cudaMalloc(&s.t, CPLX);
        cudaMalloc(&s.beams, CH * SAMPLES);
        cudaMalloc(&s.found, 256);
        for (cudaEvent_t *e : {&s.uploaded, &s.transformed, &s.drained})
            cudaEventCreateWithFlags(e, cudaEventDisableTiming);
    }
    cudaStream_t in, channelise, beam;
    cudaStreamCreateWithFlags(&in, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&channelise, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&beam, cudaStreamNonBlocking);
    const int n = CH * SAMPLES;
    for (int b = 0; b < BLOCKS; b++) {
        Slot &s = slot[b % SLOTS];
        if (b >= SLOTS)
            cudaStreamWaitEvent(in, s.drained, 0);
        cudaMemcpyAsync(s.raw, s.hRaw, RAW, cudaMemcpyHostToDevice, in);
        cudaEventRecord(s.uploaded, in);

        cudaStreamWaitEvent(channelise, s.uploaded, 0);
        unpack<<<n / 1024, 1024, 0, channelise>>>(s.raw, s.v, n);
        fft<<<n / 2048, 256, 0, channelise>>>(s.v, n);
        cudaMemcpy2DAsync(s.t, SAMPLES * sizeof(float2), s.v, SAMPLES * sizeof(float2), SAMPLES * sizeof(float2), CH,
                          cudaMemcpyDeviceToDevice, channelise);
        cudaEventRecord(s.transformed, channelise);

        cudaStreamWaitEvent(beam, s.transformed, 0);
        beamform<<<n / 512, 256, 0, beam>>>(s.t, s.beams, n);
        cudaMemsetAsync(s.found, 0, 256, beam);
        detect<<<24, 64, 0, beam>>>(s.beams, s.found, n);
        cudaMemcpyAsync(hFound + b * 64, s.found, 256, cudaMemcpyDeviceToHost, beam);
        cudaEventRecord(s.drained, beam);
    }
    cudaStreamSynchronize(beam);
    printf("%d\n", hFound[3]);
    return 0;
}
