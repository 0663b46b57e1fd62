// Waits of a loop that are called before their turn's record: for nothing in the first turn, and for
// the record of an earlier one in the others. WHAT: which loop it is; FIXED: with what check says.
#include "nullstream.cuh"

#ifndef WHAT
#define WHAT 0
#endif
#ifndef FIXED
#define FIXED 0
#endif

const int N = 1 << 20, TURNS = 5;

#pragma nullstream kernel(produce) time(200us)
__global__ void produce(float *x)
{
    x[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}

#pragma nullstream kernel(consume) time(100us)
__global__ void consume(float *sum, const float *x)
{
    sum[blockIdx.x * blockDim.x + threadIdx.x] += x[blockIdx.x * blockDim.x + threadIdx.x];
}

int main()
{
    float *x[TURNS], *sum, *h;
    cudaStream_t a, b, c;
    cudaEvent_t done, filled[2], used[2];
    for (int i = 0; i < TURNS; i++)
        cudaMalloc(&x[i], N * sizeof(float));
    cudaMalloc(&sum, N * sizeof(float));
    cudaMallocHost(&h, N * sizeof(float));
    cudaStreamCreate(&a);
    cudaStreamCreate(&b);
    cudaStreamCreate(&c);
    cudaEventCreateWithFlags(&done, cudaEventDisableTiming);
    for (int i = 0; i < 2; i++) {
        cudaEventCreateWithFlags(&filled[i], cudaEventDisableTiming);
        cudaEventCreateWithFlags(&used[i], cudaEventDisableTiming);
    }
    for (int i = 0; WHAT == 0 && i < TURNS; i++) {
        produce<<<N / 256, 256, 0, a>>>(x[i]);
        if (FIXED)
            cudaEventRecord(done, a);
        cudaStreamWaitEvent(b, done, 0);
        cudaEventRecord(done, a);
        consume<<<N / 256, 256, 0, b>>>(sum, x[i]);
    }
    for (int i = 0; WHAT == 1 && i < TURNS; i++) { // with events in turn
        cudaStreamWaitEvent(a, used[i % 2], 0);
        produce<<<N / 256, 256, 0, a>>>(x[i % 2]);
        if (FIXED)
            cudaEventRecord(filled[i % 2], a);
        cudaStreamWaitEvent(b, filled[i % 2], 0);
        cudaEventRecord(filled[i % 2], a);
        consume<<<N / 256, 256, 0, b>>>(sum, x[i % 2]);
        cudaEventRecord(used[i % 2], b);
    }
    for (int i = 0; WHAT == 2 && i < TURNS; i++) { // behind the work, where the host waits
        cudaMemcpyAsync(h, x[i], N * sizeof(float), cudaMemcpyDeviceToHost, a);
        if (FIXED)
            cudaEventRecord(done, a);
        cudaEventSynchronize(done);
        cudaEventRecord(done, a);
        if (h[0] > 3)
            return 1;
    }
    for (int i = 0; WHAT == 3 && i < TURNS; i++) { // before the work
        if (!FIXED)
            cudaStreamWaitEvent(b, done, 0);
        produce<<<N / 256, 256, 0, a>>>(x[i]);
        cudaEventRecord(done, a);
        if (FIXED)
            cudaStreamWaitEvent(b, done, 0);
        consume<<<N / 256, 256, 0, b>>>(sum, x[i]);
    }
    if (WHAT == 4) { // another wait for the event finds it recorded
        if (!FIXED)
            cudaStreamWaitEvent(c, done, 0);
        produce<<<N / 256, 256, 0, a>>>(x[0]);
        cudaEventRecord(done, a);
        if (FIXED)
            cudaStreamWaitEvent(c, done, 0);
        cudaMemcpyAsync(x[1], x[0], N * sizeof(float), cudaMemcpyDeviceToDevice, c);
        cudaStreamWaitEvent(b, done, 0);
        consume<<<N / 256, 256, 0, b>>>(sum, x[0]);
    }
    for (int i = 0; WHAT == 5 && i < TURNS; i++) { // meant: for the turn before; what lacks is the other
        cudaStreamWaitEvent(b, filled[(i + 1) % 2], 0);
        if (i > 0) {
            consume<<<N / 256, 256, 0, b>>>(sum, x[(i + 1) % 2]);
            cudaEventRecord(used[(i + 1) % 2], b);
        }
        if (FIXED)
            cudaStreamWaitEvent(a, used[i % 2], 0);
        produce<<<N / 256, 256, 0, a>>>(x[i % 2]);
        cudaEventRecord(filled[i % 2], a);
    }
    cudaDeviceSynchronize();
    return 0;
}
