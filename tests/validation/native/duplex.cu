// Copies in both directions at once, of several sizes, in non-blocking streams that nothing orders:
// the two engines side by side, and the small loss when both run.
#include <cuda_runtime.h>

#include "nullstream.cuh"

const size_t MIB = 1 << 20;

int main()
{
    cudaStream_t in, out;
    char *from, *to, *a, *b;
    cudaMallocHost((void **)&from, 32 * MIB);
    cudaMallocHost((void **)&to, 32 * MIB);
    cudaMalloc((void **)&a, 32 * MIB);
    cudaMalloc((void **)&b, 32 * MIB);
    cudaStreamCreateWithFlags(&in, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&out, cudaStreamNonBlocking);
    for (size_t bytes = MIB; bytes <= 32 * MIB; bytes *= 2) {
        cudaMemcpyAsync(a, from, bytes, cudaMemcpyHostToDevice, in);
        cudaMemcpyAsync(to, b, bytes, cudaMemcpyDeviceToHost, out);
    }
    cudaStreamSynchronize(in);
    cudaStreamSynchronize(out);
    cudaFreeHost(from);
    cudaFreeHost(to);
    cudaFree(a);
    cudaFree(b);
    return 0;
}
