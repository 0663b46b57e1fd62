// A copy to the host in the default stream after every pass, of what one of three streams has made: with
// streams that don't block it waits for that one alone.
#include "nullstream.cuh"

#define FIXED 0
#define PARTS 3
#define PASSES 6

#pragma nullstream kernel(sort) time(us * 1us)
__global__ void sort(float *x, int *flag, double us)
{
    x[blockIdx.x * blockDim.x + threadIdx.x] *= (float)us;
    if (threadIdx.x == 0)
        *flag = 1;
}

int main()
{
    float *x[PARTS];
    int *flags, flag;
    cudaStream_t s[PARTS];
    cudaEvent_t sorted[PARTS];
    cudaMalloc(&flags, PARTS * sizeof(int));
    for (int i = 0; i < PARTS; i++) {
        cudaMalloc(&x[i], 1 << 20);
        cudaMemset(x[i], 0, 1 << 20);
        cudaStreamCreateWithFlags(&s[i], FIXED ? cudaStreamNonBlocking : cudaStreamDefault);
        cudaEventCreateWithFlags(&sorted[i], cudaEventDisableTiming);
    }
    cudaDeviceSynchronize();
    for (int pass = 0; pass < PASSES; pass++) {
        for (int i = 0; i < PARTS; i++) {
            sort<<<8, 256, 0, s[i]>>>(x[i], flags + i, 40 + 30 * i);
            if (FIXED)
                cudaEventRecord(sorted[i], s[i]);
        }
        if (FIXED)
            cudaStreamWaitEvent(0, sorted[pass % PARTS], 0);
        cudaMemcpy(&flag, flags + pass % PARTS, sizeof(int), cudaMemcpyDeviceToHost);
        if (flag < 0)
            return 1;
    }
    cudaDeviceSynchronize();
    return 0;
}
