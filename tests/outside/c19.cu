// A job queue: the host looks for an idle stream by cudaStreamQuery, prepares the job meanwhile, and puts it in.
// Jobs differ in length by a factor of 30; five streams; 40 jobs.
#include "nullstream.cuh"
#include <stdio.h>
#include <string.h>

#define SLOTS 5
#define JOBS 40

struct Job { int id; size_t bytes; double us; int blocks; };
struct Slot { cudaStream_t stream; char *h, *d; int job; };

#pragma nullstream kernel(work) block_time(us * 1us)
__global__ void work(char *data, double us, int unused) { data[blockIdx.x * blockDim.x + threadIdx.x] = 1; }

#pragma nullstream host(prepare) time(12us)
static void prepare(Job *j, int id)
{
    j->id = id;
    j->bytes = (size_t)(32 << 10) << (id % 6);
    j->us = 8.0 + 9.0 * ((id * 7) % 28);
    j->blocks = id % 4 == 3 ? 400 : 1 + 20 * (id % 4);
}

static int findIdle(Slot *slots)
{
    for (int turn = 0;; turn = (turn + 1) % SLOTS)
        if (cudaStreamQuery(slots[turn].stream) == cudaSuccess)
            return turn;
}

int main()
{
    Slot slots[SLOTS];
    memset(slots, 0, sizeof slots);
    for (int i = 0; i < SLOTS; i++) {
        cudaStreamCreateWithFlags(&slots[i].stream, cudaStreamNonBlocking);
        cudaMallocHost((void **)&slots[i].h, 1 << 20);
        cudaMalloc((void **)&slots[i].d, 1 << 20);
        slots[i].job = -1;
    }
    int served[SLOTS] = {0};
    for (int id = 0; id < JOBS; id++) {
        Job j;
        prepare(&j, id);
        int k = findIdle(slots);
        Slot *s = &slots[k];
        s->job = j.id;
        served[k]++;
        cudaMemcpyAsync(s->d, s->h, j.bytes, cudaMemcpyHostToDevice, s->stream);
        work<<<j.blocks, 128, 0, s->stream>>>(s->d, j.us, id);
        if (id % 2)
            cudaMemcpyAsync(s->h, s->d, j.bytes / 4, cudaMemcpyDeviceToHost, s->stream);
    }
    cudaDeviceSynchronize();
    for (int i = 0; i < SLOTS; i++)
        printf("slot %d: %d jobs, last %d\n", i, served[i], slots[i].job);
    return 0;
}
