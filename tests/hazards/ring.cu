// Turns of a loop share a ring of buffers. HOW says which order is missing, and whose events it
// takes: 0: the consumer before the producer's next turn with the buffer, in two streams: one for
// each buffer; 1: each turn in the next of two streams: one for each buffer, too, as one event
// would be another stream's; 2: parts of one allocation; 3: a kernel behind the loop that reads
// what all streams wrote: one for each stream; 4: the same behind a loop in one stream: one; 5: the
// host fills staging buffers again: one for each; 6: the parts go on and never come round: by turn.
// EVENTS=1 does what `check` says of 0 to 3 and 5; EVENTS=2 has one event instead.
#include "nullstream.cuh"

#ifndef HOW
#define HOW 0
#endif
#ifndef EVENTS
#define EVENTS 0
#endif

const int N = 1 << 20, SLOTS = 3, STREAMS = 2, TURNS = 12;

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
    cudaStream_t s[STREAMS], last;
    float *ring[SLOTS], *staging[SLOTS], *parts, *sum[STREAMS], *all;
    cudaEvent_t full, e[SLOTS];
    cudaEventCreateWithFlags(&full, cudaEventDisableTiming);
    cudaStreamCreateWithFlags(&last, cudaStreamNonBlocking);
    cudaMalloc(&parts, TURNS * N * sizeof(float));
    cudaMalloc(&all, TURNS * N * sizeof(float));
    for (int i = 0; i < STREAMS; i++) {
        cudaStreamCreateWithFlags(&s[i], cudaStreamNonBlocking);
        cudaMalloc(&sum[i], N * sizeof(float));
    }
    for (int i = 0; i < SLOTS; i++) {
        cudaMalloc(&ring[i], N * sizeof(float));
        cudaMallocHost(&staging[i], N * sizeof(float));
        cudaEventCreateWithFlags(&e[i], cudaEventDisableTiming);
    }
    for (int turn = 0; turn < TURNS; turn++) {
        int slot = turn % SLOTS, stream = turn % STREAMS;
        cudaEvent_t done = e[EVENTS == 2 ? 0 : HOW == 3 ? stream : slot];
        if (EVENTS && HOW <= 2)
            cudaStreamWaitEvent(s[HOW == 1 ? stream : 0], done, 0);
        if (EVENTS && HOW == 5)
            cudaEventSynchronize(done);
        float *x = HOW == 2 ? parts + slot * N : ring[slot];
        if (HOW == 0 || HOW == 2) {
            produce<<<N / 256, 256, 0, s[0]>>>(x, N);
            cudaEventRecord(full, s[0]);
            cudaStreamWaitEvent(s[1], full, 0);
            consume<<<N / 256, 256, 0, s[1]>>>(sum[1], x, N);
        } else if (HOW == 1) {
            produce<<<N / 256, 256, 0, s[stream]>>>(x, N);
            consume<<<N / 256, 256, 0, s[stream]>>>(sum[stream], x, N);
        } else if (HOW == 3 || HOW == 4) {
            produce<<<N / 256, 256, 0, s[HOW == 3 ? stream : 0]>>>(parts + turn * N, N);
        } else if (HOW == 5) {
            memset(staging[slot], turn, N * sizeof(float));
            cudaMemcpyAsync(x, staging[slot], N * sizeof(float), cudaMemcpyHostToDevice, s[0]);
        } else {
            produce<<<N / 256, 256, 0, s[0]>>>(parts + turn * N, N);
            if (turn >= 2 * SLOTS)
                consume<<<N / 256, 256, 0, s[1]>>>(sum[1], parts + (turn - 2 * SLOTS) * N, N);
        }
        if (EVENTS)
            cudaEventRecord(done, s[HOW == 0 || HOW == 2 ? 1 : HOW == 5 ? 0 : stream]);
    }
    for (int i = 0; EVENTS && HOW == 3 && i < (EVENTS == 2 ? 1 : STREAMS); i++)
        cudaStreamWaitEvent(last, e[i], 0);
    if (HOW == 3 || HOW == 4)
        consume<<<TURNS * N / 256, 256, 0, last>>>(all, parts, TURNS * N);
    cudaDeviceSynchronize();
    return 0;
}
