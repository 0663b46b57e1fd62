// A copy of 1 MiB from pageable memory, one from pinned memory, and what pinning costs.
#include <cuda_runtime.h>
#include <stdlib.h>

const size_t BYTES = 1 << 20;

int main()
{
    char *pageable, *pinned, *device;
    cudaStream_t stream;
    pageable = (char *)calloc(BYTES, 1);
    cudaMalloc(&device, BYTES);
    cudaStreamCreate(&stream);

    cudaMemcpyAsync(device, pageable, BYTES, cudaMemcpyHostToDevice, stream);
    cudaStreamSynchronize(stream);
    cudaMallocHost(&pinned, BYTES);
    cudaMemcpyAsync(device, pinned, BYTES, cudaMemcpyHostToDevice, stream);
    cudaStreamSynchronize(stream);
    cudaFreeHost(pinned);
    cudaStreamSynchronize(stream);
    return 0;
}
