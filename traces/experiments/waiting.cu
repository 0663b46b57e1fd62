// What the documentation leaves open about calls that may wait (docs/semantics.md: S1.5 to S1.7,
// S2.3 to S2.6, S3.1): each line is the host time of one call behind a kernel of 3 ms, in us.
// It prints what it saw; run it on a GPU and under nullstream, and compare.
#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "nullstream.cuh"

const size_t MIB = 1 << 20;
const int REPEAT = 3; // the last one counts: code and pools are warm

__global__ void busy()
{
    spin_us(3000);
}

__global__ void step()
{
    spin_us(10);
}

cudaStream_t a, b, n; // blocking, blocking, non-blocking
char *device, *other, *pinned, *pageable, *managed;
double from;

void begin(cudaStream_t stream)
{
    cudaDeviceSynchronize();
    busy<<<1, 64, 0, stream>>>();
    host_work_us(50);
    from = host_time_us();
}

void line(const char *what)
{
    double us = host_time_us() - from;
    cudaDeviceSynchronize();
    printf("%-58s %8.1f\n", what, us);
}

void streams()
{
    begin(a);
    int code = (int)cudaStreamQuery(0);
    printf("query of legacy, work in a blocking stream: %d\n", code);
    cudaDeviceSynchronize();
    begin(n);
    code = (int)cudaStreamQuery(0);
    printf("query of legacy, work in a non-blocking stream: %d\n", code);
    begin(a);
    cudaStreamSynchronize(0);
    line("S1.6 synchronize legacy, work in a blocking stream");
    begin(n);
    cudaStreamSynchronize(0);
    line("S1.6 synchronize legacy, work in a non-blocking stream");
    begin(0);
    cudaStreamSynchronize(a);
    line("synchronize an idle blocking stream, work in legacy");
    begin(0);
    cudaStream_t late;
    cudaStreamCreate(&late);
    step<<<1, 64, 0, late>>>();
    cudaStreamSynchronize(late);
    line("S1.7 a stream created behind legacy work");
    cudaStreamDestroy(late);
    begin(a);
    step<<<1, 64, 0, a>>>();
    cudaStreamDestroy(a);
    line("destroy a busy stream");
    cudaStreamCreate(&a);
}

// b after an operation of legacy that is behind work in a.
void barrier(int which)
{
    char *memory = nullptr;
    if (which == 1)
        cudaMallocAsync((void **)&memory, MIB, b);
    begin(a);
    if (which == 0)
        cudaMallocAsync((void **)&memory, MIB, 0);
    if (which == 1)
        cudaFreeAsync(memory, 0);
    if (which == 2)
        cudaMemcpyAsync(device, pinned, 4096, cudaMemcpyHostToDevice, 0);
    if (which == 3)
        cudaMemPrefetchAsync(managed, MIB, cudaMemLocation{cudaMemLocationTypeDevice, 0}, 0, 0);
    step<<<1, 64, 0, b>>>();
    cudaStreamSynchronize(b);
    const char *names[] = {"S1.5 b behind malloc in legacy", "S1.5 b behind free in legacy",
                           "S1.5 b behind copy in legacy", "S1.5 b behind prefetch in legacy"};
    line(names[which]);
    if (which == 0)
        cudaFreeAsync(memory, 0);
}

