// Only the NVTX range "nullstream" is timed: a round of copy and kernel before it, three in it.
#include <cuda_runtime.h>
#include <nvtx3/nvToolsExt.h>

#include "nullstream.cuh"

const size_t BYTES = 2 << 20;

__global__ void process(char *data)
{
    spin_us(60);
}

char *host, *device;

void once(cudaStream_t stream)
{
    cudaMemcpyAsync(device, host, BYTES, cudaMemcpyHostToDevice, stream);
    process<<<40, 128, 0, stream>>>(device);
    cudaMemcpyAsync(host, device, BYTES, cudaMemcpyDeviceToHost, stream);
    cudaStreamSynchronize(stream);
}

int main()
{
    cudaStream_t stream;
    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    cudaMallocHost((void **)&host, BYTES);
    cudaMalloc((void **)&device, BYTES);
    once(stream);
    nvtxRangePushA("nullstream");
    for (int i = 0; i < 3; i++)
        once(stream);
    nvtxRangePop();
    once(stream);
    cudaFreeHost(host);
    cudaFree(device);
    return 0;
}
