// 2-D heat equation in two slabs on one GPU: interior and boundary kernels, halos by d2d copies.
#include <cuda_runtime.h>
#include <utility>
#include <cstdio>

const int NX = 4096, NY = 1024; // per slab, plus two halo rows
const int STEPS = 10;

#pragma nullstream kernel(boundary) time(6us)
__global__ void boundary(const float *u, float *v, int row, int nx)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    if (x > 0 && x < nx - 1)
        v[row * nx + x] = 0.25f * (u[row * nx + x - 1] + u[row * nx + x + 1] + u[(row - 1) * nx + x] + u[(row + 1) * nx + x]);
}

#pragma nullstream kernel(interior) bytes(8.0 * nx * (ny - 2)) flops(4.0 * nx * (ny - 2)) regs(32)
__global__ void interior(const float *u, float *v, int nx, int ny)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y + 2;
    if (x > 0 && x < nx - 1 && y < ny)
        v[y * nx + x] = 0.25f * (u[y * nx + x - 1] + u[y * nx + x + 1] + u[(y - 1) * nx + x] + u[(y + 1) * nx + x]);
}

int main()
{
    float *u[2], *v[2];
    const size_t bytes = size_t(NX) * (NY + 2) * sizeof(float);
    cudaStream_t inner[2], edge[2];
    cudaEvent_t edgeDone[2], halo[2], innerDone[2];
    int lo, hi;
    cudaDeviceGetStreamPriorityRange(&lo, &hi);
    for (int s = 0; s < 2; s++) {
        cudaMalloc(&u[s], bytes);
        cudaMalloc(&v[s], bytes);
        cudaMemset(u[s], 0, bytes);
        cudaMemset(v[s], 0, bytes);
        cudaStreamCreateWithPriority(&inner[s], cudaStreamNonBlocking, lo);
        cudaStreamCreateWithPriority(&edge[s], cudaStreamNonBlocking, hi);
        cudaEventCreateWithFlags(&edgeDone[s], cudaEventDisableTiming);
        cudaEventCreateWithFlags(&halo[s], cudaEventDisableTiming);
        cudaEventCreateWithFlags(&innerDone[s], cudaEventDisableTiming);
    }
    cudaDeviceSynchronize();
    const size_t row = NX * sizeof(float);
    for (int t = 0; t < STEPS; t++) {
        for (int s = 0; s < 2; s++) {
            if (t > 0)
                cudaStreamWaitEvent(edge[s], innerDone[s], 0);
            boundary<<<NX / 256, 256, 0, edge[s]>>>(u[s], v[s], 1, NX);
            boundary<<<NX / 256, 256, 0, edge[s]>>>(u[s], v[s], NY, NX);
            cudaEventRecord(edgeDone[s], edge[s]);
            if (t > 0)
                cudaStreamWaitEvent(inner[s], halo[s], 0);
            interior<<<dim3(NX / 64, (NY - 2 + 7) / 8), dim3(64, 8), 0, inner[s]>>>(u[s], v[s], NX, NY);
            cudaEventRecord(innerDone[s], inner[s]);
        }
        for (int s = 0; s < 2; s++) {
            const int o = 1 - s;
            cudaStreamWaitEvent(edge[s], edgeDone[o], 0);
            float *dst = s == 0 ? v[0] + size_t(NY + 1) * NX : v[1];
            float *src = s == 0 ? v[1] + NX : v[0] + size_t(NY) * NX;
            cudaMemcpyAsync(dst, src, row, cudaMemcpyDeviceToDevice, edge[s]);
            cudaEventRecord(halo[s], edge[s]);
        }
        for (int s = 0; s < 2; s++)
            std::swap(u[s], v[s]);
    }
    cudaDeviceSynchronize();
    float *out;
    cudaMallocHost(&out, row);
    cudaMemcpy(out, u[0] + NX, row, cudaMemcpyDeviceToHost);
    printf("%f\n", out[17]);
    return 0;
}
