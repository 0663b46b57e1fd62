// Chains of operations that wait for each other in the ways that programs make them wait: each case
// is a step, made 24 times behind a gate. Elapsed times are those of the chain, with no tool.
#include <cuda_runtime.h>
#include <nvtx3/nvToolsExt.h>
#include <stdio.h>

#include "nullstream.cuh"

const int STEPS = 24;
const int STREAMS = 6;
const int GATE = STREAMS - 1;

enum {
    KERNEL,         // kernel
    WAIT_OVER,      // kernel, wait for an event that is over
    WAIT_RECORD,    // the same, and a record behind the wait
    RELAY,          // kernel, record; wait, record in an empty stream; wait in the third
    FORK,           // kernel, record; wait, kernel, record in two others; both waited for
    TIMED,          // kernel, record with timing
    TIMED_2,        // kernel, two of those
    TIMED_HOP,      // kernel, record with timing; wait in the other stream
    MEMSET,         // kernel, memset
    MEMSET_2,       // memset
    MEMSET_HOP,     // memset, record; wait, kernel in the other stream, and back
    DEVICE,         // kernel, copy on the device
    DEVICE_2,       // copy on the device
    DEVICE_HOP,     // copy on the device, record; wait, kernel in the other, and back
    SMALL,          // kernel, copy in of 4 KiB
    SMALL_2,        // copy in of 4 KiB
    SMALL_HOP,      // copy in of 4 KiB, record; wait, kernel in the other, and back
    SMALL_OUT,      // kernel, copy out of 4 KiB
    COPY_RECORD,    // copy in, record
    COPY_TIMED,     // copy in, record with timing
    COPY_TIMED_OUT, // copy in, record with timing, copy out
    COPY_WAIT_OVER, // kernel, wait that is over, copy in
    COPY_RELAY,     // copy in, record; wait, record in an empty stream; wait, kernel in the third
    COPY_MEMSET,    // copy in, memset
    COPY_DEVICE,    // copy in, copy on the device
    COPY_HOP_SAME,  // copy in, record; wait, copy in in the other stream, and back
    BIG,            // kernel of the whole GPU
    BIG_HOP,        // the same in two streams in turn
    FUNCTION,       // kernel, host function
    FUNCTION_HOP,   // host function, record; wait, kernel in the other stream, and back
    CASES
};
const char *const names[] = {"kernel",
                             "wait over",
                             "wait over, record",
                             "relay",
                             "fork",
                             "timed",
                             "timed, timed",
                             "timed, hop",
                             "memset",
                             "memsets",
                             "memset, hop",
                             "device",
                             "devices",
                             "device, hop",
                             "small",
                             "smalls",
                             "small, hop",
                             "small out",
                             "copy, record",
                             "copy, timed",
                             "copy, timed, out",
                             "kernel, wait over, copy",
                             "copy, relay",
                             "copy, memset",
                             "copy, device",
                             "copy, hop, copy",
                             "big",
                             "big, hop",
                             "function",
                             "function, hop"};

__global__ void gate()
{
    spin_us(1200);
}

__global__ void step(double us)
{
    spin_us(us);
}

__global__ void big(double us)
{
    spin_us(us);
}

void nothing(void *)
{
}

cudaStream_t s[STREAMS];
cudaEvent_t begin, end, timed, over, done[4];
char *host, *device;

void kernel(int stream, int i)
{
    step<<<1, 64, 0, s[stream]>>>(9 + 0.45 * (i % 16)); // on every phase of a look
}

void in(int stream, size_t bytes)
{
    cudaMemcpyAsync(device, host, bytes, cudaMemcpyHostToDevice, s[stream]);
}

void hop(int from, int to)
{
    cudaEventRecord(done[from], s[from]);
    cudaStreamWaitEvent(s[to], done[from], 0);
}

