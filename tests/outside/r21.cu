// Cone-beam CT: projections are uploaded into pitched memory, weighted and filtered, and backprojected slab by
// slab; geometry goes to constant memory per batch; eight streams, each owning a slab of the volume.
#include "nullstream.cuh"
#include <cmath>
#include <cstdio>
#include <cstring>

#define CK(x)                                                                     \
    do {                                                                          \
        cudaError_t e = x;                                                        \
        if (e) {                                                                  \
            fprintf(stderr, "%s(%d): %s\n", #x, (int)e, cudaGetErrorString(e));   \
            exit(1);                                                              \
        }                                                                         \
    } while (0)

namespace ct {
constexpr int U = 768, V = 512, VOX = 256, SLABS = 8, BATCH = 16, BATCHES = 6;
struct Geometry {
    float sin_[BATCH], cos_[BATCH], distance;
};
__constant__ Geometry geometry;

#pragma nullstream kernel(weight) bytes(8.0 * U * V * BATCH)
__global__ void weight(float *p, size_t pitch)
{
    const int u = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y;
    if (u < U)
        *((float *)((char *)p + row * pitch) + u) *= 0.5f;
}
#pragma nullstream kernel(ramp) block_time(14us) shared(8192) reads(p, pitch * V * BATCH) writes(q, pitch * V * BATCH)
__global__ void ramp(const float *p, float *q, size_t pitch) {}
#pragma nullstream kernel(backproject) flops(22.0 * BATCH * VOX * VOX * VOX / SLABS) bytes(8.0 * VOX * VOX * VOX / SLABS) regs(64) reads(q, pitch * V * BATCH) reads(&geometry, sizeof(Geometry)) writes(slab, VOX * VOX * (VOX / SLABS) * 4)
__global__ void backproject(const float *q, size_t pitch, float *slab, int z) {}
#pragma nullstream kernel(clip) bytes(5.0 * VOX * VOX * VOX / SLABS)
__global__ void clip(const float *slab, unsigned char *out)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = slab[i] > 0 ? (unsigned char)slab[i] : 0;
}
} // namespace ct

int main(int argc, char **argv)
{
    using namespace ct;
    const bool by_slab = argc > 1 && strcmp(argv[1], "slab") == 0;
    const size_t slab_voxels = (size_t)VOX * VOX * (VOX / SLABS);
    cudaStream_t in, s[SLABS];
    cudaEvent_t filtered, projected[SLABS];
    float *host, *p, *q, *slab[SLABS];
    unsigned char *bytes[SLABS], *volume;
    size_t pitch, pitch_q;
    Geometry *g;
    CK(cudaStreamCreateWithFlags(&in, cudaStreamNonBlocking));
    CK(cudaEventCreateWithFlags(&filtered, cudaEventDisableTiming));
    CK(cudaMallocHost(&host, sizeof(float) * U * V * BATCH));
    CK(cudaMallocHost(&g, sizeof(Geometry) * BATCHES));
    CK(cudaMallocHost(&volume, slab_voxels * SLABS));
    CK(cudaMallocPitch(&p, &pitch, U * sizeof(float), (size_t)V * BATCH));
    CK(cudaMallocPitch(&q, &pitch_q, U * sizeof(float), (size_t)V * BATCH));
    for (int i = 0; i < SLABS; i++) {
        CK(cudaStreamCreateWithFlags(&s[i], cudaStreamNonBlocking));
        CK(cudaEventCreateWithFlags(&projected[i], cudaEventDisableTiming));
        CK(cudaMalloc(&slab[i], slab_voxels * sizeof(float)));
        CK(cudaMalloc(&bytes[i], slab_voxels));
        CK(cudaMemsetAsync(slab[i], 0, slab_voxels * sizeof(float), s[i]));
    }
    for (int b = 0; b < BATCHES; b++)
        for (int k = 0; k < BATCH; k++) {
            const float a = 6.2831853f * (b * BATCH + k) / (BATCH * BATCHES);
            g[b].sin_[k] = std::sin(a);
            g[b].cos_[k] = std::cos(a);
        }
    CK(cudaDeviceSynchronize());
    for (int b = 0; b < BATCHES; b++) {
        for (int i = 0; i < SLABS; i++)
            CK(cudaStreamWaitEvent(in, projected[i], 0));
        CK(cudaMemcpyToSymbolAsync(geometry, &g[b], sizeof(Geometry), 0, cudaMemcpyHostToDevice, in));
        CK(cudaMemcpy2DAsync(p, pitch, host, U * sizeof(float), U * sizeof(float), (size_t)V * BATCH, cudaMemcpyHostToDevice, in));
        weight<<<dim3((U + 255) / 256, V * BATCH), 256, 0, in>>>(p, pitch);
        ramp<<<V * BATCH / 4, 256, 0, in>>>(p, q, pitch);
        CK(cudaEventRecord(filtered, in));
        for (int i = 0; i < SLABS; i++) {
            CK(cudaStreamWaitEvent(s[i], filtered, 0));
            backproject<<<dim3(VOX / 32, VOX / 8, VOX / SLABS / 4), dim3(32, 8), 0, s[i]>>>(q, pitch_q, slab[i], i * VOX / SLABS);
            if (by_slab) {
                CK(cudaEventRecord(projected[i], s[i]));
                if (b == BATCHES - 1) {
                    clip<<<(unsigned)(slab_voxels / 256), 256, 0, s[i]>>>(slab[i], bytes[i]);
                    CK(cudaMemcpyAsync(volume + i * slab_voxels, bytes[i], slab_voxels, cudaMemcpyDeviceToHost, s[i]));
                }
            }
        }
        if (!by_slab)
            for (int i = 0; i < SLABS; i++)
                CK(cudaEventRecord(projected[i], s[i]));
        CK(cudaGetLastError());
    }
    if (!by_slab) {
        for (int i = 0; i < SLABS; i++)
            clip<<<(unsigned)(slab_voxels / 256), 256, 0, s[i]>>>(slab[i], bytes[i]);
        for (int i = 0; i < SLABS; i++)
            CK(cudaMemcpyAsync(volume + i * slab_voxels, bytes[i], slab_voxels, cudaMemcpyDeviceToHost, s[i]));
    }
    CK(cudaDeviceSynchronize());
    printf("voxel %d\n", volume[0]);
    return 0;
}
