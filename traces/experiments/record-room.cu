// For what room does the host wait when it records behind a copy? CASE: 1 timed records behind a copy of 1 GiB, in
// one stream; 2 behind a kernel of 20 ms; 3 one timed record behind a copy, while the compute connection is full of
// another stream's kernels behind one of 20 ms (for --connections 1); 4 a copy of 4 MiB, 0.4 ms of rest, a timed
// record or none, GAP us, and 8 KiB in: how long until those are there?
#include <cuda_runtime.h>
#include <stdio.h>
#include <time.h>

#include "nullstream.cuh"

#define CASE 1

__global__ void busy(double us)
{
    spin_us(us);
}

static double now_us()
{
    timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1e6 + t.tv_nsec * 1e-3;
}

int main()
{
    const size_t large = 1 << 30, middle = 4 << 20;
    cudaStream_t a, b;
    cudaEvent_t event;
    char *pinned, *device;
    cudaMallocHost(&pinned, CASE == 1 ? large : middle);
    cudaMalloc(&device, CASE == 1 ? large : middle);
    cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking);
    cudaEventCreate(&event);
    busy<<<1, 32, 0, a>>>(5);
    cudaMemcpyAsync(device, pinned, 65536, cudaMemcpyHostToDevice, a);
    cudaDeviceSynchronize();
    if (CASE == 1 || CASE == 2) {
        if (CASE == 1)
            cudaMemcpyAsync(device, pinned, large, cudaMemcpyHostToDevice, a);
        else
            busy<<<1, 32, 0, a>>>(20000);
        int first = -1;
        double longest = 0, begin = now_us();
        for (int i = 0; i < 3000; i++) {
            double before = now_us();
            cudaEventRecord(event, a);
            double took = now_us() - before;
            if (took > 100 && first < 0)
                first = i;
            longest = took > longest ? took : longest;
        }
        printf("records behind a %s: the first that waits is %d, the longest %.0f us, all %.0f us\n",
               CASE == 1 ? "copy" : "kernel", first, longest, now_us() - begin);
        cudaDeviceSynchronize();
    }
    if (CASE == 3) {
        busy<<<1, 32, 0, b>>>(20000);
        for (int i = 0; i < 1021; i++)
            busy<<<1, 32, 0, b>>>(1);
        double begin = now_us();
        cudaMemcpyAsync(device, pinned, middle, cudaMemcpyHostToDevice, a);
        double copied = now_us();
        cudaEventRecord(event, a);
        double recorded = now_us();
        cudaEventSynchronize(event);
        printf("full connection: the copy's call %.0f us, the record's %.0f, written after %.0f\n", copied - begin,
               recorded - copied, now_us() - begin);
        cudaDeviceSynchronize();
    }
    if (CASE == 4) {
        const int gaps[] = {0, 2, 4, 8};
        for (int timed = 0; timed < 2; timed++)
            for (int g = 0; g < 4; g++) {
                double sum = 0;
                for (int i = 0; i < 60; i++) {
                    cudaMemcpyAsync(device, pinned, middle, cudaMemcpyHostToDevice, a);
                    cudaDeviceSynchronize();
                    host_work_us(400);
                    if (timed)
                        cudaEventRecord(event, a);
                    host_work_us(gaps[g]);
                    double begin = now_us();
                    cudaMemcpyAsync(device, pinned, 8192, cudaMemcpyHostToDevice, a);
                    cudaStreamSynchronize(a);
                    sum += now_us() - begin;
                }
                printf("8 KiB %d us behind %s: %.2f us\n", gaps[g], timed ? "a record" : "nothing", sum / 60);
            }
    }
    return 0;
}
