// One host thread records an event, another one lets its stream wait for it. HOW 1: nothing makes the
// second wait for the first's call, so the event may not be recorded by then. 2: nor does anything
// where the first is the thread that is started. 3: one thread, which calls the wait first.
#include "nullstream.cuh"
#include <atomic>
#include <thread>

#ifndef HOW
#define HOW 0
#endif

const int N = 1 << 20;

#pragma nullstream kernel(produce) time(200us)
__global__ void produce(float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = i;
}

#pragma nullstream kernel(consume) time(200us)
__global__ void consume(float *out, const float *in, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = in[i] * 2;
}

float *x, *y;
cudaStream_t a, b;
cudaEvent_t done;
std::atomic<int> recorded;

void first()
{
    produce<<<N / 256, 256, 0, a>>>(x, N);
    cudaEventRecord(done, a);
    recorded = 1;
}

void second()
{
    if (HOW == 0)
        while (!recorded) {
        }
    cudaStreamWaitEvent(b, done, 0);
    if (HOW == 3)
        first();
    consume<<<N / 256, 256, 0, b>>>(y, x, N);
}

int main()
{
    cudaMalloc(&x, N * sizeof(float));
    cudaMalloc(&y, N * sizeof(float));
    cudaStreamCreate(&a);
    cudaStreamCreate(&b);
    cudaEventCreateWithFlags(&done, cudaEventDisableTiming);
    if (HOW == 3) {
        second();
    } else {
        std::thread thread(HOW == 2 ? first : second);
        if (HOW == 2)
            second();
        else
            first();
        thread.join();
    }
    cudaDeviceSynchronize();
    return 0;
}
