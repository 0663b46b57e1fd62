/* Weather stencil with checkpoints: every CKPT steps a snapshot is taken on the device and written out
 * by a second stream while the model runs on. */
#include "nullstream.cuh"
#include <stdio.h>
#include <stdlib.h>
#include <assert.h>

#define NX 1024
#define NY 1024
#define STEPS 24
#define CKPT 6

typedef struct {
    float *t[2], *p[2];
    int now;
} model_t;

#define TRY(e) try_((e), #e, __LINE__)
static void try_(cudaError_t e, const char *what, int line)
{
    if (e != cudaSuccess) {
        fprintf(stderr, "line %d: %s: %s\n", line, what, cudaGetErrorString(e));
        exit(EXIT_FAILURE);
    }
}

#pragma nullstream kernel(diffuse) bytes(8.0 * nx * ny) reads(a, nx * ny * 4) writes(b, nx * ny * 4)
__global__ void diffuse(const float *__restrict__ a, float *__restrict__ b, int nx, int ny)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= nx || y >= ny)
        return;
    int l = x ? x - 1 : nx - 1, r = x + 1 < nx ? x + 1 : 0, u = y ? y - 1 : ny - 1, d = y + 1 < ny ? y + 1 : 0;
    b[y * nx + x] = 0.2f * (a[y * nx + x] + a[y * nx + l] + a[y * nx + r] + a[u * nx + x] + a[d * nx + x]);
}

#pragma nullstream kernel(couple) bytes(12.0 * n)
__global__ void couple(float *t, const float *p, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        t[i] += 1e-3f * p[i];
}

int main(void)
{
    const size_t bytes = (size_t)NX * NY * sizeof(float);
    model_t m = {{NULL, NULL}, {NULL, NULL}, 0};
    float *snapshot, *file[STEPS / CKPT];
    cudaStream_t model, io;
    cudaEvent_t taken, written, start, stop;
    float ms = 0;
    int i, step, saved = 0;

    for (i = 0; i < 2; i++) {
        TRY(cudaMalloc((void **)&m.t[i], bytes));
        TRY(cudaMalloc((void **)&m.p[i], bytes));
        TRY(cudaMemset(m.t[i], 0, bytes));
        TRY(cudaMemset(m.p[i], 0, bytes));
    }
    TRY(cudaMalloc((void **)&snapshot, bytes));
    for (i = 0; i < STEPS / CKPT; i++)
        TRY(cudaMallocHost((void **)&file[i], bytes));
    TRY(cudaStreamCreateWithFlags(&model, cudaStreamNonBlocking));
    TRY(cudaStreamCreateWithFlags(&io, cudaStreamNonBlocking));
    TRY(cudaEventCreateWithFlags(&taken, cudaEventDisableTiming));
    TRY(cudaEventCreateWithFlags(&written, cudaEventDisableTiming));
    TRY(cudaEventCreate(&start));
    TRY(cudaEventCreate(&stop));
    TRY(cudaDeviceSynchronize());

    const dim3 block(64, 4), grid(NX / 64, NY / 4);
    TRY(cudaEventRecord(start, model));
    for (step = 1; step <= STEPS; step++) {
        const int a = m.now, b = a ^ 1;
        diffuse<<<grid, block, 0, model>>>(m.t[a], m.t[b], NX, NY);
        diffuse<<<grid, block, 0, model>>>(m.p[a], m.p[b], NX, NY);
        couple<<<NX * NY / 256, 256, 0, model>>>(m.t[b], m.p[b], NX * NY);
        m.now = b;
        if (step % CKPT == 0) {
            assert(saved < STEPS / CKPT);
            if (saved > 0)
                TRY(cudaStreamWaitEvent(model, written, 0));
            TRY(cudaMemcpyAsync(snapshot, m.t[b], bytes, cudaMemcpyDeviceToDevice, model));
            TRY(cudaEventRecord(taken, model));
            TRY(cudaStreamWaitEvent(io, taken, 0));
            TRY(cudaMemcpyAsync(file[saved++], snapshot, bytes, cudaMemcpyDeviceToHost, io));
            TRY(cudaEventRecord(written, io));
        }
    }
    TRY(cudaEventRecord(stop, model));
    TRY(cudaStreamSynchronize(model));
    TRY(cudaEventElapsedTime(&ms, start, stop));
    TRY(cudaStreamSynchronize(io));
    printf("%d steps, %d checkpoints of %zu KiB, %s\n", STEPS, saved, bytes / 1024, ms > 0.1f ? "timed" : "not timed");
    return 0;
}
