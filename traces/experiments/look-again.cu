// Behind which calls does the driver look again each time that it is asked for a record behind a copy? One pair of
// queries 15 times, at first, and behind each of: a stream made and destroyed; one that had a kernel; a copy; an event
// made, recorded in it and destroyed; a blocking stream, one with a priority; 15 and 45 of all of these; a synchronize
// of the device; a pause of 100 ms. Medians, us, of the first, second and third query. Native only.
#include <algorithm>
#include <cstdio>
#include <cuda_runtime.h>

#include "nullstream.cuh"

static cudaStream_t s;
static cudaEvent_t e;
static char *h, *d;

__global__ void k()
{
    spin_us(1);
}

static void pair(const char *behind)
{
    double a[15], b[15], c[15];
    for (int i = 0; i < 15; i++) {
        cudaMemcpyAsync(h, d, 64 << 10, cudaMemcpyDeviceToHost, s);
        cudaEventRecord(e, s);
        host_work_us(40);
        double t0 = host_time_us();
        cudaEventQuery(e);
        double t1 = host_time_us();
        cudaEventQuery(e);
        double t2 = host_time_us();
        cudaEventQuery(e);
        c[i] = host_time_us() - t2, b[i] = t2 - t1, a[i] = t1 - t0;
    }
    std::sort(a, a + 15), std::sort(b, b + 15), std::sort(c, c + 15);
    printf("%-44s %5.2f %5.2f %5.2f\n", behind, a[7], b[7], c[7]);
}

enum { KERNEL = 1, COPY = 2, EVENT = 4, BLOCKING = 8, PRIORITY = 16, SYNC = 32 };

static void life(int what, int times)
{
    for (int i = 0; i < times; i++) {
        cudaStream_t other;
        cudaEvent_t event;
        if (what & PRIORITY)
            cudaStreamCreateWithPriority(&other, cudaStreamDefault, 0);
        else
            cudaStreamCreateWithFlags(&other, what & BLOCKING ? cudaStreamDefault : cudaStreamNonBlocking);
        if (what & EVENT)
            cudaEventCreate(&event);
        if (what & KERNEL)
            k<<<1, 64, 0, other>>>();
        if (what & COPY)
            cudaMemcpyAsync(d, h, 4096, cudaMemcpyHostToDevice, other);
        if (what & EVENT)
            cudaEventRecord(event, other);
        if (what & SYNC)
            cudaStreamSynchronize(other);
        if (what & EVENT)
            cudaEventDestroy(event);
        cudaStreamDestroy(other);
    }
}

int main(int argc, char **)
{
    if (argc > 1)
        cudaSetDeviceFlags(cudaDeviceScheduleSpin);
    cudaStreamCreate(&s);
    cudaEventCreate(&e);
    cudaMallocHost(&h, 64 << 20);
    cudaMalloc(&d, 64 << 20);
    pair("nothing");
    for (int i = 0; i < 15; i++)
        k<<<1, 64, 0, s>>>();
    cudaDeviceSynchronize();
    pair("kernels in the same stream, synchronized");
    for (int times = 1; times <= 45; times = times == 1 ? 15 : 3 * times) {
        printf("%d times\n", times);
        life(0, times), pair("a stream");
        life(KERNEL | SYNC, times), pair("a stream with a kernel");
        life(COPY | SYNC, times), pair("a stream with a copy");
        life(EVENT | SYNC, times), pair("an event recorded in a stream");
        life(EVENT | COPY | KERNEL | SYNC, times), pair("all of it in a stream");
        life(BLOCKING | EVENT | COPY | KERNEL | SYNC, times), pair("a blocking stream");
        life(PRIORITY | EVENT | COPY | KERNEL | SYNC, times), pair("a stream with a priority");
        life(PRIORITY | EVENT | COPY | KERNEL, times), pair("the same, not waited for");
    }
    cudaDeviceSynchronize();
    pair("a synchronize of the device");
    host_work_us(100000);
    pair("100 ms");
    return 0;
}
