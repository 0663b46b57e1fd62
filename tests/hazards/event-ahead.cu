// A thread records one event in every turn of its loop, and may be a turn ahead of who waits for it:
// that one then waits for the newer record, which is behind the older one in its stream, or, with
// ELSEWHERE, in another stream, where it says nothing of the older work. C++20.
#include "nullstream.cuh"
#include <barrier>
#include <thread>

#ifndef ELSEWHERE
#define ELSEWHERE 0
#endif

const int N = 1 << 20, TURNS = 4;

#pragma nullstream kernel(produce) time(200us)
__global__ void produce(float *x)
{
    x[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}

#pragma nullstream kernel(consume) time(200us)
__global__ void consume(float *sum, const float *x)
{
    sum[blockIdx.x * blockDim.x + threadIdx.x] += x[blockIdx.x * blockDim.x + threadIdx.x];
}

float *x[TURNS], *sum;
cudaStream_t a[2], b;
cudaEvent_t done;
std::barrier<> turn(2);

static void consumer()
{
    for (int i = 0; i < TURNS; i++) {
        turn.arrive_and_wait();
        cudaStreamWaitEvent(b, done, 0);
        consume<<<N / 256, 256, 0, b>>>(sum, x[i]);
        cudaStreamSynchronize(b);
    }
}

int main()
{
    for (int i = 0; i < TURNS; i++)
        cudaMalloc(&x[i], N * sizeof(float));
    cudaMalloc(&sum, N * sizeof(float));
    for (int i = 0; i < 2; i++)
        cudaStreamCreateWithFlags(&a[i], cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking);
    cudaEventCreateWithFlags(&done, cudaEventDisableTiming);
    std::thread thread(consumer);
    for (int i = 0; i < TURNS; i++) {
        produce<<<N / 256, 256, 0, a[ELSEWHERE ? i % 2 : 0]>>>(x[i]);
        cudaEventRecord(done, a[ELSEWHERE ? i % 2 : 0]);
        turn.arrive_and_wait();
    }
    thread.join();
    cudaDeviceSynchronize();
    return 0;
}
