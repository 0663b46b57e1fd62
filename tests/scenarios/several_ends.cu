// One event begins the time, one in each of two streams ends it, and the longest counts: what one
// end does not see another one does. With ONE nobody asks for that one, and the work is unseen.
#include <cuda_runtime.h>
#include <stdio.h>
#pragma nullstream kernel(work) time(50us)
__global__ void work(float *x)
{
    x[threadIdx.x] = 1;
}
int main()
{
    float *x, longest = 0;
    cudaMalloc(&x, 4096);
    cudaStream_t s[2];
    cudaEvent_t begin, end[2];
    cudaEventCreate(&begin);
    for (int i = 0; i < 2; i++) {
        cudaStreamCreateWithFlags(&s[i], cudaStreamNonBlocking);
        cudaEventCreate(&end[i]);
    }
    cudaEventRecord(begin, s[0]);
    cudaStreamWaitEvent(s[1], begin, 0);
    work<<<1, 32, 0, s[0]>>>(x);
    for (int i = 0; i < 2; i++)
        cudaEventRecord(end[i], s[i]);
#ifdef ONE
    for (int i = 1; i < 2; i++) {
#else
    for (int i = 0; i < 2; i++) {
#endif
        float ms;
        cudaEventSynchronize(end[i]);
        cudaEventElapsedTime(&ms, begin, end[i]);
        if (ms > longest)
            longest = ms;
    }
    printf("%g ms\n", longest);
    cudaDeviceSynchronize();
}
