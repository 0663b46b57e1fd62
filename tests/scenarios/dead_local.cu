// Host functions that get the address of a local variable of a function that returns before they
// have run. SYNC: it waits for them; KEPT: the variable is static, but the next call overwrites it.
#include "nullstream.cuh"

#include <stdio.h>

#pragma nullstream kernel(k) time(80us)
__global__ void k(float *x)
{
    x[threadIdx.x] = 1;
}

struct job {
    int id;
    const char *name;
};

static void finished(void *data)
{
    const job *done = static_cast<job *>(data);
    printf("job %d %s\n", done->id, done->name);
}

static void start(float *d, int id, cudaStream_t s)
{
#ifdef KEPT
    static job own;
    own = job{id, "static"};
#else
    job own{id, "local"};
#endif
    k<<<1, 256, 0, s>>>(d);
    cudaLaunchHostFunc(s, finished, &own);
#ifdef SYNC
    cudaStreamSynchronize(s);
#endif
}

int main()
{
    float *d;
    cudaMalloc(&d, 4096);
    cudaStream_t s;
    cudaStreamCreate(&s);
    for (int i = 0; i < 3; i++)
        start(d, i, s);
    cudaStreamSynchronize(s);
    return 0;
}
