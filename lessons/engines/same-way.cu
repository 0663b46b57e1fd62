// asyncEngineCount says that the device has three copy engines. Three copies in, in three
// streams.
#include <cuda_runtime.h>
#include <stdio.h>

const size_t BYTES = 16 << 20;

int main()
{
    char *host[3], *device[3];
    cudaStream_t stream[3];
    int engines;
    cudaDeviceGetAttribute(&engines, cudaDevAttrAsyncEngineCount, 0);
    printf("asyncEngineCount: %d\n", engines);
    for (int i = 0; i < 3; i++) {
        cudaMallocHost(&host[i], BYTES);
        cudaMalloc(&device[i], BYTES);
        cudaStreamCreate(&stream[i]);
    }

    cudaMemcpyAsync(device[0], host[0], BYTES, cudaMemcpyHostToDevice, stream[0]);
    cudaMemcpyAsync(device[1], host[1], BYTES, cudaMemcpyHostToDevice, stream[1]);
    cudaMemcpyAsync(device[2], host[2], BYTES, cudaMemcpyHostToDevice, stream[2]);
    cudaDeviceSynchronize();
    return 0;
}
