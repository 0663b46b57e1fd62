// The event is recorded again after stream b was told to wait for it.
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

    k1<<<20, 256, 0, a>>>();
    cudaEventRecord(e, a);
    cudaStreamWaitEvent(b, e, 0);
    k2<<<20, 256, 0, a>>>();
    cudaEventRecord(e, a);
    k3<<<20, 256, 0, b>>>();
    cudaDeviceSynchronize();
    return 0;
}
