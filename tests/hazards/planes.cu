// Two kernels that may meet in the planes at a border, and a copy of those: two races of one line. Each
// thread goes through a column, so no clause for a thread an element is proposed.
#include <cuda_runtime.h>

#pragma nullstream kernel(step) time(100us)
__global__ void step(float *field, int width, int z0, int z1)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    if (x < 1 || x >= width - 1)
        return;
    for (int z = z0; z < z1; z++)
        field[z * width + x] += 1;
}

void launch(cudaStream_t stream, float *field, int width, int z0, int z1)
{
    step<<<width / 256, 256, 0, stream>>>(field, width, z0, z1);
}

int main()
{
    const int width = 4096, planes = 64, border = 4;
    float *field, *other;
    cudaStream_t halo, bulk;
    cudaStreamCreateWithFlags(&halo, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&bulk, cudaStreamNonBlocking);
    cudaMalloc(&field, planes * width * sizeof(float));
    cudaMalloc(&other, border * width * sizeof(float));
    launch(halo, field, width, 0, border);
    cudaMemcpyAsync(other, field, border * width * sizeof(float), cudaMemcpyDeviceToDevice, halo);
    launch(bulk, field, width, 1, planes);
    cudaDeviceSynchronize();
    return 0;
}
