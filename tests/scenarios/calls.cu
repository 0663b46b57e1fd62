// The rest of the calls: handles, attributes, properties, host functions, ranges, errors.
#include "nullstream.cuh"
#include <nvtx3/nvToolsExt.h>
#include <stdio.h>

__global__ void k(int a, float *b) { spin_us(10); }
#pragma nullstream kernel(bad) time(80us) fails(cudaErrorIllegalAddress)
__global__ void bad() {}

void CUDART_CB said(void *data) { printf("host function %d\n", *(int *)data); }
void CUDART_CB called(cudaStream_t, cudaError_t status, void *data)
{
    printf("callback %d %s\n", *(int *)data, cudaGetErrorName(status));
}

int main()
{
    cudaDeviceProp prop;
    cudaGetDeviceProperties(&prop, 0);
    printf("%s %d.%d, %d SMs, %d engines\n", prop.name, prop.major, prop.minor,
           prop.multiProcessorCount, prop.asyncEngineCount);
    printf("%zu %d %d %d\n", prop.sharedMemPerBlock, prop.maxThreadsPerBlock, prop.maxGridSize[0],
           prop.maxThreadsDim[2]);
    int least, greatest, value, count;
    cudaDeviceGetStreamPriorityRange(&least, &greatest);
    cudaDeviceGetAttribute(&value, cudaDevAttrWarpSize, 0);
    cudaGetDeviceCount(&count);
    printf("%d %d %d %d\n", least, greatest, value, count);

    cudaStream_t streams[3];
    for (int i = 0; i < 3; i++)
        cudaStreamCreateWithPriority(&streams[i], cudaStreamNonBlocking, -i);
    unsigned int flags;
    int priority;
    cudaStreamGetFlags(streams[2], &flags);
    cudaStreamGetPriority(streams[2], &priority);
    printf("%u %d\n", flags, priority);

    cudaEvent_t start, stop;
    cudaEventCreate(&start);
    cudaEventCreateWithFlags(&stop, cudaEventDisableTiming);
    cudaEventRecord(start, streams[0]);
    int a = 3;
    float *b = NULL;
    void *args[] = {&a, &b};
    nvtxRangePush("launches");
    cudaLaunchKernel(k, dim3(2), dim3(64), args, 0, streams[0]);
    cudaLaunchConfig_t config = {};
    config.gridDim = dim3(4);
    config.blockDim = dim3(32);
    config.stream = streams[1];
    cudaLaunchAttribute attribute;
    attribute.id = cudaLaunchAttributePriority;
    attribute.val.priority = -2;
    config.attrs = &attribute;
    config.numAttrs = 1;
    cudaLaunchKernelExC(&config, (const void *)k, args);
    cudaLaunchKernelEx(&config, k, 4, b);
    cudaLaunchCooperativeKernel(k, dim3(1), dim3(32), args, 0, cudaStreamPerThread);
    nvtxRangePop();
    cudaEventRecord(stop, streams[0]);
    cudaStreamWaitEvent(streams[1], stop, 0);
    cudaLaunchHostFunc(streams[1], said, &a);
    cudaStreamAddCallback(streams[1], called, &a, 0);
    cudaDeviceSynchronize();
    float ms;
    printf("%s\n", cudaGetErrorName(cudaEventElapsedTime(&ms, start, stop)));
    printf("%s\n", cudaGetErrorName(cudaEventQuery(NULL)));

    cudaFuncAttributes attributes;
    cudaFuncGetAttributes(&attributes, k);
    int blocks, grid, block;
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, k, 256, 0);
    cudaOccupancyMaxPotentialBlockSize(&grid, &block, k);
    printf("%d %d %d %d\n", attributes.maxThreadsPerBlock, blocks, grid, block);
    printf("%s\n", cudaGetErrorName(cudaFuncSetAttribute(
                       k, cudaFuncAttributeMaxDynamicSharedMemorySize, 1 << 20)));

    float *p, *q;
    cudaMemPool_t pool;
    cudaDeviceGetDefaultMemPool(&pool, 0);
    unsigned long long keep = ~0ull;
    cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &keep);
    cudaMallocAsync(&p, 1 << 20, streams[0]);
    k<<<1, 32, 0, streams[0]>>>(1, p);
    cudaFreeAsync(p, streams[0]);
    cudaMallocAsync(&q, 1 << 20, streams[0]);
    cudaFreeAsync(q, streams[0]);
    cudaStreamSynchronize(streams[0]);

    k<<<0, 32>>>(1, NULL);
    printf("%s\n", cudaGetErrorName(cudaPeekAtLastError()));
    printf("%s\n", cudaGetErrorName(cudaGetLastError()));
    printf("%s\n", cudaGetErrorName(cudaGetLastError()));
    bad<<<1, 1>>>();
    printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    printf("%s\n", cudaGetErrorName(cudaGetLastError()));
    return 0;
}
