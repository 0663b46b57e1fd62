// Headers of which only kernel bodies need most: what stands in the bodies is not looked at. Native only: clang has none of them.
#include "nullstream.cuh"
#include <stdio.h>
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cuda/atomic>
#include <cuda/barrier>
#include <cuda/pipeline>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>
#include <cuda_pipeline.h>
#include <curand_kernel.h>
#include <math_constants.h>
#include <mma.h>
#include <nvtx3/nvtx3.hpp>
namespace cg = cooperative_groups;

#pragma nullstream kernel(k) time(5us)
__global__ void k(float *x, curandState *states)
{
    auto w = cg::tiled_partition<32>(cg::this_thread_block());
    curand_init(1, threadIdx.x, 0, &states[threadIdx.x]);
    x[0] = cg::reduce(w, x[threadIdx.x], cg::plus<float>()) + CUDART_PI_F + curand_uniform(&states[0]);
}

#pragma nullstream kernel(multiply) time(5us)
__global__ void multiply(const half *a, float *c)
{
    using namespace nvcuda;
    wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> left;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum;
    wmma::fill_fragment(sum, 0.0f);
    wmma::load_matrix_sync(left, a, 16);
    wmma::store_matrix_sync(c, sum, 16, wmma::mem_row_major);
}

#pragma nullstream kernel(staged) time(5us)
__global__ void staged(const float *in, float *out, int n)
{
    extern __shared__ float tile[];
    __shared__ cuda::barrier<cuda::thread_scope_block> barrier;
    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
    auto block = cg::this_thread_block();
    auto pipe = cuda::make_pipeline(block, &state);
    if (block.thread_rank() == 0)
        init(&barrier, blockDim.x);
    block.sync();
    pipe.producer_acquire();
    cuda::memcpy_async(block, tile, in, sizeof(float) * n, pipe);
    pipe.producer_commit();
    pipe.consumer_wait();
    __pipeline_memcpy_async(&tile[threadIdx.x], &in[threadIdx.x], sizeof(float));
    __pipeline_commit();
    __pipeline_wait_prior(0);
    barrier.arrive_and_wait();
    cuda::atomic_ref<float, cuda::thread_scope_device> sum(out[0]);
    sum.fetch_add(tile[threadIdx.x], cuda::memory_order_relaxed);
    pipe.consumer_release();
}

static void work(float *d, curandState *states)
{
    NVTX3_FUNC_RANGE();
    k<<<1, 32>>>(d, states);
}

int main()
{
    float *d;
    curandState *states;
    cudaStreamCaptureStatus status = cudaStreamCaptureStatusActive;
    cudaMalloc(&d, 4096);
    cudaMalloc(&states, 32 * sizeof(curandState));
    cudaStreamIsCapturing(cudaStreamPerThread, &status);
    nvtx3::scoped_range range{"all of it"};
    if (status == cudaStreamCaptureStatusNone)
        work(d, states);
    multiply<<<1, 32>>>(nullptr, d);
    staged<<<1, 32, 4096>>>(d, d, 32);
    cudaDeviceSynchronize();
    half sum = 0.0f, two = __float2half(2.0f);
    for (int i = 0; i < 4; i++)
        sum += two * half(i) / half(4);
    __nv_bfloat16 brief = 3.14159f;
    printf("%g %d %g\n", (float)sum, sum > two, (double)brief);
    return sizeof(curandState) == 48 && sizeof(half) == 2 ? 0 : 1;
}
