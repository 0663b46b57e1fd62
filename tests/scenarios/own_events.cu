// The event that a race lacks is there: SELF: the stream that recorded it waits for it; NOBODY waits
// for it. FREED: memory that is freed in another stream than reads it, where one event would do.
#include "nullstream.cuh"

const int SIZE = 65536, SLOTS = 2, TURNS = 4;

#pragma nullstream kernel(k) time(50us) reads(x, SIZE)
__global__ void k(const float *x) {}

int main()
{
    float *h, *x[SLOTS];
    cudaEvent_t loaded[SLOTS], used[SLOTS];
    cudaStream_t load, work;
    cudaStreamCreateWithFlags(&load, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&work, cudaStreamNonBlocking);
    cudaMallocHost(&h, SIZE);
    for (int i = 0; i < SLOTS; i++) {
        cudaMalloc(&x[i], SIZE);
        cudaEventCreateWithFlags(&loaded[i], cudaEventDisableTiming);
        cudaEventCreateWithFlags(&used[i], cudaEventDisableTiming);
    }
    for (int turn = 0; turn < TURNS; turn++) {
        int i = turn % SLOTS;
        if (turn >= SLOTS)
            cudaStreamWaitEvent(load, used[i], 0);
        cudaMemcpyAsync(x[i], h, SIZE, cudaMemcpyHostToDevice, load);
        cudaEventRecord(loaded[i], load);
#ifdef SELF
        cudaStreamWaitEvent(load, loaded[i], 0);
#elif !defined NOBODY
        cudaStreamWaitEvent(work, loaded[i], 0);
#endif
        k<<<4, 256, 0, work>>>(x[i]);
        cudaEventRecord(used[i], work);
    }
#ifdef FREED
    float *turns[TURNS + 1];
    for (int turn = 0; turn <= TURNS; turn++) {
        if (turn > 1)
            cudaFreeAsync(turns[turn - 2], load);
        if (turn == TURNS)
            break;
        cudaMallocAsync(&turns[turn], SIZE, load);
        cudaEventRecord(loaded[0], load);
        cudaStreamWaitEvent(work, loaded[0], 0);
        k<<<4, 256, 0, work>>>(turns[turn]);
    }
    cudaStreamSynchronize(work);
    cudaFreeAsync(turns[TURNS - 1], load);
#endif
    cudaDeviceSynchronize();
}
