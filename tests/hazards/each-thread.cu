// What lacks an order is work of several threads: one event that all of them record would stand for
// the last of them only. WHAT: 0: workers that are done before their streams, 1: threads that read
// what their neighbour computed in the turn before, 2: workers that read what main copies; FIXED:
// with what check says. C++20.
#include "nullstream.cuh"

#include <barrier>
#include <latch>
#include <thread>
#include <vector>

#ifndef WHAT
#define WHAT 0
#endif
#ifndef FIXED
#define FIXED 0
#endif

const int N = 1 << 20, THREADS = 4;

#pragma nullstream kernel(add) time(150us)
__global__ void add(float *out, const float *a, const float *b)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = a[i] + b[i];
}

float *x[THREADS][2], *h;
cudaStream_t s[THREADS], up;
cudaEvent_t copied;

#if WHAT == 0
std::latch finished(THREADS);

static void work(int i)
{
    add<<<N / 256, 256, 0, s[i]>>>(x[i][1], x[i][0], x[i][0]);
    if (FIXED)
        cudaStreamSynchronize(s[i]);
    finished.count_down();
}

static void run()
{
    finished.wait();
    for (int i = 0; i < THREADS; i++)
        cudaMemcpyAsync(h, x[i][1], N * sizeof(float), cudaMemcpyDeviceToHost, up);
}
#elif WHAT == 1
std::barrier<> turn(THREADS);

static void work(int i)
{
    for (int t = 0; t < 4; t++) {
        add<<<N / 256, 256, 0, s[i]>>>(x[i][1 - t % 2], x[i][t % 2], x[(i + 1) % THREADS][t % 2]);
        if (FIXED)
            cudaStreamSynchronize(s[i]);
        turn.arrive_and_wait();
    }
}

static void run() {}
#else
static void work(int i)
{
    if (FIXED)
        cudaStreamWaitEvent(s[i], copied, 0);
    add<<<N / 256, 256, 0, s[i]>>>(x[i][0], x[i][1], x[0][1]);
}

static void run() {}
#endif

int main()
{
    cudaMallocHost(&h, N * sizeof(float));
    cudaStreamCreateWithFlags(&up, cudaStreamNonBlocking);
    cudaEventCreateWithFlags(&copied, cudaEventDisableTiming);
    for (int i = 0; i < THREADS; i++) {
        cudaStreamCreateWithFlags(&s[i], cudaStreamNonBlocking);
        for (int k = 0; k < 2; k++) {
            cudaMalloc(&x[i][k], N * sizeof(float));
            cudaMemset(x[i][k], 0, N * sizeof(float));
        }
    }
    cudaDeviceSynchronize();
    if (WHAT == 2) {
        cudaMemcpyAsync(x[0][1], h, N * sizeof(float), cudaMemcpyHostToDevice, up);
        cudaEventRecord(copied, up);
    }
    std::vector<std::thread> threads;
    for (int i = 0; i < THREADS; i++)
        threads.emplace_back(work, i);
    run();
    for (std::thread &thread : threads)
        thread.join();
    cudaDeviceSynchronize();
    return 0;
}
