// v21: occupancy-driven reduction library, cudaLaunchKernelEx/cudaLaunchKernel, __constant__ symbols, cudaHostRegister, own mem pool
#include "nullstream.cuh"
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <memory>
#include <new>

struct Params { float scale; int taps; float weight[14]; };
__constant__ Params c_params;
__device__ unsigned int d_ticket;

#pragma nullstream kernel(filter) bytes(8.0 * n) flops(28.0 * n) reads(in, n * 4) writes(out, n * 4)
__global__ void filter(const float *__restrict__ in, float *__restrict__ out, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        float a = 0;
        for (int t = 0; t < c_params.taps; ++t)
            a += in[(i + t) % n] * c_params.weight[t];
        out[i] = a * c_params.scale;
    }
}
#pragma nullstream kernel(reduce_once) bytes(4.0 * n) flops(n) reads(in, n * 4) writes(partial, gridDim.x * 4) writes(result, 4)
template <int kBlock> __global__ void reduce_once(const float *in, float *partial, float *result, int n)
{
    __shared__ float sh[kBlock];
    float a = 0;
    for (int i = blockIdx.x * kBlock + threadIdx.x; i < n; i += gridDim.x * kBlock)
        a += in[i];
    sh[threadIdx.x] = a;
    __syncthreads();
    if (threadIdx.x == 0) {
        partial[blockIdx.x] = sh[0];
        __threadfence();
        if (atomicInc(&d_ticket, gridDim.x - 1) == gridDim.x - 1)
            *result = partial[0];
    }
}

static inline void die(const char *what, cudaError_t e)
{
    std::fprintf(stderr, "%s failed: %s (%d)\n", what, cudaGetErrorString(e), e);
    std::abort();
}
#define DO(fn, ...) do { if (auto rc_ = fn(__VA_ARGS__); rc_) die(#fn, rc_); } while (false)

int main()
{
    const int n = 1 << 22;
    cudaDeviceProp prop;
    int device = -1, sms = 0;
    DO(cudaGetDevice, &device);
    DO(cudaGetDeviceProperties, &prop, device);
    DO(cudaDeviceGetAttribute, &sms, cudaDevAttrMultiProcessorCount, device);
    if (sms != prop.multiProcessorCount)
        return 3;
    int per_sm = 0, min_grid = 0, best_block = 0;
    DO(cudaOccupancyMaxActiveBlocksPerMultiprocessor, &per_sm, reduce_once<256>, 256, 0);
    DO(cudaOccupancyMaxPotentialBlockSize, &min_grid, &best_block, filter, 0, 0);
    cudaFuncAttributes fa;
    DO(cudaFuncGetAttributes, &fa, (const void *)filter);

    std::unique_ptr<float[], void (*)(void *)> host(static_cast<float *>(std::aligned_alloc(4096, n * sizeof(float))), [](void *p) {
        cudaHostUnregister(p);
        std::free(p);
    });
    DO(cudaHostRegister, host.get(), n * sizeof(float), cudaHostRegisterPortable);
    cudaMemPoolProps pp = {};
    pp.allocType = cudaMemAllocationTypePinned;
    pp.handleTypes = cudaMemHandleTypeNone;
    pp.location.type = cudaMemLocationTypeDevice;
    pp.location.id = device;
    cudaMemPool_t pool;
    DO(cudaMemPoolCreate, &pool, &pp);
    std::uint64_t threshold = std::numeric_limits<std::uint64_t>::max();
    DO(cudaMemPoolSetAttribute, pool, cudaMemPoolAttrReleaseThreshold, &threshold);
    cudaStream_t s;
    DO(cudaStreamCreateWithFlags, &s, cudaStreamNonBlocking);

    float answer[6];
    for (int pass = 0; pass < 6; ++pass) {
        Params p{1.0f + pass, 14, {}};
        for (float &w : p.weight)
            w = 1.f / 14;
        float *in, *out, *partial, *result;
        const int grid = per_sm * sms;
        DO(cudaMallocFromPoolAsync, (void **)&in, n * sizeof(float), pool, s);
        DO(cudaMallocFromPoolAsync, (void **)&out, n * sizeof(float), pool, s);
        DO(cudaMallocFromPoolAsync, (void **)&partial, (grid + 1) * sizeof(float), pool, s);
        result = partial + grid;
        DO(cudaMemcpyToSymbolAsync, c_params, &p, sizeof p, 0, cudaMemcpyHostToDevice, s);
        DO(cudaMemcpyAsync, in, host.get(), n * sizeof(float), cudaMemcpyHostToDevice, s);
        cudaLaunchConfig_t cfg{};
        cfg.gridDim = dim3(min_grid);
        cfg.blockDim = dim3(best_block);
        cfg.stream = s;
        cudaLaunchAttribute attr[1];
        attr[0].id = cudaLaunchAttributePriority;
        attr[0].val.priority = -1;
        cfg.attrs = attr;
        cfg.numAttrs = 1;
        DO(cudaLaunchKernelEx, &cfg, filter, (const float *)in, out, n);
        int count = n;
        void *args[] = {&out, &partial, &result, &count};
        DO(cudaLaunchKernel, (void *)reduce_once<256>, dim3(grid), dim3(256), args, 0, s);
        DO(cudaMemcpyAsync, &answer[pass], result, sizeof(float), cudaMemcpyDeviceToHost, s);
        for (void *q : {(void *)in, (void *)out, (void *)partial})
            DO(cudaFreeAsync, q, s);
        cudaPointerAttributes pa;
        DO(cudaPointerGetAttributes, &pa, host.get());
        if (pa.type != cudaMemoryTypeHost)
            return 4;
    }
    DO(cudaStreamSynchronize, s);
    std::size_t free_bytes, total_bytes;
    DO(cudaMemGetInfo, &free_bytes, &total_bytes);
    std::printf("%d regs, grid %d, %s memory left, %f\n", fa.numRegs > 0, per_sm > 0, free_bytes < total_bytes ? "less" : "all", answer[5]);
    DO(cudaMemPoolDestroy, pool);
    DO(cudaStreamDestroy, s);
}
