// Reverse-time migration, forward pass: two wavefields leapfrog while every k-th snapshot is copied out for the adjoint pass.
#include <cuda_runtime.h>
#include <nvtx3/nvToolsExt.h>
#include <stdio.h>
#include <stdlib.h>

#define CK(call)                                                                    \
    do {                                                                            \
        cudaError_t e_ = (call);                                                    \
        if (e_ != cudaSuccess) {                                                    \
            fprintf(stderr, "%s:%d %s\n", __FILE__, __LINE__, cudaGetErrorString(e_)); \
            exit(1);                                                                \
        }                                                                           \
    } while (0)

#define NX 192
#define NY 192
#define NZ 160
#define STEPS 48
#define EVERY 6
#define RING 3
#define SNAP_SCALE 2 /* snapshots are decimated in x and y */

static const size_t CELLS = (size_t)NX * NY * NZ;
static const size_t SNAP = CELLS / (SNAP_SCALE * SNAP_SCALE);

#pragma nullstream kernel(stencil25) flops(61.0 * n) bytes(16.0 * n) regs(64)
__global__ void __launch_bounds__(256) stencil25(const float *__restrict__ cur, float *__restrict__ prev,
                                                 const float *__restrict__ vel, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    const int sy = NX, sz = NX * NY;
    if (i < 4 * sz || i >= n - 4 * sz) return;
    float lap = -8.54f * cur[i];
    for (int r = 1; r <= 4; r++)
        lap += (cur[i - r] + cur[i + r] + cur[i - r * sy] + cur[i + r * sy] + cur[i - r * sz] + cur[i + r * sz]) / (r * r);
    prev[i] = 2.f * cur[i] - prev[i] + vel[i] * lap;
}

#pragma nullstream kernel(inject) time(2.6us) reads(wavelet, 4) writes(field, 4)
__global__ void inject(float *field, const float *wavelet, int at)
{
    field[at] += wavelet[0];
}

#pragma nullstream kernel(sample_receivers) time(3.1us)
__global__ void sample_receivers(const float *field, float *trace, int nrec)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r < nrec) trace[r] = field[r * 7];
}

#pragma nullstream kernel(decimate) bytes(5.0 * n) flops(1.0 * n)
__global__ void decimate(const float *in, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = in[i * 4];
}

int main(void)
{
    float *p[2], *vel, *wavelet, *traces, *snap[RING], *host_snap, *host_traces;
    const int nrec = 2048;
    for (int i = 0; i < 2; i++) {
        CK(cudaMalloc((void **)&p[i], CELLS * sizeof(float)));
        CK(cudaMemset(p[i], 0, CELLS * sizeof(float)));
    }
    CK(cudaMalloc((void **)&vel, CELLS * sizeof(float)));
    CK(cudaMalloc((void **)&wavelet, STEPS * sizeof(float)));
    CK(cudaMalloc((void **)&traces, STEPS * nrec * sizeof(float)));
    for (int i = 0; i < RING; i++) CK(cudaMalloc((void **)&snap[i], SNAP * sizeof(float)));
    CK(cudaMallocHost((void **)&host_snap, (STEPS / EVERY) * SNAP * sizeof(float)));
    CK(cudaMallocHost((void **)&host_traces, STEPS * nrec * sizeof(float)));
    CK(cudaMemset(vel, 0, CELLS * sizeof(float)));
    CK(cudaMemset(wavelet, 0, STEPS * sizeof(float)));

    cudaStream_t prop, io;
    cudaEvent_t taken[RING], freed[RING], t0, t1;
    CK(cudaStreamCreateWithFlags(&prop, cudaStreamNonBlocking));
    CK(cudaStreamCreateWithFlags(&io, cudaStreamNonBlocking));
    for (int i = 0; i < RING; i++) {
        CK(cudaEventCreateWithFlags(&taken[i], cudaEventDisableTiming));
        CK(cudaEventCreateWithFlags(&freed[i], cudaEventDisableTiming));
    }
    CK(cudaEventCreate(&t0));
    CK(cudaEventCreate(&t1));
    CK(cudaDeviceSynchronize());

    nvtxRangePush("nullstream");
    CK(cudaEventRecord(t0, prop));
    int shots = 0;
    for (int s = 0; s < STEPS; s++) {
        stencil25<<<(unsigned)((CELLS + 255) / 256), 256, 0, prop>>>(p[s & 1], p[(s + 1) & 1], vel, (int)CELLS);
        inject<<<1, 32, 0, prop>>>(p[(s + 1) & 1], wavelet + s, (int)(CELLS / 2));
        sample_receivers<<<nrec / 128, 128, 0, prop>>>(p[(s + 1) & 1], traces + (size_t)s * nrec, nrec);
        if ((s + 1) % EVERY == 0) {
            int r = shots % RING;
            if (shots >= RING) CK(cudaStreamWaitEvent(prop, freed[r], 0));
            decimate<<<(unsigned)((SNAP + 255) / 256), 256, 0, prop>>>(p[(s + 1) & 1], snap[r], (int)SNAP);
            CK(cudaEventRecord(taken[r], prop));
            CK(cudaStreamWaitEvent(io, taken[r], 0));
            CK(cudaMemcpyAsync(host_snap + (size_t)shots * SNAP, snap[r], SNAP * sizeof(float), cudaMemcpyDeviceToHost, io));
            CK(cudaEventRecord(freed[r], io));
            shots++;
        }
    }
    CK(cudaMemcpyAsync(host_traces, traces, STEPS * nrec * sizeof(float), cudaMemcpyDeviceToHost, prop));
    CK(cudaEventRecord(t1, prop));
    CK(cudaGetLastError());
    CK(cudaStreamSynchronize(prop));
    CK(cudaStreamSynchronize(io));
    nvtxRangePop();
    float ms;
    CK(cudaEventElapsedTime(&ms, t0, t1));
    printf("%d steps, %d snapshots, %.3f ms, %.1f Mcells/ms\n", STEPS, shots, ms, STEPS * (double)CELLS / 1e6 / ms);
    return 0;
}
