// BYTES from the host to the device, and as many back.
#include <cuda_runtime.h>

const size_t BYTES = 1000000000;
const int BACK = 0;

int main()
{
    char *host, *device;
    cudaMallocHost(&host, BYTES);
    cudaMalloc(&device, BYTES);
    cudaDeviceSynchronize();
    cudaMemcpyAsync(device, host, BYTES, cudaMemcpyHostToDevice, 0);
    if (BACK)
        cudaMemcpyAsync(host, device, BYTES, cudaMemcpyDeviceToHost, 0);
    cudaDeviceSynchronize();
    return 0;
}
