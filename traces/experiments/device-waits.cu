// Which calls wait for the device (docs/semantics.md S3.1): the host time of each behind a kernel
// of 1 ms in a non-blocking stream, and with the device idle, in us. Run it on a GPU and under
// nullstream, and compare.
#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "nullstream.cuh"

const size_t MIB = 1 << 20;

__global__ void busy()
{
    spin_us(1000);
}

__global__ void step()
{
    spin_us(10);
}

cudaStream_t n, s;
cudaEvent_t event, pending;
cudaMemPool_t pool;
char *pinned, *pageable, *managed, *device, *stolen;
void *p, *q;

const char *names[] = {"stream create",
                       "stream create with priority",
                       "stream destroy, idle",
                       "event create",
                       "event record and destroy",
                       "event query, pending",
                       "malloc 64 KiB",
                       "free 64 KiB",
                       "malloc 64 MiB",
                       "free 64 MiB",
                       "malloc host 64 KiB",
                       "free host 64 KiB",
                       "host alloc mapped",
                       "free host mapped",
                       "host register",
                       "host unregister",
                       "malloc managed",
                       "free managed",
                       "mem advise",
                       "prefetch in a free stream",
                       "get memory info",
                       "set function cache",
                       "set device cache",
                       "set shared carveout",
                       "function attributes",
                       "get properties",
                       "pointer attributes",
                       "set printf limit",
                       "pool create",
                       "pool alloc",
                       "pool free",
                       "pool destroy",
                       "trim default pool",
                       "memset pinned, legacy",
                       "stream query, pending",
                       "elapsed time, pending",
                       "get last error",
                       "set device",
                       "host function, other stream",
                       "occupancy",
                       "stream priority range"};
const int COUNT = 41;

void call(int which)
{
    cudaMemPoolProps props;
    struct cudaDeviceProp properties;
    cudaFuncAttributes attributes;
    cudaPointerAttributes pointer;
    size_t free_bytes, total;
    float ms;
    int low, high;
    switch (which) {
    case 0:
        cudaStreamCreate(&s);
        break;
    case 1:
        cudaStreamDestroy(s);
        cudaStreamCreateWithPriority(&s, cudaStreamNonBlocking, -1);
        break;
    case 2:
        cudaStreamDestroy(s);
        break;
    case 3:
        cudaEventCreate(&event);
        break;
    case 4:
        cudaEventRecord(event, n);
        cudaEventDestroy(event);
        break;
    case 5:
        cudaEventRecord(pending, n);
        cudaEventQuery(pending);
        break;
    case 6:
        cudaMalloc(&p, 65536);
        break;
    case 7:
        cudaFree(p);
        break;
    case 8:
        cudaMalloc(&p, 64 * MIB);
        break;
    case 9:
        cudaFree(p);
        break;
    case 10:
        cudaMallocHost(&p, 65536);
        break;
    case 11:
        cudaFreeHost(p);
        break;
    case 12:
        cudaHostAlloc(&p, 65536, cudaHostAllocMapped);
        break;
    case 13:
        cudaFreeHost(p);
        break;
    case 14:
        cudaHostRegister(pageable, MIB, 0);
        break;
    case 15:
        cudaHostUnregister(pageable);
        break;
    case 16:
        cudaMallocManaged(&p, MIB);
        break;
    case 17:
        cudaFree(p);
        break;
    case 18:
        cudaMemAdvise(managed, MIB, cudaMemAdviseSetReadMostly,
                      cudaMemLocation{cudaMemLocationTypeDevice, 0});
        break;
    case 19: {
        cudaStream_t free_stream;
        cudaStreamCreate(&free_stream);
        cudaMemPrefetchAsync(managed, MIB, cudaMemLocation{cudaMemLocationTypeDevice, 0}, 0,
                             free_stream);
        break;
    }
    case 20:
        cudaMemGetInfo(&free_bytes, &total);
        break;
    case 21:
        cudaFuncSetCacheConfig(step, cudaFuncCachePreferShared);
        break;
    case 22:
        cudaDeviceSetCacheConfig(cudaFuncCachePreferL1);
        break;
    case 23:
        cudaFuncSetAttribute(step, cudaFuncAttributePreferredSharedMemoryCarveout, 50);
        break;
    case 24:
        cudaFuncGetAttributes(&attributes, step);
        break;
    case 25:
        cudaGetDeviceProperties(&properties, 0);
        break;
    case 26:
        cudaPointerGetAttributes(&pointer, device);
        break;
    case 27:
        cudaDeviceSetLimit(cudaLimitPrintfFifoSize, 2 * MIB + 65536);
        break;
    case 28:
        memset(&props, 0, sizeof props);
        props.allocType = cudaMemAllocationTypePinned;
        props.location.type = cudaMemLocationTypeDevice;
        cudaMemPoolCreate(&pool, &props);
        break;
    case 29:
        cudaMallocFromPoolAsync(&q, MIB, pool, n);
        break;
    case 30:
        cudaFreeAsync(q, n);
        break;
    case 31:
        cudaMemPoolDestroy(pool);
        break;
    case 32:
        cudaDeviceGetDefaultMemPool(&pool, 0);
        cudaMemPoolTrimTo(pool, 0);
        break;
    case 33:
        cudaMemset(pinned, 0, 4096);
        break;
    case 34:
        cudaStreamQuery(n);
        break;
    case 35:
        cudaEventElapsedTime(&ms, pending, pending);
        break;
    case 36:
        cudaGetLastError();
        break;
    case 37:
        cudaSetDevice(0);
        break;
    case 38:
        cudaMemsetAsync(device, 0, 4, 0);
        break;
    case 39:
        cudaOccupancyMaxActiveBlocksPerMultiprocessor(&low, step, 64, 0);
        break;
    default:
        cudaDeviceGetStreamPriorityRange(&low, &high);
        break;
    }
}

int main()
{
    double us[2][COUNT];
    cudaStreamCreateWithFlags(&n, cudaStreamNonBlocking);
    cudaEventCreate(&pending);
    cudaMallocHost((void **)&pinned, MIB);
    cudaMalloc((void **)&device, MIB);
    cudaMallocManaged((void **)&managed, MIB);
    pageable = (char *)malloc(MIB);
    memset(pageable, 1, MIB);
    memset(managed, 1, MIB);
    step<<<1, 64, 0, n>>>();
    for (int round = 0; round < 3; round++)
        for (int is_busy = 0; is_busy < 2; is_busy++)
            for (int i = 0; i < COUNT; i++) {
                cudaDeviceSynchronize();
                if (is_busy)
                    busy<<<1, 64, 0, n>>>();
                host_work_us(20);
                double start = host_time_us();
                call(i);
                us[is_busy][i] = host_time_us() - start;
            }
    cudaDeviceSynchronize();
    for (int i = 0; i < COUNT; i++)
        printf("%-30s idle %8.1f  busy %8.1f\n", names[i], us[0][i], us[1][i]);
    return 0;
}
