// In which order do the kernels of many blocking streams begin that wait for one operation of the
// legacy stream, and how soon? By what that is and how many streams there are.
// WHAT 0: a memset of 40 bytes; 1: a kernel; 2: a memset of 16 MiB; 3: a copy on the device; 4: a
// record in another stream that all wait for, streams that do not block.
#include "nullstream.cuh"

#define STREAMS 8
#define WHAT 0
#define TIMES 8

#pragma nullstream kernel(small) block_time(3us)
__global__ void small(int i) {}
#pragma nullstream kernel(longer) block_time(100us)
__global__ void longer(int i) {}

int main()
{
    cudaStream_t s[STREAMS], other;
    cudaEvent_t told;
    char *a, *b;
    cudaMalloc(&a, 16 << 20);
    cudaMalloc(&b, 16 << 20);
    for (int i = 0; i < STREAMS; i++)
        cudaStreamCreateWithFlags(&s[i], WHAT == 4 ? cudaStreamNonBlocking : cudaStreamDefault);
    cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking);
    cudaEventCreateWithFlags(&told, cudaEventDisableTiming);
    for (int time = 0; time < TIMES; time++) {
        longer<<<1, 32, 0, WHAT == 4 ? other : 0>>>(time);
        if (WHAT == 0)
            cudaMemsetAsync(a, 0, 40);
        else if (WHAT == 1)
            small<<<1, 32>>>(-1);
        else if (WHAT == 2)
            cudaMemsetAsync(a, 0, 16 << 20);
        else if (WHAT == 3)
            cudaMemcpyAsync(b, a, 16 << 20, cudaMemcpyDeviceToDevice);
        else {
            cudaEventRecord(told, other);
            for (int i = 0; i < STREAMS; i++)
                cudaStreamWaitEvent(s[i], told, 0);
        }
        for (int i = 0; i < STREAMS; i++)
            small<<<1, 32, 0, s[i]>>>(i);
        cudaDeviceSynchronize();
    }
    return 0;
}
