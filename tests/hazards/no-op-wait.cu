// Waits for events that were never recorded, which CUDA takes for none. WHAT: 0: in the default
// stream, where another call would order the two streams; 1: a ring, whose first turns have no turn
// before them to wait for, TURNS of them; 2: the same, and the host waits; 3: for all slots behind
// fewer turns; 4: a host that waits in vain before its copy, not for it; 5: in a stream that the
// host waits for, behind what another stream does.
#include "nullstream.cuh"
#include <string.h>

#ifndef WHAT
#define WHAT 0
#endif
#ifndef TURNS
#define TURNS 3
#endif

const int N = 1 << 20, SLOTS = 3;

#pragma nullstream kernel(produce) time(300us)
__global__ void produce(float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        x[i] = i;
}

#pragma nullstream kernel(consume) time(400us)
__global__ void consume(float *sum, const float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        sum[i] += x[i];
}

int main()
{
    cudaStream_t a, b, s[SLOTS];
    float *x[SLOTS], *staging[SLOTS], *sum;
    cudaEvent_t done[SLOTS], full;
    cudaStreamCreate(&a);
    cudaStreamCreate(&b);
    cudaEventCreateWithFlags(&full, cudaEventDisableTiming);
    cudaMalloc(&sum, N * sizeof(float));
    for (int i = 0; i < SLOTS; i++) {
        cudaStreamCreate(&s[i]);
        cudaMalloc(&x[i], N * sizeof(float));
        cudaMallocHost(&staging[i], N * sizeof(float));
        cudaEventCreateWithFlags(&done[i], cudaEventDisableTiming);
    }
    if (WHAT == 0) {
        produce<<<N / 256, 256, 0, a>>>(x[0], N);
        cudaStreamWaitEvent(0, full, 0);
        consume<<<N / 256, 256, 0, b>>>(sum, x[0], N);
    }
    for (int turn = 0; WHAT == 1 && turn < TURNS; turn++) {
        int slot = turn % SLOTS;
        cudaStreamWaitEvent(a, done[slot], 0);
        produce<<<N / 256, 256, 0, a>>>(x[slot], N);
        cudaEventRecord(full, a);
        cudaStreamWaitEvent(b, full, 0);
        consume<<<N / 256, 256, 0, b>>>(sum, x[slot], N);
        cudaEventRecord(done[slot], b);
    }
    for (int turn = 0; WHAT == 2 && turn < TURNS; turn++) {
        int slot = turn % SLOTS;
        cudaEventSynchronize(done[slot]);
        memset(staging[slot], turn, N * sizeof(float));
        cudaMemcpyAsync(x[slot], staging[slot], N * sizeof(float), cudaMemcpyHostToDevice, a);
        cudaEventRecord(done[slot], a);
    }
    for (int i = 0; WHAT == 3 && i < SLOTS - 1; i++) {
        produce<<<N / 256, 256, 0, s[i]>>>(x[i], N);
        cudaEventRecord(done[i], s[i]);
    }
    for (int i = 0; WHAT == 3 && i < SLOTS; i++)
        cudaStreamWaitEvent(a, done[i], 0);
    if (WHAT == 3)
        consume<<<N / 256, 256, 0, a>>>(sum, x[1], N);
    if (WHAT == 4) {
        cudaMemcpyAsync(staging[0], x[0], N * sizeof(float), cudaMemcpyDeviceToHost, a);
        cudaEventSynchronize(full);
        cudaEventRecord(full, a);
        sum = staging[0][0] > 0 ? x[1] : x[2];
    }
    if (WHAT == 5) {
        cudaMemcpyAsync(staging[0], x[0], N * sizeof(float), cudaMemcpyDeviceToHost);
        cudaStreamWaitEvent(a, full, 0);
        cudaStreamSynchronize(a);
        memset(staging[0], 0, N * sizeof(float));
    }
    cudaDeviceSynchronize();
    return 0;
}
