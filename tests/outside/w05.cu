// Conjugate gradients for a lattice Dirac operator: boundary faces are packed and "exchanged" beside the interior, two dot products per iteration come back to the host.
#include <cuda_runtime.h>
#include <math.h>
#include <stdio.h>

#define L 24
#define T 32
enum { VOLUME = L * L * L * T, SPINOR = 24, FACE = L * L * L, ITER = 14 };

#pragma nullstream kernel(pack_face) bytes(2.0 * 4 * 24 * n) flops(12.0 * n)
__global__ void pack_face(const float *psi, float *face, int n, int dir)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        for (int s = 0; s < 24; s++) face[i * 24 + s] = psi[((size_t)i * (dir + 1) % (L * L * L * T)) * 24 + s];
}

#pragma nullstream kernel(dslash_interior) flops(1320.0 * n) bytes(1440.0 * n / 2) regs(96)
__global__ void __launch_bounds__(128) dslash_interior(const float *psi, const float *u, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float acc[24] = {0};
    for (int mu = 0; mu < 8; mu++)
        for (int s = 0; s < 24; s++) acc[s] += u[(size_t)i * 8 + mu] * psi[(size_t)i * 24 + s];
    for (int s = 0; s < 24; s++) out[(size_t)i * 24 + s] = acc[s];
}

#pragma nullstream kernel(dslash_face) flops(330.0 * n) bytes(360.0 * n) regs(80)
__global__ void dslash_face(const float *face, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        for (int s = 0; s < 24; s++) out[i * 24 + s] += face[i * 24 + s];
}

#pragma nullstream kernel(axpy) bytes(12.0 * n) flops(2.0 * n)
__global__ void axpy(float a, const float *x, float *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] += a * x[i];
}

#pragma nullstream kernel(dot) bytes(8.0 * n) flops(2.0 * n)
__global__ void dot(const float *x, const float *y, float *out, int n)
{
    float s = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) s += x[i] * y[i];
    for (int w = 16; w; w >>= 1) s += __shfl_down_sync(~0u, s, w);
    if ((threadIdx.x & 31) == 0) atomicAdd(out, s);
}

static void dslash(const float *psi, const float *u, float *out, float **face, float **halo, cudaStream_t main_stream,
                   cudaStream_t *comm, cudaEvent_t start, cudaEvent_t *arrived)
{
    cudaEventRecord(start, main_stream);
    for (int d = 0; d < 2; d++) {
        cudaStreamWaitEvent(comm[d], start, 0);
        pack_face<<<(FACE + 127) / 128, 128, 0, comm[d]>>>(psi, face[d], FACE, d);
        // periodic in one node: the neighbour is ourselves
        cudaMemcpyAsync(halo[d], face[d], FACE * SPINOR * sizeof(float), cudaMemcpyDeviceToDevice, comm[d]);
        cudaEventRecord(arrived[d], comm[d]);
    }
    dslash_interior<<<(VOLUME + 127) / 128, 128, 0, main_stream>>>(psi, u, out, VOLUME);
    for (int d = 0; d < 2; d++) {
        cudaStreamWaitEvent(main_stream, arrived[d], 0);
        dslash_face<<<(FACE + 127) / 128, 128, 0, main_stream>>>(halo[d], out, FACE);
    }
}

int main()
{
    const size_t field = (size_t)VOLUME * SPINOR * sizeof(float);
    float *x, *r, *p, *ap, *u, *face[2], *halo[2], *scalars, *host;
    cudaMalloc(&x, field); cudaMalloc(&r, field); cudaMalloc(&p, field); cudaMalloc(&ap, field);
    cudaMalloc(&u, (size_t)VOLUME * 8 * sizeof(float));
    for (int d = 0; d < 2; d++) {
        cudaMalloc(&face[d], FACE * SPINOR * sizeof(float));
        cudaMalloc(&halo[d], FACE * SPINOR * sizeof(float));
    }
    cudaMalloc(&scalars, 2 * sizeof(float));
    cudaMallocHost(&host, 2 * sizeof(float));
    cudaMemset(u, 0, (size_t)VOLUME * 8 * sizeof(float));
    cudaMemset(p, 0, field); cudaMemset(r, 0, field); cudaMemset(x, 0, field);
    host[0] = host[1] = 1.0f;

    cudaStream_t main_stream, comm[2];
    cudaEvent_t start, arrived[2];
    int lo, hi;
    cudaDeviceGetStreamPriorityRange(&lo, &hi);
    cudaStreamCreateWithPriority(&main_stream, cudaStreamNonBlocking, lo);
    for (int d = 0; d < 2; d++) {
        cudaStreamCreateWithPriority(&comm[d], cudaStreamNonBlocking, hi);
        cudaEventCreateWithFlags(&arrived[d], cudaEventDisableTiming);
    }
    cudaEventCreateWithFlags(&start, cudaEventDisableTiming);
    cudaDeviceSynchronize();

    const int n = VOLUME * SPINOR, grid = (n + 255) / 256;
    for (int k = 0; k < ITER; k++) {
        dslash(p, u, ap, face, halo, main_stream, comm, start, arrived);
        cudaMemsetAsync(scalars, 0, 2 * sizeof(float), main_stream);
        dot<<<528, 256, 0, main_stream>>>(p, ap, scalars, n);
        cudaMemcpyAsync(host, scalars, sizeof(float), cudaMemcpyDeviceToHost, main_stream);
        cudaStreamSynchronize(main_stream);
        const float alpha = 0.1f;
        axpy<<<grid, 256, 0, main_stream>>>(alpha, p, x, n);
        axpy<<<grid, 256, 0, main_stream>>>(-alpha, ap, r, n);
        dot<<<528, 256, 0, main_stream>>>(r, r, scalars + 1, n);
        cudaMemcpyAsync(host + 1, scalars + 1, sizeof(float), cudaMemcpyDeviceToHost, main_stream);
        cudaStreamSynchronize(main_stream);
        axpy<<<grid, 256, 0, main_stream>>>(0.5f, r, p, n);
    }
    cudaStreamSynchronize(main_stream);
    printf("%d iterations, residual %g\n", ITER, sqrt(host[1]));
    return 0;
}