void memory()
{
    void *p, *q;
    cudaMemPool_t pool;
    cudaMalloc(&p, MIB);
    begin(n);
    cudaMalloc(&q, MIB);
    line("malloc 1 MiB");
    begin(n);
    cudaFree(q);
    line("free 1 MiB");
    cudaMalloc(&q, 256);
    begin(n);
    cudaFree(q);
    line("free 256 bytes");
    begin(n);
    cudaFree(0);
    line("free null");
    begin(n);
    cudaMallocManaged(&q, MIB);
    line("malloc managed");
    begin(n);
    cudaFree(q);
    line("free managed");
    begin(n);
    cudaMallocHost(&q, MIB);
    line("malloc host");
    begin(n);
    cudaFreeHost(q);
    line("free host");
    begin(n);
    cudaHostRegister(pageable, MIB, 0);
    line("host register");
    begin(n);
    cudaHostUnregister(pageable);
    line("host unregister");
    begin(n);
    cudaDeviceGetDefaultMemPool(&pool, 0);
    cudaMemPoolTrimTo(pool, 0);
    line("trim the pool");
    begin(n);
    cudaMallocAsync(&q, 4 * MIB, a);
    line("malloc async, the pool grows");
    begin(n);
    cudaFreeAsync(q, a);
    line("free async");
    begin(n);
    cudaMallocAsync(&q, 4 * MIB, a);
    line("malloc async after a synchronize");
    cudaFreeAsync(q, a);
    begin(n);
    cudaMallocAsync(&q, 4 * MIB, a);
    cudaFreeAsync(q, a);
    from = host_time_us();
    cudaMallocAsync(&q, 4 * MIB, a);
    line("malloc async of what the stream freed");
    cudaFreeAsync(q, a);
    cudaDeviceSynchronize();
    cudaMallocAsync(&q, MIB, a);
    begin(n);
    cudaFree(q);
    line("free of stream-ordered memory");
    begin(n);
    cudaMemset(device, 0, MIB);
    line("memset of device memory");
    begin(0);
    cudaMemset(pinned, 0, MIB);
    line("memset of pinned memory, behind legacy work");
    begin(0);
    cudaMemcpy(other, device, 256 * MIB, cudaMemcpyDeviceToDevice);
    line("memcpy on the device, behind legacy work");
    cudaFree(p);
}

void copies()
{
    for (int same = 0; same < 2; same++)
        for (size_t mib = 1; mib <= 16; mib *= 2) {
            char what[80];
            begin(same ? a : b);
            cudaMemcpyAsync(device, pageable, mib * MIB, cudaMemcpyHostToDevice, a);
            sprintf(what, "S2.3 pageable to device, %d MiB, %s stream", (int)mib,
                    same ? "same" : "other");
            line(what);
        }
    begin(a);
    cudaMemcpy(device, pageable, 4096, cudaMemcpyHostToDevice);
    line("S2.1 memcpy of 4 KiB pageable, work in a blocking stream");
    begin(n);
    cudaMemcpy(device, pageable, 4096, cudaMemcpyHostToDevice);
    line("S2.1 memcpy of 4 KiB pageable, work in a non-blocking one");
    begin(a);
    cudaMemcpy(device, pinned, 4096, cudaMemcpyHostToDevice);
    line("S2.2 memcpy of 4 KiB pinned, work in a blocking stream");
    begin(a);
    cudaMemcpyAsync(device, managed, MIB, cudaMemcpyHostToDevice, a);
    line("S2.5 managed to device");
    begin(a);
    cudaMemcpyAsync(managed, device, MIB, cudaMemcpyDeviceToHost, a);
    line("S2.5 device to managed");
    begin(a);
    cudaMemcpyAsync(pageable, pageable + 8 * MIB, MIB, cudaMemcpyHostToHost, a);
    line("host to host");
}

int main()
{
    cudaStreamCreate(&a);
    cudaStreamCreate(&b);
    cudaStreamCreateWithFlags(&n, cudaStreamNonBlocking);
    cudaMalloc((void **)&device, 256 * MIB);
    cudaMalloc((void **)&other, 256 * MIB);
    cudaMallocHost((void **)&pinned, 16 * MIB);
    cudaMallocManaged((void **)&managed, 16 * MIB);
    pageable = (char *)malloc(16 * MIB);
    memset(pageable, 1, 16 * MIB);
    memset(managed, 1, 16 * MIB);
    for (int i = 0; i < REPEAT; i++) {
        printf("--- %d\n", i);
        streams();
        for (int which = 0; which < 4; which++)
            barrier(which);
        memory();
        copies();
    }
    return 0;
}
