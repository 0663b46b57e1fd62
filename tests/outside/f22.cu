// Jacobi in one cooperative kernel that synchronizes its grid between sweeps, beside it a snapshot service:
// the last solution is copied on the device and compressed in another stream with what SMs are left.
#include <cooperative_groups.h>
#include <cstdio>
#include <cuda_runtime.h>

namespace cg = cooperative_groups;

const int SIDE = 1024, CELLS = SIDE * SIDE, OUTER = 8, SWEEPS = 20;

#define RT(call)                                                                                   \
    [&](int line) {                                                                                \
        cudaError_t e = (call);                                                                    \
        if (e != cudaSuccess)                                                                      \
            printf("line %d: %s\n", line, cudaGetErrorString(e));                                  \
        return e == cudaSuccess;                                                                   \
    }(__LINE__)

#pragma nullstream kernel(jacobi) flops(5.0 * cells * sweeps) bytes(8.0 * cells * sweeps) regs(32) \
    reads(a, 4 * cells) writes(a, 4 * cells) reads(b, 4 * cells) writes(b, 4 * cells)
__global__ void jacobi(float *a, float *b, int side, int cells, int sweeps)
{
    cg::grid_group grid = cg::this_grid();
    for (int s = 0; s < sweeps; s++) {
        for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < cells; i += gridDim.x * blockDim.x) {
            int x = i % side, y = i / side;
            b[i] = x == 0 || y == 0 || x == side - 1 || y == side - 1
                       ? a[i]
                       : 0.25f * (a[i - 1] + a[i + 1] + a[i - side] + a[i + side]);
        }
        grid.sync();
        float *t = a;
        a = b;
        b = t;
    }
}

#pragma nullstream kernel(boundary) flops(1.0 * side) bytes(4.0 * cells) \
    writes(a, 4 * cells)
__global__ void boundary(float *a, int side, int cells)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < cells; i += gridDim.x * blockDim.x)
        a[i] = i < side ? 1.0f : 0.0f;
}

// 4 values to a byte each, the range is known
#pragma nullstream kernel(quantize) flops(8.0 * cells) bytes(5.0 * cells) reads(a, 4 * cells) writes(q, cells)
__global__ void quantize(const float4 *a, uchar4 *q, int cells)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < cells / 4; i += gridDim.x * blockDim.x) {
        float4 v = a[i];
        q[i] = make_uchar4((unsigned char)(255 * v.x), (unsigned char)(255 * v.y), (unsigned char)(255 * v.z),
                           (unsigned char)(255 * v.w));
    }
}

int main()
{
    int cooperative = 0, sms = 0, per_sm = 0;
    RT(cudaDeviceGetAttribute(&cooperative, cudaDevAttrCooperativeLaunch, 0));
    RT(cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, 0));
    RT(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&per_sm, jacobi, 512, 0));
    if (!cooperative || per_sm < 1)
        return printf("cannot launch cooperatively\n"), 1;
    const int blocks = sms; // one on each SM, so that the snapshots find room beside it

    float *a, *b, *snap[2];
    unsigned char *small[2], *host;
    RT(cudaMalloc(&a, CELLS * sizeof(float)));
    RT(cudaMalloc(&b, CELLS * sizeof(float)));
    for (int i = 0; i < 2; i++) {
        RT(cudaMalloc(&snap[i], CELLS * sizeof(float)));
        RT(cudaMalloc(&small[i], CELLS));
    }
    RT(cudaHostAlloc(&host, (size_t)OUTER * CELLS, cudaHostAllocDefault));
    cudaStream_t solve, service;
    cudaEvent_t ready, taken[2];
    RT(cudaStreamCreate(&solve));
    RT(cudaStreamCreate(&service));
    RT(cudaEventCreateWithFlags(&ready, cudaEventDisableTiming));
    RT(cudaEventCreateWithFlags(&taken[0], cudaEventDisableTiming));
    RT(cudaEventCreateWithFlags(&taken[1], cudaEventDisableTiming));
    boundary<<<sms, 256>>>(a, SIDE, CELLS); // default stream: both streams wait for it
    boundary<<<sms, 256>>>(b, SIDE, CELLS);

    int side = SIDE, cells = CELLS, sweeps = SWEEPS;
    for (int o = 0; o < OUTER; o++) {
        void *args[] = {&a, &b, &side, &cells, &sweeps};
        RT(cudaLaunchCooperativeKernel((const void *)jacobi, dim3(blocks), dim3(512), args, 0, solve));
        RT(cudaStreamWaitEvent(solve, taken[o % 2], 0));
        RT(cudaMemcpyAsync(snap[o % 2], a, CELLS * sizeof(float), cudaMemcpyDeviceToDevice, solve));
        RT(cudaEventRecord(ready, solve));
        RT(cudaStreamWaitEvent(service, ready, 0));
        quantize<<<32, 128, 0, service>>>((const float4 *)snap[o % 2], (uchar4 *)small[o % 2], CELLS);
        RT(cudaEventRecord(taken[o % 2], service));
        RT(cudaMemcpyAsync(host + (size_t)o * CELLS, small[o % 2], CELLS, cudaMemcpyDeviceToHost, service));
    }
    bool fine = RT(cudaDeviceSynchronize());
    printf("%s, value %d\n", fine ? "done" : "failed", host[(OUTER - 1) * CELLS + SIDE + SIDE / 2]);
    return !fine;
}
