// Many buffers of one kind, each without a name of its own: one line copies from all of them.
#include <cuda_runtime.h>
#include <vector>
#pragma nullstream kernel(k) time(20us) reads(x, 1048576) writes(x, 1048576)
__global__ void k(float *x) { x[threadIdx.x] += 1; }
int main()
{
    std::vector<std::vector<float>> h(64, std::vector<float>(262144));
    float *d[64];
    cudaStream_t s[4];
    for (int i = 0; i < 4; i++) cudaStreamCreateWithFlags(&s[i], cudaStreamNonBlocking);
    for (int i = 0; i < 64; i++) {
        cudaMalloc(&d[i], 1 << 20);
    }
    for (int i = 0; i < 64; i++) {
        cudaMemcpyAsync(d[i], h[i].data(), 1 << 20, cudaMemcpyHostToDevice, s[i % 4]);
        k<<<64, 256, 0, s[i % 4]>>>(d[i]);
    }
    cudaDeviceSynchronize();
    return 0;
}
