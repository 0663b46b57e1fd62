// A copy in behind a free: the engine that copies in clears the memory first.
#include <cuda_runtime.h>

int main()
{
    cudaStream_t s;
    char *device, *pinned, *memory;
    cudaStreamCreate(&s);
    cudaMallocHost(&pinned, 1 << 20);
    cudaMalloc(&device, 1 << 20);
    cudaMalloc(&memory, 128 << 20);
    cudaMemcpyAsync(pinned, device, 65536, cudaMemcpyDeviceToHost, s);
    cudaFree(memory);
    cudaMemcpyAsync(device, pinned, 65536, cudaMemcpyHostToDevice, s);
    cudaStreamSynchronize(s);
    return 0;
}
