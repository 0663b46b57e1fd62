// What a host function shares with main. WHAT: 0: memory of malloc that main writes anew in each
// turn; 1: the same, freed before the functions have run; 2: a global variable, written anew; 3:
// page-locked memory that the function writes and main reads. WAIT=1 does what is missing.
#include "nullstream.cuh"
#include <cstdlib>
#include <stdio.h>

#ifndef WHAT
#define WHAT 0
#endif
#ifndef WAIT
#define WAIT 0
#endif

struct job {
    int turn;
    float scale;
};

job last;
float *answers;

#pragma nullstream kernel(work) time(50us)
__global__ void work(float *x)
{
    x[threadIdx.x] = 1;
}

static void show(void *data)
{
    job *mine = (job *)data;
    printf("turn %d\n", mine->turn);
}

static void answer(void *data)
{
    answers[(size_t)data] = 1;
}

static void wait(cudaStream_t s)
{
    if (WAIT)
        cudaStreamSynchronize(s);
}

int main()
{
    float *x;
    cudaStream_t s;
    cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    cudaMalloc(&x, 1024);
    cudaMallocHost(&answers, 1024);
    if (WHAT <= 1) {
        job *shared = (job *)malloc(sizeof(job));
        for (int i = 0; i < (WHAT ? 1 : 3); i++) {
            shared->turn = i;
            work<<<1, 256, 0, s>>>(x);
            cudaLaunchHostFunc(s, show, shared);
            if (!WHAT)
                wait(s);
        }
        if (!WHAT)
            cudaStreamSynchronize(s);
        else
            wait(s);
        free(shared);
    }
    for (int i = 0; WHAT == 2 && i < 3; i++) {
        last.turn = i;
        work<<<1, 256, 0, s>>>(x);
        cudaLaunchHostFunc(s, show, &last);
        wait(s);
    }
    if (WHAT == 3) {
        work<<<1, 256, 0, s>>>(x);
        cudaLaunchHostFunc(s, answer, (void *)2);
        wait(s);
        printf("%g\n", answers[2]);
    }
    cudaStreamSynchronize(s);
    return 0;
}
