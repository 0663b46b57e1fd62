// Chains of several streams, of the legacy stream and of stream-ordered memory: each case is a
// step, made 24 times behind a gate. Elapsed times are those of the chain, with no tool.
#include <cuda_runtime.h>
#include <stdio.h>

#include "nullstream.cuh"

const int STEPS = 24;
const int STREAMS = 4;

enum {
    LEGACY,            // kernel in the legacy stream
    LEGACY_TURNS,      // kernel in a stream, kernel in the legacy one
    LEGACY_TWO,        // kernels in two streams, kernel in the legacy one
    LEGACY_COPY,       // copy in in the legacy stream, kernel in another
    LEGACY_MEMSET,     // memset in the legacy stream, kernel in another
    LEGACY_RECORD,     // kernel in a stream, record in the legacy one
    LEGACY_RECORD_HOP, // the same; wait, kernel in a second stream
    PIPE_1,            // copy in, kernel, copy out in one stream
    PIPE_2,            // in two by turns
    PIPE_3,            // in three
    PIPE_4,            // in four
    PIPE_2_HOPS,       // copies in in one stream, kernels in another, copies out in the third
    JOIN,              // kernels in four streams, all waited for by the first
    FAN,               // copy in; kernels in three other streams wait for it; joined
    OUT_HOP_OUT,       // copies out in two streams in turn
    MEMSET_COPY,       // memset, copy in
    DEVICE_OUT,        // copy on the device, copy out
    ALLOC,             // allocation, kernel, free in stream order
    SMALL_PAGEABLE,    // kernel, copy in of 1 KiB of pageable memory
    CASES
};
const char *const names[] = {
    "legacy",         "legacy, turns",       "legacy, two", "legacy, copy",  "legacy, memset",
    "legacy, record", "legacy, record, hop", "pipe",        "pipe, two",     "pipe, three",
    "pipe, four",     "pipe, hops",          "join",        "fan",           "out, hop, out",
    "memset, copy",   "device, out",         "alloc",       "small pageable"};

__global__ void gate()
{
    spin_us(1500);
}

__global__ void step(double us)
{
    spin_us(us);
}

cudaStream_t s[STREAMS], other;
cudaEvent_t begin, end, done[STREAMS];
char *host, *device, *pageable;

void kernel(cudaStream_t stream, int i)
{
    step<<<1, 64, 0, stream>>>(9 + 0.45 * (i % 16));
}

void in(cudaStream_t stream, int i)
{
    cudaMemcpyAsync(device, host, 40000 + 18000 * (i % 16), cudaMemcpyHostToDevice, stream);
}

void out(cudaStream_t stream, int i)
{
    cudaMemcpyAsync(host, device, 40000 + 18000 * (i % 16), cudaMemcpyDeviceToHost, stream);
}

void hop(int from, int to)
{
    cudaEventRecord(done[from], s[from]);
    cudaStreamWaitEvent(s[to], done[from], 0);
}

void pipe(cudaStream_t stream, int i)
{
    in(stream, i);
    kernel(stream, i);
    out(stream, i * 7);
}

void chain(int which, int i)
{
    void *memory;
    switch (which) {
    case LEGACY:
        kernel(0, i);
        break;
    case LEGACY_TURNS:
        kernel(s[0], i);
        kernel(0, i);
        break;
    case LEGACY_TWO:
        kernel(s[0], i);
        kernel(s[1], i);
        kernel(0, i);
        break;
    case LEGACY_COPY:
        in(0, i);
        kernel(s[0], i);
        break;
    case LEGACY_MEMSET:
        cudaMemsetAsync(device, 0, 65536, 0);
        kernel(s[0], i);
        break;
    case LEGACY_RECORD:
        kernel(s[0], i);
        cudaEventRecord(done[0], 0);
        break;
    case LEGACY_RECORD_HOP:
        kernel(s[0], i);
        cudaEventRecord(done[0], 0);
        cudaStreamWaitEvent(s[1], done[0], 0);
        kernel(s[1], i);
        break;
    case PIPE_1:
        pipe(s[0], i);
        break;
    case PIPE_2:
        pipe(s[i % 2], i);
        break;
    case PIPE_3:
        pipe(s[i % 3], i);
        break;
    case PIPE_4:
        pipe(s[i % 4], i);
        break;
    case PIPE_2_HOPS:
        in(s[0], i);
        hop(0, 1);
        kernel(s[1], i);
        hop(1, 2);
        out(s[2], i * 7);
        break;
    case JOIN:
        for (int k = 0; k < STREAMS; k++)
            kernel(s[k], i + k);
        for (int k = 1; k < STREAMS; k++)
            hop(k, 0);
        break;
    case FAN:
        in(s[0], i);
        for (int k = 1; k < STREAMS; k++)
            hop(0, k);
        for (int k = 1; k < STREAMS; k++)
            kernel(s[k], i + k);
        for (int k = 1; k < STREAMS; k++)
            hop(k, 0);
        break;
    case OUT_HOP_OUT:
        out(s[i % 2], i);
        hop(i % 2, 1 - i % 2);
        break;
    case MEMSET_COPY:
        cudaMemsetAsync(device, 0, 65536, s[0]);
        in(s[0], i);
        break;
    case DEVICE_OUT:
        cudaMemcpyAsync(device, device + (1 << 20), 65536, cudaMemcpyDeviceToDevice, s[0]);
        out(s[0], i);
        break;
    case ALLOC:
        cudaMallocAsync(&memory, 1 << 20, s[0]);
        kernel(s[0], i);
        cudaFreeAsync(memory, s[0]);
        break;
    default:
        kernel(s[0], i);
        cudaMemcpyAsync(device, pageable, 1024, cudaMemcpyHostToDevice, s[0]);
        break;
    }
}

// The legacy stream's chains begin and end in it but the last, the others in the first stream.
int main()
{
    float ms;
    for (int i = 0; i < STREAMS; i++)
        cudaStreamCreate(&s[i]);
    cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking);
    cudaEventCreate(&begin);
    cudaEventCreate(&end);
    for (int i = 0; i < STREAMS; i++)
        cudaEventCreateWithFlags(&done[i], cudaEventDisableTiming);
    cudaMallocHost((void **)&host, 1 << 20);
    cudaMalloc((void **)&device, 4 << 20);
    pageable = new char[4096];
    for (int i = 0; i < 4096; i++)
        pageable[i] = 1;
    for (int pass = 0; pass < 2; pass++) // the first warms up
        for (int which = LEGACY; which < CASES; which++) {
            cudaStream_t first = which <= LEGACY_RECORD ? 0 : s[0];
            gate<<<1, 64, 0, other>>>();
            cudaEventRecord(done[0], other);
            cudaStreamWaitEvent(first, done[0], 0);
            kernel(first, 0);
            cudaEventRecord(begin, first);
            if (first != 0)
                for (int k = 1; k < STREAMS; k++)
                    cudaStreamWaitEvent(s[k], begin, 0);
            for (int i = 0; i < STEPS; i++)
                chain(which, i);
            if (first != 0)
                for (int k = 1; k < STREAMS; k++)
                    hop(k, 0);
            cudaEventRecord(end, first);
            cudaDeviceSynchronize();
            cudaEventElapsedTime(&ms, begin, end);
            if (pass == 1)
                printf("%-20s %7.1f us\n", names[which], 1000 * ms);
        }
    return 0;
}
