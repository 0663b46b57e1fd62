/* Sonar beamformer. Every ping the array delivers CHANNELS x SAMPLES of 16-bit integers into a ring of
 * page-locked slots; the device unpacks, band-passes and beamforms them and sends one small image back.
 * Old-fashioned C: macros, gotos, an array of structures. */
#include "nullstream.cuh"
#include <stdio.h>
#include <stdint.h>
#include <string.h>

#define CHANNELS 96
#define SAMPLES  8192
#define BEAMS    180
#define SLOTS    3
#define PINGS    14
#define RANGE    1024

#define TRY(call)                                                                        \
    do {                                                                                 \
        cudaError_t e_ = (call);                                                         \
        if (e_ != cudaSuccess) {                                                         \
            fprintf(stderr, "%s:%d: %s: %s\n", __FILE__, __LINE__, #call,                \
                    cudaGetErrorString(e_));                                             \
            rc = 1;                                                                      \
            goto out;                                                                    \
        }                                                                                \
    } while (0)

struct slot {
    int16_t *raw;
    float *image;
    int16_t *d_raw;
    float *d_time, *d_filtered, *d_image;
    cudaEvent_t uploaded, computed, returned;
    int ping;
};

#pragma nullstream kernel(unpack) flops(1.0 * n) bytes(6.0 * n) reads(in, 2 * n) writes(out, 4 * n)
__global__ void unpack(const int16_t *in, float *out, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        out[i] = (float)in[i] * (1.0f / 32768.0f);
}

#pragma nullstream kernel(bandpass) flops(2.0 * taps * n) bytes(8.0 * n) reads(in, 4 * n) writes(out, 4 * n)
__global__ void bandpass(const float *in, float *out, int n, int taps)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        float sum = 0.0f;
        for (int t = 0; t < taps; t++)
            sum += in[i >= t ? i - t : 0] * __sinf(0.01f * (float)t);
        out[i] = sum;
    }
}

#pragma nullstream kernel(beamform) flops(3.0 * CHANNELS * RANGE * beams) bytes(4.0 * CHANNELS * SAMPLES + 4.0 * RANGE * beams) reads(in, 4 * CHANNELS * SAMPLES) writes(image, 4 * RANGE * beams)
__global__ void beamform(const float *in, float *image, int beams)
{
    int range = blockIdx.x * blockDim.x + threadIdx.x, beam = blockIdx.y;
    if (range >= RANGE || beam >= beams)
        return;
    float sum = 0.0f;
    for (int c = 0; c < CHANNELS; c++) {
        int delay = (c * beam) % 512;
        sum += in[c * SAMPLES + (range * 7 + delay) % SAMPLES];
    }
    image[beam * RANGE + range] = sum * sum;
}

#pragma nullstream host(acquire) time(140us)
static void acquire(int16_t *raw, int ping)
{
    for (int i = 0; i < 64; i++)
        raw[i] = (int16_t)(ping * i);
}

int main(void)
{
    int rc = 0, ping, i;
    const int n = CHANNELS * SAMPLES;
    const size_t raw_bytes = n * sizeof(int16_t), image_bytes = BEAMS * RANGE * sizeof(float);
    struct slot ring[SLOTS];
    cudaStream_t up = NULL, work = NULL, down = NULL;
    int low, high;
    memset(ring, 0, sizeof ring);
    TRY(cudaDeviceGetStreamPriorityRange(&low, &high));
    TRY(cudaStreamCreateWithFlags(&up, cudaStreamNonBlocking));
    TRY(cudaStreamCreateWithPriority(&work, cudaStreamNonBlocking, high));
    TRY(cudaStreamCreateWithFlags(&down, cudaStreamNonBlocking));
    for (i = 0; i < SLOTS; i++) {
        struct slot *s = &ring[i];
        s->ping = -1;
        TRY(cudaHostAlloc((void **)&s->raw, raw_bytes, cudaHostAllocWriteCombined));
        TRY(cudaHostAlloc((void **)&s->image, image_bytes, cudaHostAllocDefault));
        TRY(cudaMalloc((void **)&s->d_raw, raw_bytes));
        TRY(cudaMalloc((void **)&s->d_time, n * sizeof(float)));
        TRY(cudaMalloc((void **)&s->d_filtered, n * sizeof(float)));
        TRY(cudaMalloc((void **)&s->d_image, image_bytes));
        TRY(cudaEventCreateWithFlags(&s->uploaded, cudaEventDisableTiming));
        TRY(cudaEventCreateWithFlags(&s->computed, cudaEventDisableTiming));
        TRY(cudaEventCreateWithFlags(&s->returned, cudaEventDisableTiming));
    }

    for (ping = 0; ping < PINGS; ping++) {
        struct slot *s = ring + ping % SLOTS;
        if (s->ping >= 0)
            TRY(cudaEventSynchronize(s->returned));
        s->ping = ping;
        acquire(s->raw, ping);
        TRY(cudaMemcpyAsync(s->d_raw, s->raw, raw_bytes, cudaMemcpyHostToDevice, up));
        TRY(cudaEventRecord(s->uploaded, up));
        TRY(cudaStreamWaitEvent(work, s->uploaded, 0));
        unpack<<<n / 1024, 256, 0, work>>>(s->d_raw, s->d_time, n);
        bandpass<<<n / 512, 256, 0, work>>>(s->d_time, s->d_filtered, n, ping % 2 ? 96 : 48);
        beamform<<<dim3(RANGE / 128, BEAMS), 128, 0, work>>>(s->d_filtered, s->d_image, BEAMS);
        TRY(cudaGetLastError());
        TRY(cudaEventRecord(s->computed, work));
        TRY(cudaStreamWaitEvent(down, s->computed, 0));
        TRY(cudaMemcpyAsync(s->image, s->d_image, image_bytes, cudaMemcpyDeviceToHost, down));
        TRY(cudaEventRecord(s->returned, down));
    }
    for (i = 0; i < SLOTS; i++) {
        TRY(cudaEventSynchronize(ring[(ping + i) % SLOTS].returned));
        printf("slot %d: ping %d, pixel %g\n", i, ring[(ping + i) % SLOTS].ping, ring[i].image[0]);
    }
out:
    for (i = 0; i < SLOTS; i++) {
        cudaFreeHost(ring[i].raw);
        cudaFreeHost(ring[i].image);
        cudaFree(ring[i].d_raw);
        cudaFree(ring[i].d_time);
        cudaFree(ring[i].d_filtered);
        cudaFree(ring[i].d_image);
    }
    return rc;
}
