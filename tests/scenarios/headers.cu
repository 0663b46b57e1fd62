// Headers of which only kernel bodies need most: what stands in the bodies is not looked at. Native only: clang has none of them.
#include "nullstream.cuh"
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
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
    cudaDeviceSynchronize();
    return sizeof(curandState) == 48 ? 0 : 1;
}
