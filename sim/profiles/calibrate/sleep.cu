// What a call costs when its thread slept before it: two calls in a row after each of some sleeps.
// The second of the two says what is usual. Other work is pending all the time.
#include <cuda_runtime.h>
#include <nvtx3/nvToolsExt.h>
#include <unistd.h>

#include "nullstream.cuh"

const int TIMES = 3;
const size_t MIB = 1 << 20;

__global__ void spin(double us)
{
    spin_us(us);
}

cudaStream_t s, other;
cudaEvent_t done;
char *host, *device;

enum { COPY, LAUNCH, MEMSET, RECORD, QUERY, KINDS };

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
        cudaMemsetAsync(device, 0, 4096, s);
        break;
    case RECORD:
        cudaEventRecord(done, s);
        break;
    case QUERY:
        cudaEventQuery(done);
        break;
    }
}

int main()
{
    const int sleeps[] = {30, 100, 300, 1000, 3000, 10000};
    cudaStreamCreate(&s);
    cudaStreamCreate(&other);
    cudaEventCreateWithFlags(&done, cudaEventDisableTiming);
    cudaMallocHost((void **)&host, MIB);
    cudaMalloc((void **)&device, MIB);
    spin<<<1, 64, 0, other>>>(400000); // pending, longer than all that follows
    nvtxRangePush("rests");
    for (int kind = COPY; kind < KINDS; kind++) {
        call(kind);
        for (int i = 0; i < 6; i++)
            for (int j = 0; j < TIMES; j++) {
                usleep(sleeps[i]);
                call(kind);
                call(kind);
            }
    }
    nvtxRangePop();
    cudaDeviceSynchronize();
    return 0;
}
