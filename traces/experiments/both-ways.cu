// What do small copies take while others go the other way? COUNT each way, queued behind a kernel of 2 ms:
// a stream each way, or STREAMS streams with the directions in turn.
#include "nullstream.cuh"

#define COUNT 200
#define BYTES 4096
#define STREAMS 0
#define WAYS 3 // 1: in, 2: out, 3: both
#define OVER (STREAMS > 0 ? STREAMS : 1)

__global__ void spin(double us)
{
    spin_us(us);
}

int main()
{
    char *d, *h;
    cudaMalloc(&d, 16 << 20);
    cudaMallocHost(&h, 16 << 20);
    cudaStream_t first, s[8];
    cudaEvent_t go;
    cudaStreamCreateWithFlags(&first, cudaStreamNonBlocking);
    for (int i = 0; i < 8; i++)
        cudaStreamCreateWithFlags(&s[i], cudaStreamNonBlocking);
    cudaEventCreateWithFlags(&go, cudaEventDisableTiming);
    spin<<<1, 32, 0, first>>>(2000);
    cudaEventRecord(go, first);
    for (int i = 0; i < 8; i++)
        cudaStreamWaitEvent(s[i], go, 0);
    for (int i = 0; i < 2 * COUNT; i++) {
        const int at = i % 8 << 20;
        const int in = STREAMS ? i / OVER % 2 == 0 : i % 2 == 0;
        if (STREAMS == 0 && in && WAYS == 2)
            continue;
        if (STREAMS == 0 && !in && WAYS == 1)
            continue;
        cudaStream_t a = s[STREAMS ? i % OVER : i % 2];
        if (in)
            cudaMemcpyAsync(d + at, h + at, BYTES, cudaMemcpyHostToDevice, a);
        else
            cudaMemcpyAsync(h + at, d + at, BYTES, cudaMemcpyDeviceToHost, a);
    }
    cudaDeviceSynchronize();
    return 0;
}
