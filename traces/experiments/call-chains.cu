// Chains of calls that wait, as plain programs make them: each case is a step, made 24 times.
// Elapsed times are those between two events around the chain.
#include <cuda_runtime.h>
#include <stdio.h>

#include "nullstream.cuh"

const int STEPS = 24;

enum {
    COPY_IN,      // cudaMemcpy in, 64 KiB, pinned
    COPY_OUT,     // cudaMemcpy out, 64 KiB, pinned
    PAGEABLE_IN,  // the same of pageable memory
    PAGEABLE_OUT, // and to it
    CLASSIC,      // cudaMemcpy in, kernel, cudaMemcpy out, all pageable
    CLASSIC_4,    // kernel, cudaMemcpy out of 4 bytes to pageable memory
    MEMSET,       // cudaMemset; the device
    EVENTS,       // copy in async, event, kernel; event; both synchronized
    TWO_STREAMS,  // copy in and kernel in each of two streams; each synchronized
    QUERY_EVENT,  // kernel, record; queries of the event
    QUERY_COPY,   // copy in, record; queries of the event
    FUNCTION,     // kernel, host function; the stream
    IDLE,         // the device, which is idle
    LEGACY,       // kernel in the legacy stream; the device
    TIMING,       // record, kernel, record with timing; the event; elapsed
    ALLOC,        // allocation in stream order, kernel, free; the stream
    CASES
};
const char *const names[] = {"copy in",     "copy out",     "pageable in", "pageable out",
                             "classic",     "kernel, 4 B",  "memset",      "events",
                             "two streams", "query, event", "query, copy", "function",
                             "idle",        "legacy",       "timing",      "alloc"};

__global__ void step(double us)
{
    spin_us(us);
}

void nothing(void *)
{
}

cudaStream_t s[2];
cudaEvent_t begin, end, timed[2], done[2];
char *host, *device, *pageable;
const int BYTES = 65536;

void kernel(cudaStream_t stream, int i)
{
    step<<<1, 64, 0, stream>>>(9 + 0.45 * (i % 16));
}

void chain(int which, int i)
{
    float ms;
    void *memory;
    switch (which) {
    case COPY_IN:
        cudaMemcpy(device, host, BYTES, cudaMemcpyHostToDevice);
        break;
    case COPY_OUT:
        cudaMemcpy(host, device, BYTES, cudaMemcpyDeviceToHost);
        break;
    case PAGEABLE_IN:
        cudaMemcpy(device, pageable, BYTES, cudaMemcpyHostToDevice);
        break;
    case PAGEABLE_OUT:
        cudaMemcpy(pageable, device, BYTES, cudaMemcpyDeviceToHost);
        break;
    case CLASSIC:
        cudaMemcpy(device, pageable, BYTES, cudaMemcpyHostToDevice);
        kernel(0, i);
        cudaMemcpy(pageable, device, BYTES, cudaMemcpyDeviceToHost);
        break;
    case CLASSIC_4:
        kernel(0, i);
        cudaMemcpy(pageable, device, 4, cudaMemcpyDeviceToHost);
        break;
    case MEMSET:
        cudaMemset(device, 0, BYTES);
        cudaDeviceSynchronize();
        break;
    case EVENTS:
        cudaMemcpyAsync(device, host, BYTES, cudaMemcpyHostToDevice, s[0]);
        cudaEventRecord(done[0], s[0]);
        kernel(s[0], i);
        cudaEventRecord(done[1], s[0]);
        cudaEventSynchronize(done[0]);
        cudaEventSynchronize(done[1]);
        break;
    case TWO_STREAMS:
        for (int k = 0; k < 2; k++) {
            cudaMemcpyAsync(device, host, BYTES, cudaMemcpyHostToDevice, s[k]);
            kernel(s[k], i);
        }
        cudaStreamSynchronize(s[0]);
        cudaStreamSynchronize(s[1]);
        break;
    case QUERY_EVENT:
        kernel(s[0], i);
        cudaEventRecord(done[0], s[0]);
        while (cudaEventQuery(done[0]) == cudaErrorNotReady)
            ;
        break;
    case QUERY_COPY:
        cudaMemcpyAsync(device, host, BYTES, cudaMemcpyHostToDevice, s[0]);
        cudaEventRecord(done[0], s[0]);
        while (cudaEventQuery(done[0]) == cudaErrorNotReady)
            ;
        break;
    case FUNCTION:
        kernel(s[0], i);
        cudaLaunchHostFunc(s[0], nothing, NULL);
        cudaStreamSynchronize(s[0]);
        break;
    case IDLE:
        cudaDeviceSynchronize();
        break;
    case LEGACY:
        kernel(0, i);
        cudaDeviceSynchronize();
        break;
    case TIMING:
        cudaEventRecord(timed[0], s[0]);
        kernel(s[0], i);
        cudaEventRecord(timed[1], s[0]);
        cudaEventSynchronize(timed[1]);
        cudaEventElapsedTime(&ms, timed[0], timed[1]);
        break;
    default:
        cudaMallocAsync(&memory, 1 << 20, s[0]);
        kernel(s[0], i);
        cudaFreeAsync(memory, s[0]);
        cudaStreamSynchronize(s[0]);
        break;
    }
}

int main()
{
    float ms;
    for (int i = 0; i < 2; i++) {
        cudaStreamCreateWithFlags(&s[i], cudaStreamNonBlocking);
        cudaEventCreate(&timed[i]);
        cudaEventCreateWithFlags(&done[i], cudaEventDisableTiming);
    }
    cudaEventCreate(&begin);
    cudaEventCreate(&end);
    cudaMallocHost((void **)&host, BYTES);
    cudaMalloc((void **)&device, BYTES);
    pageable = new char[BYTES];
    for (int i = 0; i < BYTES; i++)
        pageable[i] = 1;
    for (int pass = 0; pass < 2; pass++) // the first warms up
        for (int which = COPY_IN; which < CASES; which++) {
            for (int k = 0; k < 2; k++)
                kernel(s[k], 0);
            cudaDeviceSynchronize();
            cudaEventRecord(begin, s[0]);
            for (int i = 0; i < STEPS; i++)
                chain(which, i);
            cudaEventRecord(end, s[0]);
            cudaDeviceSynchronize();
            cudaEventElapsedTime(&ms, begin, end);
            if (pass == 1)
                printf("%-20s %7.1f us\n", names[which], 1000 * ms);
        }
    return 0;
}
