// Molecular dynamics: bonded, short-range and PME forces on three streams, integration joins them; box parameters go to a symbol,
// energies come back every 5 steps, the neighbour list is rebuilt every 10 steps with a size read by the host.
#include "nullstream.cuh"
#include <cstdio>
#include <string.h>

#define ATOMS 96000
#define STEPS 60

__device__ float d_box[16];
#pragma nullstream kernel(nonbonded) flops(ATOMS * 9000.0) bytes(ATOMS * 120.0) regs(64) shared(6144) reads(x, ATOMS * 16) reads(nl, 1 << 20) writes(f, ATOMS * 12)
__global__ void nonbonded(const float4 *x, const int *nl, float *f) {}
#pragma nullstream kernel(bonded) time(16us) regs(72) reads(x, ATOMS * 16) writes(f, ATOMS * 12)
__global__ void bonded(const float4 *x, float *f) {}
#pragma nullstream kernel(pme_spread) block_time(11us) shared(16000) reads(x, ATOMS * 16) writes(grid, 1 << 20)
__global__ void pme_spread(const float4 *x, float *grid) {}
#pragma nullstream kernel(pme_fft) time(21us) reads(grid, 1 << 20) writes(grid, 1 << 20)
__global__ void pme_fft(float *grid) {}
#pragma nullstream kernel(pme_gather) time(12us) reads(grid, 1 << 20) writes(f, ATOMS * 12)
__global__ void pme_gather(const float *grid, float *f) {}
#pragma nullstream kernel(integrate) bytes(ATOMS * 92.0) flops(ATOMS * 30.0) reads(f0, ATOMS * 12) reads(f1, ATOMS * 12) reads(f2, ATOMS * 12) writes(x, ATOMS * 16) writes(energy, 128)
__global__ void integrate(float4 *x, const float *f0, const float *f1, const float *f2, double *energy) {}
#pragma nullstream kernel(neighbours) time(140us) shared(24000) reads(x, ATOMS * 16) writes(nl, 1 << 20) writes(count, 4)
__global__ void neighbours(const float4 *x, int *nl, int *count) {}

typedef struct { cudaStream_t nb, bo, pme; cudaEvent_t start, boDone, pmeDone; } Sched;

int main(void)
{
    Sched s;
    cudaStreamCreateWithFlags(&s.nb, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&s.bo, cudaStreamNonBlocking);
    cudaStreamCreateWithPriority(&s.pme, cudaStreamNonBlocking, -2);
    cudaEvent_t *ev[3] = {&s.start, &s.boDone, &s.pmeDone};
    for (int i = 0; i < 3; i++)
        cudaEventCreateWithFlags(ev[i], cudaEventDisableTiming);
    float4 *x;
    float *f[3], *mesh, box[16];
    int *nl, *count, nCount = 0;
    double *energy, *hEnergy;
    cudaMalloc((void **)&x, ATOMS * sizeof(float4));
    for (int i = 0; i < 3; i++)
        cudaMalloc((void **)&f[i], ATOMS * 3 * sizeof(float));
    cudaMalloc((void **)&mesh, 1 << 20);
    cudaMalloc((void **)&nl, 1 << 20);
    cudaMalloc((void **)&count, sizeof(int));
    cudaMalloc((void **)&energy, 16 * sizeof(double));
    cudaMallocHost((void **)&hEnergy, STEPS / 5 * 16 * sizeof(double));
    memset(box, 0, sizeof box);
    cudaMemsetAsync(x, 0, ATOMS * sizeof(float4), s.nb);
    for (int step = 0; step < STEPS; step++) {
        if (step % 10 == 0) {
            neighbours<<<ATOMS / 128, 128, 0, s.nb>>>(x, nl, count);
            cudaMemcpyAsync(&nCount, count, sizeof(int), cudaMemcpyDeviceToHost, s.nb); // pageable
            cudaStreamSynchronize(s.nb);
            box[0] = 1.0f + step;
            cudaMemcpyToSymbolAsync(d_box, box, sizeof box, 0, cudaMemcpyHostToDevice, s.nb);
        }
        cudaEventRecord(s.start, s.nb);
        cudaStreamWaitEvent(s.bo, s.start, 0);
        cudaStreamWaitEvent(s.pme, s.start, 0);
        pme_spread<<<ATOMS / 256, 256, 0, s.pme>>>(x, mesh);
        pme_fft<<<132, 256, 0, s.pme>>>(mesh);
        pme_gather<<<ATOMS / 256, 256, 0, s.pme>>>(mesh, f[2]);
        cudaEventRecord(s.pmeDone, s.pme);
        nonbonded<<<ATOMS / 64, 64, 0, s.nb>>>(x, nl, f[0]);
        bonded<<<40, 128, 0, s.bo>>>(x, f[1]);
        cudaEventRecord(s.boDone, s.bo);
        cudaStreamWaitEvent(s.nb, s.boDone, 0);
        cudaStreamWaitEvent(s.nb, s.pmeDone, 0);
        integrate<<<ATOMS / 256, 256, 0, s.nb>>>(x, f[0], f[1], f[2], energy);
        if (step % 5 == 4)
            cudaMemcpyAsync(hEnergy + step / 5 * 16, energy, 16 * sizeof(double), cudaMemcpyDeviceToHost, s.nb);
    }
    cudaDeviceSynchronize();
    printf("energy %g, list %s\n", hEnergy[0], nCount ? "ok" : "empty");
    return 0;
}
