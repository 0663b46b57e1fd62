// Streams and events are made and destroyed in loops while their work is still under way.
#include "nullstream.cuh"
__global__ void shortlived(int i) { spin_us(26); }
int main()
{
    char *d, *h;
    cudaMalloc(&d, 2 << 20);
    cudaMallocHost(&h, 2 << 20);
    cudaStream_t keep;
    cudaStreamCreateWithFlags(&keep, cudaStreamNonBlocking);
    shortlived<<<1, 32, 0, keep>>>(0);
    for (int i = 0; i < 40; i++) {
        cudaStream_t s;
        cudaEvent_t e;
        if (i % 2)
            cudaStreamCreate(&s);
        else
            cudaStreamCreateWithPriority(&s, cudaStreamNonBlocking, -(i % 6));
        cudaEventCreate(&e);
        shortlived<<<5 + i, 256, 0, s>>>(i);
        cudaMemcpyAsync(d, h, 30000 * (i % 10 + 1), cudaMemcpyHostToDevice, s);
        cudaEventRecord(e, s);
        if (i % 4 == 3)
            cudaStreamWaitEvent(keep, e, 0);
        cudaEventDestroy(e);
        cudaStreamDestroy(s);
        if (i % 8 == 7)
            shortlived<<<132, 128, 0, keep>>>(i);
    }
    cudaStreamSynchronize(keep);
    cudaDeviceSynchronize();
    return 0;
}
