// Kernels that want different shared-memory carveouts, in turn and side by side.
#include "nullstream.cuh"
extern __shared__ char dyn[];
__global__ void slim(int k) { spin_us(30); }
__global__ void fat(int k) { spin_us(30); }
__global__ void mid(int k) { spin_us(18); }
int main()
{
    cudaFuncSetAttribute(fat, cudaFuncAttributeMaxDynamicSharedMemorySize, 200 * 1024);
    cudaFuncSetAttribute(mid, cudaFuncAttributeMaxDynamicSharedMemorySize, 100 * 1024);
    cudaStream_t s[4];
    for (int i = 0; i < 4; i++)
        cudaStreamCreateWithFlags(&s[i], cudaStreamNonBlocking);
    // one stream, alternating
    for (int i = 0; i < 10; i++) {
        slim<<<33, 128, 0, s[0]>>>(i);
        fat<<<33, 128, 200 * 1024, s[0]>>>(i);
    }
    cudaStreamSynchronize(s[0]);
    // small grids that could all be resident together but for the carveout
    for (int i = 0; i < 8; i++) {
        slim<<<132, 64, 0, s[0]>>>(i);
        mid<<<66, 64, 90 * 1024, s[1]>>>(i);
        fat<<<20, 64, 180 * 1024, s[2]>>>(i);
        slim<<<4, 64, 30 * 1024, s[3]>>>(i);
    }
    cudaDeviceSynchronize();
    return 0;
}
