// Do copies of rectangles, in slots that are used again when their timed event is done, overlap as
// copies in one piece do? Four slots by streams of their own, sixteen tiles of 2304 KiB in, a short
// kernel, and out; by what the copy is, by the slot's events, and by the memory. Median, 10th and
// 90th percentile of 25 rounds behind the first five, us.
// Native only: rounds are timed on the host.
#include <algorithm>
#include <cuda_runtime.h>
#include <stdio.h>
#include <vector>

#include "nullstream.cuh"

enum { SLOTS = 4, TILES = 16, ROUNDS = 30, COLD = 5, SIDE = 768, N = 3072 };

enum way { PIECE, RECTANGLE, RECTANGLE_IN, RECTANGLE_OUT, DENSE };

__global__ void touch(float *p)
{
    p[blockIdx.x * blockDim.x + threadIdx.x] += 1;
}

static float *in[SLOTS], *out[SLOTS], *src, *dst;
static size_t pitch;

static void copy(bool rectangle, bool dense, bool inward, int slot, int tile, cudaStream_t s)
{
    const size_t bytes = SIDE * sizeof(float), row = N * sizeof(float);
    const int x = tile % (N / SIDE), y = tile / (N / SIDE);
    if (!rectangle) {
        float *host = (inward ? src : dst) + (size_t)tile * SIDE * SIDE;
        if (inward)
            cudaMemcpyAsync(in[slot], host, SIDE * bytes, cudaMemcpyHostToDevice, s);
        else
            cudaMemcpyAsync(host, out[slot], SIDE * bytes, cudaMemcpyDeviceToHost, s);
        return;
    }
    size_t host_pitch = dense ? bytes : row, device_pitch = dense ? bytes : pitch;
    float *host = (inward ? src : dst) +
                  (dense ? (size_t)tile * SIDE * SIDE : (size_t)y * SIDE * N + (size_t)x * SIDE);
    if (inward)
        cudaMemcpy2DAsync(in[slot], device_pitch, host, host_pitch, bytes, SIDE,
                          cudaMemcpyHostToDevice, s);
    else
        cudaMemcpy2DAsync(host, host_pitch, out[slot], device_pitch, bytes, SIDE,
                          cudaMemcpyDeviceToHost, s);
}

static void row(const char *name, enum way way, bool timed, bool begins, bool waits)
{
    cudaStream_t stream[SLOTS];
    cudaEvent_t begin[SLOTS], end[SLOTS];
    for (int i = 0; i < SLOTS; i++) {
        cudaStreamCreateWithFlags(&stream[i], cudaStreamNonBlocking);
        cudaEventCreateWithFlags(&begin[i], timed ? cudaEventDefault : cudaEventDisableTiming);
        cudaEventCreateWithFlags(&end[i], timed ? cudaEventDefault : cudaEventDisableTiming);
    }
    std::vector<double> times;
    for (int r = 0; r < ROUNDS; r++) {
        double from = host_time_us();
        for (int t = 0; t < TILES; t++) {
            int k = t % SLOTS;
            if (waits && t >= SLOTS)
                cudaEventSynchronize(end[k]);
            if (begins)
                cudaEventRecord(begin[k], stream[k]);
            copy(way != PIECE && way != RECTANGLE_OUT, way == DENSE, true, k, t, stream[k]);
            touch<<<576, 256, 0, stream[k]>>>(in[k]);
            copy(way != PIECE && way != RECTANGLE_IN, way == DENSE, false, k, t, stream[k]);
            cudaEventRecord(end[k], stream[k]);
        }
        cudaDeviceSynchronize();
        if (r >= COLD)
            times.push_back(host_time_us() - from);
    }
    std::sort(times.begin(), times.end());
    printf("%-44s %7.0f %7.0f %7.0f\n", name, times[times.size() / 2], times[times.size() / 10],
           times[times.size() * 9 / 10]);
    for (int i = 0; i < SLOTS; i++) {
        cudaStreamDestroy(stream[i]);
        cudaEventDestroy(begin[i]);
        cudaEventDestroy(end[i]);
    }
}

int main()
{
    for (int i = 0; i < SLOTS; i++) {
        cudaMallocPitch((void **)&in[i], &pitch, SIDE * sizeof(float), SIDE);
        cudaMallocPitch((void **)&out[i], &pitch, SIDE * sizeof(float), SIDE);
    }
    for (int combined = 0; combined < 2; combined++) {
        cudaHostAlloc((void **)&src, sizeof(float) * N * N,
                      combined ? cudaHostAllocWriteCombined : cudaHostAllocDefault);
        cudaMallocHost((void **)&dst, sizeof(float) * N * N);
        printf("%s, pitch %zu\n", combined ? "write-combined memory" : "page-locked memory", pitch);
        row("one piece, timed, begin", PIECE, true, true, true);
        row("one piece, timed", PIECE, true, false, true);
        row("one piece, not timed", PIECE, false, false, true);
        row("one piece, nobody waits", PIECE, false, false, false);
        row("rectangles, timed, begin", RECTANGLE, true, true, true);
        row("rectangles, timed", RECTANGLE, true, false, true);
        row("rectangles, not timed", RECTANGLE, false, false, true);
        row("rectangles, nobody waits", RECTANGLE, false, false, false);
        row("rectangles in, pieces out, timed, begin", RECTANGLE_IN, true, true, true);
        row("pieces in, rectangles out, timed, begin", RECTANGLE_OUT, true, true, true);
        row("rectangles without gaps, timed, begin", DENSE, true, true, true);
        row("rectangles without gaps, nobody waits", DENSE, false, false, false);
        cudaFreeHost(src);
        cudaFreeHost(dst);
    }
    return 0;
}
