// Pinned copies, device copies and memsets by size, each alone; then both directions at once.
#include <cuda_runtime.h>

const size_t MIB = 1 << 20;
const size_t MOST = 256 * MIB;

int main()
{
    const size_t sizes[] = {4, 1024, 4096, 16384, 32768, 65536, 262144, MIB, 4 * MIB, 16 * MIB, 64 * MIB, MOST};
    cudaStream_t a, b;
    char *host, *host2, *device, *device2;
    cudaStreamCreate(&a);
    cudaStreamCreate(&b);
    cudaMallocHost((void **)&host, MOST);
    cudaMallocHost((void **)&host2, MOST);
    cudaMalloc((void **)&device, MOST);
    cudaMalloc((void **)&device2, MOST);
    for (int i = 0; i < 12; i++) {
        cudaMemcpyAsync(device, host, sizes[i], cudaMemcpyHostToDevice, a);
        cudaDeviceSynchronize();
        cudaMemcpyAsync(host, device, sizes[i], cudaMemcpyDeviceToHost, a);
        cudaDeviceSynchronize();
        cudaMemcpyAsync(device2, device, sizes[i], cudaMemcpyDeviceToDevice, a);
        cudaDeviceSynchronize();
        cudaMemsetAsync(device2, 0, sizes[i], a);
        cudaDeviceSynchronize();
    }
    for (int i = 0; i < 4; i++) {
        cudaMemcpyAsync(device, host, 64 * MIB, cudaMemcpyHostToDevice, a);
        cudaMemcpyAsync(host2, device2, 64 * MIB, cudaMemcpyDeviceToHost, b);
    }
    cudaDeviceSynchronize();
    return 0;
}
