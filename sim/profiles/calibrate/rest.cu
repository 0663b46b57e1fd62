// What a call costs when none of its kind was made for a while: two calls in a row after each of
// some rests, in which the host is busy. The second of the two says what is usual. Other work is
// pending all the time.
#include <cuda_runtime.h>
#include <nvtx3/nvToolsExt.h>

#include "nullstream.cuh"

const int TIMES = 4;
const size_t MIB = 1 << 20;

__global__ void spin(double us)
{
    spin_us(us);
}

cudaStream_t s, other;
cudaEvent_t untimed;
char *host, *device;

enum { COPY, LAUNCH, MEMSET, RECORD, WAIT, KINDS };

void call(int kind)
{
    switch (kind) {
    case COPY:
        cudaMemcpyAsync(device, host, MIB, cudaMemcpyHostToDevice, s);
        break;
    case LAUNCH:
        spin<<<1, 64, 0, s>>>(1);
        break;
    case MEMSET:
        cudaMemsetAsync(device, 0, MIB, s);
        break;
    case RECORD:
        cudaEventRecord(untimed, s);
        break;
    case WAIT:
        cudaStreamWaitEvent(s, untimed, 0);
        break;
    }
}

int main()
{
    const double rests[] = {100, 300, 1000, 3000, 10000};
    cudaStreamCreate(&s);
    cudaStreamCreate(&other);
    cudaEventCreateWithFlags(&untimed, cudaEventDisableTiming);
    cudaMallocHost((void **)&host, MIB);
    cudaMalloc((void **)&device, MIB);
    spin<<<1, 64, 0, other>>>(400000); // pending, longer than all that follows
    nvtxRangePush("rests");
    for (int kind = COPY; kind < KINDS; kind++) {
        call(kind);
        for (int i = 0; i < 5; i++)
            for (int j = 0; kind != MEMSET && j < TIMES; j++) {
                host_work_us(rests[i]);
                call(kind);
                call(kind);
            }
    }
    nvtxRangePop();
    cudaDeviceSynchronize();
    return 0;
}
