// 2D heat equation, interior and boundary in separate streams, residual every few steps.
#include "nullstream.cuh"
#include <cstdio>
#include <utility>
#include <vector>
#include <cmath>

constexpr int NX = 2048, NY = 1024;
constexpr int STEPS = 40, CHECK_EVERY = 10;

#pragma nullstream kernel(interior) flops(6.0 * (nx - 2) * (ny - 4)) bytes(8.0 * nx * ny)
__global__ void interior(const float *u, float *v, int nx, int ny, float k)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x + 1;
    int y = blockIdx.y * blockDim.y + threadIdx.y + 2;
    if (x < nx - 1 && y < ny - 2)
        v[y * nx + x] = u[y * nx + x] +
                        k * (u[y * nx + x - 1] + u[y * nx + x + 1] + u[(y - 1) * nx + x] +
                             u[(y + 1) * nx + x] - 4.0f * u[y * nx + x]);
}

#pragma nullstream kernel(border) time(6us)
__global__ void border(const float *u, float *v, int nx, int ny, float k)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x + 1;
    int y = blockIdx.y == 0 ? 1 : ny - 2;
    if (x < nx - 1)
        v[y * nx + x] = u[y * nx + x] +
                        k * (u[y * nx + x - 1] + u[y * nx + x + 1] + u[(y - 1) * nx + x] +
                             u[(y + 1) * nx + x] - 4.0f * u[y * nx + x]);
}

#pragma nullstream kernel(residual) time(12us) reads(u, n * 4) reads(v, n * 4) atomics(sum, 4)
__global__ void residual(const float *u, const float *v, float *sum, int n)
{
    float acc = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        acc += fabsf(u[i] - v[i]);
    for (int d = 16; d; d >>= 1)
        acc += __shfl_down_sync(0xffffffff, acc, d);
    if (threadIdx.x % 32 == 0)
        atomicAdd(sum, acc);
}

int main()
{
    float *u, *v, *d_res, *h_res, *halo;
    const size_t bytes = sizeof(float) * NX * NY;
    cudaMalloc(&u, bytes);
    cudaMalloc(&v, bytes);
    cudaMalloc(&d_res, sizeof(float));
    cudaMallocHost(&h_res, sizeof(float) * (STEPS / CHECK_EVERY));
    cudaMallocHost(&halo, sizeof(float) * NX * 2);

    int least, greatest;
    cudaDeviceGetStreamPriorityRange(&least, &greatest);
    cudaStream_t bulk, edge;
    cudaStreamCreateWithPriority(&bulk, cudaStreamNonBlocking, least);
    cudaStreamCreateWithPriority(&edge, cudaStreamNonBlocking, greatest);
    cudaEvent_t bulk_done, edge_done;
    cudaEventCreateWithFlags(&bulk_done, cudaEventDisableTiming);
    cudaEventCreateWithFlags(&edge_done, cudaEventDisableTiming);

    std::vector<float> init(NX * NY);
    for (int y = 0; y < NY; ++y)
        for (int x = 0; x < NX; ++x)
            init[y * NX + x] = (x == 0 || y == 0) ? 100.0f : 0.0f;
    cudaMemcpy(u, init.data(), bytes, cudaMemcpyHostToDevice);
    cudaMemcpy(v, u, bytes, cudaMemcpyDeviceToDevice);
    cudaDeviceSynchronize();

    dim3 block(32, 8), grid((NX + 31) / 32, (NY + 7) / 8);
    int checks = 0;
    for (int step = 1; step <= STEPS; ++step) {
        border<<<dim3((NX + 127) / 128, 2), 128, 0, edge>>>(u, v, NX, NY, 0.2f);
        // the neighbours' halo rows go through the host
        cudaMemcpyAsync(halo, v + NX, NX * sizeof(float), cudaMemcpyDeviceToHost, edge);
        cudaMemcpyAsync(halo + NX, v + (NY - 2) * NX, NX * sizeof(float), cudaMemcpyDeviceToHost, edge);
        cudaMemcpyAsync(v, halo + NX, NX * sizeof(float), cudaMemcpyHostToDevice, edge);
        cudaMemcpyAsync(v + (NY - 1) * NX, halo, NX * sizeof(float), cudaMemcpyHostToDevice, edge);
        cudaEventRecord(edge_done, edge);

        interior<<<grid, block, 0, bulk>>>(u, v, NX, NY, 0.2f);
        cudaStreamWaitEvent(bulk, edge_done, 0);
        if (step % CHECK_EVERY == 0) {
            cudaMemsetAsync(d_res, 0, sizeof(float), bulk);
            residual<<<264, 256, 0, bulk>>>(u, v, d_res, NX * NY);
            cudaMemcpyAsync(h_res + checks++, d_res, sizeof(float), cudaMemcpyDeviceToHost, bulk);
        }
        cudaEventRecord(bulk_done, bulk);
        cudaStreamWaitEvent(edge, bulk_done, 0);
        std::swap(u, v);
    }
    cudaStreamSynchronize(bulk);
    for (int i = 0; i < checks; ++i)
        printf("residual %d: %g\n", i, h_res[i]);
    cudaStreamSynchronize(edge);
    cudaFree(u); cudaFree(v); cudaFree(d_res);
    cudaFreeHost(h_res); cudaFreeHost(halo);
    return 0;
}
