// Two streams sort by digits in parts of one buffer: what `scatter` writes where, no one knows, but
// the mask of a digit says how many counters there are. With SAID it is said as `check` proposes.
#include <cuda_runtime.h>
#ifdef SAID
#pragma nullstream kernel(scatter) time(40us) reads(in, gridDim.x * blockDim.x * sizeof(*in)) \
    writes(out, gridDim.x * blockDim.x * sizeof(*out)) reads(counts, 256 * sizeof(*counts)) \
    writes(counts, 256 * sizeof(*counts))
#else
#pragma nullstream kernel(scatter) time(40us)
#endif
__global__ void scatter(const unsigned *in, unsigned *out, unsigned *counts, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[atomicSub(&counts[in[i] & 255], 1u) - 1] = in[i];
}
int main()
{
    const int n = 1 << 16;
    unsigned *in, *out, *counts;
    cudaStream_t s[2];
    cudaMalloc(&in, 2 * n * sizeof(*in));
    cudaMalloc(&out, 2 * n * sizeof(*out));
    cudaMalloc(&counts, 2 * 256 * sizeof(*counts));
    cudaMemset(in, 0, 2 * n * sizeof(*in));
    cudaMemset(counts, 1, 2 * 256 * sizeof(*counts));
    cudaDeviceSynchronize();
    for (int i = 0; i < 2; i++) {
        cudaStreamCreateWithFlags(&s[i], cudaStreamNonBlocking);
        scatter<<<n / 256, 256, 0, s[i]>>>(in + i * n, out + i * n, counts + 256 * i, n);
    }
    cudaDeviceSynchronize();
}
