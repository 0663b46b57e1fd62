// What an event between two streams takes where copies are on a side or on both, beside a stream
// that holds kernels back and beside none, and what records cost between kernels: chains of 24
// steps, two streams in turn. Elapsed times are those of the chain, with no tool.
#include <cuda_runtime.h>
#include <nvtx3/nvToolsExt.h>
#include <stdio.h>

#include "nullstream.cuh"

const int STEPS = 24;
const int STREAMS = 6;
const int GATE = STREAMS - 1;

enum {
    KERNELS,         // step, step, in one stream
    RECORDS_1,       // step, record, step, in one stream
    RECORDS_4,       // the same with four records
    HOP,             // step, record; wait, step in the other stream; and back
    HOP_4,           // the same with four records
    COPIES,          // in, out, in one stream
    COPIES_HOP,      // in, record; wait, out in the other stream; and back
    COPY_KERNEL,     // in, step, in one stream
    COPY_KERNEL_HOP, // in, record; wait, step in the other stream; and back
    BESIDE,          // from here: the last two beside a kernel that waits for one in s[2]
    BESIDE_HOP,
    BESIDE_3, // in s[3]
    BESIDE_HOP_3,
    BESIDE_4, // in s[4]
    BESIDE_HOP_4,
    CASES
};
const char *const names[] = {"kernels",
                             "1 record",
                             "4 records",
                             "hop",
                             "hop, 4 records",
                             "copies",
                             "copies, hop",
                             "copy, kernel",
                             "copy, kernel, hop",
                             "copy, kernel, beside 2",
                             "copy, kernel, hop, beside 2",
                             "copy, kernel, beside 3",
                             "copy, kernel, hop, beside 3",
                             "copy, kernel, beside 4",
                             "copy, kernel, hop, beside 4"};

__global__ void gate()
{
    spin_us(600);
}

__global__ void step(double us)
{
    spin_us(us);
}

__global__ void other(double us)
{
    spin_us(us);
}

cudaStream_t s[STREAMS];
cudaEvent_t begin, end, done;
char *host, *device;

void kernel(int stream, int i)
{
    step<<<1, 64, 0, s[stream]>>>(9 + 0.45 * (i % 16)); // on every phase of a look
}

void in(int stream, int i)
{
    cudaMemcpyAsync(device, host, 40000 + 18000 * (i % 16), cudaMemcpyHostToDevice, s[stream]);
}

void out(int stream, int i)
{
    cudaMemcpyAsync(host, device, 40000 + 18000 * (i % 16), cudaMemcpyDeviceToHost, s[stream]);
}

void hop(int from, int to, int records)
{
    for (int i = 0; i < records; i++)
        cudaEventRecord(done, s[from]);
    cudaStreamWaitEvent(s[to], done, 0);
}

void chain(int which, int i)
{
    switch (which) {
    case KERNELS:
    case RECORDS_1:
    case RECORDS_4:
        kernel(0, i);
        for (int k = 0; k < (which == RECORDS_4 ? 4 : which == RECORDS_1); k++)
            cudaEventRecord(done, s[0]);
        break;
    case HOP:
    case HOP_4:
        kernel(i % 2, i);
        hop(i % 2, 1 - i % 2, which == HOP_4 ? 4 : 1);
        break;
    case COPIES:
        if (i % 2)
            out(0, i);
        else
            in(0, i);
        break;
    case COPIES_HOP:
        if (i % 2)
            out(1, i);
        else
            in(0, i);
        hop(i % 2, 1 - i % 2, 1);
        break;
    case COPY_KERNEL:
    case BESIDE:
    case BESIDE_3:
    case BESIDE_4:
        in(0, 0);
        kernel(0, i);
        break;
    default:
        in(0, 0);
        hop(0, 1, 1);
        kernel(1, i);
        hop(1, 0, 1);
        break;
    }
}

int main()
{
    float ms;
    for (int i = 0; i < STREAMS; i++)
        cudaStreamCreateWithFlags(&s[i], cudaStreamNonBlocking);
    cudaEventCreate(&begin);
    cudaEventCreate(&end);
    cudaEventCreateWithFlags(&done, cudaEventDisableTiming);
    cudaMallocHost((void **)&host, 1 << 20);
    cudaMalloc((void **)&device, 1 << 20);
    cudaDeviceSynchronize();
    for (int pass = 0; pass < 2; pass++) // the first warms up
        for (int which = KERNELS; which < CASES; which++) {
            nvtxRangePush(names[which]);
            gate<<<1, 64, 0, s[GATE]>>>();
            cudaEventRecord(done, s[GATE]);
            cudaStreamWaitEvent(s[0], done, 0);
            kernel(0, 0);
            kernel(1, 0);
            if (which >= BESIDE) {
                int beside = 2 + (which - BESIDE) / 2;
                other<<<1, 64, 0, s[beside]>>>(1500);
                other<<<1, 64, 0, s[beside]>>>(5);
            }
            cudaEventRecord(begin, s[0]);
            for (int i = 0; i < STEPS; i++)
                chain(which, i);
            cudaEventRecord(end, s[0]);
            cudaStreamSynchronize(s[0]);
            nvtxRangePop();
            cudaDeviceSynchronize();
            cudaEventElapsedTime(&ms, begin, end);
            if (pass == 1)
                printf("%-28s %7.1f us\n", names[which], 1000 * ms);
        }
    return 0;
}
