// Cone-beam tomography: projections are filtered and back-projected into 4 slabs of 224 MiB of a volume, each
// downloaded behind the next one's work; geometry by cudaMemcpyToSymbolAsync, grids from the number of SMs.
#include <cuda_runtime.h>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include "nullstream.cuh"

#define GUARD(x)                                                                                   \
    if (cudaError_t guard = (x)) {                                                                  \
        std::fprintf(stderr, "%s failed: %s\n", #x, cudaGetErrorString(guard));                     \
        std::abort();                                                                              \
    }

constexpr int DET_U = 1024, DET_V = 512, ANGLES = 24, VOL = 1024, SLICES = 56, SLABS = 4;

struct Geometry {
    float m[12];
};
__constant__ Geometry geometry[ANGLES];

#pragma nullstream kernel(cosineWeight) bytes(8.0 * DET_U * DET_V) flops(6.0 * DET_U * DET_V)
__global__ void cosineWeight(float *p)
{
    int u = blockIdx.x * blockDim.x + threadIdx.x, v = blockIdx.y;
    if (u < DET_U)
        p[v * DET_U + u] *= rsqrtf(1.0f + u * u * 1e-6f + v * v * 1e-6f);
}
#pragma nullstream kernel(rampFilter) bytes(8.0 * DET_U * DET_V) flops(120.0 * DET_U * DET_V) shared(8192) regs(48) reads(p, 4 * DET_U * DET_V) writes(p, 4 * DET_U * DET_V)
__global__ void rampFilter(float *p)
{
    __shared__ float row[DET_U];
    for (int u = threadIdx.x; u < DET_U; u += blockDim.x)
        row[u] = p[blockIdx.x * DET_U + u];
    __syncthreads();
    for (int u = threadIdx.x; u < DET_U; u += blockDim.x)
        p[blockIdx.x * DET_U + u] = row[u] - 0.4f * (row[(u + 1) % DET_U] + row[(u + DET_U - 1) % DET_U]);
}
#pragma nullstream kernel(backproject) flops(26.0 * VOL * VOL * SLICES * (last - first)) bytes(8.0 * VOL * VOL * SLICES) regs(40) reads(p + first * DET_U * DET_V, 4 * DET_U * DET_V * (last - first)) reads(slab, 4 * VOL * VOL * SLICES) writes(slab, 4 * VOL * VOL * SLICES)
__global__ void backproject(const float *p, float *slab, int z0, int first, int last)
{
    const size_t n = (size_t)VOL * VOL * SLICES;
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x) {
        float x = i % VOL, y = i / VOL % VOL, z = z0 + i / ((size_t)VOL * VOL), sum = slab[i];
        for (int a = first; a < last; a++) {
            const float *m = geometry[a].m;
            float w = 1.0f / (m[8] * x + m[9] * y + m[10] * z + m[11]);
            int u = (int)((m[0] * x + m[1] * y + m[3]) * w) & (DET_U - 1), v = (int)((m[6] * z + m[7]) * w) & (DET_V - 1);
            sum += p[((size_t)a * DET_V + v) * DET_U + u] * w * w;
        }
        slab[i] = sum;
    }
}

int main()
{
    const size_t proj = (size_t)DET_U * DET_V, slabVoxels = (size_t)VOL * VOL * SLICES;
    float *hProj, *dProj, *slab[2], *volume;
    Geometry *hGeo;
    GUARD(cudaMallocHost(&hProj, proj * ANGLES * sizeof(float)));
    GUARD(cudaMallocHost(&hGeo, ANGLES * sizeof(Geometry)));
    GUARD(cudaMallocHost(&volume, slabVoxels * SLABS * sizeof(float)));
    GUARD(cudaMalloc(&dProj, proj * ANGLES * sizeof(float)));
    for (auto &s : slab)
        GUARD(cudaMalloc(&s, slabVoxels * sizeof(float)));
    cudaDeviceProp prop;
    GUARD(cudaGetDeviceProperties(&prop, 0));
    const int grid = prop.multiProcessorCount * 6;
    cudaStream_t load, work, store;
    GUARD(cudaStreamCreateWithFlags(&load, cudaStreamNonBlocking));
    GUARD(cudaStreamCreateWithFlags(&work, cudaStreamNonBlocking));
    GUARD(cudaStreamCreateWithFlags(&store, cudaStreamNonBlocking));
    cudaEvent_t filtered[4], slabDone[2], slabHome[2];
    for (auto &e : filtered)
        GUARD(cudaEventCreateWithFlags(&e, cudaEventDisableTiming));
    for (int i = 0; i < 2; i++) {
        GUARD(cudaEventCreateWithFlags(&slabDone[i], cudaEventDisableTiming));
        GUARD(cudaEventCreateWithFlags(&slabHome[i], cudaEventDisableTiming));
    }
    for (int a = 0; a < ANGLES; a++) {
        const float t = 2.0f * (float)M_PI * a / ANGLES;
        for (int k = 0; k < 12; k++)
            hGeo[a].m[k] = std::cos(t + k);
    }

    GUARD(cudaMemcpyToSymbolAsync(geometry, hGeo, ANGLES * sizeof(Geometry), 0, cudaMemcpyHostToDevice, load));
    const int part = ANGLES / 4;
    for (int q = 0; q < 4; q++) {
        for (int a = q * part; a < (q + 1) * part; a++) {
            float *p = dProj + a * proj;
            GUARD(cudaMemcpyAsync(p, hProj + a * proj, proj * sizeof(float), cudaMemcpyHostToDevice, load));
            cosineWeight<<<dim3(DET_U / 128, DET_V), 128, 0, load>>>(p);
            rampFilter<<<DET_V, 320, 0, load>>>(p);
        }
        GUARD(cudaEventRecord(filtered[q], load));
    }
    for (int s = 0; s < SLABS; s++) {
        float *v = slab[s % 2];
        if (s >= 2)
            GUARD(cudaStreamWaitEvent(work, slabHome[s % 2], 0));
        GUARD(cudaMemsetAsync(v, 0, slabVoxels * sizeof(float), work));
        for (int q = 0; q < 4; q++) {
            if (s == 0)
                GUARD(cudaStreamWaitEvent(work, filtered[q], 0));
            backproject<<<grid, 256, 0, work>>>(dProj, v, s * SLICES, q * part, (q + 1) * part);
            GUARD(cudaGetLastError());
        }
        GUARD(cudaEventRecord(slabDone[s % 2], work));
        GUARD(cudaStreamWaitEvent(store, slabDone[s % 2], 0));
        GUARD(cudaMemcpyAsync(volume + s * slabVoxels, v, slabVoxels * sizeof(float), cudaMemcpyDeviceToHost, store));
        GUARD(cudaEventRecord(slabHome[s % 2], store));
    }
    GUARD(cudaDeviceSynchronize());
    std::printf("centre %g\n", volume[slabVoxels * 2]);
    return 0;
}
