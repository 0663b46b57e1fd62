// Occupancy lab: four versions of one kernel, limited by registers, by static shared memory, by large dynamic shared memory
// and by block size; each alone, then all at once in four streams, then in pairs. Blocks per SM are printed, too.
#include <cuda_runtime.h>
#include <algorithm>
#include <cstdio>
#include <functional>
#include <string>
#include <vector>

#pragma nullstream kernel(by_registers) block_time(35us) regs(128)
__global__ void __launch_bounds__(256, 2) by_registers(float *x, int rounds)
{
    float a[48];
#pragma unroll
    for (int i = 0; i < 48; i++)
        a[i] = x[threadIdx.x + i];
    for (int r = 0; r < rounds; r++) {
#pragma unroll
        for (int i = 0; i < 48; i++)
            a[i] = a[i] * 0.5f + a[(i + 1) % 48];
    }
    float s = 0;
#pragma unroll
    for (int i = 0; i < 48; i++)
        s += a[i];
    x[threadIdx.x] = s;
}

#pragma nullstream kernel(by_static) block_time(25us) regs(24) shared(40960)
__global__ void by_static(float *x, int rounds)
{
    __shared__ float tile[10240];
    for (int i = threadIdx.x; i < 10240; i += blockDim.x)
        tile[i] = x[i];
    __syncthreads();
    float s = 0;
    for (int r = 0; r < rounds; r++)
        s += tile[(threadIdx.x * 33 + r * 7) % 10240];
    x[threadIdx.x] = s;
}

#pragma nullstream kernel(by_dynamic) block_time(60us) regs(32)
__global__ void by_dynamic(float *x, int rounds, int floats)
{
    extern __shared__ float big[];
    for (int i = threadIdx.x; i < floats; i += blockDim.x)
        big[i] = x[i];
    __syncthreads();
    float s = 0;
    for (int r = 0; r < rounds; r++)
        s += big[(threadIdx.x * 17 + r * 5) % floats];
    x[threadIdx.x] = s;
}

#pragma nullstream kernel(by_threads) block_time(30us) regs(32)
__global__ void by_threads(float *x, int rounds)
{
    float v = x[threadIdx.x];
    for (int r = 0; r < rounds; r++)
        v = v * 1.0001f + 0.5f;
    x[threadIdx.x] = v;
}

struct Variant {
    std::string name;
    std::function<void(cudaStream_t, float *)> launch;
    int per_sm;
};

int main()
{
    cudaDeviceProp prop;
    if (cudaGetDeviceProperties(&prop, 0) != cudaSuccess)
        return 1;
    const int sms = prop.multiProcessorCount;
    const int dynamic = std::min<int>(160 << 10, (int)prop.sharedMemPerBlockOptin);
    cudaFuncSetAttribute(by_dynamic, cudaFuncAttributeMaxDynamicSharedMemorySize, dynamic);
    float *x;
    cudaMalloc(&x, 1 << 20);
    cudaMemset(x, 0, 1 << 20);
    cudaDeviceSynchronize();

    std::vector<Variant> all;
    int per = 0;
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(&per, by_registers, 256, 0);
    all.push_back({"registers", [=](cudaStream_t s, float *x) { by_registers<<<sms * 2, 256, 0, s>>>(x, 2000); }, per});
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(&per, by_static, 128, 0);
    all.push_back({"static shared", [=](cudaStream_t s, float *x) { by_static<<<sms * 3, 128, 0, s>>>(x, 4000); }, per});
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(&per, by_dynamic, 256, dynamic);
    all.push_back({"dynamic shared", [=](cudaStream_t s, float *x) { by_dynamic<<<sms, 256, dynamic, s>>>(x, 4000, dynamic / 4); }, per});
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(&per, by_threads, 1024, 0);
    all.push_back({"threads", [=](cudaStream_t s, float *x) { by_threads<<<sms + sms / 2, 1024, 0, s>>>(x, 9000); }, per});

    std::vector<cudaStream_t> s(all.size());
    for (auto &one : s)
        cudaStreamCreateWithFlags(&one, cudaStreamNonBlocking);
    cudaEvent_t a, b;
    cudaEventCreate(&a);
    cudaEventCreate(&b);
    for (const auto &v : all) {
        float ms;
        cudaEventRecord(a, s[0]);
        v.launch(s[0], x);
        cudaEventRecord(b, s[0]);
        cudaEventSynchronize(b);
        cudaEventElapsedTime(&ms, a, b);
        std::printf("%-15s %d blocks an SM, %6.1f us alone\n", v.name.c_str(), v.per_sm, 1e3 * ms);
    }
    for (int round = 0; round < 3; round++)
        for (size_t i = 0; i < all.size(); i++)
            all[(i + round) % all.size()].launch(s[i], x + i * 65536);
    cudaDeviceSynchronize();
    for (size_t i = 0; i < all.size(); i++)
        for (size_t j = i + 1; j < all.size(); j++) {
            all[i].launch(s[0], x);
            all[j].launch(s[1], x + 65536);
            cudaStreamSynchronize(s[0]);
            cudaStreamSynchronize(s[1]);
        }
    for (auto one : s)
        cudaStreamDestroy(one);
    cudaEventDestroy(a);
    cudaEventDestroy(b);
    cudaFree(x);
    return cudaGetLastError() == cudaSuccess ? 0 : 1;
}
