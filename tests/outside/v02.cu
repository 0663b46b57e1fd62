// v02: Jacobi solver in plain C style, goto cleanup, residual checked every few sweeps
#include "nullstream.cuh"
#include <stdio.h>
#include <string.h>
#include <math.h>

#define NX 2048
#define NY 1024
#define MAXIT 24
#define CHECK_EVERY 6
#define TRY(call) if ((rc = (call)) != cudaSuccess) { where = #call; goto fail; }
#define IDX(j, i) ((j) * NX + (i))

#pragma nullstream kernel(sweep) flops(5.0 * nx * ny) bytes(8.0 * nx * ny)
__global__ void sweep(const float *__restrict__ in, float *__restrict__ out, int nx, int ny)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int j = blockIdx.y * blockDim.y + threadIdx.y;
    if (i > 0 && j > 0 && i < nx - 1 && j < ny - 1)
        out[j * nx + i] = 0.25f * (in[j * nx + i - 1] + in[j * nx + i + 1] + in[(j - 1) * nx + i] + in[(j + 1) * nx + i]);
}

#pragma nullstream kernel(residual) flops(3.0 * n) bytes(8.0 * n) reads(a, n * 4) reads(b, n * 4) writes(sum, 4)
__global__ void residual(const float *a, const float *b, float *sum, int n)
{
    __shared__ float part[256];
    float s = 0.f;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        s += fabsf(a[i] - b[i]);
    part[threadIdx.x] = s;
    __syncthreads();
    for (int k = 128; k > 0; k >>= 1) {
        if (threadIdx.x < k)
            part[threadIdx.x] += part[threadIdx.x + k];
        __syncthreads();
    }
    if (threadIdx.x == 0)
        atomicAdd(sum, part[0]);
}

typedef struct {
    float *u[2];
    float *sum;
    float *host;
    float *hsum;
    cudaStream_t s;
    cudaEvent_t t0, t1;
} solver_t;

static cudaError_t solver_init(solver_t *sv)
{
    cudaError_t rc = cudaSuccess;
    const char *where = "";
    memset(sv, 0, sizeof *sv);
    TRY(cudaMalloc((void **)&sv->u[0], NX * NY * sizeof(float)));
    TRY(cudaMalloc((void **)&sv->u[1], NX * NY * sizeof(float)));
    TRY(cudaMalloc((void **)&sv->sum, sizeof(float)));
    TRY(cudaHostAlloc((void **)&sv->host, NX * NY * sizeof(float), cudaHostAllocDefault));
    TRY(cudaHostAlloc((void **)&sv->hsum, sizeof(float), cudaHostAllocPortable));
    TRY(cudaStreamCreate(&sv->s));
    TRY(cudaEventCreate(&sv->t0));
    TRY(cudaEventCreate(&sv->t1));
    return cudaSuccess;
fail:
    fprintf(stderr, "%s: %s\n", where, cudaGetErrorName(rc));
    return rc;
}

int main(void)
{
    solver_t sv;
    int it, cur = 0;
    float ms = 0;
    if (solver_init(&sv) != cudaSuccess)
        return 1;
    for (it = 0; it < NX; it++)
        sv.host[IDX(0, it)] = 1.0f;
    cudaMemcpyAsync(sv.u[0], sv.host, NX * NY * sizeof(float), cudaMemcpyHostToDevice, sv.s);
    cudaMemcpyAsync(sv.u[1], sv.u[0], NX * NY * sizeof(float), cudaMemcpyDeviceToDevice, sv.s);
    cudaEventRecord(sv.t0, sv.s);
    for (it = 0; it < MAXIT; it++) {
        dim3 block(32, 8, 1);
        dim3 grid((NX + 31) / 32, (NY + 7) / 8, 1);
        sweep<<<grid, block, 0, sv.s>>>(sv.u[cur], sv.u[cur ^ 1], NX, NY);
        if (it % CHECK_EVERY == CHECK_EVERY - 1) {
            cudaMemsetAsync(sv.sum, 0, sizeof(float), sv.s);
            residual<<<264, 256, 0, sv.s>>>(sv.u[0], sv.u[1], sv.sum, NX * NY);
            cudaMemcpyAsync(sv.hsum, sv.sum, sizeof(float), cudaMemcpyDeviceToHost, sv.s);
            cudaStreamSynchronize(sv.s);
            if (*sv.hsum < 1e-6f)
                break;
        }
        cur ^= 1;
    }
    cudaEventRecord(sv.t1, sv.s);
    cudaMemcpyAsync(sv.host, sv.u[cur], NX * NY * sizeof(float), cudaMemcpyDeviceToHost, sv.s);
    cudaStreamSynchronize(sv.s);
    cudaEventElapsedTime(&ms, sv.t0, sv.t1);
    printf("%d iterations, %.3f ms, residual %g\n", it, ms, *sv.hsum);
    cudaFree(sv.u[0]), cudaFree(sv.u[1]), cudaFree(sv.sum);
    cudaFreeHost(sv.host);
    cudaFreeHost(sv.hsum);
    cudaStreamDestroy(sv.s);
    return 0;
}
