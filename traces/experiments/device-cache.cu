// What does level 2 do for copies on the device and memsets? Each after the whole of level 2 was
// written elsewhere, then again and again with the same memory; with only the source or only the
// target in level 2; and what copies in leave there.
#include <cuda_runtime.h>

#include "nullstream.cuh"

const size_t MIB = 1 << 20;

cudaStream_t a;
char *host, *from, *to, *elsewhere;

void flush()
{
    cudaMemsetAsync(elsewhere, 0, 256 * MIB, a);
}

void copy(size_t bytes)
{
    cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToDevice, a);
}

int main()
{
    const size_t sizes[] = {65536, 262144, MIB, 2 * MIB, 4 * MIB, 8 * MIB, 12 * MIB, 16 * MIB, 20 * MIB,
                            24 * MIB, 28 * MIB, 32 * MIB, 40 * MIB, 48 * MIB, 64 * MIB, 128 * MIB, 256 * MIB};
    cudaStreamCreate(&a);
    cudaMallocHost((void **)&host, 16 * MIB);
    cudaMalloc((void **)&from, 256 * MIB);
    cudaMalloc((void **)&to, 256 * MIB);
    cudaMalloc((void **)&elsewhere, 256 * MIB);
    for (int i = 0; i < 17; i++) {
        flush();
        copy(sizes[i]); // nothing is there
        copy(sizes[i]);
        copy(sizes[i]);
        copy(sizes[i]);
        flush();
        cudaMemsetAsync(to, 1, sizes[i], a); // nothing is there
        cudaMemsetAsync(to, 1, sizes[i], a);
        cudaMemsetAsync(to, 1, sizes[i], a);
        copy(sizes[i]); // the target is there
        cudaDeviceSynchronize();
        flush();
        cudaMemsetAsync(from, 1, sizes[i], a);
        copy(sizes[i]); // the source is there
        flush();
        copy(sizes[i] / 2);
        copy(sizes[i]); // half of both
        cudaDeviceSynchronize();
    }
    // after a copy in: is its target there?
    for (int i = 2; i < 8; i++) {
        flush();
        cudaMemcpyAsync(from, host, sizes[i], cudaMemcpyHostToDevice, a);
        copy(sizes[i]);
        flush();
        cudaMemcpyAsync(to, host, sizes[i], cudaMemcpyHostToDevice, a);
        copy(sizes[i]);
        flush();
        cudaMemcpyAsync(host, from, sizes[i], cudaMemcpyDeviceToHost, a);
        copy(sizes[i]);
    }
    cudaDeviceSynchronize();
    return 0;
}
