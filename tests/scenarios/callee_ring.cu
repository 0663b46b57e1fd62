// A ring of pinned buffers that functions fill and upload: neither knows which slot it is given, nor,
// the one that fills, the stream. WAIT: with what the report says is missing.
#include "nullstream.cuh"

#include <string.h>

const int SIZE = 65536;

#pragma nullstream kernel(k) time(300us) reads(x, SIZE) writes(x, SIZE)
__global__ void k(float *x)
{
    x[threadIdx.x] += 1;
}

static void fill(float *out, int n)
{
    memset(out, n, SIZE);
}

static void upload(float *to, const float *from, cudaStream_t stream)
{
    cudaMemcpyAsync(to, from, SIZE, cudaMemcpyHostToDevice, stream);
}

int main()
{
    float *h[2], *d[2];
    cudaStream_t s;
    cudaStreamCreate(&s);
    for (int i = 0; i < 2; i++) {
        cudaMallocHost(&h[i], SIZE);
        cudaMalloc(&d[i], SIZE);
    }
#ifdef WAIT
    cudaEvent_t e[2];
    for (int i = 0; i < 2; i++)
        cudaEventCreateWithFlags(&e[i], cudaEventDisableTiming);
#endif
    for (int turn = 0; turn < 6; turn++) {
        const int slot = turn % 2;
#ifdef WAIT
        cudaEventSynchronize(e[slot]);
#endif
        fill(h[slot], turn);
        upload(d[slot], h[slot], s);
#ifdef WAIT
        cudaEventRecord(e[slot], s);
#endif
        k<<<1, 256, 0, s>>>(d[slot]);
    }
    cudaStreamSynchronize(s);
    return 0;
}
