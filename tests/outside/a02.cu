// Ring of four pinned buffers with events: the host fills a slot once its last upload is done.
#include "nullstream.cuh"
#include <vector>
#include <string.h>
#include <stdio.h>

constexpr int SLOTS = 4;
constexpr int FRAMES = 40;
constexpr size_t FRAME_BYTES = 1280 * 720 * 3;

__global__ void detect(const unsigned char *frame, float *scores)
{
    spin_us(130);
    if (threadIdx.x == 0)
        scores[blockIdx.x] = frame[blockIdx.x];
}

struct Slot {
    unsigned char *host;
    unsigned char *dev;
    float *scores;
    cudaEvent_t uploaded;
    cudaEvent_t consumed;
};

int main()
{
    std::vector<Slot> ring(SLOTS);
    std::vector<unsigned char> camera(FRAME_BYTES);
    cudaStream_t up, compute;
    cudaStreamCreateWithFlags(&up, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&compute, cudaStreamNonBlocking);
    for (auto &r : ring) {
        cudaMallocHost(&r.host, FRAME_BYTES);
        cudaMalloc(&r.dev, FRAME_BYTES);
        cudaMalloc(&r.scores, 64 * sizeof(float));
        cudaEventCreateWithFlags(&r.uploaded, cudaEventDisableTiming);
        cudaEventCreateWithFlags(&r.consumed, cudaEventDisableTiming);
    }
    for (int f = 0; f < FRAMES; f++) {
        Slot &r = ring[f % SLOTS];
        if (f >= SLOTS)
            cudaEventSynchronize(r.uploaded);
        memcpy(r.host, camera.data(), FRAME_BYTES);
        cudaStreamWaitEvent(up, r.consumed, 0);
        cudaMemcpyAsync(r.dev, r.host, FRAME_BYTES, cudaMemcpyHostToDevice, up);
        cudaEventRecord(r.uploaded, up);
        cudaStreamWaitEvent(compute, r.uploaded, 0);
        detect<<<64, 256, 0, compute>>>(r.dev, r.scores);
        cudaEventRecord(r.consumed, compute);
    }
    cudaDeviceSynchronize();
    printf("%d frames\n", FRAMES);
    return 0;
}
