// Every call that only asks or sets something, between a kernel and the wait for it: the executor makes
// them all on the device.
#include "nullstream.cuh"

#include <stdio.h>

#pragma nullstream kernel(work) time(400us)
__global__ void work(float *data)
{
    spin_us(400);
}

__device__ float table[256];

int main()
{
    cudaStream_t stream, other;
    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    cudaStreamCreate(&other);
    cudaEvent_t event;
    cudaEventCreateWithFlags(&event, cudaEventDisableTiming);
    float *data, *copy, *pinned, *mapped;
    cudaMalloc(&data, 1 << 20);
    cudaMalloc(&copy, 1 << 20);
    cudaMallocHost(&pinned, 1 << 20);
    cudaMemPoolProps properties = {};
    properties.allocType = cudaMemAllocationTypePinned;
    properties.location.type = cudaMemLocationTypeDevice;
    cudaMemPool_t pool, current;
    cudaMemPoolCreate(&pool, &properties);
    cudaFuncSetAttribute(work, cudaFuncAttributePreferredSharedMemoryCarveout, 50);

    work<<<20, 256, 0, stream>>>(data);

    unsigned int flags;
    int number, other_number, blocks;
    unsigned long long id, value;
    size_t bytes, total;
    cudaStreamGetFlags(stream, &flags);
    cudaStreamGetPriority(stream, &number);
    cudaStreamGetId(stream, &id);
    cudaStreamGetDevice(stream, &number);
    cudaStreamCopyAttributes(other, stream);
    cudaCtxResetPersistingL2Cache();

    cudaPointerAttributes attributes;
    cudaPointerGetAttributes(&attributes, data);
    cudaHostGetDevicePointer(&mapped, pinned, 0);
    cudaHostGetFlags(&flags, pinned);
    void *address;
    cudaGetSymbolAddress(&address, table);
    cudaGetSymbolSize(&bytes, table);
    cudaMemGetInfo(&bytes, &total);
    cudaMemPoolGetAttribute(pool, cudaMemPoolAttrUsedMemCurrent, &value);
    number = 0;
    cudaMemPoolSetAttribute(pool, cudaMemPoolReuseAllowOpportunistic, &number);
    cudaDeviceGetDefaultMemPool(&current, 0);
    cudaDeviceGetMemPool(&current, 0);
    cudaMemPoolGetAttribute(current, cudaMemPoolAttrReleaseThreshold, &value);

    cudaFuncAttributes function;
    cudaFuncGetAttributes(&function, work);
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, work, 256, 0);
    cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(&blocks, work, 256, 0, 0);
    cudaOccupancyMaxPotentialBlockSize(&number, &other_number, work);
    cudaOccupancyAvailableDynamicSMemPerBlock(&bytes, work, 2, 256);

    cudaDeviceProp device;
    cudaFuncCache cache;
    char bus[32];
    cudaGetDeviceCount(&number);
    cudaGetDevice(&number);
    cudaSetDevice(0);
    cudaInitDevice(0, 0, 0);
    cudaGetDeviceProperties(&device, 0);
    cudaChooseDevice(&number, &device);
    cudaDeviceGetAttribute(&number, cudaDevAttrWarpSize, 0);
    cudaDeviceGetStreamPriorityRange(&number, &other_number);
    cudaGetDeviceFlags(&flags);
    cudaDeviceGetLimit(&bytes, cudaLimitStackSize);
    cudaDeviceGetCacheConfig(&cache);
    cudaDeviceGetPCIBusId(bus, 32, 0);
    cudaDeviceGetByPCIBusId(&number, bus);
    cudaDeviceCanAccessPeer(&number, 0, 0);
    cudaDriverGetVersion(&number);
    cudaRuntimeGetVersion(&number);
    cudaPeekAtLastError();
    cudaGetLastError();

    cudaEventRecordWithFlags(event, stream, 0);
    cudaStreamWaitEvent(other, event, 0);
    cudaMemcpyPeerAsync(copy, 0, data, 0, 1 << 20, other);
    cudaMemcpyToSymbolAsync(table, pinned, 1024, 0, cudaMemcpyHostToDevice, other);
    cudaMemcpyPeer(copy, 0, data, 0, 1 << 20);
    cudaMemcpyFromSymbol(pinned, table, 1024);
    cudaDeviceSynchronize();
    cudaMemPoolDestroy(pool);
    return 0;
}
