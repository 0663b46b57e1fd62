/* Lattice QCD: a conjugate-gradient-like sequence of Wilson dslash applications. The faces are packed and exchanged (by the host, with
 * itself) while the interior is computed; the exterior follows in a stream of high priority. */
#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define L 24
#define T 32
#define SITES (L * L * L * T)
#define FACE (L * L * L)
#define SPINOR 24
#define APPLY 24
#define DIRS 2
#define OK(call)                                                                        \
    do {                                                                                \
        cudaError_t err_ = (call);                                                      \
        if (err_ != cudaSuccess) {                                                      \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(err_)); \
            exit(EXIT_FAILURE);                                                         \
        }                                                                               \
    } while (0)

#pragma nullstream kernel(pack) flops(12.0 * FACE) bytes(FACE * 12 * 12.0) regs(20) reads(in, SITES * SPINOR * 4.0) writes(face, FACE * 12 * 4.0)
__global__ void pack(const float *in, float *face, int t)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= FACE)
        return;
    for (int c = 0; c < 12; c++)
        face[c * FACE + i] = in[(size_t)c * SITES + t * FACE + i] + in[(size_t)(c + 12) * SITES + t * FACE + i];
}

#pragma nullstream kernel(interior) flops(24.0 * 8 * 2 * (T - 2) * FACE) bytes(((T - 2) * FACE) * 4.0 * (2 * SPINOR + 8)) regs(40) reads(in, SITES * SPINOR * 4.0) reads(gauge, SITES * 8 * 4.0) writes(out, SITES * SPINOR * 4.0)
__global__ void interior(const float *in, const float *gauge, float *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x + FACE;
    if (i >= SITES - FACE)
        return;
    float u[8];
    for (int d = 0; d < 8; d++)
        u[d] = gauge[(size_t)d * SITES + i];
    for (int c = 0; c < SPINOR; c++) {
        const float *f = in + (size_t)c * SITES;
        float s = u[0] * f[i + 1] + u[1] * f[i - 1] + u[2] * f[i + L] + u[3] * f[i - L];
        s += u[4] * f[i + L * L] + u[5] * f[i - L * L] + u[6] * f[i + FACE] + u[7] * f[i - FACE];
        out[(size_t)c * SITES + i] = s;
    }
}

#pragma nullstream kernel(exterior) flops(12.0 * 4 * FACE) bytes(FACE * 12 * 16.0) regs(24) reads(face, FACE * 12 * 4.0)
__global__ void exterior(const float *face, float *out, int t)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= FACE)
        return;
    for (int c = 0; c < 12; c++) {
        float h = face[c * FACE + i];
        out[(size_t)c * SITES + t * FACE + i] = h;
        out[(size_t)(c + 12) * SITES + t * FACE + i] = -h;
    }
}

#pragma nullstream kernel(norm) flops(2.0 * SITES * SPINOR) bytes(4.0 * SITES * SPINOR) regs(20) shared(1024)
__global__ void norm(const float *x, float *sum)
{
    __shared__ float part[256];
    float s = 0;
    for (size_t i = blockIdx.x * 256 + threadIdx.x; i < (size_t)SITES * SPINOR; i += gridDim.x * 256)
        s += x[i] * x[i];
    part[threadIdx.x] = s;
    __syncthreads();
    for (int h = 128; h > 0; h /= 2) {
        if (threadIdx.x < h)
            part[threadIdx.x] += part[threadIdx.x + h];
        __syncthreads();
    }
    if (threadIdx.x == 0)
        sum[blockIdx.x] = part[0];
}

