// Double-buffered streaming of sensor frames: upload, calibrate, threshold, download; two slots.
#include "nullstream.cuh"
#include <cstdio>
#include <cstring>

#define CHECK(call)                                                              \
    do {                                                                         \
        cudaError_t err_ = (call);                                               \
        if (err_ != cudaSuccess) {                                               \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(err_)); \
            exit(1);                                                             \
        }                                                                        \
    } while (0)

#pragma nullstream kernel(calibrate) bytes(10.0 * n) flops(4.0 * n)
__global__ void calibrate(const unsigned short *raw, const float *gain, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = raw[i] * gain[i];
}

#pragma nullstream kernel(threshold) bytes(5.0 * n) flops(2.0 * n)
__global__ void threshold(const float *in, unsigned char *mask, float t, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        mask[i] = in[i] > t ? 1 : 0;
}

struct Slot {
    cudaStream_t stream;
    cudaEvent_t done;
    unsigned short *h_raw, *d_raw;
    float *d_cal;
    unsigned char *d_mask, *h_mask;
};

int main()
{
    const int W = 2048, H = 1024, N = W * H, FRAMES = 24;
    Slot slot[2];
    float *gain;
    CHECK(cudaMalloc(&gain, N * sizeof(float)));
    CHECK(cudaMemset(gain, 0, N * sizeof(float)));
    for (Slot &s : slot) {
        CHECK(cudaStreamCreateWithFlags(&s.stream, cudaStreamNonBlocking));
        CHECK(cudaEventCreateWithFlags(&s.done, cudaEventDisableTiming));
        CHECK(cudaMallocHost(&s.h_raw, N * sizeof(unsigned short)));
        CHECK(cudaMallocHost(&s.h_mask, N));
        CHECK(cudaMalloc(&s.d_raw, N * sizeof(unsigned short)));
        CHECK(cudaMalloc(&s.d_cal, N * sizeof(float)));
        CHECK(cudaMalloc(&s.d_mask, N));
        memset(s.h_raw, 7, N * sizeof(unsigned short));
    }
    CHECK(cudaDeviceSynchronize());
    cudaEvent_t t0, t1;
    CHECK(cudaEventCreate(&t0));
    CHECK(cudaEventCreate(&t1));
    CHECK(cudaEventRecord(t0, slot[0].stream));
    long lit = 0;
    for (int f = 0; f < FRAMES + 2; f++) {
        Slot &s = slot[f % 2];
        if (f >= 2) {
            CHECK(cudaEventSynchronize(s.done));
            lit += s.h_mask[0];
        }
        if (f >= FRAMES)
            continue;
        host_work_us(35); // the grabber hands out the next frame
        CHECK(cudaMemcpyAsync(s.d_raw, s.h_raw, N * sizeof(unsigned short), cudaMemcpyHostToDevice, s.stream));
        calibrate<<<(N + 255) / 256, 256, 0, s.stream>>>(s.d_raw, gain, s.d_cal, N);
        threshold<<<(N + 255) / 256, 256, 0, s.stream>>>(s.d_cal, s.d_mask, 0.5f, N);
        CHECK(cudaGetLastError());
        CHECK(cudaMemcpyAsync(s.h_mask, s.d_mask, N, cudaMemcpyDeviceToHost, s.stream));
        CHECK(cudaEventRecord(s.done, s.stream));
    }
    CHECK(cudaStreamWaitEvent(slot[0].stream, slot[1].done, 0));
    CHECK(cudaEventRecord(t1, slot[0].stream));
    CHECK(cudaEventSynchronize(t1));
    float ms = 0;
    CHECK(cudaEventElapsedTime(&ms, t0, t1));
    printf("%d frames in %.3f ms, %ld lit\n", FRAMES, ms, lit);
    return 0;
}
