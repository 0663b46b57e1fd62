// Stream b is told to wait for an event before it is recorded for the first time.
#include "nullstream.cuh"

__global__ void k1() { spin_us(300); }
__global__ void k2() { spin_us(300); }
__global__ void k3() { spin_us(300); }

int main()
{
    cudaStream_t a, b;
    cudaEvent_t e;
    cudaStreamCreate(&a);
    cudaStreamCreate(&b);
    cudaEventCreateWithFlags(&e, cudaEventDisableTiming);

    cudaStreamWaitEvent(b, e, 0);
    k1<<<20, 256, 0, a>>>();
    cudaEventRecord(e, a);
    k2<<<20, 256, 0, a>>>();
    k3<<<20, 256, 0, b>>>();
    cudaDeviceSynchronize();
    return 0;
}
