// Stencil with split halo: boundary first on an urgent stream, exchange through the host, interior meanwhile.
#include "nullstream.cuh"
#include <cstdio>
#include <utility>

#pragma nullstream kernel(stencil_rows) bytes(8.0 * nx * (to - from)) flops(10.0 * nx * (to - from)) reads(in + (from - 1) * nx, (to - from + 2) * nx * 4) writes(out + from * nx, (to - from) * nx * 4)
__global__ void stencil_rows(const float *in, float *out, int nx, int from, int to)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = from + blockIdx.y;
    if (x > 0 && x < nx - 1 && y < to)
        out[y * nx + x] = 0.2f * (in[y * nx + x] + in[y * nx + x - 1] + in[y * nx + x + 1] + in[(y - 1) * nx + x] + in[(y + 1) * nx + x]);
}

template <class F> void repeat(int n, F &&f)
{
    for (int i = 0; i < n; ++i)
        f(i);
}

int main()
{
    const int nx = 4096, ny = 2050, steps = 16;
    const size_t row = nx * sizeof(float);
    float *u, *v, *send, *recv;
    cudaMalloc(&u, row * ny);
    cudaMalloc(&v, row * ny);
    cudaMemset(u, 0, row * ny);
    cudaMemset(v, 0, row * ny);
    cudaHostAlloc(&send, 2 * row, cudaHostAllocDefault);
    cudaHostAlloc(&recv, 2 * row, cudaHostAllocDefault);
    int lo, hi;
    cudaDeviceGetStreamPriorityRange(&lo, &hi);
    cudaStream_t edge, inner;
    cudaStreamCreateWithPriority(&edge, cudaStreamNonBlocking, hi);
    cudaStreamCreateWithPriority(&inner, cudaStreamNonBlocking, lo);
    cudaEvent_t inner_done, edge_done, packed, t0, t1;
    cudaEventCreateWithFlags(&inner_done, cudaEventDisableTiming);
    cudaEventCreateWithFlags(&edge_done, cudaEventDisableTiming);
    cudaEventCreateWithFlags(&packed, cudaEventDisableTiming);
    cudaEventCreate(&t0);
    cudaEventCreate(&t1);
    cudaDeviceSynchronize();
    cudaEventRecord(t0, inner);
    repeat(steps, [&](int) {
        cudaStreamWaitEvent(edge, inner_done, 0);
        stencil_rows<<<dim3(nx / 256, 1), 256, 0, edge>>>(u, v, nx, 1, 2);
        stencil_rows<<<dim3(nx / 256, 1), 256, 0, edge>>>(u, v, nx, ny - 2, ny - 1);
        cudaMemcpyAsync(send, v + nx, row, cudaMemcpyDeviceToHost, edge);
        cudaMemcpyAsync(send + nx, v + (size_t)(ny - 2) * nx, row, cudaMemcpyDeviceToHost, edge);
        cudaEventRecord(packed, edge);

        cudaStreamWaitEvent(inner, edge_done, 0);
        stencil_rows<<<dim3(nx / 256, ny - 4), 256, 0, inner>>>(u, v, nx, 2, ny - 2);
        cudaEventRecord(inner_done, inner);

        cudaEventSynchronize(packed);
        host_work_us(15); // MPI_Sendrecv
        for (int i = 0; i < 2; i++)
            cudaMemcpyAsync(v + (size_t)i * (ny - 1) * nx, recv + i * nx, row, cudaMemcpyHostToDevice, edge);
        cudaEventRecord(edge_done, edge);
        std::swap(u, v);
    });
    cudaStreamWaitEvent(inner, edge_done, 0);
    cudaEventRecord(t1, inner);
    cudaEventSynchronize(t1);
    float ms;
    cudaEventElapsedTime(&ms, t0, t1);
    printf("%d steps, %.3f ms\n", steps, ms);
    return 0;
}
