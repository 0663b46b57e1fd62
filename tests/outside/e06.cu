// Managed memory, prefetched a tile ahead in a stream of its own, results prefetched back to the host that sums them.
#include <cuda_runtime.h>
#include <cstdio>
#include <vector>
#include "nullstream.cuh"

#pragma nullstream kernel(denoise) flops(900.0 * n) bytes(8.0 * n) regs(48)
__global__ void denoise(const float *in, float *out, size_t n)
{
    size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = in[i] * 0.99f;
}

#pragma nullstream host(checksum) time(60us) reads(p, n * sizeof(float))
static double checksum(const float *p, size_t n)
{
    double s = 0;
    for (size_t i = 0; i < n; i += 4096)
        s += p[i];
    return s;
}

int main()
{
    const size_t tile = 2 << 20;
    const int tiles = 8;
    int device = 0;
    cudaGetDevice(&device);
    float *in, *out;
    cudaMallocManaged(&in, tile * tiles * sizeof(float));
    cudaMallocManaged(&out, tile * tiles * sizeof(float));
    for (size_t i = 0; i < tile * tiles; i += 1024)
        in[i] = i;

    cudaStream_t compute, fetch, back;
    cudaStreamCreateWithFlags(&compute, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&fetch, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&back, cudaStreamNonBlocking);
    std::vector<cudaEvent_t> here(tiles), done(tiles), home(tiles);
    for (int t = 0; t < tiles; t++) {
        cudaEventCreateWithFlags(&here[t], cudaEventDisableTiming);
        cudaEventCreateWithFlags(&done[t], cudaEventDisableTiming);
        cudaEventCreateWithFlags(&home[t], cudaEventDisableTiming);
    }
    cudaMemLocation gpu = {}, cpu = {};
    gpu.type = cudaMemLocationTypeDevice;
    gpu.id = device;
    cpu.type = cudaMemLocationTypeHost;

    double total = 0;
    for (int t = 0; t < tiles; t++) {
        float *ti = in + t * tile, *to = out + t * tile;
        cudaMemPrefetchAsync(ti, tile * sizeof(float), gpu, 0, fetch);
        cudaMemPrefetchAsync(to, tile * sizeof(float), gpu, 0, fetch);
        cudaEventRecord(here[t], fetch);
        cudaStreamWaitEvent(compute, here[t], 0);
        denoise<<<(unsigned)(tile / 256), 256, 0, compute>>>(ti, to, tile);
        cudaEventRecord(done[t], compute);
        cudaStreamWaitEvent(back, done[t], 0);
        cudaMemPrefetchAsync(to, tile * sizeof(float), cpu, 0, back);
        cudaEventRecord(home[t], back);
        if (t > 1) {
            cudaEventSynchronize(home[t - 2]);
            total += checksum(out + (t - 2) * tile, tile);
        }
    }
    cudaStreamSynchronize(back);
    total += checksum(out + (tiles - 2) * tile, 2 * tile);
    printf("%g\n", total);
    cudaFree(in);
    cudaFree(out);
    return 0;
}
