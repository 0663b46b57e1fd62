// LU-like block elimination in managed memory: a panel is factored on the host, prefetched to the device, the
// trailing update runs there in two streams; finished panels go back by prefetch while updates run.
#include "nullstream.cuh"
#include <cstdio>
#include <vector>

#define CUDA(x)                                                                                   \
    do {                                                                                          \
        const cudaError_t r = (x);                                                                \
        if (r != cudaSuccess) {                                                                   \
            std::fprintf(stderr, "%s failed with %s\n", #x, cudaGetErrorName(r));                 \
            return 1;                                                                             \
        }                                                                                         \
    } while (0)

constexpr int N = 4096, NB = 512, PANELS = N / NB;

#pragma nullstream kernel(trsm) block_time(70us) regs(96) shared(33000) reads(panel, N * NB * 4) writes(block, N * NB * 4)
__global__ void trsm(const float *panel, float *block, int rows) {}
#pragma nullstream kernel(update) flops(2.0 * NB * NB * rows) bytes(8.0 * NB * rows) regs(128) shared(33000) reads(panel, N * NB * 4) writes(block, N * NB * 4)
__global__ void update(const float *panel, float *block, int rows) {}

#pragma nullstream host(factor) time(350us)
static void factor(float *panel, int rows)
{
    for (int i = 0; i < rows; i += 1024)
        panel[i] += 1.0f;
}

int main()
{
    float *a; // column panels, each contiguous
    const size_t panel = size_t(N) * NB;
    CUDA(cudaMallocManaged(&a, panel * PANELS * sizeof(float)));
    const cudaMemLocation dev{cudaMemLocationTypeDevice, 0}, host{cudaMemLocationTypeHost, 0};
    CUDA(cudaMemAdvise(a, panel * PANELS * sizeof(float), cudaMemAdviseSetPreferredLocation, dev));
    CUDA(cudaMemAdvise(a, panel * PANELS * sizeof(float), cudaMemAdviseSetAccessedBy, host));
    for (size_t i = 0; i < panel * PANELS; i += 1024)
        a[i] = 1.0f;
    cudaStream_t next, rest;
    cudaEvent_t up, ahead, home[PANELS];
    CUDA(cudaStreamCreateWithFlags(&next, cudaStreamNonBlocking));
    CUDA(cudaStreamCreateWithFlags(&rest, cudaStreamNonBlocking));
    CUDA(cudaEventCreateWithFlags(&up, cudaEventDisableTiming));
    CUDA(cudaEventCreateWithFlags(&ahead, cudaEventDisableTiming));
    for (auto &e : home)
        CUDA(cudaEventCreateWithFlags(&e, cudaEventDisableTiming));
    for (int p = 1; p < PANELS; ++p)
        CUDA(cudaMemPrefetchAsync(a + p * panel, panel * sizeof(float), dev, 0, rest));
    CUDA(cudaStreamSynchronize(rest));

    factor(a, N);
    for (int k = 0; k < PANELS; ++k) {
        float *pk = a + k * panel;
        const int rows = N - k * NB;
        CUDA(cudaMemPrefetchAsync(pk, panel * sizeof(float), dev, 0, next));
        CUDA(cudaEventRecord(up, next));
        CUDA(cudaStreamWaitEvent(rest, up, 0));
        if (k + 1 < PANELS) { // look-ahead: the next panel first
            float *pn = pk + panel;
            trsm<<<NB / 16, 128, 0, next>>>(pk, pn, rows);
            update<<<dim3(NB / 64, (rows + 63) / 64), 256, 0, next>>>(pk, pn, rows);
            CUDA(cudaMemPrefetchAsync(pn, panel * sizeof(float), host, 0, next));
            CUDA(cudaEventRecord(ahead, next));
        }
        for (int j = k + 2; j < PANELS; ++j) {
            float *pj = a + j * panel;
            trsm<<<NB / 16, 128, 0, rest>>>(pk, pj, rows);
            update<<<dim3(NB / 64, (rows + 63) / 64), 256, 0, rest>>>(pk, pj, rows);
        }
        CUDA(cudaGetLastError());
        CUDA(cudaEventRecord(home[k], rest));
        if (k + 1 < PANELS) {
            CUDA(cudaEventSynchronize(ahead));
            CUDA(cudaEventSynchronize(home[k])); // the host may touch managed memory only then on some systems
            factor(pk + panel, rows - NB);
        }
    }
    CUDA(cudaDeviceSynchronize());
    std::printf("a[0] %f\n", a[0]);
    CUDA(cudaFree(a));
    return 0;
}
