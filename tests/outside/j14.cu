/* D2Q9 lattice Boltzmann, a channel. The two edges of the domain are streamed first and their macroscopic
 * values go to the host for the outlet's control; the bulk runs beside. C with macros, as it was in 2009. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cuda_runtime.h>
#include <nvtx3/nvToolsExt.h>

#define Q 9
#define NX 2048
#define NY 1024
#define CELLS ((size_t)NX * NY)
#define STEPS 24
#define EDGE 16
#define OUTPUT_EVERY 8
#define IDX(q, x, y) ((size_t)(q) * CELLS + (size_t)(y) * NX + (x))

#define SAFE(call)                                                                       \
    do {                                                                                 \
        cudaError e_ = call;                                                             \
        if (cudaSuccess != e_) {                                                         \
            fprintf(stderr, "%s(%i): %s.\n", __FILE__, __LINE__, cudaGetErrorString(e_)); \
            exit(EXIT_FAILURE);                                                          \
        }                                                                                \
    } while (0)
#define SAFE_LAUNCH(msg)                                                                 \
    do {                                                                                 \
        cudaError e_ = cudaGetLastError();                                               \
        if (cudaSuccess != e_) {                                                         \
            fprintf(stderr, "%s: %s\n", msg, cudaGetErrorString(e_));                    \
            exit(EXIT_FAILURE);                                                          \
        }                                                                                \
    } while (0)
#define DIV_UP(a, b) (((a) + (b)-1) / (b))

static const int cx_h[Q] = {0, 1, 0, -1, 0, 1, -1, -1, 1};
static const int cy_h[Q] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
static const float w_h[Q] = {4.f / 9, 1.f / 9, 1.f / 9, 1.f / 9, 1.f / 9, 1.f / 36, 1.f / 36, 1.f / 36, 1.f / 36};
__constant__ int cx[Q], cy[Q];
__constant__ float w[Q];

/* 9 distributions are read and 9 written a cell */
#pragma nullstream kernel(collide_stream) bytes(72.0 * NX * rows) flops(150.0 * NX * rows) reads(in, 4 * Q * CELLS) writes(out + IDX(0, 0, y0), 4 * NX * rows) writes(out + IDX(1, 0, y0), 4 * NX * rows) writes(out + IDX(2, 0, y0), 4 * NX * rows) writes(out + IDX(3, 0, y0), 4 * NX * rows) writes(out + IDX(4, 0, y0), 4 * NX * rows) writes(out + IDX(5, 0, y0), 4 * NX * rows) writes(out + IDX(6, 0, y0), 4 * NX * rows) writes(out + IDX(7, 0, y0), 4 * NX * rows) writes(out + IDX(8, 0, y0), 4 * NX * rows)
__global__ void collide_stream(const float *in, float *out, int y0, int rows, float omega)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = y0 + blockIdx.y, q;
    float f[Q], rho = 0, ux = 0, uy = 0;
    if (x >= NX || (int)blockIdx.y >= rows)
        return;
#pragma unroll
    for (q = 0; q < Q; q++) {
        f[q] = in[IDX(q, (x - cx[q] + NX) % NX, (y - cy[q] + NY) % NY)];
        rho += f[q];
        ux += f[q] * cx[q];
        uy += f[q] * cy[q];
    }
    ux /= rho;
    uy /= rho;
#pragma unroll
    for (q = 0; q < Q; q++) {
        float cu = 3.f * (cx[q] * ux + cy[q] * uy);
        float eq = w[q] * rho * (1.f + cu + .5f * cu * cu - 1.5f * (ux * ux + uy * uy));
        out[IDX(q, x, y)] = f[q] + omega * (eq - f[q]);
    }
}

#pragma nullstream kernel(velocity) bytes(40.0 * NX * rows) flops(20.0 * NX * rows) reads(f, 4 * Q * CELLS) writes(u, 4 * NX * rows)
__global__ void velocity(const float *f, float *u, int y0, int rows)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, q;
    float rho = 0, ux = 0;
    if (x >= NX || (int)blockIdx.y >= rows)
        return;
    for (q = 0; q < Q; q++) {
        float v = f[IDX(q, x, y0 + blockIdx.y)];
        rho += v;
        ux += v * cx[q];
    }
    u[(size_t)blockIdx.y * NX + x] = ux / rho;
}

