// What main and a host function share, and main touches too early. WHAT: 0: a local variable that
// the function's argument leads to; 1 to 3: a global, an array, a vector that the function names
// itself; 4: a global by its argument; 5: memory of new; 6: what it makes of a copy; 7: main writes
// what it reads; 8: static variables. WAIT=1 does what is missing.
#include "nullstream.cuh"
#include <cstdio>
#include <vector>

#ifndef WHAT
#define WHAT 0
#endif
#ifndef WAIT
#define WAIT 0
#endif

const int N = 1 << 20;

#pragma nullstream kernel(fill) time(50us)
__global__ void fill(float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        x[i] = 1;
}

struct Result {
    int value;
    bool done;
};

struct Job {
    float *data;
    int n;
    float sum;
};

int counter;
int table[16];
std::vector<int> list;
Result result;
int hidden;

void store(void *p)
{
    *(int *)p = 3;
}
void bump(void *)
{
    counter++;
}
void fill_table(void *)
{
    for (int i = 0; i < 16; i++)
        table[i] = i;
}
void push(void *)
{
    list.push_back(3);
}
void set_result(void *p)
{
    Result *r = (Result *)p;
    r->value = 7;
    r->done = true;
}
void sum_up(void *p)
{
    Job *j = (Job *)p;
    float t = 0;
    for (int i = 0; i < j->n; i++)
        t += j->data[i];
    j->sum = t;
}
void show(void *)
{
    printf("%d\n", counter);
}
void hide(void *)
{
    static int calls;
    hidden = ++calls;
}

static void wait(cudaStream_t s)
{
    if (WAIT)
        cudaStreamSynchronize(s);
}

int main()
{
    cudaStream_t s;
    cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    float *d;
    cudaMalloc(&d, N * sizeof(float));
    fill<<<N / 256, 256, 0, s>>>(d, N);
#if WHAT == 0
    int x = 0;
    cudaLaunchHostFunc(s, store, &x);
    wait(s);
    printf("%d\n", x);
#elif WHAT == 1
    cudaLaunchHostFunc(s, bump, nullptr);
    wait(s);
    printf("%d\n", counter);
#elif WHAT == 2
    cudaLaunchHostFunc(s, fill_table, nullptr);
    wait(s);
    printf("%d\n", table[3]);
#elif WHAT == 3
    cudaLaunchHostFunc(s, push, nullptr);
    wait(s);
    printf("%d\n", (int)list.size());
#elif WHAT == 4
    cudaLaunchHostFunc(s, set_result, &result);
    wait(s);
    if (result.done)
        printf("%d\n", result.value);
#elif WHAT == 5
    Result *r = new Result();
    cudaLaunchHostFunc(s, set_result, r);
    wait(s);
    printf("%d\n", r->value);
#elif WHAT == 6
    std::vector<float> h(N);
    cudaMemcpyAsync(h.data(), d, N * sizeof(float), cudaMemcpyDeviceToHost, s);
    Job job = {h.data(), N, 0};
    cudaLaunchHostFunc(s, sum_up, &job);
    wait(s);
    printf("%f\n", job.sum);
#elif WHAT == 7
    counter = 1;
    cudaLaunchHostFunc(s, show, nullptr);
    wait(s);
    counter = 2;
#elif WHAT == 8
    cudaLaunchHostFunc(s, hide, nullptr);
    wait(s);
    printf("%d\n", hidden);
#endif
    cudaDeviceSynchronize();
}