void chain(int which, int i)
{
    switch (which) {
    case KERNEL:
        kernel(0, i);
        break;
    case WAIT_OVER:
        kernel(0, i);
        cudaStreamWaitEvent(s[0], over, 0);
        break;
    case WAIT_RECORD:
        kernel(0, i);
        cudaStreamWaitEvent(s[0], over, 0);
        cudaEventRecord(done[0], s[0]);
        break;
    case RELAY:
        kernel(i % 2, i);
        hop(i % 2, 2);
        hop(2, 1 - i % 2);
        break;
    case FORK:
        kernel(0, i);
        hop(0, 1);
        hop(0, 2);
        kernel(1, i);
        kernel(2, i);
        hop(1, 0);
        hop(2, 0);
        break;
    case TIMED:
        kernel(0, i);
        cudaEventRecord(timed, s[0]);
        break;
    case TIMED_2:
        kernel(0, i);
        cudaEventRecord(timed, s[0]);
        cudaEventRecord(timed, s[0]);
        break;
    case TIMED_HOP:
        kernel(i % 2, i);
        cudaEventRecord(timed, s[i % 2]);
        cudaStreamWaitEvent(s[1 - i % 2], timed, 0);
        break;
    case MEMSET:
        kernel(0, i);
        cudaMemsetAsync(device, 0, 65536, s[0]);
        break;
    case MEMSET_2:
        cudaMemsetAsync(device, 0, 65536, s[0]);
        break;
    case MEMSET_HOP:
        cudaMemsetAsync(device, 0, 65536, s[0]);
        hop(0, 1);
        kernel(1, i);
        hop(1, 0);
        break;
    case DEVICE:
        kernel(0, i);
        cudaMemcpyAsync(device, device + (1 << 20), 65536, cudaMemcpyDeviceToDevice, s[0]);
        break;
    case DEVICE_2:
        cudaMemcpyAsync(device, device + (1 << 20), 65536, cudaMemcpyDeviceToDevice, s[0]);
        break;
    case DEVICE_HOP:
        cudaMemcpyAsync(device, device + (1 << 20), 65536, cudaMemcpyDeviceToDevice, s[0]);
        hop(0, 1);
        kernel(1, i);
        hop(1, 0);
        break;
    case SMALL:
        kernel(0, i);
        in(0, 4096);
        break;
    case SMALL_2:
        in(0, 4096);
        break;
    case SMALL_HOP:
        in(0, 4096);
        hop(0, 1);
        kernel(1, i);
        hop(1, 0);
        break;
    case SMALL_OUT:
        kernel(0, i);
        cudaMemcpyAsync(host, device, 4096, cudaMemcpyDeviceToHost, s[0]);
        break;
    case COPY_RECORD:
        in(0, 262144);
        cudaEventRecord(done[0], s[0]);
        break;
    case COPY_TIMED:
        in(0, 262144);
        cudaEventRecord(timed, s[0]);
        break;
    case COPY_TIMED_OUT:
        in(0, 40000 + 18000 * (i % 16));
        cudaEventRecord(timed, s[0]);
        cudaMemcpyAsync(host, device, 40000 + 18000 * (i * 7 % 16), cudaMemcpyDeviceToHost, s[0]);
        break;
    case COPY_WAIT_OVER:
        kernel(0, i);
        cudaStreamWaitEvent(s[0], over, 0);
        in(0, 40000);
        break;
    case COPY_RELAY:
        in(0, 40000);
        hop(0, 2);
        hop(2, 1);
        kernel(1, i);
        hop(1, 0);
        break;
    case COPY_MEMSET:
        in(0, 40000 + 18000 * (i % 16));
        cudaMemsetAsync(device, 0, 65536, s[0]);
        break;
    case COPY_DEVICE:
        in(0, 40000 + 18000 * (i % 16));
        cudaMemcpyAsync(device, device + (1 << 20), 65536, cudaMemcpyDeviceToDevice, s[0]);
        break;
    case COPY_HOP_SAME:
        in(i % 2, 40000 + 18000 * (i % 16));
        hop(i % 2, 1 - i % 2);
        break;
    case BIG:
        big<<<528, 1024, 0, s[0]>>>(9 + 0.45 * (i % 16));
        break;
    case BIG_HOP:
        big<<<528, 1024, 0, s[i % 2]>>>(9 + 0.45 * (i % 16));
        hop(i % 2, 1 - i % 2);
        break;
    case FUNCTION:
        kernel(0, i);
        cudaLaunchHostFunc(s[0], nothing, NULL);
        break;
    default:
        cudaLaunchHostFunc(s[0], nothing, NULL);
        hop(0, 1);
        kernel(1, i);
        hop(1, 0);
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
    cudaEventCreate(&timed);
    cudaEventCreateWithFlags(&over, cudaEventDisableTiming);
    for (int i = 0; i < 4; i++)
        cudaEventCreateWithFlags(&done[i], cudaEventDisableTiming);
    cudaMallocHost((void **)&host, 1 << 20);
    cudaMalloc((void **)&device, 4 << 20);
    for (int pass = 0; pass < 2; pass++) // the first warms up
        for (int which = KERNEL; which < CASES; which++) {
            nvtxRangePush(names[which]);
            gate<<<1, 64, 0, s[GATE]>>>();
            cudaEventRecord(over, s[GATE]);
            cudaStreamWaitEvent(s[0], over, 0);
            kernel(0, 0);
            kernel(1, 0);
            kernel(2, 0);
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
