// C++14. A towed-array chain on sixteen streams in the old style (blocking streams), while a status line of the default
// stream is refreshed by a tiny kernel and a pageable copy every few pings: all sixteen wait for it.
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

#define CHECK(x)                                                                     \
    if (cudaError_t e = (x)) {                                                       \
        std::fprintf(stderr, "line %d: %s\n", __LINE__, cudaGetErrorName(e));        \
        std::exit(EXIT_FAILURE);                                                     \
    }

enum : int { BEAMS = 16, SAMPLES = 8192, PINGS = 6 };
struct Status {
    int ping;
    float level[BEAMS];
};
__device__ Status status_now;

#pragma nullstream kernel(steer) time(16us)
__global__ void steer(const short *in, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = in[i] * 0.001f;
}

#pragma nullstream kernel(envelope) time(21us)
template <int Taps> __global__ void envelope(const float *in, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = in[i] * in[i] / Taps;
}

#pragma nullstream kernel(tally) time(4us) reads(echo, n * 4) writes(&status_now, sizeof(Status))
__global__ void tally(const float *echo, int ping, int n)
{
    if (threadIdx.x == 0) {
        status_now.ping = ping;
        status_now.level[ping % BEAMS] = echo[n - 1];
    }
}

int main()
{
    cudaStream_t beam[BEAMS];
    short *raw[BEAMS], *raw_dev[BEAMS];
    float *steered[BEAMS], *echo[BEAMS], *display;
    for (int b = 0; b < BEAMS; b++) {
        CHECK(cudaStreamCreate(beam + b));
        CHECK(cudaMallocHost(&raw[b], SAMPLES * sizeof(short)));
        CHECK(cudaMalloc(&raw_dev[b], SAMPLES * sizeof(short)));
        CHECK(cudaMalloc(&steered[b], SAMPLES * sizeof(float)));
        CHECK(cudaMalloc(&echo[b], SAMPLES * sizeof(float)));
    }
    CHECK(cudaMallocHost(&display, BEAMS * SAMPLES * sizeof(float)));
    Status shown = {};
    for (int ping = 0; ping < PINGS; ping++) {
        for (int b = 0; b < BEAMS; b++) {
            CHECK(cudaMemcpyAsync(raw_dev[b], raw[b], SAMPLES * sizeof(short), cudaMemcpyHostToDevice, beam[b]));
            steer<<<SAMPLES / 256, 256, 0, beam[b]>>>(raw_dev[b], steered[b], SAMPLES);
            envelope<15><<<SAMPLES / 256, 256, 0, beam[b]>>>(steered[b], echo[b], SAMPLES);
            CHECK(cudaMemcpyAsync(display + b * SAMPLES, echo[b], SAMPLES * sizeof(float), cudaMemcpyDeviceToHost, beam[b]));
        }
        if (ping % 2) {
            tally<<<1, 32>>>(echo[0], ping, SAMPLES);
            CHECK(cudaMemcpyFromSymbol(&shown, status_now, sizeof shown));
        }
    }
    CHECK(cudaDeviceSynchronize());
    std::printf("status of ping %d\n", shown.ping);
    for (int b = 0; b < BEAMS; b++) {
        cudaFree(raw_dev[b]);
        cudaFree(steered[b]);
        cudaFree(echo[b]);
        cudaFreeHost(raw[b]);
        cudaStreamDestroy(beam[b]);
    }
    cudaFreeHost(display);
}