typedef struct {
    float *f[2];
    float *u_d, *u_h;
    cudaStream_t bulk, edge, io;
    cudaEvent_t edge_done, bulk_done, out_done;
} lattice_t;

static void lattice_init(lattice_t *l)
{
    memset(l, 0, sizeof(*l));
    for (int i = 0; i < 2; ++i) {
        SAFE(cudaMalloc((void **)&l->f[i], Q * CELLS * sizeof(float)));
        SAFE(cudaMemset(l->f[i], 0, Q * CELLS * sizeof(float)));
    }
    SAFE(cudaMalloc((void **)&l->u_d, CELLS * sizeof(float)));
    SAFE(cudaMallocHost((void **)&l->u_h, CELLS * sizeof(float)));
    SAFE(cudaStreamCreate(&l->bulk));
    SAFE(cudaStreamCreate(&l->edge));
    SAFE(cudaStreamCreate(&l->io));
    SAFE(cudaEventCreateWithFlags(&l->edge_done, cudaEventDisableTiming));
    SAFE(cudaEventCreateWithFlags(&l->bulk_done, cudaEventDisableTiming));
    SAFE(cudaEventCreateWithFlags(&l->out_done, cudaEventDisableTiming));
    SAFE(cudaMemcpyToSymbol(cx, cx_h, sizeof cx_h));
    SAFE(cudaMemcpyToSymbol(cy, cy_h, sizeof cy_h));
    SAFE(cudaMemcpyToSymbol(w, w_h, sizeof w_h));
}

static void step(lattice_t *l, int t, float omega)
{
    float *in = l->f[t & 1], *out = l->f[~t & 1];
    dim3 block(256), strip(DIV_UP(NX, block.x), EDGE), middle(DIV_UP(NX, block.x), NY - 2 * EDGE);

    if (t > 0)
        SAFE(cudaStreamWaitEvent(l->edge, l->bulk_done, 0));
    if (t % OUTPUT_EVERY == 1 && t > OUTPUT_EVERY) { /* what is written now was put out the step before last */
        SAFE(cudaStreamWaitEvent(l->edge, l->out_done, 0));
        SAFE(cudaStreamWaitEvent(l->bulk, l->out_done, 0));
    }
    collide_stream<<<strip, block, 0, l->edge>>>(in, out, 0, EDGE, omega);
    SAFE_LAUNCH("lower edge");
    collide_stream<<<strip, block, 0, l->edge>>>(in, out, NY - EDGE, EDGE, omega);
    SAFE_LAUNCH("upper edge");
    if (t > 0)
        SAFE(cudaStreamWaitEvent(l->bulk, l->edge_done, 0));
    SAFE(cudaEventRecord(l->edge_done, l->edge));
    collide_stream<<<middle, block, 0, l->bulk>>>(in, out, EDGE, NY - 2 * EDGE, omega);
    SAFE_LAUNCH("bulk");
    SAFE(cudaEventRecord(l->bulk_done, l->bulk));

    if (t % OUTPUT_EVERY == OUTPUT_EVERY - 1) {
        SAFE(cudaStreamWaitEvent(l->io, l->bulk_done, 0));
        SAFE(cudaStreamWaitEvent(l->io, l->edge_done, 0));
        velocity<<<dim3(DIV_UP(NX, 256), NY), 256, 0, l->io>>>(out, l->u_d, 0, NY);
        SAFE_LAUNCH("velocity");
        SAFE(cudaMemcpyAsync(l->u_h, l->u_d, CELLS * sizeof(float), cudaMemcpyDeviceToHost, l->io));
        SAFE(cudaEventRecord(l->out_done, l->io));
    }
}

int main(void)
{
    lattice_t lattice;
    int t;
    lattice_init(&lattice);
    SAFE(cudaDeviceSynchronize());
    nvtxRangePushA("nullstream");
    for (t = 0; t < STEPS; t++)
        step(&lattice, t, 1.7f);
    SAFE(cudaDeviceSynchronize());
    nvtxRangePop();
    printf("u at the outlet: %g\n", lattice.u_h[NX / 2]);
    return EXIT_SUCCESS;
}
