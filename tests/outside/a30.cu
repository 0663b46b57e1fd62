// 64 streams, one short pipeline each: more streams than connections.
#include <cuda_runtime.h>
#include <vector>

#pragma nullstream kernel(stage1) time(30us)
__global__ void stage1(int *p) { p[blockIdx.x * blockDim.x + threadIdx.x] += 1; }
#pragma nullstream kernel(stage2) time(50us)
__global__ void stage2(int *p) { p[blockIdx.x * blockDim.x + threadIdx.x] *= 3; }

struct Lane {
    cudaStream_t stream;
    int *host, *device;
};

int main()
{
    const size_t bytes = 128 * 1024;
    std::vector<Lane> lanes(64);
    int *hostAll;
    cudaHostAlloc((void **)&hostAll, lanes.size() * bytes, cudaHostAllocDefault);
    for (size_t i = 0; i < lanes.size(); ++i) {
        lanes[i].host = hostAll + i * bytes / sizeof(int);
        cudaMalloc((void **)&lanes[i].device, bytes);
        cudaStreamCreateWithFlags(&lanes[i].stream, cudaStreamNonBlocking);
    }
    for (int pass = 0; pass < 2; ++pass) {
        for (auto &l : lanes) {
            cudaMemcpyAsync(l.device, l.host, bytes, cudaMemcpyHostToDevice, l.stream);
            stage1<<<4, 256, 0, l.stream>>>(l.device);
            stage2<<<8, 128, 0, l.stream>>>(l.device);
            cudaMemcpyAsync(l.host, l.device, bytes, cudaMemcpyDeviceToHost, l.stream);
        }
    }
    for (auto &l : lanes)
        cudaStreamSynchronize(l.stream);
    for (auto &l : lanes) {
        cudaStreamDestroy(l.stream);
        cudaFree(l.device);
    }
    return 0;
}
