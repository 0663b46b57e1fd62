// The event that a race lacks is there: SELF: the stream that recorded it waits for it; NOBODY waits
// for it. FREED: memory that is freed in another stream than reads it, where one event would do.
// BRANCH: who lacks the event comes in some turns only. PARTS: two streams work at each slot, record
// events of its own in a loop, and nobody waits for them.
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
#ifdef BRANCH
    for (int turn = 0; turn < 8; turn++) {
        cudaMemcpyAsync(x[0], h, SIZE, cudaMemcpyHostToDevice, load);
        cudaEventRecord(loaded[0], load);
        if (turn % 4 == 3)
            k<<<4, 256, 0, work>>>(x[0]);
        cudaEventRecord(used[0], work);
        cudaStreamWaitEvent(load, used[0], 0);
    }
#endif
#ifdef PARTS
    struct {
        char *in, *out;
        cudaEvent_t there, part[2];
    } ring[SLOTS];
    cudaStream_t lanes[2];
    char *back;
    cudaMallocHost(&back, SIZE);
    for (auto &slot : ring) {
        cudaMalloc(&slot.in, SIZE);
        cudaMalloc(&slot.out, SIZE);
        for (cudaEvent_t *e : {&slot.there, &slot.part[0], &slot.part[1]})
            cudaEventCreateWithFlags(e, cudaEventDisableTiming);
    }
    for (auto &lane : lanes)
        cudaStreamCreateWithFlags(&lane, cudaStreamNonBlocking);
    for (int turn = 0; turn < 12; turn++) {
        auto &slot = ring[turn % SLOTS];
        cudaMemcpyAsync(slot.in, h, SIZE, cudaMemcpyHostToDevice, load);
        cudaEventRecord(slot.there, load);
        for (int c = 0; c < 2; c++) {
            size_t half = SIZE / 2, from = c * half;
            cudaStreamWaitEvent(lanes[c], slot.there, 0);
            cudaMemcpyAsync(slot.out + from, slot.in + from, half, cudaMemcpyDeviceToDevice, lanes[c]);
            cudaEventRecord(slot.part[c], lanes[c]);
        }
        cudaMemcpyAsync(back, slot.out, SIZE, cudaMemcpyDeviceToHost, load);
    }
#endif
    cudaDeviceSynchronize();
}
