// Out-of-core matrix in managed memory: tiles are prefetched in, worked on and prefetched back.
#include "nullstream.cuh"
#include <cstdio>

#pragma nullstream kernel(relax) bytes(8.0 * n) flops(6.0 * n)
__global__ void relax(float *tile, int n, float w)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        tile[i] = w * tile[i] + (1.0f - w);
}

static void prefetch(void *p, size_t bytes, int device, cudaStream_t s)
{
#if CUDART_VERSION >= 13000
    cudaMemLocation where = {};
    where.type = device < 0 ? cudaMemLocationTypeHost : cudaMemLocationTypeDevice;
    where.id = device < 0 ? 0 : device;
    cudaMemPrefetchAsync(p, bytes, where, 0, s);
#else
    cudaMemPrefetchAsync(p, bytes, device < 0 ? cudaCpuDeviceId : device, s);
#endif
}

int main()
{
    const int TILES = 6, N = 2 << 20;
    const size_t bytes = N * sizeof(float);
    float *m;
    if (cudaMallocManaged(&m, TILES * bytes) != cudaSuccess)
        return 1;
    for (size_t i = 0; i < (size_t)TILES * N; i += 4096)
        m[i] = 1.0f;
    int dev = 0;
    cudaGetDevice(&dev);
    cudaStream_t move, work;
    cudaStreamCreateWithFlags(&move, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&work, cudaStreamNonBlocking);
    cudaEvent_t in[TILES], out[TILES], start, stop;
    for (int t = 0; t < TILES; t++) {
        cudaEventCreateWithFlags(&in[t], cudaEventDisableTiming);
        cudaEventCreateWithFlags(&out[t], cudaEventDisableTiming);
    }
    cudaEventCreate(&start);
    cudaEventCreate(&stop);
    cudaEventRecord(start, work);
    prefetch(m, bytes, dev, move);
    cudaEventRecord(in[0], move);
    for (int t = 0; t < TILES; t++) {
        if (t + 1 < TILES) {
            prefetch(m + (size_t)(t + 1) * N, bytes, dev, move);
            cudaEventRecord(in[t + 1], move);
        }
        cudaStreamWaitEvent(work, in[t], 0);
        for (int sweep = 0; sweep < 5; sweep++)
            relax<<<N / 512, 512, 0, work>>>(m + (size_t)t * N, N, 0.8f);
        cudaEventRecord(out[t], work);
        cudaStreamWaitEvent(move, out[t], 0);
        prefetch(m + (size_t)t * N, bytes, -1, move);
    }
    cudaEvent_t back;
    cudaEventCreateWithFlags(&back, cudaEventDisableTiming);
    cudaEventRecord(back, move);
    cudaStreamWaitEvent(work, back, 0);
    cudaEventRecord(stop, work);
    cudaEventSynchronize(stop);
    float ms;
    cudaEventElapsedTime(&ms, start, stop);
    printf("first %f last %f, %.3f ms\n", m[0], m[(size_t)TILES * N - 1], ms);
    cudaFree(m);
    return 0;
}
