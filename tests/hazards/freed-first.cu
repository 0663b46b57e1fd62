// A host function that comes behind the end of what it uses. WHAT: 0: a buffer that a global
// variable leads to; 1: one that a member leads to; 2: a vector; 3: one that was freed before the
// function got it; 4: page-locked memory likewise; 5: what an earlier function of the stream has
// deleted; 6: the same, deleted twice; 7: main and the function delete it; 10: what an owner deleted
// before the function got it. Nothing to find: 8: main frees behind a wait; 9: the function deletes
// what it got, the next one has its own.
#include "nullstream.cuh"
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#ifndef WHAT
#define WHAT 0
#endif

const int N = 1 << 20;

#pragma nullstream kernel(produce) time(300us)
__global__ void produce(float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        x[i] = i;
}

struct job {
    float *values;
    std::string name;
    std::vector<int> list;
};

float *buffer;

static void of_global(void *)
{
    printf("%g\n", buffer[1]);
}

static void of_member(void *data)
{
    printf("%g\n", ((job *)data)->values[1]);
}

static void of_list(void *data)
{
    job *mine = (job *)data;
    int sum = 0;
    for (int each : mine->list)
        sum += each;
    printf("%s %d\n", mine->name.c_str(), sum);
}

static void of_buffer(void *data)
{
    float *x = (float *)data;
    x[0] = x[1];
}

static void drop(void *data)
{
    delete[](float *) data;
}

int main()
{
    float *x, *own = new float[4]{1, 2, 3, 4}, *pinned;
    cudaStream_t s;
    cudaStreamCreate(&s);
    cudaMalloc(&x, N * sizeof(float));
    cudaMallocHost(&pinned, 4096);
    job *mine = new job;
    mine->name = "a name that does not fit into the object itself";
    mine->list.resize(4, 1);
    mine->values = (float *)calloc(4, sizeof(float));
    buffer = new float[4]();
    produce<<<N / 256, 256, 0, s>>>(x, N);
    if (WHAT == 0 || WHAT == 8)
        cudaLaunchHostFunc(s, of_global, nullptr);
    if (WHAT == 8)
        cudaStreamSynchronize(s);
    delete[] buffer;
    if (WHAT == 1)
        cudaLaunchHostFunc(s, of_member, mine);
    free(mine->values);
    if (WHAT == 2)
        cudaLaunchHostFunc(s, of_list, mine);
    delete mine;
    if (WHAT == 3) {
        delete[] own;
        cudaLaunchHostFunc(s, of_buffer, own);
    } else if (WHAT == 4) {
        cudaFreeHost(pinned);
        cudaLaunchHostFunc(s, of_buffer, pinned);
    } else if (WHAT == 5 || WHAT == 6) {
        cudaLaunchHostFunc(s, drop, own);
        cudaLaunchHostFunc(s, WHAT == 5 ? of_buffer : drop, own);
    } else if (WHAT == 7) {
        cudaLaunchHostFunc(s, drop, own);
        delete[] own;
    } else if (WHAT == 10) {
        std::unique_ptr<float[]> owner(own);
        owner.reset();
        cudaLaunchHostFunc(s, of_buffer, own);
    } else if (WHAT == 9) {
        cudaLaunchHostFunc(s, drop, own);
        cudaLaunchHostFunc(s, of_buffer, new float[4]());
    }
    cudaDeviceSynchronize();
    return 0;
}