int main(void)
{
    float *v[2], *gauge, *sums, *h_sums, *face[DIRS], *ghost[DIRS], *h_send[DIRS], *h_recv[DIRS];
    cudaStream_t in_s, ex_s[DIRS];
    cudaEvent_t start, sent[DIRS], bulk, side[DIRS], t0, t1;
    int least, greatest, d, k;
    float ms;
    const size_t face_bytes = FACE * 12 * sizeof(float);

    OK(cudaDeviceGetStreamPriorityRange(&least, &greatest));
    OK(cudaStreamCreateWithPriority(&in_s, cudaStreamNonBlocking, least));
    for (k = 0; k < 2; k++) {
        OK(cudaMalloc((void **)&v[k], SITES * SPINOR * sizeof(float)));
        OK(cudaMemset(v[k], 0, SITES * SPINOR * sizeof(float)));
    }
    OK(cudaMalloc((void **)&gauge, SITES * 8 * sizeof(float)));
    OK(cudaMemset(gauge, 0, SITES * 8 * sizeof(float)));
    OK(cudaMalloc((void **)&sums, 264 * sizeof(float)));
    OK(cudaMallocHost((void **)&h_sums, 264 * sizeof(float)));
    for (d = 0; d < DIRS; d++) {
        OK(cudaStreamCreateWithPriority(&ex_s[d], cudaStreamNonBlocking, greatest));
        OK(cudaMalloc((void **)&face[d], face_bytes));
        OK(cudaMalloc((void **)&ghost[d], face_bytes));
        OK(cudaHostAlloc((void **)&h_send[d], face_bytes, cudaHostAllocDefault));
        OK(cudaHostAlloc((void **)&h_recv[d], face_bytes, cudaHostAllocDefault));
        OK(cudaEventCreateWithFlags(&sent[d], cudaEventDisableTiming));
        OK(cudaEventCreateWithFlags(&side[d], cudaEventDisableTiming));
    }
    OK(cudaEventCreateWithFlags(&start, cudaEventDisableTiming));
    OK(cudaEventCreateWithFlags(&bulk, cudaEventDisableTiming));
    OK(cudaEventCreate(&t0));
    OK(cudaEventCreate(&t1));
    OK(cudaDeviceSynchronize());

    OK(cudaEventRecord(t0, in_s));
    for (k = 0; k < APPLY; k++) {
        float *in = v[k % 2], *out = v[1 - k % 2];
        OK(cudaEventRecord(start, in_s));
        for (d = 0; d < DIRS; d++) {
            OK(cudaStreamWaitEvent(ex_s[d], start, 0));
            pack<<<(FACE + 127) / 128, 128, 0, ex_s[d]>>>(in, face[d], d ? T - 1 : 0);
            OK(cudaMemcpyAsync(h_send[d], face[d], face_bytes, cudaMemcpyDeviceToHost, ex_s[d]));
            OK(cudaEventRecord(sent[d], ex_s[d]));
        }
        interior<<<((T - 2) * FACE + 127) / 128, 128, 0, in_s>>>(in, gauge, out);
        for (d = 0; d < DIRS; d++) {
            OK(cudaEventSynchronize(sent[d]));
            memcpy(h_recv[1 - d], h_send[d], face_bytes); /* the "network" */
        }
        OK(cudaEventRecord(bulk, in_s));
        for (d = 0; d < DIRS; d++) {
            OK(cudaMemcpyAsync(ghost[d], h_recv[d], face_bytes, cudaMemcpyHostToDevice, ex_s[d]));
            exterior<<<(FACE + 127) / 128, 128, 0, ex_s[d]>>>(ghost[d], out, d ? T - 1 : 0);
            OK(cudaEventRecord(side[d], ex_s[d]));
            OK(cudaStreamWaitEvent(in_s, side[d], 0));
        }
    }
    norm<<<264, 256, 0, in_s>>>(v[APPLY % 2], sums);
    OK(cudaMemcpyAsync(h_sums, sums, 264 * sizeof(float), cudaMemcpyDeviceToHost, in_s));
    OK(cudaEventRecord(t1, in_s));
    OK(cudaStreamSynchronize(in_s));
    OK(cudaEventElapsedTime(&ms, t0, t1));
    fprintf(stderr, "%.1f us a dslash\n", ms * 1000 / APPLY);
    return 0;
}
