// Memory of the pool goes from stream to stream: freed in one, asked for in another, with and without an event.
#include "nullstream.cuh"
__global__ void fill(char *p, double us) { spin_us(us); }
int main()
{
    cudaStream_t a, b, c;
    cudaStreamCreate(&a);
    cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking);
    cudaStreamCreateWithPriority(&c, cudaStreamNonBlocking, -3);
    cudaEvent_t freed;
    cudaEventCreateWithFlags(&freed, cudaEventDisableTiming);
    char *p = NULL, *q = NULL, *r = NULL;
    for (int i = 0; i < 12; i++) {
        const size_t bytes = (size_t)(1 + i % 4) << 22;
        cudaMallocAsync((void **)&p, bytes, a);
        fill<<<66, 256, 0, a>>>(p, 80.0);
        cudaFreeAsync(p, a);
        if (i % 3 == 0) {
            cudaEventRecord(freed, a);
            cudaStreamWaitEvent(b, freed, 0);
        }
        cudaMallocAsync((void **)&q, bytes, b);
        fill<<<20, 128, 0, b>>>(q, 45.0);
        cudaFreeAsync(q, b);
        cudaMallocAsync((void **)&r, bytes / 2, c);
        cudaMemsetAsync(r, i, bytes / 2, c);
        fill<<<3, 1024, 0, c>>>(r, 20.0);
        cudaFreeAsync(r, c);
        if (i == 6)
            cudaStreamSynchronize(b);
    }
    cudaDeviceSynchronize();
    return 0;
}
