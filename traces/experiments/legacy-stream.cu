// What in the legacy stream is a barrier (docs/semantics.md S1.2, S1.5): a kernel of 500 us in the
// blocking stream a, one operation X in the legacy stream, a kernel of 10 us in the blocking stream
// b. Each line is the host time until b is done, in us: about 510 if X is a barrier, 20 to 60 if
// not. It prints what it saw; run it on a GPU and under nullstream, and compare.
#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "nullstream.cuh"

const size_t MIB = 1 << 20;
const int REPEAT = 3; // the last one is printed: code and pools are warm

enum x {
    NOTHING,
    KERNEL,
    RECORD,
    RECORD_UNTIMED,
    WAIT_DONE,
    WAIT_NEVER,
    HOST_FUNCTION,
    CALLBACK,
    MEMSET_4,
    MEMSET_MIB,
    MEMSET_PINNED,
    COPY_IN_4,
    COPY_IN_MIB,
    COPY_OUT_4,
    COPY_DEVICE,
    COPY_IN_PAGEABLE_4,
    COPY_IN_PAGEABLE_32K,
    MALLOC,
    FREE,
    PREFETCH,
    QUERY,
    ATTRIBUTE,
    COUNT
};

__global__ void busy()
{
    spin_us(500);
}

__global__ void step()
{
    spin_us(10);
}

void nothing(void *)
{
}

void nothing_back(cudaStream_t, cudaError_t, void *)
{
}

cudaStream_t a, b;
cudaEvent_t done, never, timed, untimed;
char *device, *other, *pinned, *pageable, *managed;

void operation(int x, char **pool)
{
    if (x == KERNEL)
        step<<<1, 64>>>();
    if (x == RECORD)
        cudaEventRecord(timed, 0);
    if (x == RECORD_UNTIMED)
        cudaEventRecord(untimed, 0);
    if (x == WAIT_DONE)
        cudaStreamWaitEvent(0, done, 0);
    if (x == WAIT_NEVER)
        cudaStreamWaitEvent(0, never, 0);
    if (x == HOST_FUNCTION)
        cudaLaunchHostFunc(0, nothing, nullptr);
    if (x == CALLBACK)
        cudaStreamAddCallback(0, nothing_back, nullptr, 0);
    if (x == MEMSET_4)
        cudaMemsetAsync(device, 0, 4, 0);
    if (x == MEMSET_MIB)
        cudaMemsetAsync(device, 0, MIB, 0);
    if (x == MEMSET_PINNED)
        cudaMemsetAsync(pinned, 0, 4096, 0);
    if (x == COPY_IN_4)
        cudaMemcpyAsync(device, pinned, 4, cudaMemcpyHostToDevice, 0);
    if (x == COPY_IN_MIB)
        cudaMemcpyAsync(device, pinned, MIB, cudaMemcpyHostToDevice, 0);
    if (x == COPY_OUT_4)
        cudaMemcpyAsync(pinned, device, 4, cudaMemcpyDeviceToHost, 0);
    if (x == COPY_DEVICE)
        cudaMemcpyAsync(other, device, MIB, cudaMemcpyDeviceToDevice, 0);
    if (x == COPY_IN_PAGEABLE_4)
        cudaMemcpyAsync(device, pageable, 4, cudaMemcpyHostToDevice, 0);
    if (x == COPY_IN_PAGEABLE_32K)
        cudaMemcpyAsync(device, pageable, 32768, cudaMemcpyHostToDevice, 0);
    if (x == MALLOC)
        cudaMallocAsync((void **)pool, MIB, 0);
    if (x == FREE)
        cudaFreeAsync(*pool, 0);
    if (x == PREFETCH)
        cudaMemPrefetchAsync(managed, MIB, cudaMemLocation{cudaMemLocationTypeDevice, 0}, 0, 0);
    if (x == QUERY)
        cudaStreamQuery(0);
    if (x == ATTRIBUTE)
        cudaStreamAttachMemAsync(0, managed, 0, cudaMemAttachGlobal);
}

const char *names[] = {"nothing",
                       "kernel",
                       "record",
                       "record without timing",
                       "wait for an event that is done",
                       "wait for an event never recorded",
                       "host function",
                       "callback",
                       "memset of 4 bytes",
                       "memset of 1 MiB",
                       "memset of pinned memory",
                       "copy in of 4 bytes",
                       "copy in of 1 MiB",
                       "copy out of 4 bytes",
                       "copy on the device",
                       "pageable copy in of 4 bytes",
                       "pageable copy in of 32 KiB",
                       "malloc",
                       "free",
                       "prefetch",
                       "query",
                       "attach"};

void run(int x, bool print)
{
    char *pool = nullptr;
    if (x == FREE)
        cudaMallocAsync((void **)&pool, MIB, b);
    cudaDeviceSynchronize();
    busy<<<1, 64, 0, a>>>();
    host_work_us(20);
    double from = host_time_us();
    operation(x, &pool);
    double call = host_time_us() - from;
    step<<<1, 64, 0, b>>>();
    cudaStreamSynchronize(b);
    double us = host_time_us() - from;
    if (print)
        printf("%-36s call %8.1f  b done %8.1f\n", names[x], call, us);
    if (x == MALLOC)
        cudaFreeAsync(pool, b);
    cudaDeviceSynchronize();
}

int main()
{
    cudaStreamCreate(&a);
    cudaStreamCreate(&b);
    cudaEventCreate(&done);
    cudaEventCreate(&timed);
    cudaEventCreateWithFlags(&never, cudaEventDisableTiming);
    cudaEventCreateWithFlags(&untimed, cudaEventDisableTiming);
    cudaMalloc((void **)&device, MIB);
    cudaMalloc((void **)&other, MIB);
    cudaMallocHost((void **)&pinned, MIB);
    cudaMallocManaged((void **)&managed, MIB);
    pageable = (char *)malloc(MIB);
    memset(pageable, 1, MIB);
    memset(managed, 1, MIB);
    cudaEventRecord(done, a);
    cudaDeviceSynchronize();
    for (int i = 0; i < REPEAT; i++)
        for (int x = 0; x < COUNT; x++)
            run(x, i == REPEAT - 1);
    return 0;
}
