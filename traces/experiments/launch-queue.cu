// How many commands can be pending when the host blocks (docs/semantics.md S7.1): behind a kernel
// of 9 ms, how many calls of a kind return at once? The first call that takes longer than 1 ms is
// printed. Per stream, per connection or per context? Do copies, memsets, records and waits count;
// do the kernel's arguments? Run it with CUDA_SCALE_LAUNCH_QUEUES and CUDA_DEVICE_MAX_CONNECTIONS
// set, and under nullstream.
#include <cuda_runtime.h>
#include <stdio.h>

#include "nullstream.cuh"

const int MOST = 2600;
const double LONG = 1000; // us

struct big {
    char bytes[1024];
};

__global__ void busy()
{
    spin_us(9000);
}

__global__ void step()
{
    spin_us(0);
}

__global__ void wide(struct big)
{
    spin_us(0);
}

cudaStream_t streams[4];
cudaEvent_t timed, untimed;
char *host, *device;

enum { LAUNCH, WIDE, COPY_SMALL, COPY, SET, RECORD, RECORD_UNTIMED, WAIT, MIXED, KINDS };
const char *names[KINDS] = {"launches",
                            "launches with 1 KiB of arguments",
                            "copies of 4 KiB",
                            "copies of 1 MiB",
                            "memsets",
                            "records",
                            "records without timing",
                            "waits",
                            "launches and copies of 4 KiB in turn"};

void call(int kind, cudaStream_t stream, int i)
{
    struct big argument = {};
    if (kind == LAUNCH || (kind == MIXED && i % 2))
        step<<<1, 32, 0, stream>>>();
    else if (kind == WIDE)
        wide<<<1, 32, 0, stream>>>(argument);
    else if (kind == COPY_SMALL || kind == MIXED)
        cudaMemcpyAsync(device, host, 4096, cudaMemcpyHostToDevice, stream);
    else if (kind == COPY)
        cudaMemcpyAsync(device, host, 1 << 20, cudaMemcpyHostToDevice, stream);
    else if (kind == SET)
        cudaMemsetAsync(device, 0, 4096, stream);
    else if (kind == RECORD)
        cudaEventRecord(timed, stream);
    else if (kind == RECORD_UNTIMED)
        cudaEventRecord(untimed, stream);
    else
        cudaStreamWaitEvent(stream, untimed, 0);
}

// `count` streams in turn, each behind a kernel of its own; `count` 0: one stream while another one
// is busy.
void run(int kind, int count)
{
    int index = -1;
    cudaEventRecord(untimed, streams[3]);
    cudaDeviceSynchronize();
    for (int i = 0; i < (count ? count : 1); i++)
        busy<<<1, 32, 0, streams[i]>>>();
    double begin = host_time_us();
    for (int i = 0; i < MOST && index < 0; i++) {
        double start = host_time_us();
        call(kind, streams[count ? i % count : 1], i);
        double end = host_time_us();
        if (end - start > LONG)
            index = i;
        if (end - begin > 8500)
            break;
    }
    double us = host_time_us() - begin;
    cudaDeviceSynchronize();
    printf("%-38s %d streams: call %5d blocks, after %7.0f us\n", names[kind], count, index, us);
}

int main()
{
    for (int i = 0; i < 4; i++)
        cudaStreamCreateWithFlags(&streams[i], cudaStreamNonBlocking);
    cudaEventCreate(&timed);
    cudaEventCreateWithFlags(&untimed, cudaEventDisableTiming);
    cudaMallocHost((void **)&host, 1 << 20);
    cudaMalloc((void **)&device, 1 << 20);
    step<<<1, 32>>>();
    for (int kind = 0; kind < KINDS; kind++)
        run(kind, 1);
    run(LAUNCH, 2);
    run(LAUNCH, 4);
    run(LAUNCH, 0);
    run(COPY, 2);
    run(MIXED, 2);
    return 0;
}
