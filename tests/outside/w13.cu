// Occupancy study: a tile GEMM that takes most of an SM's shared memory beside a streaming kernel and a register-hungry one, with sizes taken from the occupancy API.
#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>

template <int TILE> struct TileShape {
    static constexpr int threads = TILE * 2;
    static constexpr size_t shared_bytes = size_t(TILE) * TILE * sizeof(float) * 3 / 2;
};

#pragma nullstream kernel(gemm_tile) block_time(46us)
template <int TILE> __global__ void gemm_tile(const float *a, const float *b, float *c, int k)
{
    extern __shared__ float tile[];
    float acc = 0;
    for (int i = 0; i < k; i++) {
        tile[threadIdx.x] = a[(i * blockDim.x + threadIdx.x) % (k * TILE)];
        __syncthreads();
        acc += tile[(threadIdx.x + i) % blockDim.x] * b[i];
        __syncthreads();
    }
    c[blockIdx.x * blockDim.x + threadIdx.x] = acc;
}

#pragma nullstream kernel(stream_triad) bytes(12.0 * n) flops(2.0 * n)
__global__ void stream_triad(float *a, const float *b, const float *c, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) a[i] = b[i] + 3.f * c[i];
}

#pragma nullstream kernel(nbody_registers) block_time(24us) regs(168)
__global__ void __launch_bounds__(256) nbody_registers(float4 *body, int n)
{
    float4 me = body[(blockIdx.x * blockDim.x + threadIdx.x) % n];
    for (int j = 0; j < 512; j++) {
        float4 o = body[j];
        float d = rsqrtf((o.x - me.x) * (o.x - me.x) + (o.y - me.y) * (o.y - me.y) + 1e-3f);
        me.z += d * d * d * (o.x - me.x);
    }
    body[(blockIdx.x * blockDim.x + threadIdx.x) % n] = me;
}

static void die_if(cudaError_t e, int line)
{
    if (e == cudaSuccess) return;
    fprintf(stderr, "line %d: %s\n", line, cudaGetErrorName(e));
    abort();
}
#define OK(x) die_if((x), __LINE__)

int main()
{
    using Shape = TileShape<128>;
    cudaDeviceProp prop;
    OK(cudaGetDeviceProperties(&prop, 0));
    OK(cudaFuncSetAttribute(gemm_tile<128>, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)Shape::shared_bytes));
    int gemm_per_sm = 0, body_per_sm = 0;
    OK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&gemm_per_sm, gemm_tile<128>, Shape::threads, Shape::shared_bytes));
    OK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&body_per_sm, nbody_registers, 256, 0));
    const int sms = prop.multiProcessorCount;
    printf("%d SMs, %d and %d blocks on each\n", sms, gemm_per_sm, body_per_sm);

    const int n = 6 << 20, bodies = 1 << 16, k = 256;
    float *a, *b, *c, *x, *y, *z;
    float4 *body;
    OK(cudaMalloc(&a, k * 128 * sizeof(float)));
    OK(cudaMalloc(&b, k * sizeof(float)));
    OK(cudaMalloc(&c, 4u * sms * Shape::threads * sizeof(float)));
    OK(cudaMalloc(&x, n * sizeof(float)));
    OK(cudaMalloc(&y, n * sizeof(float)));
    OK(cudaMalloc(&z, n * sizeof(float)));
    OK(cudaMalloc(&body, bodies * sizeof(float4)));

    cudaStream_t s[3];
    for (auto &one : s) OK(cudaStreamCreateWithFlags(&one, cudaStreamNonBlocking));
    cudaEvent_t begin, end[3];
    OK(cudaEventCreate(&begin));
    for (auto &e : end) OK(cudaEventCreate(&e));

    for (int alone = 2; alone >= 0; alone--) { // 2: one after the other, 1: pairwise, 0: all at once
        OK(cudaEventRecord(begin, s[0]));
        for (int i = 1; i < 3; i++) OK(cudaStreamWaitEvent(s[i], begin, 0));
        for (int r = 0; r < 4; r++) {
            gemm_tile<128><<<sms * gemm_per_sm * 3 / 2, Shape::threads, Shape::shared_bytes, s[0]>>>(a, b, c, k);
            stream_triad<<<sms * 4, 256, 0, s[alone == 2 ? 0 : 1]>>>(x, y, z, n);
            nbody_registers<<<sms * body_per_sm, 256, 0, s[alone ? (alone == 2 ? 0 : 1) : 2]>>>(body, bodies);
        }
        for (int i = 0; i < 3; i++) OK(cudaEventRecord(end[i], s[i]));
        float longest = 0;
        for (int i = 0; i < 3; i++) {
            float ms;
            OK(cudaEventSynchronize(end[i]));
            OK(cudaEventElapsedTime(&ms, begin, end[i]));
            if (ms > longest) longest = ms;
        }
        printf("mode %d: %.3f ms\n", alone, longest);
    }
    return 0;
}
