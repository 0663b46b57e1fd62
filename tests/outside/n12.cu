// Halo exchange of two Jacobi subdomains on one GPU: boundary kernels in urgent streams, interior in
// others, halos by cudaMemcpyPeerAsync (0 to 0), a plane by cudaMemcpy3DAsync to the host now and then.
#include "nullstream.cuh"
#include <cstdio>
#include <cmath>
#include <utility>

constexpr int NX = 2048, NY = 1026, ITERS = 40, CHECK_EVERY = 10;

#pragma nullstream kernel(interior) bytes(8.0 * NX * (NY - 4)) flops(6.0 * NX * (NY - 4)) reads(a, NX * NY * 4) writes(b + 2 * NX, NX * (NY - 4) * 4)
__global__ void interior(const float *a, float *b)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y + 2;
    if (x > 0 && x < NX - 1)
        b[y * NX + x] = 0.25f * (a[y * NX + x - 1] + a[y * NX + x + 1] + a[(y - 1) * NX + x] + a[(y + 1) * NX + x]);
}
#pragma nullstream kernel(edge) time(4us) reads(a + (y - 1) * NX, 3 * NX * 4) writes(b + y * NX, NX * 4)
__global__ void edge(const float *a, float *b, int y)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    if (x > 0 && x < NX - 1)
        b[y * NX + x] = 0.25f * (a[y * NX + x - 1] + a[y * NX + x + 1] + a[(y - 1) * NX + x] + a[(y + 1) * NX + x]);
    spin_us(4);
}
#pragma nullstream kernel(residual) bytes(8.0 * NX * NY) reads(a, NX * NY * 4) reads(b, NX * NY * 4) writes(out, 4)
__global__ void residual(const float *a, const float *b, float *out)
{
    float d = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < NX * NY; i += gridDim.x * blockDim.x)
        d = fmaxf(d, fabsf(a[i] - b[i]));
    atomicMax((int *)out, __float_as_int(d));
}

struct Domain {
    float *a, *b, *norm;
    cudaStream_t inner, outer;
    cudaEvent_t edgesDone, innerDone, haloIn;
};

int main()
{
    int lo, hi;
    cudaDeviceGetStreamPriorityRange(&lo, &hi);
    Domain d[2];
    for (auto &s : d) {
        cudaMalloc(&s.a, NX * NY * sizeof(float));
        cudaMalloc(&s.b, NX * NY * sizeof(float));
        cudaMalloc(&s.norm, sizeof(float));
        cudaMemset(s.a, 0, NX * NY * sizeof(float));
        cudaMemset(s.b, 0, NX * NY * sizeof(float));
        cudaStreamCreateWithPriority(&s.inner, cudaStreamNonBlocking, lo);
        cudaStreamCreateWithPriority(&s.outer, cudaStreamNonBlocking, hi);
        for (cudaEvent_t *e : {&s.edgesDone, &s.innerDone, &s.haloIn})
            cudaEventCreateWithFlags(e, cudaEventDisableTiming);
    }
    float *norms, *plane;
    cudaMallocHost(&norms, 2 * sizeof(float));
    cudaMallocHost(&plane, NX * 64 * sizeof(float));
    cudaDeviceSynchronize();

    for (int it = 1; it <= ITERS; it++) {
        for (auto &s : d) {
            cudaStreamWaitEvent(s.inner, s.haloIn, 0);
            cudaStreamWaitEvent(s.outer, s.innerDone, 0);
            edge<<<NX / 256, 256, 0, s.outer>>>(s.a, s.b, 1);
            edge<<<NX / 256, 256, 0, s.outer>>>(s.a, s.b, NY - 2);
            cudaEventRecord(s.edgesDone, s.outer);
            interior<<<dim3(NX / 256, NY - 4), 256, 0, s.inner>>>(s.a, s.b);
            cudaEventRecord(s.innerDone, s.inner);
        }
        for (int k = 0; k < 2; k++) { // my lower edge is the neighbour's upper halo, and the reverse
            Domain &me = d[k], &other = d[1 - k];
            cudaStreamWaitEvent(me.outer, other.edgesDone, 0);
            cudaMemcpyPeerAsync(me.b, 0, other.b + (NY - 2) * NX, 0, NX * sizeof(float), me.outer);
            cudaMemcpyPeerAsync(me.b + (NY - 1) * NX, 0, other.b + NX, 0, NX * sizeof(float), me.outer);
            cudaEventRecord(me.haloIn, me.outer);
        }
        if (it % CHECK_EVERY == 0) {
            for (int k = 0; k < 2; k++) {
                cudaStreamWaitEvent(d[k].inner, d[k].haloIn, 0);
                cudaMemsetAsync(d[k].norm, 0, sizeof(float), d[k].inner);
                residual<<<264, 256, 0, d[k].inner>>>(d[k].a, d[k].b, d[k].norm);
                cudaMemcpyAsync(norms + k, d[k].norm, sizeof(float), cudaMemcpyDeviceToHost, d[k].inner);
            }
            cudaMemcpy3DParms p = {};
            p.srcPtr = make_cudaPitchedPtr(d[0].b, NX * sizeof(float), NX, NY);
            p.dstPtr = make_cudaPitchedPtr(plane, NX * sizeof(float), NX, 64);
            p.extent = make_cudaExtent(NX * sizeof(float), 64, 1);
            p.kind = cudaMemcpyDeviceToHost;
            cudaMemcpy3DAsync(&p, d[0].inner);
            for (auto &s : d)
                cudaStreamSynchronize(s.inner);
            printf("%d: %g\n", it, fmaxf(norms[0], norms[1]));
        }
        for (auto &s : d)
            std::swap(s.a, s.b);
    }
    cudaDeviceSynchronize();
    return 0;
}
