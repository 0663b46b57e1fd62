// Data of a std::vector, copied by cudaMemcpy: pinned memory is what helps.
#include <cuda_runtime.h>
#include <vector>

#pragma nullstream kernel(scale) time(200us)
__global__ void scale(float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        x[i] *= 2.0f;
}

int main()
{
    const int n = 1 << 20;
    const size_t bytes = n * sizeof(float);
    std::vector<float> input(8 * n, 1.0f), output(8 * n);
    float *data;
    cudaMalloc(&data, bytes);
    for (int i = 0; i < 8; i++) {
        cudaMemcpy(data, input.data() + i * n, bytes, cudaMemcpyHostToDevice);
        scale<<<n / 256, 256>>>(data, n);
        cudaMemcpy(output.data() + i * n, data, bytes, cudaMemcpyDeviceToHost);
    }
    cudaFree(data);
    return 0;
}
