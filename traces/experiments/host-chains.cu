// Chains through the host: each case is a step that the host waits for before it makes the next, 24
// times. Elapsed times are those of the chain, with no tool.
#include <cuda_runtime.h>
#include <nvtx3/nvToolsExt.h>
#include <stdio.h>

#include "nullstream.cuh"

const int STEPS = 24;
const int STREAMS = 4;

enum {
    KERNEL,        // kernel; the stream
    KERNEL_DEVICE, // kernel; the device
    KERNEL_EVENT,  // kernel, record; the event
    KERNEL_TIMED,  // kernel, record with timing; the event
    OTHER_STREAM,  // kernel, record; wait in another stream; that stream
    OTHER_KERNEL,  // kernel, record; wait, kernel in another stream; that stream
    FOUR,          // kernels in four streams; the device
    FOUR_EACH,     // the same; each stream
    COPY,          // copy in; the stream
    COPY_EVENT,    // copy in, record; the event
    COPY_TIMED,    // copy in, record with timing; the event
    COPY_OTHER,    // copy in, record; wait in another stream; that stream
    COPY_OUT,      // kernel, copy out; the stream
    COPY_CALL,     // kernel, cudaMemcpy out of 4 bytes in the default stream
    MEMSET,        // memset; the stream
    DEVICE,        // copy on the device; the stream
    FUNCTION,      // host function; the stream
    EVENT_ONLY,    // record; the event
    TIMED_ONLY,    // record with timing; the event
    PIPE,          // copy in, kernel, copy out; the stream
    PIPE_EVENT,    // the same in three streams with events between; the last
    QUERY,         // kernel; queries of the stream until it is done
    CASES
};
const char *const names[] = {"kernel",       "kernel, device", "kernel, event", "kernel, timed",
                             "other stream", "other kernel",   "four",          "four, each",
                             "copy",         "copy, event",    "copy, timed",   "copy, other",
                             "copy out",     "copy call",      "memset",        "device",
                             "function",     "event only",     "timed only",    "pipe",
                             "pipe, events", "query"};

__global__ void step(double us)
{
    spin_us(us);
}

void nothing(void *)
{
}

cudaStream_t s[STREAMS];
cudaEvent_t begin, end, timed, done[4];
char *host, *device;

void kernel(int stream, int i)
{
    step<<<1, 64, 0, s[stream]>>>(9 + 0.45 * (i % 16));
}

void in(int stream)
{
    cudaMemcpyAsync(device, host, 65536, cudaMemcpyHostToDevice, s[stream]);
}

void out(int stream)
{
    cudaMemcpyAsync(host, device, 65536, cudaMemcpyDeviceToHost, s[stream]);
}

void hop(int from, int to)
{
    cudaEventRecord(done[from], s[from]);
    cudaStreamWaitEvent(s[to], done[from], 0);
}

void chain(int which, int i)
{
    int waits = 0;
    switch (which) {
    case KERNEL:
        kernel(0, i);
        break;
    case KERNEL_DEVICE:
        kernel(0, i);
        cudaDeviceSynchronize();
        break;
    case KERNEL_EVENT:
        kernel(0, i);
        cudaEventRecord(done[0], s[0]);
        cudaEventSynchronize(done[0]);
        break;
    case KERNEL_TIMED:
        kernel(0, i);
        cudaEventRecord(timed, s[0]);
        cudaEventSynchronize(timed);
        break;
    case OTHER_STREAM:
        kernel(0, i);
        hop(0, 1);
        waits = 1;
        break;
    case OTHER_KERNEL:
        kernel(0, i);
        hop(0, 1);
        kernel(1, i);
        waits = 1;
        break;
    case FOUR:
        for (int k = 0; k < 4; k++)
            kernel(k, i);
        cudaDeviceSynchronize();
        break;
    case FOUR_EACH:
        for (int k = 0; k < 4; k++)
            kernel(k, i);
        for (int k = 0; k < 4; k++)
            cudaStreamSynchronize(s[k]);
        break;
    case COPY:
        in(0);
        break;
    case COPY_EVENT:
        in(0);
        cudaEventRecord(done[0], s[0]);
        cudaEventSynchronize(done[0]);
        break;
    case COPY_TIMED:
        in(0);
        cudaEventRecord(timed, s[0]);
        cudaEventSynchronize(timed);
        break;
    case COPY_OTHER:
        in(0);
        hop(0, 1);
        waits = 1;
        break;
    case COPY_OUT:
        kernel(0, i);
        out(0);
        break;
    case COPY_CALL:
        kernel(0, i);
        cudaStreamSynchronize(s[0]);
        cudaMemcpy(host, device, 4, cudaMemcpyDeviceToHost);
        break;
    case MEMSET:
        cudaMemsetAsync(device, 0, 65536, s[0]);
        break;
    case DEVICE:
        cudaMemcpyAsync(device, device + (1 << 20), 65536, cudaMemcpyDeviceToDevice, s[0]);
        break;
    case FUNCTION:
        cudaLaunchHostFunc(s[0], nothing, NULL);
        break;
    case EVENT_ONLY:
        cudaEventRecord(done[0], s[0]);
        cudaEventSynchronize(done[0]);
        break;
    case TIMED_ONLY:
        cudaEventRecord(timed, s[0]);
        cudaEventSynchronize(timed);
        break;
    case PIPE:
        in(0);
        kernel(0, i);
        out(0);
        break;
    case PIPE_EVENT:
        in(0);
        hop(0, 1);
        kernel(1, i);
        hop(1, 2);
        out(2);
        waits = 2;
        break;
    default:
        kernel(0, i);
        while (cudaStreamQuery(s[0]) == cudaErrorNotReady)
            ;
        break;
    }
    bool has_waited = which == KERNEL_DEVICE || which == KERNEL_EVENT || which == KERNEL_TIMED ||
                      which == FOUR || which == FOUR_EACH || which == COPY_EVENT ||
                      which == COPY_TIMED || which == COPY_CALL || which == EVENT_ONLY ||
                      which == TIMED_ONLY || which == QUERY;
    if (!has_waited)
        cudaStreamSynchronize(s[waits]);
}

int main()
{
    float ms;
    for (int i = 0; i < STREAMS; i++)
        cudaStreamCreateWithFlags(&s[i], cudaStreamNonBlocking);
    cudaEventCreate(&begin);
    cudaEventCreate(&end);
    cudaEventCreate(&timed);
    for (int i = 0; i < 4; i++)
        cudaEventCreateWithFlags(&done[i], cudaEventDisableTiming);
    cudaMallocHost((void **)&host, 1 << 20);
    cudaMalloc((void **)&device, 4 << 20);
    for (int pass = 0; pass < 2; pass++) // the first warms up
        for (int which = KERNEL; which < CASES; which++) {
            nvtxRangePush(names[which]);
            for (int k = 0; k < STREAMS; k++)
                kernel(k, 0);
            cudaDeviceSynchronize();
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
